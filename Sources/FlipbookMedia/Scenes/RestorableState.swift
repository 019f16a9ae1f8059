public import FlipbookScene

/// The state that a player saves and restores: the geometry of views and the playback position.
///
/// Each view with a `restorationIdentifier` has the four values that UIKit saves. The state is written as JSON with the keys
/// `version`, `views`, and `playback`.
public struct RestorableState: Codable, Hashable, Sendable {
    /// A playback position.
    public struct Position: Codable, Hashable, Sendable {
        /// The 0-based index of the current frame.
        public var frame: Int
        /// The start time of the current frame, in nanoseconds from the start of the cycle.
        public var timeNs: Int64
        /// The number of completed cycles.
        public var cycle: Int
        /// A Boolean value that indicates whether playback was running.
        public var isAnimating: Bool

        package init(frame: Int, timeNs: Int64, cycle: Int, isAnimating: Bool) {
            (self.frame, self.timeNs, self.cycle, self.isAnimating) = (frame, timeNs, cycle, isAnimating)
        }
    }

    /// The version of the format.
    public var version = Self.version
    /// The states of views.
    public var views: [ViewState] = []
    /// The playback position, or `nil` if nothing was shown.
    public var playback: Position?

    /// The current version of the format.
    public static let version = 1

    /// Creates an empty state.
    public init() {}
}
