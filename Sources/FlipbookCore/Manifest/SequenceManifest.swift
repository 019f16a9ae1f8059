/// Everything that can be said of a sequence in a file: the image view's properties by their UIKit
/// names, and how long each frame is shown.
///
/// A value from a text and back; it knows no disk. `nil` is what the file leaves open: there the
/// command's options decide, and behind them the defaults.
public struct SequenceManifest: Hashable, Sendable {
    /// Where a sequence's frames come from.
    public enum Images: Hashable, Sendable {
        /// A pattern or a folder.
        case pattern(String)
        /// Files one by one.
        case list([Entry])
    }

    /// One frame in a list.
    public struct Entry: Hashable, Sendable {
        /// The file, relative to the manifest.
        public var image: FilePath
        /// How long the frame is shown.
        public var timing: Timing

        /// A frame of a list.
        public init(image: FilePath, timing: Timing = .slots(1)) {
            self.image = image
            self.timing = timing
        }
    }

    /// How long a frame of a list is shown.
    public enum Timing: Hashable, Sendable {
        /// For this many of the sequence's equal slots; `hold` in the file.
        case slots(Int)
        /// For this time, whatever the other frames are shown for.
        case duration(RationalTime)
    }

    /// What the sequence is called.
    public var title: String?
    /// What it shows, for people.
    public var summary: String?
    /// The frames in the order they are shown. Where there are none, ``image`` is the one frame.
    public var animationImages: Images?
    /// How long one cycle lasts; 0 means 1/30 s for each frame.
    public var animationDuration: RationalTime?
    /// How many whole cycles are shown; 0 is for ever.
    public var animationRepeatCount: Int?
    /// Frames per second of the output. Where frames have durations of their own, they are shown for
    /// the nearest whole number of its slots.
    public var frameRate: FrameRate?
    /// The picture that is shown while nothing animates.
    public var image: FilePath?
    /// The picture in the place of ``image`` while highlighted.
    public var highlightedImage: FilePath?
    /// The frames in the place of ``animationImages`` while highlighted.
    public var highlightedAnimationImages: Images?
    /// How a picture of another size is placed on the canvas.
    public var contentMode: ContentMode?
    /// Whether the highlighted pictures are shown, where there are any.
    public var isHighlighted: Bool?
    /// The parts of each picture that are not stretched, in points.
    public var capInsets: EdgeInsets?
    /// How what lies between the caps fills its room.
    public var resizingMode: ResizingMode?
    /// The left cap in points of pictures of which one column stretches, UIKit's former way.
    public var leftCapWidth: Int?
    /// The upper cap in points of pictures of which one row stretches, UIKit's former way.
    public var topCapHeight: Int?
    /// The part of each picture that stretches, in fractions of its size, UIKit's former way.
    public var contentStretch: Rect?
    /// How every picture is turned and mirrored, whatever its file says.
    public var orientation: ImageOrientation?
    /// Whether every picture is mirrored where the view runs from right to left.
    public var flipsForRightToLeftLayoutDirection: Bool?
    /// What the view is about, for which way it runs.
    public var semanticContentAttribute: SemanticContentAttribute?
    /// How a picture is drawn at another size.
    public var filter: ScalingFilter?
    /// What becomes of a picture's edges that fall inside pixels.
    public var pixelPolicy: PixelPolicy?
    /// Whether what is larger than the view is cut off. The view is the canvas, which always does.
    public var clipsToBounds: Bool?
    /// Whether a player passes touches on, instead of pausing.
    public var isUserInteractionEnabled: Bool?
    /// Whether nothing shows through.
    public var isOpaque: Bool?
    /// How much the pictures cover what is behind them, 0 to 1.
    public var alpha: Double?
    /// What lies behind the pictures.
    public var backgroundColor: Background?
    /// The colour that pictures are drawn in, as templates.
    public var tintColor: Color?
    /// What lies over every picture, the last one on top; their files relative to the manifest.
    public var overlays: [Overlay]?
    /// The canvas in pixels.
    public var size: PixelSize?
    /// Output pixels per point, within ``DisplayScale/range``.
    public var scale: DisplayScale?
    /// Whose way of writing the patterns follow; without it, they are read by fileseq's grammar.
    public var dialect: Dialect?
    /// What to do about a missing number.
    public var missing: MissingFramePolicy?
    /// The most missing numbers in a row that ``missing`` may deal with; `nil` for any.
    public var maximumGap: Int?
    /// What to do about a frame of another size or scale.
    public var mismatch: MismatchPolicy?

    /// A manifest that says nothing.
    public init() {}

    /// The version of the format that this code reads and writes.
    public static let version = 1
    /// The longest ``Timing/slots(_:)``.
    public static let longestHold = 100_000
    /// The most cycles.
    public static let largestRepeatCount = 1_000_000_000
    /// The longest side of a canvas, in pixels, and the largest inset, in points.
    public static let largestSide = 16_384
    /// The largest ``maximumGap``: there are no more frames.
    public static let largestGap = FrameSet.maximumCount
    /// The longest duration in seconds, of a frame and of a cycle.
    public static let longestDuration = 1_000_000

    /// How pictures are cut that are drawn at another size, by whichever keys say it; `nil` where they are scaled as
    /// a whole.
    public var resizing: ImageResizing? {
        if leftCapWidth != nil || topCapHeight != nil {
            return .stretchable(leftCapWidth: leftCapWidth ?? 0, topCapHeight: topCapHeight ?? 0)
        }
        if let contentStretch { return .contentStretch(contentStretch) }
        return ImageResizing(capInsets: capInsets, mode: resizingMode)
    }

    /// Whether pictures are mirrored, since the view runs from right to left.
    public var isMirrored: Bool {
        let attribute = semanticContentAttribute ?? .unspecified
        return flipsForRightToLeftLayoutDirection == true
            && attribute.layoutDirection(relativeTo: .leftToRight) == .rightToLeft
    }

    /// The keys that are set and that the command has no use for.
    public var keysWithoutEffect: [ManifestKey] {
        var keys: [ManifestKey] = []
        if image != nil, animationImages != nil { keys.append(.image) }
        if highlightedImage != nil, highlightedAnimationImages != nil { keys.append(.highlightedImage) }
        return keys
    }

    /// What someone who set a key should know about it, a sentence each.
    public var notes: [String] {
        keysWithoutEffect.map { "\($0.rawValue): shows while nothing animates, and here the frames always do" }
    }

    /// The frames that are shown: the highlighted ones where they are set and asked for, with the key they stand under.
    ///
    /// Without frames the still picture is the one frame.
    /// - Parameter isHighlighted: Whether they are asked for.
    public func images(isHighlighted: Bool) -> (key: ManifestKey, images: Images)? {
        if isHighlighted, let highlightedAnimationImages {
            return (.highlightedAnimationImages, highlightedAnimationImages)
        }
        if let animationImages { return (.animationImages, animationImages) }
        if isHighlighted, let highlightedImage { return (.highlightedImage, .list([Entry(image: highlightedImage)])) }
        return image.map { (.image, .list([Entry(image: $0)])) }
    }
}
