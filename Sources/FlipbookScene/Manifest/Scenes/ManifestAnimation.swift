public import FlipbookCore

/// Something that a manifest has happen to a view.
public struct ManifestAnimation: Hashable, Sendable {
    /// The change.
    public enum Change: Hashable, Sendable {
        /// A property changes, or jumps.
        case track(Track)
        /// The still picture is another one; `nil` for none.
        case image(FilePath?)
        /// The highlighted pictures are shown, or no longer.
        case isHighlighted(Bool)
        /// The animation begins with its first frame.
        case startAnimating
        /// The animation ends.
        case stopAnimating
    }

    /// The view's ``ManifestView/id``; `nil` for the sequence itself, with all that lies in it.
    public var view: String?
    /// The change.
    public var change: Change
    /// The exact time when it begins, in seconds.
    public var delay: RationalTime { didSet { setDelay() } }
    /// The gesture that it waits for, from which ``delay`` counts; `nil` for one that counts from the beginning.
    public var trigger: GestureTrigger?
    /// The way in which what was before the change and what is then take turns, or `nil` if they do so at once. A track of
    /// what does not jump has none.
    public var transition: TimedTransition?

    /// Something that happens to a view.
    public init(
        view: String?,
        _ change: Change,
        at delay: RationalTime = .zero,
        after trigger: GestureTrigger? = nil,
        by transition: TimedTransition? = nil
    ) {
        (self.view, self.change, self.delay, self.trigger) = (view, change, delay, trigger)
        self.transition = transition
        setDelay()
    }

    private mutating func setDelay() {
        guard case .track(var track) = change else { return }
        track.delay = delay
        change = .track(track)
    }
}
