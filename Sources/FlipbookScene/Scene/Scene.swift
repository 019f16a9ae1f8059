public import FlipbookCore

/// A canvas and the layers on it, from the lowest to the topmost, for as long as they last.
///
/// A plain sequence is a scene of one layer that covers the canvas; an overlay is a second one. A scene is a value that
/// opens no file. Binding it reads what the headers of its pictures say, see `BoundScene`, and what it shows at
/// one moment is a ``DisplayList``.
public struct Scene: Hashable, Sendable {
    /// The size of the canvas in pixels.
    public var size: PixelSize
    /// Pixels of the canvas per point; layers lie in points.
    public var scale: Double
    /// The layers, the first one beneath all others.
    public var layers: [Layer]

    /// A scene from its parts.
    public init(size: PixelSize, scale: Double = 1, layers: [Layer] = []) {
        (self.size, self.scale, self.layers) = (size, scale, layers)
    }

    /// The canvas in points.
    public var bounds: Rect { Rect(origin: .zero, size: Size(size, scale: scale)) }
}

extension Scene {
    /// The scene that the bounds of an image view make: its layer alone, as it is shown from now on.
    /// - Parameter scale: Pixels of the canvas per point.
    public init(_ view: ImageView, scale: Double = 1) { self.init(view.layer, scale: scale) }

    /// The scene of a layer alone, on a canvas of its bounds: as in a snapshot, its own place and turn do not count.
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

    /// Gives a scene without pixels the size of a picture of its lowest layer, if that has no size either.
    package mutating func take(sizeOf image: Image?) {
        guard let image, size.isEmpty, layers.first?.bounds.size == .zero else { return }
        layers[0].frame.size = image.size
        size = layers[0].frame.snapped(scale: scale).size
    }
}

extension AnimatedValue {
    /// A rectangle at the origin; any other value as it is.
    fileprivate var atOrigin: AnimatedValue {
        if case .rect(let rect) = self { .rect(Rect(origin: .zero, size: rect.size)) } else { self }
    }
}
