public import FlipbookCore

/// A rectangle that shows something and holds others: UIKit's `UIView`, as a handle on a tree of layers.
///
/// The names are UIKit's. A view belongs to the main actor, as there; what it shows is a value, ``layer``, which is drawn
/// anywhere. `Player(view)` runs a tree in a window. A program with a clock of its own moves it on with ``advance(to:)``, and
/// draws it whenever it likes with ``scene(scale:)``. A picture is shown by an ``ImageView``, which is a value and not a
/// subclass: ``imageView``.
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
    /// The one value behind the view: its place and its looks, the pictures of an image view, a screen reader's words.
    private var value: ImageView
    /// A Boolean value that indicates an image view; the pictures of any other are none.
    private(set) var isImageView: Bool
    /// The view without those within: the values that it was given, UIKit's model. Contents that were set or drawn are in
    /// it, and those of an image view are not.
    var model: Layer {
        get { value.look }
        set { value.look = newValue }
    }
    /// The view as an image view, or `nil`, the default, for a view that shows no pictures.
    ///
    /// It is the same view: what is set of the one is set of the other. Another image view in its place is shown where that
    /// one lies, and as it looks.
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
    /// The picture of an image view that nothing animates.
    var image: Image? { isImageView ? value.image : nil }
    /// Draws a view that has no ``imageView``, in the rectangle of its bounds: UIKit's `draw(_:)`; `nil`, the default, for
    /// nothing. What lies outside of the bounds is not seen.
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
    /// The picture is kept, as the contents of ``layer``. It is drawn when the view is first shown, after
    /// ``setNeedsDisplay(_:)``, for another ``contentScaleFactor``, and when the size changes under `ContentMode.redraw`;
    /// otherwise the content mode places the kept picture in the new bounds.
    public var draw: (@MainActor (DrawingContext, _ rect: Rect) -> Void)? { didSet { dropContents() } }
    /// The scale for which the contents were drawn, or `nil` if the view has to draw.
    var drawnScale: Double?
    /// The ``contentScaleFactor`` that was set, or `nil` for that of the screen.
    var ownContentScaleFactor: Double?
    /// Places the views within, of which it gets the superview: UIKit's `layoutSubviews()`; `nil`, the default, for none.
    ///
    /// It is called when the view is first shown, or by ``layoutIfNeeded()`` before that, and again after the size or the
    /// ``subviews`` have changed or ``setNeedsLayout()`` was called. ``pins`` and ``autoresizingMask`` count before it.
    public var layoutSubviews: (@MainActor (View) -> Void)? { didSet { setNeedsLayout() } }
    var needsLayout = true
    /// A number to find the view by, see ``viewWithTag(_:)``; 0 by default.
    public var tag = 0
    /// The words of a screen reader on the view. An image view is an image that takes touches, any other view has no traits.
    public var accessibility: Accessibility {
        get { value.accessibility }
        set { value.accessibility = newValue }
    }
    /// A view over the picture and the subviews, cut off at the bounds and as large as they: UIKit's `overlayContentView`.
    public private(set) lazy var overlayContentView = makeOverlay()
    /// That view, once it was asked for.
    private var overlay: View?
    /// The views within, from the back to the front.
    public private(set) var subviews: [View] = [] { didSet { setNeedsLayout() } }
    /// The view that this one lies in.
    public private(set) weak var superview: View?
    /// The time of the tree, and what has not ended.
    private(set) var clock = ViewClock()
    /// The recognizers of gestures on the view and on those within.
    public var gestureRecognizers: [GestureRecognizer] = [] {
        didSet {
            for recognizer in oldValue where !gestureRecognizers.contains(where: { $0 === recognizer }) {
                recognizer.view = nil
            }
            for recognizer in gestureRecognizers { recognizer.view = self }
        }
    }
    /// Handles a touch that no gesture is made of, in the view's own coordinates: UIKit's `touchesBegan(_:with:)` and its
    /// kin. What it does not handle, and returns `false` for, goes to the superview, the next one in the responder chain.
    ///
    /// A view that does not get the beginning of a touch gets no later phase of it. A touch that becomes part of a gesture
    /// ends with one `Touch.Phase.cancelled` for every view that got its beginning.
    public var touchHandler: (@MainActor (Touch) -> Bool)?
    /// The touches of a tree, of its root, by their fingers.
    var routes: [Int: TouchRoute] = [:]
    /// The name by which the view's place is kept from one run to the next, or `nil`, the default, if it is not kept.
    public var restorationIdentifier: String?
    /// The pins that hold the view by its superview and the views beside it, instead of ``autoresizingMask``, or `nil` for
    /// none.
    public var pins: ViewPins? { didSet { layOut(after: oldValue) } }
    /// The number by which pins know the view.
    let serial = View.nextSerial()
    /// The size that the view was given, or `nil` for that of its picture.
    var ownSize: Size?
    /// A Boolean value that indicates that pins of a view within may name another one there.
    var holdsBySiblings = false
    /// A Boolean value that tells whether the views within are being put where their pins hold them.
    var isLayingOut = false
    /// The insets that were set in the place of the picture's alignment insets.
    var ownAlignmentRectInsets: EdgeInsets?
    /// The room that a device takes at the edges of the root of a tree.
    var rootSafeAreaInsets = EdgeInsets.zero
    /// The parts of the view that change with its superview; none by default.
    public var autoresizingMask: AutoresizingMask = []

    /// A view at a place.
    public init(frame: Rect = .zero) {
        (value, isImageView) = (.withoutPictures, false)
        model.frame = frame
        if frame.size != .zero { ownSize = frame.size }
        model.isUserInteractionEnabled = true
    }

    /// A view of the place and with the looks of an image view.
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
    /// The place of the view in its superview. Of a view with a transform, the rectangle around it.
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
    /// The view's own coordinates. Another origin moves the views within, and not the picture.
    public var bounds: Rect {
        get { model.bounds }
        set { move { resize { $0.bounds = newValue } } }
    }
    /// The place of ``anchorPoint`` in the superview.
    public var center: Point {
        get { model.center }
        set { move { change(.center) { $0.center = newValue } } }
    }
    /// The point that ``center`` and ``transform`` are about, in fractions of the size.
    public var anchorPoint: Point {
        get { model.anchorPoint }
        set { model.anchorPoint = newValue }
    }
    /// The turn and the size of the view and all within. An animated turn goes the shorter way round, as in UIKit.
    public var transform: Transform {
        get { model.transform }
        set { change(.transform) { $0.transform = newValue } }
    }
    /// A property of how the view is drawn: `view.alpha`, `view.isHidden`. What is no value of it changes nothing.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { model.properties[keyPath: property] }
        set { change(AnimatableProperty(property)) { $0.properties.take(newValue, for: property) } }
    }
    /// The part of a picture that stretches.
    public var contentStretch: Rect {
        get { model.contentStretch }
        set { change(.contentStretch) { $0.contentStretch = newValue } }
    }
    /// The color of templates; where none was set, that of the superview. `nil` sets none.
    public var tintColor: Color? {
        get { model.tintColor ?? superview?.tintColor ?? ImageView.defaultTintColor }
        set { model.tintColor = newValue }
    }
    /// The shadow of the view and all within; `nil` for none.
    public var shadow: Shadow? {
        get { model.shadow }
        set { model.shadow = newValue }
    }

    /// The layer that is drawn of the view and all within, with what happens to it: UIKit's `layer`.
    ///
    /// A change of it is a change of the view: properties, ``Layer/tracks``, and ``Layer/contents``, which show until the view
    /// has another picture; `Layer.Contents.nothing` gives the view its own back. The contents of a view that draws are those
    /// that it drew last.
    ///
    /// Its sublayers are those of the subviews, and over them any layers beyond, which belong to no view. What is set of a
    /// subview's layer is set of that view.
    public var layer: Layer {
        get {
            var layer = shownModel
            layer.sublayers = content.map(\.layer)
            layer.sublayers += model.sublayers
            return layer
        }
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

    /// The view's layer without those of the subviews.
    private var shownModel: Layer {
        changing(model) { shown in
            guard shown.contents == .nothing, let contents = value.contents(now: clock.time) else { return }
            shown.contents = contents
        }
    }

    /// Throws away contents that were set or drawn.
    private func dropContents() { (model.contents, drawnScale) = (.nothing, nil) }

    /// The subviews, and over them the overlay.
    var content: [View] { overlay.map { subviews + [$0] } ?? subviews }

    private func makeOverlay() -> View {
        let view = View(frame: bounds)
        view.clipsToBounds = true
        view.superview = self
        view.join(clock)
        overlay = view
        return view
    }

    /// Sets the bounds.
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

    /// Takes on the place and the properties of a layer.
    private func wear(_ look: Layer) {
        (anchorPoint, bounds, center, transform) = (look.anchorPoint, look.bounds, look.center, look.transform)
        for property in AnimatableProperty.allCases where !property.isPlace {
            change(property) { property.set(property.value(of: look), of: &$0) }
        }
        (model.properties, model.layoutDirection) = (look.properties, look.layoutDirection)
        layOutPinned()
    }

    /// Sets a property: at once, or within ``animate(withDuration:delay:curve:options:animations:completion:)`` over a time.
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
        // A value that was set at the same moment, such as another part of the same place, was never seen.
        let earlier = running.first { $0.property == property && $0.delay == track.delay }
        if let from = earlier?.from { track.from = from }
        track.takeShorterTurn()
        model.tracks.append(track)
        clock.add(track, of: animation, on: self)
        if let earlier { clock.end(earlier, of: self) }
    }

    /// The time of the tree, in seconds since it was made: that of the last ``advance(to:)``, to the nanosecond below.
    public var time: RationalTime { .nanoseconds(clock.time) }

    /// Moves the tree to a time in seconds since it was made: pictures go on, and animations that have ended by then say so.
    /// - Parameter time: The exact time: `0.5`, `FrameRate(30).duration(ofFrames: frame)` or, of a clock,
    ///   `RationalTime(start.duration(to: .now))`. What is below a nanosecond of it does not count.
    public func advance(to time: RationalTime) {
        guard superview == nil else {
            superview?.advance(to: time)
            return
        }
        // A view that was taken out of a tree, and is the root of one, has a time of its own from now on.
        if let root = clock.root, root !== self { join(ViewClock(after: clock)) }
        clock.root = self
        advancePictures(toNanosecond: time.nanoseconds)
        clock.advance(to: time.nanoseconds)
    }

    private func advancePictures(toNanosecond time: Int64) {
        if isImageView { value.advance(toNanosecond: time) }
        for view in content { view.advancePictures(toNanosecond: time) }
    }

    /// The view as it shows now, in the middle of animations: Core Animation's presentation layer.
    public var presentation: Layer { model.presentation(atNanosecond: clock.time) }
}

extension View {
    /// Puts a view over the others within this one; a view that lies elsewhere leaves that place.
    public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts a view among the others within this one.
    /// - Parameter index: Its place from the back; beyond the last one, the front.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view does not lie in itself")
        view.leaveSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.join(clock)
        view.advancePictures(toNanosecond: clock.time)
        view.layOut()
    }

    /// Puts a view right behind another one within this one; at the back where that is not within.
    public func insertSubview(_ view: View, belowSubview other: View) {
        view.leaveSuperview()
        insertSubview(view, at: subviews.firstIndex { $0 === other } ?? 0)
    }

    /// Puts a view right before another one within this one; at the front where that is not within.
    public func insertSubview(_ view: View, aboveSubview other: View) {
        view.leaveSuperview()
        insertSubview(view, at: subviews.firstIndex { $0 === other }.map { $0 + 1 } ?? subviews.count)
    }

    /// Moves a view within this one to the front.
    public func bringSubviewToFront(_ view: View) {
        guard let place = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: place))
    }

    /// Moves a view within this one to the back.
    public func sendSubviewToBack(_ view: View) {
        guard let place = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: place), at: 0)
    }

    /// Lets two views within this one change their places in the order.
    /// - Precondition: Both are indices of ``subviews``.
    public func exchangeSubview(at index: Int, withSubviewAt other: Int) { subviews.swapAt(index, other) }

    /// Takes the view out of its superview. What animates it and those within ends, and says that it was cut short.
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

    /// Returns `true` for a view that is another one, or lies in it at any depth.
    public func isDescendant(of view: View) -> Bool {
        var ancestor: View? = self
        while let known = ancestor {
            if known === view { return true }
            ancestor = known.superview
        }
        return false
    }

    /// The view of that ``id`` among this one and all within, or `nil` if none has it.
    public func view(withID id: String) -> View? { tree.first { $0.id == id } }

    /// The first view of a ``tag`` among this one and all within, each before those within it; `nil` if none has it.
    public func viewWithTag(_ tag: Int) -> View? { tree.first { $0.tag == tag } }

    /// This view and all within, each before those within it.
    var tree: [View] { [self] + content.flatMap(\.tree) }

    /// The view and all within have the time of another tree from now on.
    fileprivate func join(_ other: ViewClock) {
        guard clock !== other else { return }
        other.take(from: clock, of: self)
        value.join(other.time - clock.time)
        clock = other
        for view in content { view.join(other) }
    }

    /// From the view's own coordinates to those of the tree's root.
    private var toRoot: Transform {
        var map = Transform.identity
        var view: View? = self
        while let known = view, known.superview != nil {
            map = map.concatenating(known.model.geometry.outwards)
            view = known.superview
        }
        return map
    }

    /// From the view's own coordinates to those of another view of the tree; `nil` for those of the root.
    private func way(to view: View?) -> Transform { view?.toRoot.inverted.map(toRoot.concatenating) ?? toRoot }

    private func way(from view: View?) -> Transform { view?.way(to: self) ?? toRoot.inverted ?? .identity }

    /// A place in this view's own coordinates in those of another view of the tree; `nil` for those of the root.
    ///
    /// A view whose transform leaves it no area has no coordinates to convert to: the place is that in the root's.
    public func convert(_ point: Point, to view: View?) -> Point { point.applying(way(to: view)) }

    /// A place in another view's own coordinates in those of this one; `nil` for those of the root.
    public func convert(_ point: Point, from view: View?) -> Point { point.applying(way(from: view)) }

    /// A rectangle in this view's own coordinates, or what is around it, in those of another view; `nil` for those of the root.
    public func convert(_ rect: Rect, to view: View?) -> Rect { rect.applying(way(to: view)) }

    /// A rectangle in another view's own coordinates, or what is around it, in those of this one; `nil` for those of the root.
    public func convert(_ rect: Rect, from view: View?) -> Rect { rect.applying(way(from: view)) }
}
