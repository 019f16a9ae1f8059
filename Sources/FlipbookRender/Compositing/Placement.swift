package import FlipbookCore

/// Where a picture lies on the canvas, in pixels.
package struct Placement: Hashable, Sendable {
    /// What a picture is placed in, and how.
    package struct Room: Hashable, Sendable {
        /// The room in pixels.
        package var size: PixelSize
        /// Pixels of the room per point.
        package var scale: Double
        /// How a picture of another size is placed.
        package var contentMode: ContentMode
        /// What becomes of a picture's edges that fall inside pixels.
        package var pixelPolicy: PixelPolicy

        /// A room from its parts.
        package init(size: PixelSize, scale: Double, contentMode: ContentMode, pixelPolicy: PixelPolicy) {
            (self.size, self.scale, self.contentMode, self.pixelPolicy) = (size, scale, contentMode, pixelPolicy)
        }
    }

    /// The size of the picture in its own pixels.
    package let source: PixelSize
    /// The rectangle of the whole picture on the canvas, beyond which it may reach; its edges may lie inside pixels.
    package let edges: Rect
    /// The canvas pixels that `edges` touches.
    package let target: PixelRect
    /// The part of `target` that lies on the room.
    package let visible: PixelRect

    /// A place from its parts.
    private init(source: PixelSize, edges: Rect, target: PixelRect, visible: PixelRect) {
        (self.source, self.edges, self.target, self.visible) = (source, edges, target, visible)
    }

    /// The place on a canvas of so many pixels, where the room begins at a point of it.
    func moved(x: Int, y: Int, on canvas: PixelSize) -> Placement {
        let target = target.moved(x: x, y: y)
        let origin = Point(x: edges.origin.x + Double(x), y: edges.origin.y + Double(y))
        return Placement(
            source: source,
            edges: Rect(origin: origin, size: edges.size),
            target: target,
            visible: target.intersection(PixelRect(canvas))
        )
    }

    /// The same place of a picture that has other pixels.
    func drawing(_ source: PixelSize) -> Placement {
        Placement(source: source, edges: edges, target: target, visible: visible)
    }

    /// The place of a picture of `source` pixels, `pictureScale` of which make a point, in a room.
    package init(of source: PixelSize, scale pictureScale: Double, in room: Room) {
        // In units of the room's pixels, not points: a picture of the room's own scale has a whole
        // number of them, and so keeps its size to the pixel however its edges fall. The product
        // first: where the quotient is a whole number it is found exactly.
        func length(_ pixels: Int) -> Double {
            pictureScale == room.scale ? Double(pixels) : Double(pixels) * room.scale / pictureScale
        }
        // A mode that scales looks at proportions alone. Those of whole numbers put an edge that lies
        // halfway between two borders exactly there, so that it goes to the right and down.
        let size =
            room.contentMode.isResizing
            ? Size(source) : Size(width: length(source.width), height: length(source.height))
        let bounds = Rect(origin: .zero, size: Size(room.size))
        let rect = room.contentMode.rect(for: size, in: bounds)
        self.source = source
        switch room.pixelPolicy {
        case .snap:
            target = rect.snapped()
            edges = Rect(target)
        case .exact:
            target = Self.touched(by: rect)
            edges = target.isEmpty ? .zero : rect
        }
        visible = target.intersection(PixelRect(room.size))
    }

    /// Whether each pixel of the picture is one pixel of the room.
    var isUnscaled: Bool { target.size == source && edges == Rect(target) }

    /// The visible part, counted from the top left pixel of `target`.
    var visibleInTarget: PixelRect {
        PixelRect(
            x: visible.x - target.x,
            y: visible.y - target.y,
            width: visible.size.width,
            height: visible.size.height
        )
    }

    /// The pixels that `rect` covers, if only in part; kept within ±2^40 so that their numbers cannot overflow.
    private static func touched(by rect: Rect) -> PixelRect {
        guard !rect.isEmpty, rect.maxX > rect.minX, rect.maxY > rect.minY else { return .zero }
        let limit = 1_099_511_627_776.0
        func border(_ edge: Double, _ rule: FloatingPointRoundingRule) -> Int {
            Int(min(max(edge.rounded(rule), -limit), limit))
        }
        let (left, top) = (border(rect.minX, .down), border(rect.minY, .down))
        return PixelRect(
            x: left,
            y: top,
            width: border(rect.maxX, .up) - left,
            height: border(rect.maxY, .up) - top
        )
    }
}

extension PixelRect {
    /// The rectangle so many pixels further to the right and down.
    func moved(x: Int, y: Int) -> PixelRect {
        PixelRect(x: self.x + x, y: self.y + y, width: size.width, height: size.height)
    }
}

extension Rect {
    /// The rectangle of whole pixels.
    init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x),
            y: Double(pixels.y),
            width: Double(pixels.size.width),
            height: Double(pixels.size.height)
        )
    }
}
