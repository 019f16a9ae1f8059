/// UIImage's animation factories.
extension Image {
    /// The last number that ``animatedImageNamed(_:duration:among:scale:idiom:)`` looks for.
    public static let lastIndex = 1024

    /// Pictures in a row, each for an equal part of the duration, or `nil` if there is none.
    ///
    /// Size, scale and orientation are the first one's, and it is what is drawn where nothing animates.
    public init?(images: [Image], duration: RationalTime) {
        guard let first = images.first else { return nil }
        self = first
        (look.images, look.duration) = (images, duration)
    }

    /// An animation of pictures, each for an equal part of the duration, as `UIImage.animatedImage(with:duration:)`.
    ///
    /// UIKit does not say what becomes of a picture that is itself animated: its pictures take its place.
    /// - Returns: `nil` for no picture.
    public static func animatedImage(with images: [Image], duration: RationalTime) -> Image? {
        Image(images: images.flatMap { $0.images ?? [$0] }, duration: duration)
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
        return Image(images: parts, duration: slots.cycleDuration)
    }

    /// The animation of numbered files, as `UIImage.animatedImageNamed(_:duration:)`.
    ///
    /// Looks for the name with 0 or, where that is not there, with 1, then with each number that follows,
    /// to 1024 or to the first that is missing. The numbers have no zeros in front, so `walk0` finds `walk00` to
    /// `walk09`. Of the variants of one picture (`@2x`, `@3x`) the one that the scale asks for is taken, and a PNG
    /// file goes before other formats.
    /// - Parameters:
    ///   - name: The name without number, scale factor and extension, with its folder where it has one.
    ///   - names: The names in that folder.
    ///   - scale: Pixels of the output per point.
    ///   - idiom: The kind of device whose own images (`~ipad`) go first; `nil` leaves all of these out.
    /// - Returns: `nil` where neither 0 nor 1 is there.
    public static func animatedImageNamed(
        _ name: String,
        duration: RationalTime,
        among names: [String],
        scale: Int = 1,
        idiom: UserInterfaceIdiom? = nil
    ) -> Image? {
        let path = FilePath(name)
        let files = NamedImages(names)
        func image(_ index: Int) -> Image? {
            files.file("\(path.lastComponent)\(index)", formats: .any, scale: scale, idiom: idiom)
                .map { Image(byReferencingFile: FilePath(path.prefixOfName + $0.path.string)) }
        }
        let start = image(0) == nil ? 1 : 0
        var images: [Image] = []
        for index in start...lastIndex {
            guard let image = image(index) else { break }
            images.append(image)
        }
        return Image(images: images, duration: duration)
    }

    /// The animation of numbered files, each resizable, as
    /// `UIImage.animatedResizableImageNamed(_:capInsets:resizingMode:duration:)`.
    ///
    /// Looks for files as ``animatedImageNamed(_:duration:among:scale:idiom:)`` does. Whether the insets fit a
    /// picture is known once its size is: ``EdgeInsets/fits(_:)``.
    /// - Parameters:
    ///   - name: The name without number, scale factor and extension, with its folder where it has one.
    ///   - capInsets: The margins of each picture that are not resized, in points.
    ///   - resizingMode: How each picture fills what lies between them; UIKit's default is to tile.
    ///   - names: The names in that folder.
    ///   - scale: Pixels of the output per point.
    /// - Returns: `nil` where neither 0 nor 1 is there, or an inset is negative or no number.
    public static func animatedResizableImageNamed(
        _ name: String,
        capInsets: EdgeInsets,
        resizingMode: ResizingMode = .tile,
        duration: RationalTime,
        among names: [String],
        scale: Int = 1
    ) -> Image? {
        guard capInsets.fits(Size(width: .infinity, height: .infinity)) else { return nil }
        return animatedImageNamed(name, duration: duration, among: names, scale: scale)?
            .resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
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
