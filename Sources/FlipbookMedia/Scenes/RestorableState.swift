import FlipbookRender
public import FlipbookScene

/// The places of views and the position of a playback, which a player takes up again the next time.
///
/// Of each view with a `restorationIdentifier` the four values that UIKit keeps, and apart from them the
/// position. It is written as JSON: `version`, `views`, `playback`.
public struct RestorableState: Codable, Hashable, Sendable {
    /// The position of a playback.
    public struct Position: Codable, Hashable, Sendable {
        /// The place of the frame that is shown, from 0.
        public var frame: Int
        /// When that frame begins, in nanoseconds since the cycle began.
        public var timeNs: Int64
        /// Whole cycles that were shown.
        public var cycle: Int
        /// A Boolean value that tells whether the clock runs.
        public var isAnimating: Bool

        package init(frame: Int, timeNs: Int64, cycle: Int, isAnimating: Bool) {
            (self.frame, self.timeNs, self.cycle, self.isAnimating) = (frame, timeNs, cycle, isAnimating)
        }
    }

    /// The version of the form.
    public var version = Self.version
    /// The views' places.
    public var views: [ViewState] = []
    /// The position of the playback, or `nil` if nothing was shown.
    public var playback: Position?

    /// The version that is read and written.
    public static let version = 1

    /// Nothing to take up again.
    public init() {}
}

extension CheckedSequence {
    /// The places of the views that have a name for that, as they are without what animates them.
    package var viewStates: [ViewState] {
        func states(_ views: [ManifestView], _ layers: ArraySlice<Layer>) -> [ViewState] {
            zip(views, layers).flatMap { view, layer -> [ViewState] in
                let own = view.restorationIdentifier.map { [ViewState(id: $0, layer)] } ?? []
                let count = view.subviews?.count ?? 0
                let overlay = layer.sublayers.dropFirst(count).first?.sublayers ?? []
                return own + states(view.subviews ?? [], layer.sublayers.prefix(count))
                    + states(view.overlayContentView ?? [], overlay[...])
            }
        }
        return states(settings.scene?.views ?? [], scene.scene.layers[0].sublayers[...])
    }
}
