/// What an image is on its way to.
public struct ImageTransition: Hashable, Sendable {
    /// The next picture.
    public internal(set) var image: Image
    /// How it takes the place of the image.
    public let transition: Transition
    /// How far it has come, 0 to 1.
    public let progress: Double
}

extension Image {
    /// An image without pixels: where it is shown, what lies behind it is seen.
    public static let nothing = Image(source: .nothing)

    /// The image on its way to another one: both are drawn in the same view, each placed as it would be alone.
    ///
    /// ```swift
    /// let halfWay = walk.transitioning(to: run, by: .dissolve, at: 0.5)
    /// ```
    ///
    /// It has the size of the receiver.
    /// - Parameters:
    ///   - image: The next picture, without a transition of its own.
    ///   - transition: How it takes the place of this one.
    ///   - progress: How far it has come, 0 to 1.
    public func transitioning(to image: Image, by transition: Transition, at progress: Double) -> Image {
        var copy = self
        var next = image
        next.transition = nil
        copy.transition = ImageTransition(image: next, transition: transition, progress: progress)
        return copy
    }

    /// The images of a transition to another image, one for each slot: of `count` slots, slot `k` has the progress
    /// `(k + 1/2) / count`, so that neither picture is ever shown alone.
    public func transition(to image: Image, by transition: Transition, count: Int) -> [Image] {
        (0..<max(0, count)).map { slot in
            transitioning(to: image, by: transition, at: (Double(slot) + 0.5) / Double(count))
        }
    }
}

extension ImageView {
    /// Replaces ``image`` by another one, over some time.
    ///
    /// As with UIKit's `transition(with:duration:options:animations:completion:)` the model changes at once: ``image`` is
    /// the next picture. What is seen goes there frame by frame, as an animation of one cycle; ``isAnimating`` tells
    /// whether it is still on its way.
    /// - Parameters:
    ///   - image: The next picture.
    ///   - transition: How it takes the place of the one that is shown.
    ///   - duration: How long that takes; nothing is seen of one that is not above 0.
    ///   - rate: How often the view is drawn meanwhile.
    public mutating func transition(
        to image: Image,
        by transition: Transition = .dissolve,
        duration: RationalTime,
        rate: FrameRate = .imageViewDefault
    ) {
        let shown = visibleImage ?? .nothing
        self.image = image
        guard duration > .zero else { return }
        let count = Int(min(max(1, (duration.seconds * rate.framesPerSecond).rounded()), 1e6))
        animationImages = shown.transition(to: image, by: transition, count: count)
        animationDuration = duration
        animationRepeatCount = 1
        startAnimating()
    }
}
