/// One thing that lies on a canvas: where it is, what it shows, and how.
///
/// What an ``ImageView`` is to its users, a layer is to whatever draws; the properties are the view's, with its names.
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
    }

    /// What is shown over the background.
    public var contents = Contents.nothing

    /// How it is drawn. The layer has the same properties itself: `layer.contentMode`, `layer.alpha`.
    public var style = LayerStyle()

    /// A property of the style.
    public subscript<Value>(dynamicMember property: WritableKeyPath<LayerStyle, Value>) -> Value {
        get { style[keyPath: property] }
        set { style[keyPath: property] = newValue }
    }

    /// The layer's own coordinates: what ``LayerStyle/contentMode`` places pictures in. In points.
    public var bounds = Rect.zero
    /// Where ``anchorPoint`` lies on the canvas. In points.
    public var center = Point.zero
    /// The point of the layer that ``center`` is about, in fractions of its size; the middle by default.
    public var anchorPoint = Point(x: 0.5, y: 0.5)

    /// The part of a picture without caps that stretches, in fractions of its size; all of it by default.
    public var contentStretch = ImageView.wholeContent
    /// The colour of pictures that are templates; UIKit's blue by default.
    public var tintColor = ImageView.defaultTintColor
    /// Whether nothing of the layer is drawn.
    public var isHidden = false
    /// In which direction the layer runs, for pictures that are mirrored with it.
    public var layoutDirection = LayoutDirection.leftToRight

    /// A layer without area that shows nothing.
    public init() {}

    /// A layer that shows one thing in a part of the canvas.
    public init(frame: Rect, contents: Contents = .nothing) {
        self.contents = contents
        self.frame = frame
    }

    /// Where the layer lies on the canvas, in points.
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

    private var geometry: ViewGeometry { ViewGeometry(bounds: bounds, center: center, anchorPoint: anchorPoint) }

    /// How a picture without caps of its own is cut; `nil` where it is scaled as a whole.
    package var resizing: ImageResizing? {
        contentStretch == ImageView.wholeContent ? nil : .contentStretch(contentStretch)
    }

    /// The layer as it is painted, with one picture.
    /// - Parameters:
    ///   - image: The picture, its header read; `nil` for the background alone.
    ///   - drawing: The number that stands for the pixels of `image`.
    /// - Returns: `nil` where nothing of the layer is drawn.
    package func painted(_ image: Image?, drawing: Int) -> PaintedLayer? {
        guard !isHidden, style.isOpaque || !(style.alpha <= 0) else { return nil }
        var shown = style
        shown.backgroundColor = style.backgroundColor ?? .clear
        if style.isOpaque || style.alpha.isNaN { shown.alpha = 1 }
        shown.cornerRadius = style.cornerRadius > 0 ? style.cornerRadius : 0
        return PaintedLayer(
            contents: image.map { PaintedLayer.Contents($0, drawing: drawing, in: self) } ?? .nothing,
            frame: frame,
            style: shown
        )
    }
}

extension ImageView {
    /// The view as a layer that shows what the view shows now.
    public var layer: Layer {
        var layer = look
        if let image = visibleImage { layer.contents = .image(image) }
        return layer
    }
}
