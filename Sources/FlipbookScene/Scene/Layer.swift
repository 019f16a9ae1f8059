public import FlipbookCore

/// One thing that lies on a canvas: where it is, what it shows, and how.
///
/// What an ``ImageView`` is to its users, a layer is to the code that draws; the properties are the view's, with its names.
@dynamicMemberLookup
public struct Layer: Hashable, Sendable {
    /// What a layer shows.
    public enum Contents: Hashable, Sendable {
        /// Its background alone.
        case nothing
        /// One picture.
        case image(Image)
        /// One picture after the other, over and over, from time 0 on.
        case frames([Frame], FrameTiming)
        /// What an image view of that many pictures shows, which may change over time.
        case pictures(LayerPictures)
    }

    /// The name of it in animations and messages, or `nil` if nothing does.
    public var id: String?

    /// What is shown over the background.
    public var contents = Contents.nothing

    /// How it is drawn. The layer has the same properties itself: `layer.contentMode`, `layer.alpha`.
    public var properties = ViewProperties()

    /// A property of how it is drawn.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// The layer's own coordinates: what ``ViewProperties/contentMode`` places pictures in. In points.
    public var bounds = Rect.zero
    /// Where ``anchorPoint`` lies in the layer that holds this one, or on the canvas. In points.
    public var center = Point.zero
    /// The point of the layer that ``center`` and ``transform`` are about, in fractions of its size; the middle by default.
    public var anchorPoint = Point(x: 0.5, y: 0.5)
    /// How the layer and all within is turned and resized about its anchor point.
    public var transform = Transform.identity
    /// The layers that lie in this one, over its own picture, from the lowest to the topmost.
    ///
    /// They lie in the coordinates of ``bounds``, whose origin moves them and not the picture; they fade with this layer
    /// as one, and are cut off at its edges where it clips.
    public var sublayers: [Layer] = []
    /// How properties change over time, see ``presentation(at:)``.
    public var tracks: [Track] = []

    /// The part of a picture without caps that stretches, in fractions of its size; all of it by default.
    public var contentStretch = ImageView.wholeContent
    /// The shadow of the layer and all within; `nil` for none, and none is drawn where the layer clips.
    public var shadow: Shadow?
    /// In which direction the layer runs, for pictures that are mirrored with it.
    public var layoutDirection = LayoutDirection.leftToRight
    /// What becomes of it where the layer that holds this one changes its size over time; `nil`, the default, for nothing.
    public var hold: LayerHold?

    /// A layer without area that shows nothing.
    public init() {}

    /// A layer that shows one thing in a part of the canvas.
    public init(frame: Rect, contents: Contents = .nothing) { (self.contents, self.frame) = (contents, frame) }

    /// The smallest upright rectangle around the layer where it lies, in points.
    ///
    /// Setting it sets the size of ``bounds``, whose origin stays, and ``center``.
    public var frame: Rect {
        get { geometry.frame }
        set {
            var geometry = geometry
            geometry.frame = newValue
            (bounds, center) = (geometry.bounds, geometry.center)
        }
    }

    /// How the layer lies in its container.
    public var geometry: ViewGeometry {
        ViewGeometry(bounds: bounds, center: center, anchorPoint: anchorPoint, transform: transform)
    }

    /// The way in which a picture without caps of its own is cut, or `nil` if it is scaled as a whole.
    package var resizing: ImageResizing? {
        contentStretch == ImageView.wholeContent ? nil : .contentStretch(contentStretch)
    }

    /// The layer as it is painted, with one picture.
    /// - Parameters:
    ///   - image: The picture, its header read; `nil` for the background alone.
    ///   - drawing: The number that stands for the pixels of `image`.
    ///   - others: The numbers that stand for those of its other parts, see `Image.parts`.
    ///   - space: From the coordinates that the layer lies in to those of the canvas.
    ///   - templates: The colour of templates around it.
    /// - Returns: `nil` where nothing of the layer is drawn.
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
        var painted = PaintedLayer(contents: contents ?? .nothing, frame: frame, properties: properties.painted)
        if !transform.isIdentity || !space.isIdentity { painted.place(geometry, in: space) }
        return painted
    }

    /// Whether the layer is neither hidden nor quite transparent; else nothing within is seen either.
    package var isSeen: Bool { properties.isSeen }

    /// The effects on the layer together with those within, or `nil` if that is nothing, or where it is alone.
    package var group: DisplayList.Group? {
        let shadow = self.clipsToBounds ? nil : shadow.flatMap { $0.isSeen ? $0 : nil }
        guard shadow != nil || (!sublayers.isEmpty && !self.isOpaque && self.alpha < 1) else { return nil }
        var group = DisplayList.Group(alpha: self.isOpaque ? 1 : self.alpha)
        group.shadow = shadow
        return group
    }

    /// The layers of the tree, this one first and each before those within.
    package var tree: [Layer] { [self] + sublayers.flatMap(\.tree) }
}

extension ImageView {
    /// The view as a layer that shows what the view shows now.
    public var layer: Layer {
        var layer = look
        if let image = visibleImage { layer.contents = .image(image) }
        return layer
    }
}
