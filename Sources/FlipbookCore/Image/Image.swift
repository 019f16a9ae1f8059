/// A picture and its drawing traits, like UIKit's `UIImage`. This value contains no pixels; they are read from ``source`` when
/// the picture is drawn. An animated image has ``images`` and a ``duration``; when no animation is running, the first picture
/// is drawn.
public struct Image: Hashable, Sendable {
    /// The source of a picture's pixels.
    public enum Source: Hashable, Sendable {
        /// An image file.
        case file(FilePath)
        /// The bytes of an image file.
        case data(ImageData)
        /// The commands of a ``DrawingContext``.
        case drawn(DrawingCommands)
        /// Opaque black that fills the view, in place of a missing frame.
        case black
        /// Nothing, for a gap in a timeline.
        case nothing

        package var name: FilePath {
            switch self {
            case .file(let path): path
            case .drawn: FilePath("a drawing")
            case .black: FilePath("black")
            case .data, .nothing: FilePath("image data")
            }
        }
    }

    /// The source of the pixels.
    public let source: Source
    /// The stored size in pixels, or `nil` if the header has not been read.
    public internal(set) var pixelSize: PixelSize?
    /// Pixels per point, above 0.
    public let scale: Double
    /// The rotation and mirroring of the stored pixels.
    public internal(set) var imageOrientation: ImageOrientation
    /// The drawing traits. The array is usually empty, which keeps images small: a list might hold a million of them.
    private var special: [Look] = []

    /// Creates a single picture. A scale that is not above 0 is treated as 1.
    public init(source: Source, pixelSize: PixelSize? = nil, scale: Double = 1, orientation: ImageOrientation = .up) {
        (self.source, self.pixelSize, imageOrientation) = (source, pixelSize, orientation)
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// The displayed size in points, not rounded. Zero if ``pixelSize`` is unknown. Pixels that the slices discard are not
    /// included.
    public var size: Size {
        guard let shown = pixelSize.map(imageOrientation.shownSize) else { return .zero }
        return Size(resizing?.naturalSize(of: shown, scale: scale) ?? shown, scale: scale)
    }

    /// Creates an image from a file that is opened when the image is drawn, as AppKit's `NSImage(byReferencingFile:)` does. An
    /// `@2x` in the name sets the scale. Until the header has been read, ``size`` is zero.
    public init(byReferencingFile path: FilePath) {
        self.init(source: .file(path), scale: Double(FrameFileName(path.lastComponent).scale ?? 1))
    }

    /// The image file, or `nil` if the picture has another source.
    public var path: FilePath? { if case .file(let path) = source { path } else { nil } }

    struct Look: Hashable, Sendable {
        var renderingMode = RenderingMode.automatic
        var tintColor: Color?
        var resizing: ImageResizing?
        var alignmentRectInsets = EdgeInsets.zero
        var flipsForRightToLeftLayoutDirection = false
        var images: [Image]?
        var duration = RationalTime.zero
        var transition: ImageTransition?
        var above: [Image] = []

        static let usual = Look()
    }

    var look: Look {
        get { special.first ?? .usual }
        set { special = newValue == .usual ? [] : [newValue] }
    }

    /// The mode that determines whether the picture keeps its own colors.
    public var renderingMode: RenderingMode { look.renderingMode }
    /// The color that replaces the picture's own. See ``withTintColor(_:renderingMode:)``.
    public var tintColor: Color? { look.tintColor }
    /// The slices of a resizable image, or `nil` if it is scaled as a whole.
    public var resizing: ImageResizing? { look.resizing }
    /// The margins, in points, that alignment ignores. They do not affect pixels.
    public var alignmentRectInsets: EdgeInsets { look.alignmentRectInsets }
    /// A Boolean value that indicates whether an image view mirrors the picture in right-to-left layouts.
    public var flipsForRightToLeftLayoutDirection: Bool { look.flipsForRightToLeftLayoutDirection }
    /// The pictures of an animation, or `nil` for a single picture.
    public var images: [Image]? { look.images }
    /// The transition to another picture. See ``transitioning(to:by:at:)``.
    public var transition: ImageTransition? { look.transition }
    /// The pictures on a timeline's upper tracks.
    package var above: [Image] { look.above }
    /// The exact duration of one cycle in seconds. 0 for a single picture, and for an animation with 1/30 s per picture.
    public var duration: RationalTime { look.duration }

    /// Stacks images, from bottom to top. All are drawn in the same view, each placed as it would be alone. The stack takes the
    /// size of the lowest image that has pixels and is not in a transition.
    package static func stack(_ images: [Image]) -> Image {
        let seen = images.filter { $0 != .nothing }
        guard var stack = seen.first else { return .nothing }
        guard seen.count > 1 else { return stack }
        stack = stack.settled
        stack.look.above += seen.dropFirst()
        return stack
    }

    /// The image, prepared for another transition. If the image is already in transition, it is stacked on an empty image.
    package var settled: Image { transition == nil ? self : changing(.nothing) { $0.look.above = [self] } }

    package var isComposed: Bool { transition != nil || !above.isEmpty }

    /// All visible pictures: the image, the pictures above it, and the next picture of its transition.
    package var parts: [Image] {
        isComposed ? [self] + above.flatMap(\.parts) + (transition?.image.parts ?? []) : [self]
    }

    package var alone: Image { isComposed ? changing(self) { ($0.look.above, $0.look.transition) = ([], nil) } : self }

    /// Changes the pictures above the image, and the next picture of its transition.
    package func changingOthers<Failure>(_ change: (Image) throws(Failure) -> Image) throws(Failure) -> Image {
        guard isComposed else { return self }
        var image = self
        image.look.above = try above.map(change)
        if let next = transition?.image { image.look.transition?.image = try change(next) }
        return image
    }

    /// Creates an image for `traits` from an asset catalog's image set. Returns `nil` if no variant with a file matches. Scale,
    /// slices, alignment insets and rendering intent come from the variant. A variant for the opposite layout direction is
    /// mirrored. The file's header is not read.
    /// - Parameter folder: The set's folder, relative to the folder from which the file will be read.
    public init?(_ set: ImageSet, in folder: FilePath, for traits: ImageSet.Traits = ImageSet.Traits()) {
        guard let selection = set.selection(for: traits), let name = selection.variant.filename else { return nil }
        let variant = selection.variant
        let (file, scale) = (folder.appending(name), Double(variant.scale ?? 1))
        self.init(source: .file(file), scale: scale, orientation: selection.isMirrored ? .upMirrored : .up)
        look.resizing = variant.resizing.map { .catalog($0) }
        look.renderingMode = set.renderingMode(of: variant)
        look.alignmentRectInsets = variant.alignmentInsets.divided(by: scale)
        if selection.isMirrored {
            look.resizing = resizing?.mirrored(of: .zero)
            look.alignmentRectInsets = alignmentRectInsets.mirrored
        }
    }
}

/// The bytes of an image file in memory. All pictures made from the file share one object, and only its identity is compared.
public final class ImageData: Hashable, Sendable {
    /// The contents of the file.
    public let bytes: [UInt8]

    /// Creates image data from the bytes of a file.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns `true` if the two values are the same object.
    public static func == (left: ImageData, right: ImageData) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The mode that determines whether a picture keeps its own colors: UIKit's `UIImage.RenderingMode`.
public enum RenderingMode: Int, CaseIterable, Hashable, Sendable {
    /// The context determines the mode. An image view shows the picture's own colors.
    case automatic = 0
    /// The picture keeps its own colors.
    case alwaysOriginal
    /// The picture is a stencil for the view's tint color. Its own colors are ignored.
    case alwaysTemplate
}
