public import FlipbookCore

/// An item on a canvas: its position, contents and appearance. It has the properties of an ``ImageView`` under the same names.
@dynamicMemberLookup
public struct Layer: Hashable, Sendable {
    /// The contents of a layer.
    public enum Contents: Hashable, Sendable {
        case nothing
        case image(Image)
        /// Frames, repeated from time 0 on.
        case frames([Frame], FrameTiming)
        /// The pictures of an image view, which can change over time.
        case pictures(LayerPictures)

        /// The picture at the given time, in nanoseconds since the scene began, possibly in transition to the next one.
        package func image(atNanosecond time: Int64) -> Image? {
            switch self {
            case .nothing: nil
            case .image(let image): image
            case .frames(let frames, let timing):
                frames[timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time))].image
            case .pictures(let pictures): pictures.image(atNanosecond: time)
            }
        }
    }

    /// The layer's name in animations and messages, if any.
    public var id: String?

    /// The contents over the background.
    public var contents = Contents.nothing

    /// The drawing properties. They are also available as members of the layer: `layer.contentMode`, `layer.alpha`.
    public var properties = ViewProperties()

    /// Accesses a drawing property.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// The layer's position in its superlayer or on the canvas, in points. Its members are also members of the layer:
    /// `layer.frame`.
    public var geometry = ViewGeometry()

    /// Accesses a geometry property.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewGeometry, Value> & Sendable) -> Value {
        get { geometry[keyPath: property] }
        set { geometry[keyPath: property] = newValue }
    }

    /// The layers over this one's picture, from bottom to top, in the coordinates of ``ViewGeometry/bounds``. They fade
    /// together with this layer.
    public var sublayers: [Layer] = []
    /// The changes of properties over time. See ``presentation(at:)``.
    public var tracks: [Track] = []
    /// The previous appearance, with which the running transition in ``tracks`` begins. Empty if the transition begins with
    /// this layer as it was a moment earlier.
    package var former: [Layer] = []

    /// The stretchable part of a picture without caps, in fractions of its size. The default is the whole picture.
    public var contentStretch = ImageView.wholeContent
    /// The shadow of the layer and its sublayers, or `nil` for none. A layer that clips has no shadow.
    public var shadow: Shadow?
    /// The layout direction around the layer. If `nil` (the default), it is the superlayer's, or left to right if there is no
    /// superlayer.
    public var layoutDirection: LayoutDirection?
    /// The rule by which the layer follows its superlayer's size over time. If `nil` (the default), the layer does not follow
    /// it.
    public var hold: LayerHold? { didSet { isHeldBySiblings = hold?.namesSiblings ?? false } }
    private(set) var isHeldBySiblings = false
    /// The sizes of a pinned layer's contents, in chronological order. They apply unless pins determine the layer's size.
    package var contentSizes: [ContentSize] = []
    /// A Boolean value that indicates whether ``contentSizes`` are the sizes of the layer's pictures.
    package var hasPicturesSize = false

    /// Creates an empty layer without a size.
    public init() {}

    /// Creates a layer with contents in part of the canvas.
    public init(frame: Rect, contents: Contents = .nothing) { (self.contents, self.frame) = (contents, frame) }

    package var resizing: ImageResizing? {
        contentStretch == ImageView.wholeContent ? nil : .contentStretch(contentStretch)
    }

    /// The layer as painted with one picture, or `nil` if nothing is drawn. If there is no picture, only the background is
    /// painted.
    /// - Parameter space: The transform from the surrounding coordinates to the canvas.
    package func painted(
        _ image: Image?,
        drawing: Int,
        others: [Int] = [],
        in space: Transform = .identity,
        templates: Color = ImageView.defaultTintColor
    ) -> PaintedLayer? {
        guard isSeen else { return nil }
        let templates = properties.templateColor(in: templates)
        let contents = image.map {
            PaintedLayer.Contents($0, drawing: drawing, others: others, in: self, templates: templates)
        }
        return changing(outline(in: space)) {
            ($0.contents, $0.properties) = (contents ?? .nothing, properties.painted)
        }
    }

    package func outline(in space: Transform) -> PaintedLayer {
        var painted = PaintedLayer(frame: self.frame)
        if !geometry.transform.isIdentity || !space.isIdentity { painted.place(geometry, in: space) }
        return painted
    }

    /// The layer's own layout direction. ``ViewProperties/semanticContentAttribute`` takes precedence over ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection {
        self.semanticContentAttribute.layoutDirection(relativeTo: layoutDirection ?? .leftToRight)
    }

    package var isSeen: Bool { properties.isSeen }

    /// The effects on the layer and its sublayers as a group, or `nil` if no group is needed.
    package var group: DisplayList.Group? {
        let shadow = self.clipsToBounds ? nil : shadow.flatMap { $0.isSeen ? $0 : nil }
        guard shadow != nil || (!sublayers.isEmpty && !self.isOpaque && self.alpha < 1) else { return nil }
        return changing(DisplayList.Group(alpha: self.isOpaque ? 1 : self.alpha)) { $0.shadow = shadow }
    }

    /// The layer and its descendants, parents first. Previous appearances come before sublayers.
    package var tree: [Layer] { [self] + (former + sublayers).flatMap(\.tree) }

    /// The end of each change in the tree, in nanoseconds since the scene began, or `nil` if a change never ends.
    package var endNanoseconds: [Int64?] {
        tree.flatMap { layer in
            let ends = layer.tracks.map(\.endNanosecond)
            guard case .pictures(let pictures) = layer.contents, pictures.isMoving else { return ends }
            return ends + [pictures.endNanosecond]
        }
    }

    /// Delays all changes in the tree by the given time, which can be negative.
    mutating func delay(by time: RationalTime) {
        for place in tracks.indices { tracks[place].delay += time }
        switch contents {
        case .nothing, .image: break
        case .frames(let frames, let timing):
            var pictures = LayerPictures()
            (pictures.animation, pictures.start) = (LayerPictures.Animation(frames, timing), time)
            contents = .pictures(pictures)
        case .pictures(var pictures):
            pictures.start = pictures.start.map { $0 + time }
            for place in pictures.changes.indices { pictures.changes[place].time += time }
            contents = .pictures(pictures)
        }
        for place in sublayers.indices { sublayers[place].delay(by: time) }
    }

    var transformParts: TransformParts {
        get { TransformParts(self.transform) }
        set { self.transform = newValue.transform }
    }

    var background: Background {
        get { self.backgroundColor ?? .clear }
        set { self.backgroundColor = newValue }
    }
}

extension ImageView {
    /// A layer with the view's contents. The current time is time 0 of the layer.
    public var layer: Layer { changing(look) { if let contents = contents() { $0.contents = contents } } }

    /// The view's pictures from the current time on: the still picture or, during an animation, the frames.
    /// - Parameter now: The current time in the result, in nanoseconds.
    func contents(now: Int64 = 0) -> Layer.Contents? {
        let still = stillImage
        if let passage, transitionProgress != nil {
            var pictures = LayerPictures()
            (pictures.image, pictures.start) = (passage.from, nil)
            let start = RationalTime.nanoseconds(now - time + passage.start)
            pictures.changes = [LayerPictures.Change(at: start, .image(settledImage), by: passage.timed)]
            return .pictures(pictures)
        }
        let images = isAnimating ? activeAnimationImages : still?.images
        let timing = isAnimating ? sequencer.timing : still?.timing
        guard let images, let timing, isAnimating || images.count > 1 else { return visibleImage.map { .image($0) } }
        var pictures = LayerPictures()
        pictures.animation = LayerPictures.Animation(images.map { Frame(facing($0)) }, timing)
        pictures.image = still.map(facing)
        pictures.repeatCount = isAnimating ? max(0, animationRepeatCount) : 0
        pictures.start = .nanoseconds(now - time + (isAnimating ? startTime : stillTime))
        return .pictures(pictures)
    }
}
