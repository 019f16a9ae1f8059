public import FlipbookCore

/// A view that shows an image or an animation: UIKit's `UIImageView` as a value. A program sets the time with ``advance(to:)``;
/// ``visibleImage`` is the picture at that time. A `FrameRenderer` draws it. The drawing properties are listed in
/// ``ViewProperties``.
@dynamicMemberLookup
public struct ImageView: Hashable, Sendable {
    /// The still picture (default `nil`), shown when no animation is running. An animated image plays forever once it is
    /// visible. Setting the picture does not resize the view; ``sizeToFit()`` does.
    public var image: Image? { didSet { if !isHighlighted || highlightedImage == nil { stillTime = time } } }

    /// The picture that replaces ``image`` while ``isHighlighted`` is `true` (default `nil`).
    public var highlightedImage: Image? { didSet { if isHighlighted { stillTime = time } } }

    /// The pictures of the animation, in order (default `nil`). Setting them during an animation starts the new animation from
    /// its first picture. An empty array or `nil` stops the animation.
    public var animationImages: [Image]? { didSet { if !usesHighlightedSequence { sequenceDidChange() } } }

    /// The pictures that replace ``animationImages`` while ``isHighlighted`` is `true` (default `nil`).
    public var highlightedAnimationImages: [Image]? { didSet { if isHighlighted { sequenceDidChange() } } }

    /// A Boolean value that indicates whether the highlighted pictures are shown (default `false`). If there are no highlighted
    /// pictures, nothing changes. If a running animation changes to a different sequence, that sequence starts from its first
    /// picture.
    public var isHighlighted = false {
        didSet {
            guard isHighlighted != oldValue else { return }
            if highlightedImage != nil { stillTime = time }
            if highlightedAnimationImages != nil { sequenceDidChange() }
        }
    }

    /// Accesses a drawing property: `view.contentMode`, `view.alpha`. Invalid values are ignored.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { look.properties[keyPath: property] }
        set { look.properties.take(newValue, for: property) }
    }

    /// The color of template images (default UIKit's blue).
    public var tintColor: Color {
        get { look.properties.templateColor() }
        set { look.properties.tintColor = newValue }
    }
    /// The stretchable part of a picture, in fractions of its size (default the whole picture): UIKit's former
    /// `contentStretch`. It has no effect on pictures with caps, in `ContentMode.redraw`, or in modes that do not scale.
    public var contentStretch: Rect {
        get { look.contentStretch }
        set { look.contentStretch = newValue }
    }
    /// The layout direction around the view (default left to right). In a tree, a view without its own direction inherits its
    /// superview's.
    public var layoutDirection: LayoutDirection {
        get { look.layoutDirection ?? .leftToRight }
        set { look.layoutDirection = newValue }
    }

    /// The position in the superview, in points.
    public var geometry: ViewGeometry { look.geometry }
    /// Accesses a geometry property: `view.frame`, `view.center`, or `view.bounds`.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewGeometry, Value> & Sendable) -> Value {
        get { look.geometry[keyPath: property] }
        set { look.geometry[keyPath: property] = newValue }
    }

    /// The default tint color, UIKit's system blue: #007AFF.
    public static let defaultTintColor = Color(red: 0, green: 122, blue: 255)

    /// The ``contentStretch`` that covers the whole picture.
    public static let wholeContent = Rect(x: 0, y: 0, width: 1, height: 1)

    /// The screen reader's description of the view.
    public var accessibility = Accessibility()

    /// The position and appearance of the view: its layer without contents.
    package var look = Layer()
    /// Nanoseconds since the view was created.
    private(set) var time: Int64 = 0
    /// The time when the current still picture was first shown.
    private(set) var stillTime: Int64 = 0
    /// The time when the animation's first picture was shown.
    var startTime: Int64 = 0
    var passage: Passage?

    struct Passage: Hashable, Sendable {
        let from: Image
        let timed: TimedTransition
        var start: Int64
    }
    /// The number of times that the animation was started from its first picture, by a call or by new pictures.
    package internal(set) var startCount = 0
    /// The state of the animation, with one frame for each of ``activeAnimationImages``.
    var sequencer = Sequencer()

    /// Creates a view at the origin that is the same size as the image. The highlighted image does not affect the size.
    public init(image: Image? = nil, highlightedImage: Image? = nil) {
        (self.image, self.highlightedImage) = (image, highlightedImage)
        self.frame = Rect(origin: .zero, size: image?.size ?? .zero)
    }

    /// Creates a view without a picture.
    public init(frame: Rect) { self.frame = frame }

    /// The stored value of a `View` that is not an image view.
    static let withoutPictures = changing(ImageView()) { $0.accessibility.traits = [] }

    /// Moves the view to a clock that is ahead by `other` nanoseconds. Elapsed times stay the same.
    mutating func join(_ other: Int64) {
        time += other
        stillTime += other
        startTime += other
        passage?.start += other
    }

    /// UIKit's value for a side without an intrinsic size.
    public static let noIntrinsicMetric = -1.0

    /// The size of the picture in points, or (−1, −1) if there is none. Animation pictures are ignored.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The size of the picture in points, regardless of the proposal, or zero if there is no picture.
    public func sizeThatFits(_ proposal: Size) -> Size { image?.size ?? .zero }

    /// Resizes the view to its picture. The upper left corner stays in place.
    public mutating func sizeToFit() {
        self.frame = Rect(origin: self.frame.origin, size: sizeThatFits(self.bounds.size))
    }

    /// Returns whether a point in the view's own coordinates is inside the view. The right and bottom edges are outside.
    public func contains(_ point: Point) -> Bool { geometry.contains(point) }

    /// Returns the view at a player's position in its animation. If `index` is `nil`, the still picture is shown.
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

    /// The slicing of pictures that have no caps of their own, or `nil` if they are scaled as a whole.
    public var resizing: ImageResizing? { look.resizing }

    /// The duration of one cycle in seconds. At 0 (the default), each picture takes 1/30 s. It is stored as the simplest
    /// fraction within a nanosecond: `0.4` is 2/5 s, and `7.0 / 30` is 7/30 s. NaN, negative values and values above 10⁹ are
    /// treated as 0. Setting it keeps the current picture.
    public var animationDuration: Double {
        get { exactAnimationDuration.seconds }
        set { exactAnimationDuration = RationalTime(newValue) ?? .zero }
    }

    package var exactAnimationDuration: RationalTime {
        get { sequencer.animationDuration }
        set {
            let shown = isAnimating ? sequencer.timing?.frame(atNanosecond: time - startTime) : nil
            sequencer.animationDuration = newValue
            guard let shown, let timing = sequencer.timing else { return }
            startTime = time - timing.nanosecond(ofFrame: shown)
            sequencer.advance(toNanosecond: time - startTime)
        }
    }

    /// The exact duration of one cycle in seconds: ``animationDuration`` or, if that is 0, 1/30 s for each picture.
    public var effectiveAnimationDuration: RationalTime { sequencer.effectiveAnimationDuration }

    /// The number of cycles to play. 0 (the default) or a negative number repeats forever.
    public var animationRepeatCount: Int {
        get { sequencer.animationRepeatCount }
        set { sequencer.animationRepeatCount = newValue }
    }

    /// A Boolean value that indicates whether an animation is running. Hiding the view does not stop it.
    public var isAnimating: Bool { sequencer.isAnimating }

    /// Starts the animation from its first picture, even if it is already running. Does nothing if there are no pictures.
    public mutating func startAnimating() {
        sequenceDidChange()
        sequencer.startAnimating()
    }

    /// Stops the animation immediately. The still picture is shown, not the animation's last picture.
    public mutating func stopAnimating() { sequencer.stopAnimating() }

    /// Advances the clock to the given time, in seconds since the view was created. Earlier times are ignored. An animation
    /// that has played all its cycles stops.
    public mutating func advance(to time: RationalTime) { advance(toNanosecond: time.nanoseconds) }

    mutating func advance(toNanosecond time: Int64) {
        guard time > self.time else { return }
        self.time = max(0, time)
        if isAnimating { sequencer.advance(toNanosecond: time - startTime) }
        if transitionProgress == nil { passage = nil }
    }

    /// The pictures of an animation in the view's current state: the highlighted pictures if there are any and the view is
    /// highlighted.
    public var activeAnimationImages: [Image]? {
        usesHighlightedSequence ? highlightedAnimationImages : animationImages
    }

    /// The picture that is shown when no animation is running.
    public var stillImage: Image? { isHighlighted ? highlightedImage ?? image : image }

    /// The picture that is shown now, or `nil` if only the background is shown. A picture with
    /// `Image.flipsForRightToLeftLayoutDirection` is mirrored if the view's layout is right to left.
    public var visibleImage: Image? {
        guard let passage, let progress = transitionProgress else { return settledImage }
        return passage.from.transitioning(to: settledImage ?? .nothing, by: passage.timed.transition, at: progress)
    }

    /// The picture without a running transition.
    var settledImage: Image? { shownImage.map(facing) }

    /// The progress of the running transition, or `nil` if there is none or an animation is running.
    var transitionProgress: Double? {
        isAnimating ? nil : passage.flatMap { $0.timed.progress(afterNanoseconds: time - $0.start) }
    }

    /// Returns the image, mirrored if it flips with the view's layout direction.
    func facing(_ image: Image) -> Image {
        guard image.flipsForRightToLeftLayoutDirection, effectiveUserInterfaceLayoutDirection == .rightToLeft
        else { return image }
        return image.mirroredForRightToLeft()
    }

    /// The view's own layout direction, from its ``ViewProperties/semanticContentAttribute`` or ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection { look.effectiveUserInterfaceLayoutDirection }

    private var shownImage: Image? {
        if let index = sequencer.currentFrameIndex, let images = activeAnimationImages, images.indices.contains(index) {
            return images[index]
        }
        // An animated image that is used as the still picture plays forever.
        guard let still = stillImage, let images = still.images, let timing = still.timing else { return stillImage }
        return images[timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time - stillTime))]
    }

    /// Returns the picture at the given time, in seconds since the view was created. For a time in the past, returns the
    /// current picture.
    public func visibleImage(at time: RationalTime) -> Image? { changing(self) { $0.advance(to: time) }.visibleImage }

    var usesHighlightedSequence: Bool { isHighlighted && highlightedAnimationImages != nil }

    /// Restarts a running animation with the current sequence.
    mutating func sequenceDidChange() {
        sequencer.animationImages = activeAnimationImages?.map { Frame($0) }
        startTime = time
        startCount += 1
    }

    /// Replaces ``image`` with a transition. As with UIKit's `transition(with:duration:options:animations:completion:)`, the
    /// model changes immediately, and ``visibleImage`` shows the transition, which begins with the currently visible picture.
    /// To include subviews, use `View.transition(with:duration:options:animations:completion:)`.
    /// - Parameter duration: The exact duration in seconds. At 0 or below, the picture changes immediately.
    public mutating func transition(
        to image: Image,
        by transition: Transition = .dissolve,
        duration: RationalTime,
        curve: AnimationCurve = .easeInOut
    ) {
        let timed = TimedTransition(transition, duration: duration, curve: curve)
        let from = (visibleImage ?? .nothing).settled
        passage = duration > .zero ? Passage(from: from, timed: timed, start: time) : nil
        self.image = image
    }
}

extension Image {
    var timing: FrameTiming? {
        guard let count = images?.count else { return nil }
        let own = duration > .zero ? duration : FrameRate.imageViewDefault.duration(ofFrames: count)
        return FrameTiming(frameCount: count, cycleDuration: own)
    }
}
