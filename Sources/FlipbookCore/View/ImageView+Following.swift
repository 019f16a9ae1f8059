/// What a player needs that keeps an image view and the screen the same.
extension ImageView {
    /// When the first picture of the animation was shown, or would have been, in nanoseconds since the view was made.
    package var animationStart: Int64 { startTime }

    /// Brings the view to what is on the screen at `time`, which must not be before the view's own.
    /// - Parameter index: The picture of the animation, which then runs; `nil` for the still picture.
    package mutating func follow(_ index: Int?, at time: Int64) {
        setTime(time)
        guard let index, let count = activeAnimationImages?.count, count > 0 else { return stopAnimating() }
        if !isAnimating { startAnimating() }
        guard let timing = sequencer.timing else { return }
        // Not its very beginning: that is how one sees that the view was started anew.
        startTime = time - timing.presentationTime(ofFrame: min(max(index, 0), count - 1)) - 1
        sequencer.advance(to: time - startTime)
    }
}

extension ImageView: HitTestable {
    /// None: an image view has no views within.
    public var subviews: [ImageView] { [] }
}
