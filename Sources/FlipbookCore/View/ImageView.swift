/// What shows an image, or one image after the other: UIKit's `UIImageView`, as a value without a clock.
///
/// Properties, defaults and verbs are UIKit's. A program with a clock says how far it is with ``advance(to:)``;
/// ``visibleImage`` is what shows then. A `FrameRenderer` draws it.
public struct ImageView: Hashable, Sendable {
    /// The picture that is shown while nothing animates; `nil` by default.
    ///
    /// Setting it does not resize the view: ``sizeToFit()`` does. While ``isAnimating`` it stays unseen. A picture
    /// that is itself animated plays on its own, for ever, from when it was set.
    public var image: Image? {
        didSet { imageTime = time }
    }

    /// The picture in the place of ``image`` while ``isHighlighted``; `nil` by default.
    public var highlightedImage: Image?

    /// The pictures of the animation in the order they are shown; `nil` by default.
    ///
    /// Setting it while animating starts the new ones from the first; setting it to `nil` or to none stops.
    public var animationImages: [Image]? {
        didSet { if !usesHighlightedSequence { sequenceDidChange() } }
    }

    /// The pictures in the place of ``animationImages`` while ``isHighlighted``; `nil` by default.
    public var highlightedAnimationImages: [Image]? {
        didSet { if isHighlighted { sequenceDidChange() } }
    }

    /// Whether the highlighted pictures are shown, where there are any; `false` by default.
    ///
    /// Without highlighted pictures nothing changes. While animating, another sequence starts from its first picture.
    public var isHighlighted = false {
        didSet {
            if isHighlighted != oldValue, highlightedAnimationImages != nil { sequenceDidChange() }
        }
    }

    /// How a picture of another size is placed; ``ContentMode/scaleToFill`` by default.
    public var contentMode: ContentMode {
        get { look.contentMode }
        set { look.contentMode = newValue }
    }

    /// How much the view covers what is behind it, 0 to 1; 1 by default. A view that ``isOpaque`` covers it wholly.
    ///
    /// Values beyond are taken as the nearest bound; what is no number changes nothing.
    public var alpha: Double {
        get { look.alpha }
        set { if !newValue.isNaN { look.alpha = min(max(newValue, 0), 1) } }
    }

    /// Whether nothing behind the view shows through, regardless of its ``alpha``; `false` by default, as UIImageView sets it.
    ///
    /// Where picture and background leave something transparent, black is filled in.
    public var isOpaque: Bool {
        get { look.isOpaque }
        set { look.isOpaque = newValue }
    }
    /// Whether nothing of the view is drawn; an animation goes on. `false` by default.
    public var isHidden: Bool {
        get { look.isHidden }
        set { look.isHidden = newValue }
    }
    /// What lies behind the picture; `nil`, the default, is nothing.
    public var backgroundColor: Background? {
        get { look.backgroundColor }
        set { look.backgroundColor = newValue }
    }
    /// The colour of pictures that are templates; UIKit's blue by default.
    public var tintColor: Color {
        get { look.tintColor ?? Self.defaultTintColor }
        set { look.tintColor = newValue }
    }
    /// Whether a picture larger than the view is cut off at its edges; `false` by default.
    public var clipsToBounds: Bool {
        get { look.clipsToBounds }
        set { look.clipsToBounds = newValue }
    }
    /// The radius of the view's rounded corners in points; 0 by default.
    ///
    /// As of a layer of Core Animation, the corners are those of the background; the picture is cut at them where
    /// ``clipsToBounds``, which masks a layer to its bounds, and otherwise lies over them. More than half of the shorter
    /// side counts as that half, which makes a capsule, or a circle of a square. Edges are smoothed by the exact area of
    /// each pixel. What is below 0 or no number changes nothing.
    public var cornerRadius: Double {
        get { look.cornerRadius }
        set { if newValue >= 0 { look.cornerRadius = newValue } }
    }
    /// The part of a picture that stretches, in fractions of its size; all of it by default. UIKit's former
    /// `contentStretch`.
    ///
    /// It has no effect on a picture with caps, in ``ContentMode/redraw`` and in the modes that do not scale.
    public var contentStretch: Rect {
        get { look.contentStretch }
        set { look.contentStretch = newValue }
    }
    /// What the view is about, for whether pictures are mirrored in it; ``SemanticContentAttribute/unspecified`` by
    /// default.
    public var semanticContentAttribute = SemanticContentAttribute.unspecified
    /// In which direction text runs around the view; from left to right by default.
    public var layoutDirection = LayoutDirection.leftToRight
    /// Whether events reach the view; `false` by default, unlike in other views.
    public var isUserInteractionEnabled: Bool {
        get { look.isUserInteractionEnabled }
        set { look.isUserInteractionEnabled = newValue }
    }

    /// The view's own coordinates: what ``contentMode`` places pictures in. In points.
    public var bounds: Rect {
        get { look.bounds }
        set { look.bounds = newValue }
    }
    /// Where ``anchorPoint`` lies in the coordinates of the view's container. In points.
    public var center: Point {
        get { look.center }
        set { look.center = newValue }
    }
    /// The point of the view that ``center`` is about, in fractions of its size; the middle by default.
    public var anchorPoint: Point {
        get { look.anchorPoint }
        set { look.anchorPoint = newValue }
    }

    /// The tint of a view that was given none, UIKit's system blue: #007AFF.
    public static let defaultTintColor = Color(red: 0, green: 122, blue: 255)

    /// The ``contentStretch`` that stretches everything.
    public static let wholeContent = Rect(x: 0, y: 0, width: 1, height: 1)

    /// What a screen reader says of the view.
    public var accessibility = Accessibility()

    /// Where the view lies and how it draws: its layer without its contents.
    package var look = Layer()
    /// Nanoseconds since the view was made.
    private(set) var time: Int64 = 0
    /// When ``image`` was set.
    private(set) var imageTime: Int64 = 0
    /// When the first picture of the animation was shown.
    var startTime: Int64 = 0
    /// How often the animation was begun from its first picture: by a verb, or by other pictures.
    package internal(set) var startCount = 0
    /// The state of the animation. Its frames stand for ``activeAnimationImages``, one each.
    var sequencer = Sequencer()

    /// A view of the size of `image`, at the origin.
    /// - Parameters:
    ///   - image: The picture that is shown while nothing animates.
    ///   - highlightedImage: The picture in its place while the view is highlighted; the size does not depend on it.
    public init(image: Image? = nil, highlightedImage: Image? = nil) {
        self.image = image
        self.highlightedImage = highlightedImage
        frame = Rect(origin: .zero, size: image?.size ?? .zero)
    }

    /// A view without a picture.
    public init(frame: Rect) {
        self.frame = frame
    }

    /// Sets the clock: nanoseconds since the view was made.
    mutating func setTime(_ time: Int64) { self.time = max(0, time) }
}
