extension Image {
    package static let lastIndex = 1024

    /// Returns an animation of pictures with equal durations, as `UIImage.animatedImage(with:duration:)` does. The first
    /// picture decides size, scale and orientation, and is shown when no animation is running. An animated picture contributes
    /// its own pictures, a case that UIKit leaves open.
    /// - Parameter duration: The exact length of one cycle in seconds; 0 means 1/30 s per picture.
    /// - Returns: `nil` if there are no pictures.
    public static func animatedImage(with images: [Image], duration: RationalTime) -> Image? {
        let images = images.flatMap { $0.images ?? [$0] }
        return images.first.map { changing($0) { ($0.look.images, $0.look.duration) = (images, duration) } }
    }

    /// Returns an animation of pictures with individual durations. Each picture is repeated in slots of the greatest common
    /// divisor. UIKit only has equal durations; apps use this method for a GIF file's delays.
    /// - Returns: `nil` if there are no pictures, if the counts differ, if a duration is not above 0, or if more than
    ///   ``FrameSet/maximumCount`` slots are needed.
    public static func animatedImage(with images: [Image], durations: [RationalTime]) -> Image? {
        guard images.count == durations.count, let slots = FrameSlots(durations) else { return nil }
        let lengths = slots.lengths.map(\.magnitude)
        let part = lengths.reduce(0) { greatestCommonDivisor($0, $1) }
        guard slots.cycleDuration > .zero, part > 0, lengths.reduce(0, +) / part <= UInt64(FrameSet.maximumCount)
        else { return nil }
        let parts = zip(images, lengths).flatMap { repeatElement($0, count: Int($1 / part)) }
        return animatedImage(with: parts, duration: slots.cycleDuration)
    }

    /// A sequencer that plays the image.
    public var sequencer: Sequencer {
        guard let images else { return changing(Sequencer()) { $0.image = Frame(self) } }
        return Sequencer(animationImages: images.map { Frame($0) }, animationDuration: duration)
    }
}
