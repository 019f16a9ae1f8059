/// A picture, or several that are shown one after the other: what `UIImage`'s animation factories make.
public struct AnimatedImage: Hashable, Sendable {
    /// The pictures of the animation; `nil` for a single picture.
    public let images: [Frame]?
    /// How long one cycle lasts; 0 for a single picture, and for an animation of 1/30 s a picture.
    public let duration: RationalTime
    /// What is drawn where nothing animates: the first picture.
    public let first: Frame
    /// The margins of each picture that are not resized, in points; zero unless they were asked for.
    public private(set) var capInsets = EdgeInsets.zero
    /// How each picture fills what lies between its caps.
    public private(set) var resizingMode = ResizingMode.tile

    /// A single picture.
    public init(_ frame: Frame) {
        images = nil
        duration = .zero
        first = frame
    }

    /// Pictures in a row; `nil` where there is none.
    public init?(images: [Frame], duration: RationalTime) {
        guard let first = images.first else { return nil }
        self.images = images
        self.duration = duration
        self.first = first
    }

    /// A sequencer that plays the picture.
    public var sequencer: Sequencer {
        guard let images else {
            var sequencer = Sequencer()
            sequencer.image = first
            return sequencer
        }
        return Sequencer(animationImages: images, animationDuration: duration)
    }

    /// The last number that ``animatedImageNamed(_:duration:among:scale:)`` looks for.
    public static let lastIndex = 1024

    /// An animation of pictures, each for an equal part of the duration, as `UIImage.animatedImage(with:duration:)`.
    ///
    /// UIKit does not say what becomes of a picture that is itself animated: its pictures take its place.
    /// - Returns: `nil` for no picture.
    public static func animatedImage(with images: [AnimatedImage], duration: RationalTime) -> AnimatedImage? {
        AnimatedImage(images: images.flatMap { $0.images ?? [$0.first] }, duration: duration)
    }

    /// The animation of numbered files, as `UIImage.animatedImageNamed(_:duration:)`.
    ///
    /// Looks for the name with 0 or, where that is not there, with 1, then with each number that follows,
    /// to 1024 or to the first that is missing. The numbers have no zeros in front, so `walk0` finds `walk00` to
    /// `walk09`. Of the variants of one picture (`@2x`, `@3x`) the one that the scale asks for is taken; a PNG file
    /// goes before other formats, and images for one kind of device (`~ipad`) are left out.
    /// - Parameters:
    ///   - name: the name without number, scale factor and extension, with its folder where it has one.
    ///   - names: the names in that folder.
    /// - Returns: `nil` where neither 0 nor 1 is there.
    public static func animatedImageNamed(
        _ name: String,
        duration: RationalTime,
        among names: [String],
        scale: Int = 1
    ) -> AnimatedImage? {
        let path = FilePath(name)
        let directory = path.prefixOfName
        let files = NamedImages(names)
        func frame(_ index: Int) -> Frame? {
            guard let file = files.file("\(path.lastComponent)\(index)", scale: scale) else { return nil }
            return Frame(number: index, source: .file(FilePath(directory + file.name)), scale: file.scale)
        }
        let start = frame(0) == nil ? 1 : 0
        var frames: [Frame] = []
        for index in start...lastIndex {
            guard let frame = frame(index) else { break }
            frames.append(frame)
        }
        return AnimatedImage(images: frames, duration: duration)
    }

    /// The animation of numbered files, each resizable, as
    /// `UIImage.animatedResizableImageNamed(_:capInsets:resizingMode:duration:)`.
    ///
    /// Looks for files as ``animatedImageNamed(_:duration:among:scale:)`` does. Whether the insets fit a
    /// picture is known once its size is: ``EdgeInsets/fits(_:)``.
    /// - Parameters:
    ///   - name: the name without number, scale factor and extension, with its folder where it has one.
    ///   - capInsets: the margins of each picture that are not resized, in points.
    ///   - resizingMode: how each picture fills what lies between them; UIKit's default is to tile.
    ///   - names: the names in that folder.
    /// - Returns: `nil` where neither 0 nor 1 is there, or an inset is negative or no number.
    public static func animatedResizableImageNamed(
        _ name: String,
        capInsets: EdgeInsets,
        resizingMode: ResizingMode = .tile,
        duration: RationalTime,
        among names: [String],
        scale: Int = 1
    ) -> AnimatedImage? {
        guard
            capInsets.fits(Size(width: .infinity, height: .infinity)),
            var image = animatedImageNamed(name, duration: duration, among: names, scale: scale)
        else { return nil }
        image.capInsets = capInsets
        image.resizingMode = resizingMode
        return image
    }
}

/// The images of a folder by the part of their names before the scale factor.
private struct NamedImages {
    struct File {
        let name: String
        let scale: Int
        let isPNG: Bool
    }

    private var files: [FilePath: [File]] = [:]

    init(_ names: [String]) {
        let extensions = Set(FileSequence.imageExtensions.map { Array($0.utf8) })
        for name in names {
            let parts = FrameFileName(Array(name.utf8))
            guard parts.idiom == nil, extensions.contains(parts.lowercasedExtension) else { continue }
            let stem = FilePath(String(decoding: parts.bytes[..<parts.stemEnd], as: UTF8.self))
            let isPNG = parts.lowercasedExtension.elementsEqual("png".utf8)
            files[stem, default: []].append(File(name: name, scale: parts.scale ?? 1, isPNG: isPNG))
        }
    }

    /// The file of a name that the scale asks for.
    func file(_ stem: String, scale: Int) -> File? {
        let all = (files[FilePath(stem)] ?? []).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let pngs = all.filter(\.isPNG)
        return Resolution.variant(of: pngs.isEmpty ? all : pngs, scale: scale, by: \.scale)
    }
}
