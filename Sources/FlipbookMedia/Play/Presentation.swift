import FlipbookCore
import FlipbookImaging
import Synchronization

/// What is laid over the frames on their way to the screen, set by the player and read by whoever feeds frames.
final class Presentation: Sendable {
    struct State: Sendable {
        /// Whether the heads-up display is shown.
        var hasHUD = false
        /// Which page of the list of keys is shown, from 0; `nil` for none.
        var helpPage: Int?
        /// The channel that is shown as grey; `nil` for all.
        var channel: ColorChannel?
        /// The background that is shown instead of the sequence's own.
        var background: Background?
        /// What is being typed.
        var prompt: String?
        /// Whether the highlighted state is shown.
        var isHighlighted = false
        /// Something to read, and until when.
        var notice: (text: String, until: ContinuousClock.Instant)?
    }

    private let mutex = Mutex(State())

    /// What is laid over at this moment.
    var state: State { mutex.withLock { $0 } }

    /// Changes it.
    func update<R: Sendable>(_ change: (inout State) -> R) -> R { mutex.withLock { change(&$0) } }
}
