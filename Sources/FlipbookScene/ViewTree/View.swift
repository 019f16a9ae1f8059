public import FlipbookCore

/// A rectangle with contents and subviews: UIKit's `UIView`, as a reference to a tree of layers.
///
/// The names are UIKit's. A view belongs to the main actor; its appearance is a value, ``layer``, which any thread can draw.
/// `Player(view)` shows a tree in a window. A program with its own clock calls ``advance(to:)``, and draws with
/// ``scene(scale:)`` at any time. To show pictures, set ``imageView``; no subclass is needed.
///
/// ```swift
/// @MainActor func titles(over walk: ImageView, title: Image) -> Scene {
///     let root = View(walk)
///     let label = View(ImageView(image: title))
///     root.addSubview(label)
///     label.center.x = -40
///     View.animate(withDuration: 1, options: .curveEaseOut) { label.center.x = 80 }
///     return root.scene(scale: 2)
/// }
/// ```
@MainActor
@dynamicMemberLookup
public final class View {
    /// The stored value: geometry, drawing properties, pictures and accessibility.
    private var value: ImageView
    /// A Boolean value that indicates whether this is an image view. Other views have no pictures.
    private(set) var isImageView: Bool
    /// The view without its subviews, with its final values: UIKit's model layer. It includes contents that were set or drawn.
    var model: Layer {
        get { value.look }
        set { value.look = newValue }
    }
    /// The view as an image view, or `nil` (the default) for a view without pictures. Setting this property also moves the view
    /// to the frame of the new image view, and adopts the properties of that image view.
    public var imageView: ImageView? {
        get {
            guard isImageView else { return nil }
            return changing(value) {
                $0.advance(toNanosecond: clock.time)
                ($0.look.contents, $0.look.sublayers, $0.look.tracks, $0.look.former) = (.nothing, [], [], [])
            }
        }
        set {
            let (shown, look) = (value.visibleImage, model)
            let changesKind = isImageView != (newValue != nil)
            (value, isImageView) = (newValue ?? .withoutPictures, newValue != nil)
            value.join(clock.time - value.time)
            value.look = look
            if changesKind || value.visibleImage != shown { dropContents() }
            if let newValue { wear(newValue.look) }
            layOut()
        }
    }
    var image: Image? { isImageView ? value.image : nil }
    /// Draws a view without an ``imageView``, clipped to its bounds: UIKit's `draw(_:)`. If `nil`, nothing is drawn.
    ///
    /// ```swift
    /// let view = View(frame: Rect(x: 0, y: 0, width: 320, height: 180))
    /// view.draw = { context, rect in
    ///     var wave = Path()
    ///     wave.move(to: Point(x: rect.minX, y: rect.midY))
    ///     wave.addCurve(to: Point(x: 320, y: 90), control1: Point(x: 160, y: -90), control2: Point(x: 160, y: 270))
    ///     context.stroke(wave, with: .blue, lineWidth: 4)
    /// }
    /// ```
    ///
    /// The picture is kept as the contents of ``layer``. The view redraws when it is first shown, after
    /// ``setNeedsDisplay(_:)``, for a new ``contentScaleFactor``, and when its size changes under `ContentMode.redraw`. In
    /// other modes, the content mode places the kept picture in the new bounds.
    public var draw: (@MainActor (DrawingContext, _ rect: Rect) -> Void)? { didSet { dropContents() } }
    /// The scale of the drawn contents, or `nil` if the view must draw.
    var drawnScale: Double?
    /// The ``contentScaleFactor`` that was set, or `nil` to use the screen's.
    var ownContentScaleFactor: Double?
    /// Positions the subviews of the view that is passed to it: UIKit's `layoutSubviews()` (default `nil`). It is called the
    /// first time the view is shown, after its size or ``subviews`` change, after ``setNeedsLayout()``, and by
    /// ``layoutIfNeeded()``. ``pins`` and ``autoresizingMask`` apply first.
    public var layoutSubviews: (@MainActor (View) -> Void)? { didSet { setNeedsLayout() } }
    var needsLayout = true
    /// A number that identifies the view (default 0). See ``viewWithTag(_:)``.
    public var tag = 0
    /// The screen reader's description of the view. By default, only image views have traits.
    public var accessibility: Accessibility {
        get { value.accessibility }
        set { value.accessibility = newValue }
    }
    /// A view that is drawn over the picture and the subviews: UIKit's `overlayContentView`. It has the view's bounds, and is
    /// clipped to them.
    public private(set) lazy var overlayContentView = makeOverlay()
    private var overlay: View?
    /// The subviews, from back to front.
    public private(set) var subviews: [View] = [] { didSet { setNeedsLayout() } }
    /// The superview, if any.
    public private(set) weak var superview: View?
    private(set) var clock = ViewClock()
    /// The gesture recognizers of the view.
    public var gestureRecognizers: [GestureRecognizer] = [] {
        didSet {
            for recognizer in oldValue where !gestureRecognizers.contains(where: { $0 === recognizer }) {
                recognizer.view = nil
            }
            for recognizer in gestureRecognizers { recognizer.view = self }
        }
    }
    /// Handles touches that are not part of a gesture, in the view's own coordinates: UIKit's `touchesBegan(_:with:)` and
    /// related methods. If it returns `false`, the touch is passed to the superview.
    ///
    /// A view that does not receive the beginning of a touch receives no later phases. If a touch becomes part of a gesture,
    /// every view that received its beginning gets one `Touch.Phase.cancelled`.
    public var touchHandler: (@MainActor (Touch) -> Bool)?
    /// The current touches by finger, kept in the tree's root.
    var routes: [Int: TouchRoute] = [:]
    /// The name under which the view's state is restored, or `nil` (the default) if it is not saved.
    public var restorationIdentifier: String?
    /// The pins to the superview and siblings, which replace ``autoresizingMask``, or `nil` for none.
    public var pins: ViewPins? { didSet { layOut(after: oldValue) } }
    /// The number that identifies the view in pins.
    let serial = View.nextSerial()
    /// The size that was set. If `nil`, the picture's size is used.
    var ownSize: Size?
    /// A Boolean value that indicates whether any subview's pins may refer to a sibling.
    var holdsBySiblings = false
    var isLayingOut = false
    /// The alignment insets that replace the picture's, if set.
    var ownAlignmentRectInsets: EdgeInsets?
    var rootSafeAreaInsets = EdgeInsets.zero
    /// The parts of the view that resize with its superview (default none).
    public var autoresizingMask: AutoresizingMask = []

    /// Creates a view with a frame.
    public init(frame: Rect = .zero) {
        (value, isImageView) = (.withoutPictures, false)
        model.frame = frame
        if frame.size != .zero { ownSize = frame.size }
        model.isUserInteractionEnabled = true
    }

    /// Creates a view from an image view, with its position and properties.
    public init(_ imageView: ImageView) {
        (value, isImageView) = (imageView, true)
        value.join(-value.time)
        let size = imageView.bounds.size
        if size != .zero, size != intrinsicContentSize { ownSize = size }
    }

    /// The name of the view in animations and messages.
    public var id: String? {
        get { model.id }
        set {
            model.id = newValue
            if superview?.holdsBySiblings ?? false { superview?.layOutPinned() }
        }
    }
    /// The position in the superview. For a transformed view, the smallest upright rectangle around it.
    public var frame: Rect {
        get { model.frame }
        set {
            let place = changing(model.geometry) { $0.frame = newValue }
            move {
                resize { $0.bounds.size = place.bounds.size }
                change(.center) { $0.center = place.center }
            }
        }
    }
    /// The view's rectangle in its own coordinate system. Changing the origin moves the subviews but not the picture.
    public var bounds: Rect {
        get { model.bounds }
        set { move { resize { $0.bounds = newValue } } }
    }
    /// The position of ``anchorPoint`` in the superview.
    public var center: Point {
        get { model.center }
        set { move { change(.center) { $0.center = newValue } } }
    }
    /// The point that ``center`` positions and ``transform`` rotates around, in fractions of the size.
    public var anchorPoint: Point {
        get { model.anchorPoint }
        set { model.anchorPoint = newValue }
    }
    /// The transform of the view and its subviews. As in UIKit, an animated rotation takes the shorter direction.
    public var transform: Transform {
        get { model.transform }
        set { change(.transform) { $0.transform = newValue } }
    }
    /// Accesses a drawing property: `view.alpha`, `view.isHidden`. Invalid values are ignored.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { model.properties[keyPath: property] }
        set { change(AnimatableProperty(property)) { $0.properties.take(newValue, for: property) } }
    }
    /// The stretchable part of a picture.
    public var contentStretch: Rect {
        get { model.contentStretch }
        set { change(.contentStretch) { $0.contentStretch = newValue } }
    }
    /// The color of template images. If not set, it is the superview's. Setting `nil` resets it.
    public var tintColor: Color? {
        get { model.tintColor ?? superview?.tintColor ?? ImageView.defaultTintColor }
        set { model.tintColor = newValue }
    }
    /// The shadow of the view and its subviews, or `nil` for none.
    public var shadow: Shadow? {
        get { model.shadow }
        set { model.shadow = newValue }
    }

    /// The layer of the view and its subviews, with their animations: UIKit's `layer`.
    ///
    /// Changing the layer changes the view: its properties, ``Layer/tracks`` and ``Layer/contents``. The contents stay until
    /// the view gets a new picture; `Layer.Contents.nothing` restores the view's own contents. The first sublayers are the
    /// subviews' layers, and changing them changes the subviews.
    public var layer: Layer {
        get { changing(shownModel) { $0.sublayers = content.map(\.layer) + model.sublayers } }
        set {
            for (view, layer) in zip(content, newValue.sublayers) where view.layer != layer { view.layer = layer }
            let contents = newValue.contents == shownModel.contents ? model.contents : newValue.contents
            model.tracks = newValue.tracks
            clock.endRemoved(of: self)
            wear(newValue)
            model = changing(newValue) {
                ($0.contents, $0.tracks) = (contents, model.tracks)
                $0.sublayers.removeFirst(min(content.count, $0.sublayers.count))
            }
        }
    }

    /// The view's layer without its subviews' layers.
    private var shownModel: Layer {
        changing(model) { shown in
            guard shown.contents == .nothing, let contents = value.contents(now: clock.time) else { return }
            shown.contents = contents
        }
    }

    private func dropContents() { (model.contents, drawnScale) = (.nothing, nil) }

    var content: [View] { overlay.map { subviews + [$0] } ?? subviews }

    private func makeOverlay() -> View {
        let view = View(frame: bounds)
        view.clipsToBounds = true
        view.superview = self
        view.join(clock)
        overlay = view
        return view
    }

    private func resize(_ set: (inout Layer) -> Void) {
        let old = bounds.size
        change(.bounds, set)
        overlay?.frame = bounds
        if old != bounds.size {
            if self.contentMode == .redraw { setNeedsDisplay() }
            setNeedsLayout()
        }
        resizeSubviews(from: old)
    }

    /// Adopts the position and properties of a layer.
    private func wear(_ look: Layer) {
        (anchorPoint, bounds, center, transform) = (look.anchorPoint, look.bounds, look.center, look.transform)
        for property in AnimatableProperty.allCases where ![.frame, .bounds, .center, .transform].contains(property) {
            change(property) { property.set(property.value(of: look), of: &$0) }
        }
        (model.properties, model.layoutDirection) = (look.properties, look.layoutDirection)
        layOutPinned()
    }

    /// Sets a property: animated in an animation block, otherwise immediately.
    private func change(_ property: AnimatableProperty?, _ set: (inout Layer) -> Void) {
        let animation = ViewAnimation.current
        let isChanging = model.tracks.contains { $0.property == property }
        guard let property, animation != nil || isChanging else { return set(&model) }
        let before = property.value(of: model)
        let shown = property.value(of: presentation)
        set(&model)
        let after = property.value(of: model)
        guard before != after else { return }
        let running = model.tracks
        if isChanging { clock.cut(property, of: self, for: animation) }
        guard let animation, animation.takesTime else { return }
        let from = animation.options.contains(.beginFromCurrentState) ? shown : before
        var track = animation.track(of: property, from: from, to: after, at: clock.time)
        // An earlier value that was set at the same moment was never shown.
        let earlier = running.first { $0.property == property && $0.delay == track.delay }
        if let from = earlier?.from { track.from = from }
        track.takeShorterTurn()
        model.tracks.append(track)
        clock.add(track, of: animation, on: self)
        if let earlier { clock.end(earlier, of: self) }
    }

    /// The time set by the last call to ``advance(to:)``, in seconds since the tree was created, rounded down to nanoseconds.
    public var time: RationalTime { .nanoseconds(clock.time) }

    /// Advances the tree to the given time, in seconds since its creation, and calls the completions of finished animations.
    /// - Parameter time: The exact time: `0.5`, `FrameRate(30).duration(ofFrames: frame)` or, from a clock,
    ///   `RationalTime(start.duration(to: .now))`. It is rounded down to nanoseconds.
    public func advance(to time: RationalTime) {
        if let superview { return superview.advance(to: time) }
        // A view that was removed from a tree and is now a root gets its own clock.
        if let root = clock.root, root !== self { join(ViewClock(after: clock)) }
        clock.root = self
        advancePictures(toNanosecond: time.nanoseconds)
        clock.advance(to: time.nanoseconds)
    }

    private func advancePictures(toNanosecond time: Int64) {
        if isImageView { value.advance(toNanosecond: time) }
        for view in content { view.advancePictures(toNanosecond: time) }
    }

    /// The view as currently shown, including running animations: Core Animation's presentation layer.
    public var presentation: Layer { model.presentation(atNanosecond: clock.time) }

    /// Adds a view in front of the other subviews. The view is removed from any other superview.
    public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Inserts a view into the list of subviews.
    /// - Parameter index: The index from the back. Values larger than the count mean the front.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot contain itself")
        view.leaveSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.join(clock)
        view.advancePictures(toNanosecond: clock.time)
        view.layOut()
    }

    /// Inserts a view directly behind a subview, or at the back if `other` is not a subview.
    public func insertSubview(_ view: View, belowSubview other: View) {
        view.leaveSuperview()
        insertSubview(view, at: subviews.firstIndex { $0 === other } ?? 0)
    }

    /// Inserts a view directly in front of a subview, or at the front if `other` is not a subview.
    public func insertSubview(_ view: View, aboveSubview other: View) {
        view.leaveSuperview()
        insertSubview(view, at: subviews.firstIndex { $0 === other }.map { $0 + 1 } ?? subviews.count)
    }

    /// Moves a subview to the front.
    public func bringSubviewToFront(_ view: View) {
        guard let place = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: place))
    }

    /// Moves a subview to the back.
    public func sendSubviewToBack(_ view: View) {
        guard let place = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: place), at: 0)
    }

    /// Swaps the positions of two subviews.
    /// - Precondition: Both are indices of ``subviews``.
    public func exchangeSubview(at index: Int, withSubviewAt other: Int) { subviews.swapAt(index, other) }

    /// Removes the view from its superview. The running animations of the view and its subviews are interrupted.
    public func removeFromSuperview() {
        guard superview != nil else { return }
        leaveSuperview()
        endAnimations()
    }

    private func leaveSuperview() {
        let former = superview
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        if let former, former.holdsBySiblings { former.layOut(former.subviews, near: names) }
    }

    private func endAnimations() {
        clock.end(of: self)
        for view in content { view.endAnimations() }
    }

    /// Returns whether the view is `view` or one of its descendants.
    public func isDescendant(of view: View) -> Bool {
        sequence(first: self, next: \.superview).contains { $0 === view }
    }

    /// The first view in this tree with the given ``id``, or `nil` if no view has that id.
    public func view(withID id: String) -> View? { tree.first { $0.id == id } }

    /// The first view in this tree with the given ``tag``, superviews first, or `nil` if no view has that tag.
    public func viewWithTag(_ tag: Int) -> View? { tree.first { $0.tag == tag } }

    var tree: [View] { [self] + content.flatMap(\.tree) }

    /// Moves the view and its subviews to the clock of another tree.
    fileprivate func join(_ other: ViewClock) {
        guard clock !== other else { return }
        other.take(from: clock, of: self)
        value.join(other.time - clock.time)
        clock = other
        for view in content { view.join(other) }
    }

    /// The transform from the view's own coordinates to the root's.
    private var toRoot: Transform {
        sequence(first: self, next: \.superview).filter { $0.superview != nil }
            .reduce(.identity) { $0.concatenating($1.model.geometry.outwards) }
    }

    /// The transform from the view's own coordinates to another view's, or to the root's if `view` is `nil`.
    private func way(to view: View?) -> Transform { view?.toRoot.inverted.map(toRoot.concatenating) ?? toRoot }
    private func way(from view: View?) -> Transform { view?.way(to: self) ?? toRoot.inverted ?? .identity }

    /// Converts a point from this view's coordinates to another view's, or to the root's if `view` is `nil`. If a transform
    /// collapses a view to zero area, the result is in the root's coordinates.
    public func convert(_ point: Point, to view: View?) -> Point { point.applying(way(to: view)) }

    /// Converts a point from another view's coordinates, or from the root's if `view` is `nil`, to this view's.
    public func convert(_ point: Point, from view: View?) -> Point { point.applying(way(from: view)) }

    /// Converts a rectangle to another view's coordinates, or to the root's if `view` is `nil`. The result is upright.
    public func convert(_ rect: Rect, to view: View?) -> Rect { rect.applying(way(to: view)) }

    /// Converts a rectangle from another view's coordinates, or from the root's if `view` is `nil`. The result is upright.
    public func convert(_ rect: Rect, from view: View?) -> Rect { rect.applying(way(from: view)) }
}
