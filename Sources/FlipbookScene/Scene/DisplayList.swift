public import FlipbookCore

/// The picture of a scene at one moment, in the order in which it is painted.
///
/// Equal lists, drawn by one renderer for equal targets, are equal pictures: what is held, repeated and kept is found by
/// that alone. A list of one layer is one allocation.
public struct DisplayList: Hashable, Sendable {
    /// One step of painting.
    public enum Item: Hashable, Sendable {
        /// A layer, over all that was painted before.
        case layer(PaintedLayer)
        /// The beginning of what is painted by itself, up to its ``end``, and then as one over all that was painted before.
        case begin(Group)
        /// The end of the group that began last.
        case end
    }

    /// The effects on layers that are painted as one.
    public struct Group: Hashable, Sendable {
        /// A transition between the two groups that are all that a group holds: a look that a layer had, and the next one.
        public struct Passage: Hashable, Sendable {
            /// The way in which the second group takes the place of the first.
            public let transition: Transition
            /// The part of it that is done, 0 to 1.
            public let progress: Double
        }

        /// The part of it that is left, 0 to 1.
        public var alpha = 1.0
        /// The layer that it is cut off at: its edges and its rounded corners, or `nil` if nothing is cut off. With a
        /// ``passage``, the layer whose looks these are, and nothing is cut off.
        public var clip: PaintedLayer?
        /// The transition between the two groups within, or `nil` for what is painted one over the other.
        public var passage: Passage?
        /// The shadow that it throws on what lies beneath; `nil` for none.
        public var shadow: Shadow?

        /// A group from its parts.
        public init(alpha: Double = 1, clip: PaintedLayer? = nil) { (self.alpha, self.clip) = (alpha, clip) }

        /// The group of a layer's two looks.
        package init(_ outline: PaintedLayer, _ transition: Transition, at progress: Double) {
            (clip, passage) = (outline, Passage(transition: transition, progress: progress))
        }
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
    /// The picture over the background.
    public enum Contents: Hashable, Sendable {
        /// Nothing.
        case nothing
        /// Black in all of the layer's frame: what is put in for a missing drawing.
        case black
        /// A picture.
        case picture(PaintedPicture)
        /// Two contents, the second on its way into the place of the first: how, and how far it has come, 0 to 1.
        indirect case transition(from: Contents, to: Contents, Transition, progress: Double)
        /// Several contents as one, each over those before.
        indirect case stack([Contents])
    }

    /// The picture over the background.
    public var contents = Contents.nothing
    /// The place of the layer, in points: on the canvas, or where it is turned or resized, in coordinates that
    /// ``transform`` takes there.
    public var frame = Rect.zero
    /// From the coordinates of ``frame`` to those of the canvas; the identity but for layers that are turned or resized.
    public var transform = Transform.identity
    /// The properties of its drawing, with nothing left open. The layer has the same properties itself.
    public var properties = ViewProperties()

    /// A property of how it is drawn.
    public subscript<Value>(dynamicMember property: KeyPath<ViewProperties, Value>) -> Value {
        properties[keyPath: property]
    }
}

extension PaintedLayer {
    /// A layer of which nothing is seen.
    package static let empty = PaintedLayer()

    /// Puts the layer where it lies in coordinates that `space` takes to those of the canvas.
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

    /// The layer as what others are cut off at: all of it, opaque.
    package var silhouette: PaintedLayer {
        PaintedLayer(frame: frame, transform: transform, properties: properties.silhouette)
    }
}

/// A picture as it is painted, but for its pixels.
public struct PaintedPicture: Hashable, Sendable {
    /// The number that stands for the stored pixels in the bound scene that the list comes from.
    public var drawing: Int
    /// Pixels of the picture per point.
    public var scale: Double
    /// The turn and the mirroring of the stored pixels.
    public var orientation: ImageOrientation
    /// The way in which the picture, turned, is cut, or `nil` if it is drawn as a whole.
    public var resizing: ImageResizing?
    /// The color in place of the picture's own, or `nil` to keep these.
    public var stencilColor: Color?
}

extension PaintedLayer.Contents {
    /// The contents that a layer paints of an image whose header was read.
    /// - Parameters:
    ///   - others: The numbers that stand for the pixels of the image's other parts, see `Image.parts`.
    ///   - templates: The color of templates.
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
        switch image.source {
        case .black:
            self = .black
            return
        case .nothing:
            self = .nothing
            return
        case .file, .data, .drawn: break
        }
        let flips =
            image.flipsForRightToLeftLayoutDirection && layer.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let image = flips ? image.mirroredForRightToLeft() : image
        self = .picture(
            PaintedPicture(
                drawing: drawing,
                scale: image.scale,
                orientation: image.imageOrientation,
                resizing: image.resizing ?? layer.resizing,
                stencilColor: image.stencilColor(in: templates)
            )
        )
    }
}
