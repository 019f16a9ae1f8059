import FlipbookCore
import FlipbookScene

/// A tree of views that is played: it moves with the player's clock, and is looked at anew for each picture.
@MainActor
final class PlayedTree {
    private let view: View
    /// Pixels per point.
    private let scale: Double
    /// The time of the tree when a generation began.
    private var beginning: (generation: UInt64, time: RationalTime)?

    nonisolated init(_ view: View, scale: Double) { (self.view, self.scale) = (view, scale) }

    /// The tree as it is at a time in nanoseconds since a generation began.
    func scene(atNanosecond time: Int64, of generation: UInt64) -> Scene {
        let start = beginning.flatMap { $0.generation == generation ? $0.time : nil } ?? view.time
        beginning = (generation, start)
        view.advance(to: start + .nanoseconds(time))
        return view.scene(scale: scale)
    }

    /// Hands a touch on the canvas to the tree.
    func send(_ touch: Touch) {
        let origin = view.bounds.origin
        let place = Point(x: touch.location.x + origin.x, y: touch.location.y + origin.y)
        view.send(Touch(id: touch.id, phase: touch.phase, location: place, timestamp: touch.timestamp))
    }
}
