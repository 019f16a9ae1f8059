public import FlipbookCore

/// A view that shows an image, or one image after the other: UIKit's `UIImageView`, as a value without a clock.
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
    /// that is itself animated plays on its own, for ever, from when it was set or comes to be shown.
    public var image: Image? { didSet { if !isHighlighted || highlightedImage == nil { stillTime = time } } }

    /// The picture in the place of ``image`` while ``isHighlighted``; `nil` by default.
    public var highlightedImage: Image? { didSet { if isHighlighted { stillTime = time } } }

    /// The pictures of the animation in the order they are shown; `nil` by default.
    ///
    /// Setting it while animating starts the new ones from the first; setting it to `nil` or to none stops.
    public var animationImages: [Image]? { didSet { if !usesHighlightedSequence { sequenceDidChange() } } }

    /// The pictures in the place of ``animationImages`` while ``isHighlighted``; `nil` by default.
    public var highlightedAnimationImages: [Image]? { didSet { if isHighlighted { sequenceDidChange() } } }

    /// A Boolean value that shows the highlighted pictures, where there are any; `false` by default.
    ///
    /// Without highlighted pictures nothing changes. While animating, another sequence starts from its first picture.
    public var isHighlighted = false {
        didSet {
            guard isHighlighted != oldValue else { return }
            if highlightedImage != nil { stillTime = time }
            if highlightedAnimationImages != nil { sequenceDidChange() }
        }
    }

    /// A property of how the view is drawn: `view.contentMode`, `view.alpha`. What is no value of it changes nothing.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { look.properties[keyPath: property] }
        set { look.properties.take(newValue, for: property) }
    }

    /// The color of pictures that are templates; UIKit's blue by default.
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
    /// The direction in which text runs around the view; from left to right where none was set. In a tree, a view that was
    /// given none has that of the view around it.
    public var layoutDirection: LayoutDirection {
        get { look.layoutDirection ?? .leftToRight }
        set { look.layoutDirection = newValue }
    }

    /// The place of the view in its container, in points.
    public var geometry: ViewGeometry { look.geometry }
    /// A property of how the view lies in its container: `view.frame`, `view.center`, `view.bounds`, in which
    /// ``ViewProperties/contentMode`` places pictures.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewGeometry, Value> & Sendable) -> Value {
        get { look.geometry[keyPath: property] }
        set { look.geometry[keyPath: property] = newValue }
    }

    /// The tint of a view that was given none, UIKit's system blue: #007AFF.
    public static let defaultTintColor = Color(red: 0, green: 122, blue: 255)

    /// The ``contentStretch`` that stretches everything.
    public static let wholeContent = Rect(x: 0, y: 0, width: 1, height: 1)

    /// The words of a screen reader on the view.
    public var accessibility = Accessibility()

    /// The place and the look of the view: its layer without its contents.
    package var look = Layer()
    /// Nanoseconds since the view was made.
    private(set) var time: Int64 = 0
    /// The time at which the still picture came to be shown.
    private(set) var stillTime: Int64 = 0
    /// When the first picture of the animation was shown.
    var startTime: Int64 = 0
    /// The transition under way, or `nil` without one.
    var passage: Passage?

    /// The way from a picture that was shown to the one that shows now.
    struct Passage: Hashable, Sendable {
        let from: Image
        let timed: TimedTransition
        var start: Int64
    }
    /// The number of times that the animation was begun from its first picture: by a verb, or by other pictures.
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
        self.frame = Rect(origin: .zero, size: image?.size ?? .zero)
    }

    /// A view without a picture.
    public init(frame: Rect) { self.frame = frame }

    /// The value of a view that is no image view.
    static let withoutPictures = changing(ImageView()) { $0.accessibility.traits = [] }

    /// Sets the clock: nanoseconds since the view was made.
    mutating func setTime(_ time: Int64) { self.time = max(0, time) }

    /// Goes on in the time of another clock, which is so much ahead; what runs has run as long as before.
    mutating func join(_ other: Int64) {
        time += other
        stillTime += other
        startTime += other
        passage?.start += other
    }
}

extension ImageView {
    /// The number that UIKit has for a side without a size of its own.
    public static let noIntrinsicMetric = -1.0

    /// The size of the picture in points; (−1, −1) without one. Pictures of an animation do not count.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The size of the picture in points, regardless of the proposal; zero without one.
    public func sizeThatFits(_ proposal: Size) -> Size { image?.size ?? .zero }

    /// Takes on the size of the picture. The upper left corner stays where it is.
    public mutating func sizeToFit() {
        self.frame = Rect(origin: self.frame.origin, size: sizeThatFits(self.bounds.size))
    }

    /// Returns `true` for a point in the view's own coordinates that lies in it; its right and lower edges are outside.
    public func contains(_ point: Point) -> Bool { geometry.contains(point) }
}

/// The means of a player that keeps an image view and the screen the same.
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
        let elapsed = timing.nanosecond(ofFrame: min(max(index, 0), count - 1))
        view.startTime = time - elapsed
        view.sequencer.advance(toNanosecond: elapsed)
        return view
    }
}

extension ImageView {
    /// The way in which a picture without caps of its own is cut, or `nil` if it is scaled as a whole.
    public var resizing: ImageResizing? { look.resizing }
}
