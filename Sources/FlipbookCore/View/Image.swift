/// A picture and how it wants to be drawn: UIKit's `UIImage`, as a value without pixels.
///
/// Where the pixels come from is ``source``; they are read when the picture is drawn. An
/// animated image has ``images`` and a ``duration``, and is drawn as its first one where nothing animates.
public struct Image: Hashable, Sendable {
    /// Where a picture's pixels come from.
    public enum Source: Hashable, Sendable {
        /// An image file, by path.
        case file(FilePath)
        /// The bytes of an image file.
        case data(ImageData)
        /// No file: opaque black, as large as the view; it is put in for a missing frame.
        case black
    }

    /// Where the pixels come from.
    public let source: Source
    /// The size in pixels as stored; `nil` where the file's header has not been read.
    public let pixelSize: PixelSize?
    /// Pixels per point, above 0.
    public let scale: Double
    /// How the stored pixels are turned and mirrored when they are shown.
    public let orientation: ImageOrientation
    /// Whether the picture shows its own colours.
    public internal(set) var renderingMode = RenderingMode.automatic
    /// A colour that replaces the picture's own, see ``withTintColor(_:renderingMode:)``.
    public internal(set) var tintColor: Color?
    /// How the picture is cut where it is drawn at another size; `nil` for one that is scaled as a whole.
    public internal(set) var resizing: ImageResizing?
    /// What of the picture's edges does not count when it is aligned, in points. Pixels do not depend on it.
    public internal(set) var alignmentRectInsets = EdgeInsets.zero
    /// Whether an image view mirrors the picture where text runs from right to left.
    public internal(set) var flipsForRightToLeftLayoutDirection = false
    /// The pictures of an animation; `nil` for a single picture.
    public internal(set) var images: [Image]?
    /// How long one cycle lasts; 0 for a single picture, and for an animation of 1/30 s a picture.
    public internal(set) var duration = RationalTime.zero

    /// A single picture.
    ///
    /// A scale that is not above 0, or no number, counts as 1.
    public init(
        source: Source,
        pixelSize: PixelSize? = nil,
        scale: Double = 1,
        orientation: ImageOrientation = .up
    ) {
        self.source = source
        self.pixelSize = pixelSize
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        self.orientation = orientation
    }

    /// The picture of a frame.
    public init(_ frame: Frame) {
        self.init(source: frame.source, scale: Double(frame.scale))
    }

    /// The size in points as shown, not rounded; zero where ``pixelSize`` is not known.
    ///
    /// What an asset catalog leaves out of a picture does not count.
    public var size: Size {
        guard let shown = pixelSize.map(orientation.shownSize) else { return .zero }
        return Size(resizing?.naturalSize(of: shown, scale: scale) ?? shown, scale: scale)
    }

    /// The file that the picture is read from; `nil` where it comes from elsewhere.
    public var path: FilePath? {
        if case .file(let path) = source { path } else { nil }
    }
}

/// The bytes of an image file in memory, shared by all pictures that are made of them.
///
/// Two are equal where they are the same object, so that comparing pictures stays cheap.
public final class ImageData: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The bytes of an image file.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether both are one object.
    public static func == (left: ImageData, right: ImageData) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
