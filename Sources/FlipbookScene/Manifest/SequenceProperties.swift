public import FlipbookCore

/// The look of a sequence: the properties that a manifest, the options of a command and the settings of a player or an
/// exporter have in common, by their UIKit names.
///
/// What has a default can be left open all the same: `$alpha` is `nil` there, and `alpha` is the default.
/// `ManifestKey` has the key of each.
@dynamicMemberLookup
public struct SequenceProperties: Hashable, Sendable {
    /// The properties of the view. The sequence has the same properties itself: `properties.alpha`, `properties.$alpha`.
    public var view = ViewProperties()

    /// A property of how the view is drawn.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { view[keyPath: property] }
        set { view[keyPath: property] = newValue }
    }

    /// The exact length of one cycle in seconds; 0 means 1/30 s for each frame.
    @Defaulted public var animationDuration = RationalTime.zero
    /// The number of whole cycles that are shown; 0 is for ever, which a video file cannot say.
    @Defaulted public var animationRepeatCount = 1
    /// The transition from each frame to the next, which takes a time of its own between the two, or `nil` for cuts.
    public var transition: TimedTransition?
    /// Frames per second of the output; where it is set it decides, and the duration follows. Where frames have
    /// durations of their own, they are shown for the nearest whole number of its slots.
    public var frameRate: FrameRate?
    /// A Boolean value that shows the highlighted pictures, where there are any.
    @Defaulted public var isHighlighted = false
    /// The parts of each picture that are not stretched, in points.
    public var capInsets: EdgeInsets?
    /// The way in which what lies between the caps fills its room.
    public var resizingMode: ResizingMode?
    /// The left cap in points of pictures of which one column stretches, UIKit's former way.
    public var leftCapWidth: Int?
    /// The upper cap in points of pictures of which one row stretches, UIKit's former way.
    public var topCapHeight: Int?
    /// The part of each picture that stretches, in fractions of its size, UIKit's former way.
    public var contentStretch: Rect?
    /// The turn and the mirroring of every picture, regardless of its file.
    public var orientation: ImageOrientation?
    /// A Boolean value that mirrors every picture where the view runs from right to left.
    @Defaulted public var flipsForRightToLeftLayoutDirection = false
    /// The meaning of the numbers in files as colors, in the place of what the files say.
    public var inputProfile: InputProfile?
    /// The values in the frames' files that are shown as black and as white, or `nil` for all that their bits have.
    /// Overlays and the pictures of views keep theirs.
    public var levels: Levels?
    /// Stops by which scene-linear pictures are made brighter: their light is multiplied by 2 for each.
    @Defaulted public var exposure = 0.0
    /// A table of colors in Adobe's .cube format, which shows scene-linear pictures in the place of sRGB's curve.
    public var lookupTable: FilePath?
    /// The meaning of the numbers of the canvas, which pictures are drawn in.
    @Defaulted public var canvasSpace = CanvasSpace.sRGB
    /// The values that are mixed where something is seen through, and where pictures are scaled.
    @Defaulted public var blend = BlendSpace.gamma
    /// The layer that is shown of files that have several; `nil` for the picture, by its name or as the first with colors.
    public var layerName: String?
    /// The channels that are shown as red, green, blue and alpha of files that have others, too.
    public var channels: ChannelNames?
    /// The canvas in pixels; `nil` for the first frame's size in points times ``scale``.
    public var size: PixelSize?
    /// Pixels of the canvas per point, within `DisplayScale.range`; `nil` for the first frame's own scale factor, so
    /// that it is shown pixel by pixel.
    public var scale: DisplayScale?
    /// The tool whose way of writing the patterns follow; without it, they are read by fileseq's grammar.
    public var dialect: Dialect?
    /// The policy for missing and damaged frames.
    @Defaulted public var missing = MissingFramePolicy.error
    /// The most missing and damaged frames in a row that ``missing`` may deal with; `nil` for any.
    public var maximumGap: Int?
    /// The policy for frames of another size or scale.
    @Defaulted public var mismatch = MismatchPolicy.error

    /// Everything left open.
    public init() {}

    /// The cut of pictures that are drawn at another size, by whichever properties say it, or `nil` if they are scaled
    /// as a whole.
    public var resizing: ImageResizing? {
        if leftCapWidth != nil || topCapHeight != nil {
            return .stretchable(leftCapWidth: leftCapWidth ?? 0, topCapHeight: topCapHeight ?? 0)
        }
        if let contentStretch { return .contentStretch(contentStretch) }
        return ImageResizing(capInsets: capInsets, mode: resizingMode)
    }

    /// The content mode that the command shows pictures by: the one that is written, or else one that keeps their
    /// proportions. Pictures with caps, or a way to fill their room, are made to be stretched.
    package var shownContentMode: ContentMode {
        self.$contentMode ?? (resizing == nil && resizingMode == nil ? .scaleAspectFit : self.contentMode)
    }

    /// A Boolean value that indicates pictures that are mirrored, since the view runs from right to left.
    public var isMirrored: Bool {
        get {
            flipsForRightToLeftLayoutDirection
                && self.semanticContentAttribute.layoutDirection(relativeTo: .leftToRight) == .rightToLeft
        }
        set {
            $flipsForRightToLeftLayoutDirection = newValue ? true : nil
            self.$semanticContentAttribute = newValue ? .forceRightToLeft : nil
        }
    }

    /// These properties, and where they are left open, those of `others`.
    package func over(_ others: SequenceProperties) -> SequenceProperties {
        ManifestRow.all.reduce(into: others) { $1.set(self, &$0) }
    }
}

extension SequenceProperties {
    /// The policy for frames that are missing or damaged.
    package var gaps: GapPolicy {
        get { GapPolicy(missing: missing, maximumGap: maximumGap) }
        set { (missing, maximumGap) = (newValue.missing, newValue.maximumGap) }
    }
}
