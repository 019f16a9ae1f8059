/// What a player needs that keeps an image view and the screen the same.
extension ImageView {
    /// The view with its animation where a player's is.
    /// - Parameter index: The picture of the animation that shows, which then runs; `nil` for the still picture.
    package func animating(at index: Int?) -> ImageView {
        var view = self
        guard let index, let count = activeAnimationImages?.count, count > 0 else {
            view.sequencer.stopAnimating()
            return view
        }
        if !isAnimating {
            view.sequencer.animationImages = activeAnimationImages?.map { Frame($0) }
            view.sequencer.startAnimating()
        }
        guard let timing = view.sequencer.timing else { return view }
        let elapsed = timing.presentationTime(ofFrame: min(max(index, 0), count - 1))
        view.startTime = time - elapsed
        view.sequencer.advance(to: elapsed)
        return view
    }
}

extension ImageView: HitTestable {
    /// None: an image view has no views within.
    public var subviews: [ImageView] { [] }
}
