public import FlipbookCore

/// A canvas and its layers, from bottom to top. A plain sequence is a scene with one layer that covers the canvas. A scene
/// opens no files; a `BoundScene` adds the headers of the pictures. The appearance of a scene at one moment is a
/// ``DisplayList``.
public struct Scene: Hashable, Sendable {
    /// The size of the canvas in pixels.
    public var size: PixelSize
    /// Canvas pixels per point. Layers are measured in points.
    public var scale: Double
    /// The layers, from bottom to top.
    public var layers: [Layer]

    /// Creates a scene.
    public init(size: PixelSize, scale: Double = 1, layers: [Layer] = []) {
        (self.size, self.scale, self.layers) = (size, scale, layers)
    }

    /// The size of the canvas in points.
    public var bounds: Rect { Rect(origin: .zero, size: Size(size, scale: scale)) }

    /// Creates a scene from an image view. The canvas is the size of the view's bounds, and the scene begins at the current
    /// time.
    /// - Parameter scale: Canvas pixels per point.
    public init(_ view: ImageView, scale: Double = 1) { self.init(view.layer, scale: scale) }

    /// Creates a scene from one layer. The canvas is the size of the layer's bounds. The layer's position and rotation are
    /// ignored.
    package init(_ layer: Layer, scale: Double) {
        var layer = layer
        layer.geometry = ViewGeometry(bounds: layer.bounds, anchorPoint: .zero)
        layer.tracks = layer.tracks.compactMap { track in
            switch track.property {
            case .center, .transform: nil
            case .frame: changing(track) { ($0.from, $0.to) = ($0.from?.atOrigin, $0.to.atOrigin) }
            default: track
            }
        }
        self.init(size: layer.frame.snapped(scale: scale).size, scale: scale, layers: [layer])
    }

    /// If the scene has no size, gives the scene and its lowest layer the size of `image`.
    package mutating func take(sizeOf image: Image?) {
        guard let image, size.isEmpty, layers.first?.bounds.size == .zero else { return }
        layers[0].frame.size = image.size
        size = layers[0].frame.snapped(scale: scale).size
    }
}
