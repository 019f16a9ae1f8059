/// The picture that an image is on its way to.
public struct ImageTransition: Hashable, Sendable {
    /// The next picture.
    public internal(set) var image: Image
    /// The way in which it takes the place of the image.
    public let transition: Transition
    /// The progress, 0 to 1.
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
        next.look.transition = nil
        copy.look.transition = ImageTransition(image: next, transition: transition, progress: progress)
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
