public import FlipbookCore
import FlipbookImaging

/// Where views lie and where a playback stands: what a player takes up again the next time.
///
/// Of each view with a `restorationIdentifier` the four values that UIKit keeps, and apart from them the
/// position. It is written as JSON: `version`, `views`, `playback`.
public struct RestorableState: Codable, Hashable, Sendable {
    /// Where a playback stands.
    public struct Position: Codable, Hashable, Sendable {
        /// The place of the frame that is shown, from 0.
        public var frame: Int
        /// When that frame begins, in nanoseconds since the cycle began.
        public var timeNs: Int64
        /// Whole cycles that were shown.
        public var cycle: Int
        /// Whether the clock runs.
        public var isAnimating: Bool
    }

    /// The version of the form.
    public var version = Self.version
    /// The views' places.
    public var views: [ViewState] = []
    /// Where the playback stands; `nil` where nothing was shown.
    public var playback: Position?

    /// The version that is read and written.
    public static let version = 1

    /// Nothing to take up again.
    public init() {}
}

extension CheckedSequence {
    /// The places of the views that have a name for that, as they are without what animates them.
    var viewStates: [ViewState] {
        let views = (settings.scene?.views ?? []).flatMap(\.tree)
        return zip(views, scene.scene.layers[0].tree.dropFirst()).compactMap { view, layer in
            view.restorationIdentifier.map { ViewState(id: $0, layer) }
        }
    }
}
