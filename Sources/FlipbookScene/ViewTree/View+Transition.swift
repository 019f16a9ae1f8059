import FlipbookCore

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
