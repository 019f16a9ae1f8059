public import FlipbookCore

/// The properties that manifests, command options, players and exporters share, under their UIKit names. A property with a
/// default can be left unset. In that case, `$alpha` is `nil`, and `alpha` is the default.
@dynamicMemberLookup
public struct SequenceProperties: Hashable, Sendable {
    /// The properties of the view. They are also members of this value: `properties.alpha`, `properties.$alpha`.
    public var view = ViewProperties()

    /// Accesses a property of the view.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { view[keyPath: property] }
        set { view[keyPath: property] = newValue }
    }

    /// The exact duration of one cycle in seconds. At 0, each frame takes 1/30 s.
    @Defaulted public var animationDuration = RationalTime.zero
    /// The number of cycles. 0 repeats forever, which a video file cannot do.
    @Defaulted public var animationRepeatCount = 1
    /// The transition between frames, which takes additional time, or `nil` for cuts.
    public var transition: TimedTransition?
    /// The frame rate of the output. Frames with their own durations are shown for the nearest whole number of slots.
    public var frameRate: FrameRate?
    /// A Boolean value that indicates whether the highlighted pictures are shown, if there are any.
    @Defaulted public var isHighlighted = false
    /// The margins that do not stretch in each picture, in points.
    public var capInsets: EdgeInsets?
    /// The way the area between the caps is filled.
    public var resizingMode: ResizingMode?
    /// The left cap in points. Only the column next to it stretches, as in UIKit's older method.
    public var leftCapWidth: Int?
    /// The top cap in points. Only the row below it stretches, as in UIKit's older method.
    public var topCapHeight: Int?
    /// The stretchable part of each picture, in fractions of its size, as in UIKit's older property.
    public var contentStretch: Rect?
    /// The orientation of every picture, instead of the file's own.
    public var orientation: ImageOrientation?
    /// A Boolean value that indicates whether every picture is mirrored if the view's layout is right to left.
    @Defaulted public var flipsForRightToLeftLayoutDirection = false
    /// The color profile to use instead of the profiles in the files.
    public var inputProfile: InputProfile?
    /// The stored pixel values that map to black and to white, or `nil` for the full range. Overlays and pictures of views are
    /// not affected.
    public var levels: Levels?
    /// The exposure of scene-linear pictures in stops. Each stop doubles the light.
    @Defaulted public var exposure = 0.0
    /// A lookup table in Adobe's .cube format for scene-linear pictures, instead of sRGB's curve.
    public var lookupTable: FilePath?
    /// The color space of the canvas.
    @Defaulted public var canvasSpace = CanvasSpace.sRGB
    /// The kind of values that are blended and scaled: encoded or linear.
    @Defaulted public var blend = BlendSpace.gamma
    /// The layer to show from files with multiple layers. If `nil`, a layer is chosen by its name, or the first layer with
    /// colors is used.
    public var layerName: String?
    /// The channels to show as red, green, blue and alpha.
    public var channels: ChannelNames?
    /// The canvas size in pixels. If `nil`, it is the first frame's size in points, times ``scale``.
    public var size: PixelSize?
    /// Canvas pixels per point, within `DisplayScale.range`. If `nil`, the first frame's own scale is used.
    public var scale: DisplayScale?
    /// The tool whose pattern syntax is used. If `nil`, fileseq's syntax is used.
    public var dialect: Dialect?
    /// The policy for missing and damaged frames.
    @Defaulted public var missing = MissingFramePolicy.error
    /// The maximum number of consecutive missing and damaged frames that ``missing`` handles, or `nil` for any number.
    public var maximumGap: Int?
    /// The policy for frames of a different size or scale.
    @Defaulted public var mismatch = MismatchPolicy.error

    /// Creates properties that are all unset.
    public init() {}

    /// The slicing of scaled pictures, from whichever property sets it, or `nil` if pictures are scaled as a whole.
    public var resizing: ImageResizing? {
        if leftCapWidth != nil || topCapHeight != nil {
            return .stretchable(leftCapWidth: leftCapWidth ?? 0, topCapHeight: topCapHeight ?? 0)
        }
        if let contentStretch { return .contentStretch(contentStretch) }
        return ImageResizing(capInsets: capInsets, mode: resizingMode)
    }

    /// The command's content mode. By default, pictures without caps or a resizing mode keep their proportions.
    package var shownContentMode: ContentMode {
        self.$contentMode ?? (resizing == nil && resizingMode == nil ? .scaleAspectFit : self.contentMode)
    }

    /// A Boolean value that indicates whether pictures are mirrored because the view's layout is right to left.
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

    /// Returns these properties, with unset ones taken from `others`.
    package func over(_ others: SequenceProperties) -> SequenceProperties {
        ManifestRow.all.reduce(into: others) { $1.set(self, &$0) }
    }

    package var gaps: GapPolicy {
        get { GapPolicy(missing: missing, maximumGap: maximumGap) }
        set { (missing, maximumGap) = (newValue.missing, newValue.maximumGap) }
    }
}
