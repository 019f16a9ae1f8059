public import FlipbookCore

/// What shows an image, or one image after the other: UIKit's `UIImageView`, as a value without a clock.
///
/// Properties, defaults and verbs are UIKit's. A program with a clock says how far it is with ``advance(to:)``;
/// ``visibleImage`` is what shows then. A `FrameRenderer` draws it.
///
/// Its drawing properties are those of layers, see ``ViewProperties``.
@dynamicMemberLookup
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

    /// A property of how the view is drawn: `view.contentMode`, `view.alpha`. What is no value of it changes nothing.
    public subscript<Value>(
        dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable
    ) -> Value {
        get { look.properties[keyPath: property] }
        set { look.properties.take(newValue, for: property) }
    }

    /// The colour of pictures that are templates; UIKit's blue by default.
    public var tintColor: Color {
        get { look.properties.templateColor() }
        set { look.properties.tintColor = newValue }
    }
    /// The part of a picture that stretches, in fractions of its size; all of it by default. UIKit's former
    /// `contentStretch`.
    ///
    /// It has no effect on a picture with caps, in `ContentMode.redraw` and in the modes that do not scale.
    public var contentStretch: Rect {
        get { look.contentStretch }
        set { look.contentStretch = newValue }
    }
    /// The subject of the view, for whether pictures are mirrored in it; `SemanticContentAttribute.unspecified` by
    /// default.
    public var semanticContentAttribute = SemanticContentAttribute.unspecified
    /// In which direction text runs around the view; from left to right by default.
    public var layoutDirection = LayoutDirection.leftToRight

    /// The view's own coordinates: what ``ViewProperties/contentMode`` places pictures in. In points.
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

extension ImageView {
    /// What UIKit says for a side that has no size of its own.
    public static let noIntrinsicMetric = -1.0

    /// Where the view lies in the coordinates of its container, in points.
    ///
    /// Setting it sets the size of ``bounds``, whose origin stays, and ``center``.
    public var frame: Rect {
        get { look.frame }
        set { look.frame = newValue }
    }

    /// The size of the picture in points; (−1, −1) without one. Pictures of an animation do not count.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The size of the picture in points, regardless of the proposal; zero without one.
    public func sizeThatFits(_ proposal: Size) -> Size { image?.size ?? .zero }

    /// Takes on the size of the picture. The upper left corner stays where it is.
    public mutating func sizeToFit() {
        frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
    }

    /// Whether a point in the view's own coordinates lies in it; its right and lower edges are outside.
    public func contains(_ point: Point) -> Bool {
        bounds.minX <= point.x && point.x < bounds.maxX && bounds.minY <= point.y && point.y < bounds.maxY
    }
}

/// What a player needs that keeps an image view and the screen the same.
extension ImageView {
    /// The view with its animation where a player's is.
    /// - Parameter index: The picture of the animation that shows, which then runs; `nil` for the still picture.
    package func animating(at index: Int?) -> ImageView {
        var view = self
        guard let index, let count = activeAnimationImages?.count, count > 0 else {
            view.sequencer.stopAnimating()
            return view
        }
        if !isAnimating {
            view.sequencer.animationImages = activeAnimationImages?.map { Frame($0) }
            view.sequencer.startAnimating()
        }
        guard let timing = view.sequencer.timing else { return view }
        let elapsed = timing.presentationTime(ofFrame: min(max(index, 0), count - 1))
        view.startTime = time - elapsed
        view.sequencer.advance(to: elapsed)
        return view
    }
}

extension ImageView {
    /// The way in which a picture without caps of its own is cut, or `nil` if it is scaled as a whole.
    public var resizing: ImageResizing? { look.resizing }
}
