/// A picture and how it wants to be drawn: UIKit's `UIImage`, as a value without pixels.
///
/// Where the pixels come from is ``source``; they are read when the picture is drawn. An
/// animated image has ``images`` and a ``duration``, and is drawn as its first one where nothing animates.
public struct Image: Hashable, Sendable {
    /// The source of a picture's pixels.
    public enum Source: Hashable, Sendable {
        /// An image file, by path.
        case file(FilePath)
        /// The bytes of an image file.
        case data(ImageData)
        /// The commands of a ``DrawingContext``.
        case drawn(DrawingCommands)
        /// No file: opaque black, as large as the view; it is put in for a missing frame.
        case black
        /// No file, and nothing to be seen: the gap in a timeline.
        case nothing
    }

    /// The source of the pixels.
    public let source: Source
    /// The size in pixels as stored, or `nil` if the file's header has not been read.
    public internal(set) var pixelSize: PixelSize?
    /// Pixels per point, above 0.
    public let scale: Double
    /// The way in which the stored pixels are turned and mirrored when they are shown.
    public internal(set) var imageOrientation: ImageOrientation
    /// The look of the few pictures that have one of their own, apart from the rest: a list of a million frames holds a million
    /// images.
    private var special: [Look] = []

    /// A single picture.
    ///
    /// A scale that is not above 0, or no number, counts as 1.
    public init(source: Source, pixelSize: PixelSize? = nil, scale: Double = 1, orientation: ImageOrientation = .up) {
        (self.source, self.pixelSize, imageOrientation) = (source, pixelSize, orientation)
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// The size in points as shown, not rounded; zero where ``pixelSize`` is not known.
    ///
    /// What an asset catalog leaves out of a picture does not count.
    public var size: Size {
        guard let shown = pixelSize.map(imageOrientation.shownSize) else { return .zero }
        return Size(resizing?.naturalSize(of: shown, scale: scale) ?? shown, scale: scale)
    }

    /// The picture in a file that is not opened before the picture is drawn, as AppKit's `NSImage(byReferencingFile:)`, in the
    /// scale that an `@2x` in the name states. Until its header is read, ``size`` is zero.
    public init(byReferencingFile path: FilePath) {
        self.init(source: .file(path), scale: Double(FrameFileName(path.lastComponent).scale ?? 1))
    }

    /// The file that the picture is read from, or `nil` if it comes from elsewhere.
    public var path: FilePath? { if case .file(let path) = source { path } else { nil } }
}

/// The traits that UIKit gives an image; most have none.
extension Image {
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

    /// The mode that decides whether the picture shows its own colors.
    public var renderingMode: RenderingMode { look.renderingMode }
    /// A color that replaces the picture's own, see ``withTintColor(_:renderingMode:)``.
    public var tintColor: Color? { look.tintColor }
    /// The cut of the picture where it is drawn at another size, or `nil` if it is scaled as a whole.
    public var resizing: ImageResizing? { look.resizing }
    /// The margins of the picture that do not count when it is aligned, in points. Pixels do not depend on them.
    public var alignmentRectInsets: EdgeInsets { look.alignmentRectInsets }
    /// A Boolean value that makes an image view mirror the picture where text runs from right to left.
    public var flipsForRightToLeftLayoutDirection: Bool { look.flipsForRightToLeftLayoutDirection }
    /// The pictures of an animation, or `nil` if it is a single picture.
    public var images: [Image]? { look.images }
    /// The picture that this one is on its way to, see ``transitioning(to:by:at:)``, or `nil` if it stays.
    public var transition: ImageTransition? { look.transition }
    /// The pictures over this one that belong to it; none but where tracks of a timeline are one picture.
    package var above: [Image] { look.above }
    /// The exact duration of one cycle in seconds; 0 for a single picture, and for an animation of 1/30 s a picture.
    public var duration: RationalTime { look.duration }
}

/// The bytes of an image file in memory, shared by all pictures that are made of them.
///
/// Two are equal where they are the same object, so that comparing pictures stays cheap.
public final class ImageData: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The bytes of an image file.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns `true` for one object.
    public static func == (left: ImageData, right: ImageData) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Pictures over one another that are one: what several tracks of a timeline show together.
extension Image {
    /// Images over one another as one, the lowest first: all are drawn in the same view, each placed as it would be alone.
    ///
    /// It has the size of the lowest one that has pixels, where that stays.
    package static func stack(_ images: [Image]) -> Image {
        let seen = images.filter { $0 != .nothing }
        guard var stack = seen.first else { return .nothing }
        guard seen.count > 1 else { return stack }
        stack = stack.settled
        stack.look.above += seen.dropFirst()
        return stack
    }

    /// The image as one that stays, so that it may be a side of another transition: where it is on its way to another one,
    /// that lies over nothing.
    package var settled: Image {
        guard transition != nil else { return self }
        var image = Image.nothing
        image.look.above = [self]
        return image
    }

    /// A Boolean value that indicates pictures besides its own that are seen of it.
    package var isComposed: Bool { transition != nil || !above.isEmpty }

    /// All pictures that are seen of it: its own, those above it, and those of what it is on its way to.
    package var parts: [Image] {
        isComposed ? [self] + above.flatMap(\.parts) + (transition?.image.parts ?? []) : [self]
    }

    package var alone: Image {
        guard isComposed else { return self }
        var image = self
        (image.look.above, image.look.transition) = ([], nil)
        return image
    }

    /// The image with others in the place of those above it and of the one that it is on its way to.
    package func changingOthers<Failure>(_ change: (Image) throws(Failure) -> Image) throws(Failure) -> Image {
        guard isComposed else { return self }
        var image = self
        image.look.above = try above.map(change)
        if let next = transition?.image { image.look.transition?.image = try change(next) }
        return image
    }
}

extension Image {
    /// The picture that an asset catalog's image set has for `traits`, or `nil` if no variant with a file will do.
    ///
    /// Scale, slices, alignment insets and rendering intent are the variant's. A catalog counts in pixels of the file, an
    /// image in points. A variant for the other direction of writing alone is shown mirrored. The file's header is still
    /// to be read.
    /// - Parameters:
    ///   - set: The image set.
    ///   - folder: The set's folder, as seen from where the file will be read.
    ///   - traits: What the picture is wanted for.
    public init?(_ set: ImageSet, in folder: FilePath, for traits: ImageSet.Traits = ImageSet.Traits()) {
        guard let selection = set.selection(for: traits), let name = selection.variant.filename else { return nil }
        let variant = selection.variant
        let folder = folder.string
        let path = folder.isEmpty ? name : folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
        let scale = Double(variant.scale ?? 1)
        self.init(source: .file(FilePath(path)), scale: scale, orientation: selection.isMirrored ? .upMirrored : .up)
        look.resizing = variant.resizing.map { .catalog($0) }
        look.renderingMode = set.renderingMode(of: variant)
        let pixels = variant.alignmentInsets
        look.alignmentRectInsets = EdgeInsets(
            top: pixels.top / scale,
            left: pixels.left / scale,
            bottom: pixels.bottom / scale,
            right: pixels.right / scale
        )
        if selection.isMirrored {
            look.resizing = resizing?.mirrored(of: .zero)
            look.alignmentRectInsets = alignmentRectInsets.mirrored
        }
    }
}

extension ImageSet {
    /// The rendering mode that `variant` asks for.
    ///
    /// Its own word goes before the set's; where neither says, a name that ends in `Template` does.
    public func renderingMode(of variant: Variant) -> RenderingMode {
        if isTemplate(variant) { return .alwaysTemplate }
        return variant.rendersAsTemplate == nil && rendersAsTemplate == nil ? .automatic : .alwaysOriginal
    }
}

/// The mode that decides whether a picture shows its own colors: UIKit's `UIImage.RenderingMode`.
public enum RenderingMode: Int, CaseIterable, Hashable, Sendable {
    /// As the place where it is shown decides; an image view shows the colors.
    case automatic = 0
    /// Its own colors.
    case alwaysOriginal
    /// A stencil: where the picture is opaque the view's tint color shows, its own colors do not matter.
    case alwaysTemplate
}
