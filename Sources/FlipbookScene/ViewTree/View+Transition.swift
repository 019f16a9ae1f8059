public import FlipbookCore

extension AnimationOptions {
    /// The former look goes evenly over into the new one.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 256)
    /// The view turns over about its upright middle axis, its left side to the front, and has its new look on the back.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 512)
    /// The view turns over, its right side to the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 1024)
    /// The view turns over about its level middle axis, its upper side to the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 2048)
    /// The view turns over, its lower side to the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 4096)
    /// A transition between two views hides the one and shows the other, and leaves both in the tree.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 8192)
    /// The changes in the block of a transition proceed over its time; without this option they happen at once.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 16384)

    /// The transition that they say, or `nil` for none. UIKit's curls do not exist here.
    public var transition: Transition? {
        let transitions: [(AnimationOptions, Transition)] = [
            (.transitionCrossDissolve, .dissolve), (.transitionFlipFromLeft, .flipFromLeft),
            (.transitionFlipFromRight, .flipFromRight), (.transitionFlipFromTop, .flipFromTop),
            (.transitionFlipFromBottom, .flipFromBottom),
        ]
        return transitions.first { contains($0.0) }?.1
    }
}

extension View {
    /// Changes a view, whose former look with all within goes over into the new one: UIKit's
    /// `transition(with:duration:options:animations:completion:)`.
    ///
    /// The changes in the block happen at once, and the transition uses up no property. The block may add and remove
    /// subviews.
    ///
    /// ```swift
    /// View.transition(with: card, duration: 0.6, options: .transitionFlipFromLeft) {
    ///     card.imageView?.image = back
    /// }
    /// ```
    /// - Parameters:
    ///   - view: The view that is changed, or that those lie in that are.
    ///   - duration: Its length in seconds; in the block of an animation, that one's length, see
    ///     ``animate(withDuration:delay:curve:options:animations:completion:)``.
    ///   - options: The transition, and its curve. Without a transition nothing is seen but the change.
    ///   - animations: Changes the view and those within.
    ///   - completion: Is called when the transition has ended: with `true`, or with `false` where another one of the view
    ///     cut it short.
    public static func transition(
        with view: View,
        duration: Double,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation.inheriting(
            delay: 0,
            duration: duration,
            options: options,
            curve: options.curve,
            completion: completion
        )
        view.layoutIfNeeded()
        view.display()
        let former = view.layer.presentationTree(atNanosecond: view.clock.time)
        if options.contains(.allowAnimatedContent) {
            animation.run(animations)
        } else {
            performWithoutAnimation(animations)
        }
        if let transition = options.transition { view.goOver(from: former, by: transition, in: animation) }
        animation.endIfDone()
    }

    /// Puts a view in the place of another one: UIKit's `transition(from:to:duration:options:completion:)`.
    ///
    /// As there, it is the superview of both that goes over from one look to the other, or turns over, with all that lies
    /// in it: a card is a view of its own with one side in it at a time.
    /// - Parameters:
    ///   - former: The view that leaves its superview, or is hidden under `AnimationOptions.showHideTransitionViews`.
    ///     Without a superview nothing happens, which is not finished.
    ///   - next: The view that takes its place among the subviews, or is shown.
    ///   - duration: Its length in seconds.
    ///   - options: The transition, and its curve.
    ///   - completion: Is called when the transition has ended, with whether nothing cut it short.
    public static func transition(
        from former: View,
        to next: View,
        duration: Double,
        options: AnimationOptions = [],
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        guard let superview = former.superview else {
            completion?(false)
            return
        }
        let change = {
            guard !options.contains(.showHideTransitionViews) else {
                (former.isHidden, next.isHidden) = (true, false)
                return
            }
            superview.insertSubview(next, aboveSubview: former)
            former.removeFromSuperview()
        }
        transition(with: superview, duration: duration, options: options, animations: change, completion: completion)
    }

    /// Shows a former look of the view, which goes over into what it is now.
    private func goOver(from former: Layer, by transition: Transition, in animation: ViewAnimation) {
        clock.cut(.transition, of: self, for: animation)
        guard animation.takesTime else { return }
        let track = animation.track(of: .transition, from: nil, to: .transition(transition), at: clock.time)
        model.tracks.append(track)
        model.former = [former]
        clock.add(track, of: animation, on: self)
    }
}
