/// UIImage's animation factories.
extension Image {
    /// The last number that `animatedImageNamed` looks for.
    package static let lastIndex = 1024

    /// An animation of pictures, each for an equal part of the duration, as `UIImage.animatedImage(with:duration:)`.
    ///
    /// Size, scale and orientation are the first one's, and it is what is drawn where nothing animates. UIKit does not say what
    /// becomes of a picture that is itself animated: its pictures take its place.
    /// - Parameter duration: The exact length of one cycle in seconds; 0 for 1/30 s a picture.
    /// - Returns: `nil` for no picture.
    public static func animatedImage(with images: [Image], duration: RationalTime) -> Image? {
        let images = images.flatMap { $0.images ?? [$0] }
        return images.first.map { changing($0) { ($0.look.images, $0.look.duration) = (images, duration) } }
    }

    /// An animation of pictures that are shown for times of their own: each stands there as many times as the longest
    /// time that divides all of them goes into its own.
    ///
    /// UIKit has equal parts only; this is what its users do with a GIF file's delays.
    /// - Returns: `nil` for no picture, for another number of durations, for one that is not above 0, and where more than
    ///   ``FrameSet/maximumCount`` parts would be needed.
    public static func animatedImage(with images: [Image], durations: [RationalTime]) -> Image? {
        guard images.count == durations.count, let slots = FrameSlots(durations) else { return nil }
        let lengths = slots.lengths.map(\.magnitude)
        let part = lengths.reduce(0) { greatestCommonDivisor($0, $1) }
        guard slots.cycleDuration > .zero, part > 0,
            lengths.reduce(0, +) / part <= UInt64(FrameSet.maximumCount)
        else { return nil }
        let parts = zip(images, lengths).flatMap { repeatElement($0, count: Int($1 / part)) }
        return animatedImage(with: parts, duration: slots.cycleDuration)
    }

    /// A sequencer that plays the picture.
    public var sequencer: Sequencer {
        guard let images else {
            var sequencer = Sequencer()
            sequencer.image = Frame(self)
            return sequencer
        }
        return Sequencer(animationImages: images.map { Frame($0) }, animationDuration: duration)
    }
}
