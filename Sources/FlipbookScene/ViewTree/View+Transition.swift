public import FlipbookCore

extension AnimationOptions {
    /// A cross dissolve to the new appearance.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 256)
    /// A flip about the vertical axis, left side to the front. The new appearance is on the back.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 512)
    /// A flip about the vertical axis, right side to the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 1024)
    /// A flip about the horizontal axis, top side to the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 2048)
    /// A flip about the horizontal axis, bottom side to the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 4096)
    /// Hides one view and shows the other in a transition between two views, and leaves both in the tree.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 8192)
    /// Animates the changes in a transition's block. Without this option, they happen immediately.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 16384)

    /// The transition among the options, if any. UIKit's curls are not supported.
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
    /// Changes a view with a transition from its previous appearance, including subviews: UIKit's
    /// `transition(with:duration:options:animations:completion:)`. The changes in the block happen immediately, and may add and
    /// remove subviews.
    ///
    /// ```swift
    /// View.transition(with: card, duration: 0.6, options: .transitionFlipFromLeft) {
    ///     card.imageView?.image = back
    /// }
    /// ```
    /// - Parameters:
    ///   - view: The view that contains all changes.
    ///   - duration: The duration in seconds. In an animation block, that animation's duration applies.
    ///   - options: The transition and its curve. Without a transition, the change is immediate.
    ///   - completion: Called at the end, with `false` if another transition of the view interrupted this one.
    public static func transition(
        with view: View,
        duration: Double,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation(duration: duration, options: options, completion)
        view.layoutIfNeeded()
        view.display()
        let former = view.layer.presentationTree(atNanosecond: view.clock.time)
        ViewAnimation.run(animations, as: options.contains(.allowAnimatedContent) ? animation : nil)
        if let transition = options.transition { view.goOver(from: former, by: transition, in: animation) }
        animation.endIfDone()
    }

    /// Replaces a view with another one: UIKit's `transition(from:to:duration:options:completion:)`. As in UIKit, the
    /// transition includes the whole superview. To flip a card, use a view that contains one side at a time.
    /// - Parameters:
    ///   - former: The view to remove from its superview or, under `AnimationOptions.showHideTransitionViews`, to hide. Without
    ///     a superview, nothing happens, and the completion receives `false`.
    ///   - duration: The duration in seconds.
    ///   - completion: Called at the end, with `false` if the transition was interrupted.
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

    private func goOver(from former: Layer, by transition: Transition, in animation: ViewAnimation) {
        clock.cut(.transition, of: self, for: animation)
        guard animation.takesTime else { return }
        let track = animation.track(of: .transition, from: nil, to: .transition(transition), at: clock.time)
        model.tracks.append(track)
        model.former = [former]
        clock.add(track, of: animation, on: self)
    }
}
