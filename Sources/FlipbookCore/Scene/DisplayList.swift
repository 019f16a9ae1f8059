/// What a scene shows at one moment, in the order in which it is painted.
///
/// Equal lists, drawn by one renderer for equal targets, are equal pictures: what is held, repeated and kept is found by
/// that alone. A list of one layer is one allocation.
public struct DisplayList: Hashable, Sendable {
    /// One step of painting.
    public enum Item: Hashable, Sendable {
        /// A layer, over all that was painted before.
        case layer(PaintedLayer)
    }

    /// The steps, from the lowest layer to the topmost.
    public let items: [Item]

    /// A list of layers, from the lowest to the topmost.
    public init(_ layers: [PaintedLayer]) { items = layers.map(Item.layer) }

    /// A list of its steps.
    public init(items: [Item]) { self.items = items }
}

/// A layer as it is painted at one moment: everything that its pixels depend on, but for the pixels of its picture.
@dynamicMemberLookup
public struct PaintedLayer: Hashable, Sendable {
    /// What is painted over the background.
    public enum Contents: Hashable, Sendable {
        /// Nothing.
        case nothing
        /// Black in all of the layer's frame: what is put in for a missing drawing.
        case black
        /// A picture.
        case picture(PaintedPicture)
    }

    /// What is painted over the background.
    public var contents = Contents.nothing
    /// Where the layer lies on the canvas, in points.
    public var frame = Rect.zero
    /// How it is drawn, with nothing left open. The layer has the same properties itself.
    public var style = LayerStyle()

    /// A property of the style.
    public subscript<Value>(dynamicMember property: KeyPath<LayerStyle, Value>) -> Value { style[keyPath: property] }
}

extension PaintedLayer {
    /// A layer of which nothing is seen.
    package static let empty = PaintedLayer()
}

/// A picture as it is painted, but for its pixels.
public struct PaintedPicture: Hashable, Sendable {
    /// The number that stands for the stored pixels in the bound scene that the list comes from.
    public var drawing: Int
    /// Pixels of the picture per point.
    public var scale: Double
    /// How the stored pixels are turned and mirrored.
    public var orientation: ImageOrientation
    /// How the picture, turned, is cut; `nil` where it is drawn as a whole.
    public var resizing: ImageResizing?
    /// The colour that takes the place of the picture's own.
    public var tintColor: Color?
}

extension PaintedLayer.Contents {
    /// What `layer` paints of an image whose header was read.
    package init(_ image: Image, drawing: Int, in layer: Layer) {
        guard image.source != .black else {
            self = .black
            return
        }
        let flips = image.flipsForRightToLeftLayoutDirection && layer.layoutDirection == .rightToLeft
        let image = flips ? image.mirroredForRightToLeft() : image
        self = .picture(
            PaintedPicture(
                drawing: drawing,
                scale: image.scale,
                orientation: image.orientation,
                resizing: image.resizing ?? layer.resizing,
                tintColor: image.stencilColor(in: layer.tintColor)
            )
        )
    }
}
