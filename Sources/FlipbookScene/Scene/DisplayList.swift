public import FlipbookCore

/// The contents of a scene at one moment, in paint order. If the same renderer draws equal lists for equal targets, the
/// pictures are equal.
public struct DisplayList: Hashable, Sendable {
    /// A step of painting.
    public enum Item: Hashable, Sendable {
        /// A layer, painted over everything before it.
        case layer(PaintedLayer)
        /// The start of a group. The items up to its ``end`` are composited separately, and then painted as one.
        case begin(Group)
        /// The end of the innermost open group.
        case end
    }

    /// Effects on layers that are composited as one.
    public struct Group: Hashable, Sendable {
        /// A transition between two appearances of a layer. Its group contains exactly two groups, one for each appearance.
        public struct Passage: Hashable, Sendable {
            /// The transition.
            public let transition: Transition
            /// The completed fraction, 0 to 1.
            public let progress: Double
        }

        /// The opacity of the group, 0 to 1.
        public var alpha = 1.0
        /// The layer whose edges and corners clip the group. If there is a ``passage``, this is the layer in transition.
        public var clip: PaintedLayer?
        /// The transition between the two groups inside. If `nil`, the items are painted over each other.
        public var passage: Passage?
        /// The shadow below the group, or `nil` for none.
        public var shadow: Shadow?

        /// Creates a group.
        public init(alpha: Double = 1, clip: PaintedLayer? = nil) { (self.alpha, self.clip) = (alpha, clip) }

        package init(_ outline: PaintedLayer, _ transition: Transition, at progress: Double) {
            (clip, passage) = (outline, Passage(transition: transition, progress: progress))
        }
    }

    /// The items in paint order.
    public let items: [Item]

    /// Creates a list of layers, from bottom to top.
    public init(_ layers: [PaintedLayer]) { items = layers.map(Item.layer) }

    /// Creates a list of items.
    public init(items: [Item]) { self.items = items }
}

/// A layer as painted at one moment: everything that its pixels depend on, except the pixels of its picture.
@dynamicMemberLookup
public struct PaintedLayer: Hashable, Sendable {
    /// The contents painted over the background.
    public enum Contents: Hashable, Sendable {
        case nothing
        /// Black that fills the layer's frame, in place of a missing drawing.
        case black
        case picture(PaintedPicture)
        /// A transition between two contents, and its progress, 0 to 1.
        indirect case transition(from: Contents, to: Contents, Transition, progress: Double)
        /// Multiple contents painted as one, each over the previous ones.
        indirect case stack([Contents])

        /// Creates the contents that a layer paints for an image whose header has been read. `drawing` identifies the pixels of
        /// the image, and `others` the pixels of the image's other parts.
        package init(_ image: Image, drawing: Int, others: [Int] = [], in layer: Layer, templates: Color) {
            var others = others[...]
            self.init(image, drawing: drawing, &others, in: layer, templates: templates)
        }

        private init(_ image: Image, drawing: Int, _ others: inout ArraySlice<Int>, in layer: Layer, templates: Color) {
            self.init(alone: image, drawing: drawing, in: layer, templates: templates)
            guard image.isComposed else { return }
            func contents(_ part: Image, _ others: inout ArraySlice<Int>) -> Self {
                let number = others.popFirst() ?? 0
                return Self(part, drawing: number, &others, in: layer, templates: templates)
            }
            if !image.above.isEmpty {
                var stack = [self]
                for part in image.above { stack.append(contents(part, &others)) }
                stack.removeAll { $0 == .nothing }
                self = stack.count > 1 ? .stack(stack) : stack.first ?? .nothing
            }
            guard let transition = image.transition else { return }
            let next = contents(transition.image, &others)
            self = .transition(from: self, to: next, transition.transition, progress: transition.progress)
        }

        private init(alone image: Image, drawing: Int, in layer: Layer, templates: Color) {
            guard image.source != .black, image.source != .nothing else {
                self = image.source == .black ? .black : .nothing
                return
            }
            let flips =
                image.flipsForRightToLeftLayoutDirection && layer.effectiveUserInterfaceLayoutDirection == .rightToLeft
            let image = flips ? image.mirroredForRightToLeft() : image
            var picture = PaintedPicture(drawing: drawing, scale: image.scale, orientation: image.imageOrientation)
            picture.resizing = image.resizing ?? layer.resizing
            picture.stencilColor = image.stencilColor(in: templates)
            self = .picture(picture)
        }
    }

    /// The contents painted over the background.
    public var contents = Contents.nothing
    /// The layer's frame in points, in the coordinates that ``transform`` maps to the canvas.
    public var frame = Rect.zero
    /// The transform from the coordinates of ``frame`` to the canvas. It is the identity unless the layer is rotated or scaled.
    public var transform = Transform.identity
    /// The drawing properties, with all defaults applied. They are also available as members of the layer.
    public var properties = ViewProperties.unset

    /// Returns a drawing property.
    public subscript<Value>(dynamicMember property: KeyPath<ViewProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    package static let empty = PaintedLayer()

    /// Positions the layer. `space` maps the surrounding coordinates to the canvas.
    mutating func place(_ geometry: ViewGeometry, in space: Transform) {
        var total = geometry.outwards.concatenating(space)
        let origin = geometry.bounds.origin
        frame.size = geometry.bounds.size
        if total.isTranslation {
            frame.origin =
                geometry.transform.isIdentity ? geometry.frame.origin.applying(space) : origin.applying(total)
        } else {
            total = Transform(translationX: origin.x, y: origin.y).concatenating(total)
            (frame.origin, transform) = (.zero, total)
        }
    }

    /// The layer as an opaque clipping mask.
    package var silhouette: PaintedLayer {
        PaintedLayer(frame: frame, transform: transform, properties: properties.silhouette)
    }
}

/// A picture as painted, without its pixels.
public struct PaintedPicture: Hashable, Sendable {
    /// The number that identifies the stored pixels in the bound scene that made the list.
    public var drawing: Int
    /// Picture pixels per point.
    public var scale: Double
    /// The orientation of the stored pixels.
    public var orientation: ImageOrientation
    /// The slicing of the oriented picture, or `nil` if it is drawn as a whole.
    public var resizing: ImageResizing?
    /// The color that replaces the picture's own colors, or `nil` to keep them.
    public var stencilColor: Color?
}
