package import FlipbookCore

/// The place of a picture on the canvas, in pixels.
package struct Placement: Hashable, Sendable {
    /// The size of the picture in its own pixels.
    package private(set) var source: PixelSize
    /// The rectangle of the whole picture on the canvas, beyond which it may reach; its edges may lie inside pixels.
    package private(set) var edges: Rect
    /// The canvas pixels that `edges` touches.
    package private(set) var target: PixelRect
    /// The part of `target` that lies on the room.
    package private(set) var visible: PixelRect

    /// The place on a canvas of so many pixels, where the room begins at a point of it.
    func moved(x: Int, y: Int, on canvas: PixelSize) -> Placement {
        var moved = self
        moved.target = target.moved(x: x, y: y)
        moved.edges.origin = Point(x: edges.origin.x + Double(x), y: edges.origin.y + Double(y))
        moved.visible = moved.target.intersection(PixelRect(canvas))
        return moved
    }

    /// The same place of a picture that has other pixels.
    func drawing(_ source: PixelSize) -> Placement {
        var copy = self
        copy.source = source
        return copy
    }

    /// The place of a picture of `source` pixels, `pictureScale` of which make a point, in a room of pixels, `scale` of which
    /// make one.
    package init(
        of source: PixelSize,
        scale pictureScale: Double,
        in room: PixelSize,
        scale: Double,
        _ mode: ContentMode,
        _ policy: PixelPolicy
    ) {
        // In units of the room's pixels, not points: a picture of the room's own scale has a whole
        // number of them, and so keeps its size to the pixel however its edges fall. The product
        // first: where the quotient is a whole number it is found exactly.
        func length(_ pixels: Int) -> Double {
            pictureScale == scale ? Double(pixels) : Double(pixels) * scale / pictureScale
        }
        // A mode that scales looks at proportions alone. Those of whole numbers put an edge that lies
        // halfway between two borders exactly there, so that it goes to the right and down.
        let size = mode.isResizing ? Size(source) : Size(width: length(source.width), height: length(source.height))
        let rect = mode.rect(for: size, in: Rect(origin: .zero, size: Size(room)))
        self.source = source
        switch policy {
        case .snap:
            target = rect.snapped()
            edges = Rect(target)
        case .exact:
            target = Self.touched(by: rect)
            edges = target.isEmpty ? .zero : rect
        }
        visible = target.intersection(PixelRect(room))
    }

    /// A Boolean value that tells whether each pixel of the picture is one pixel of the room.
    var isUnscaled: Bool { target.size == source && edges == Rect(target) }

    /// The visible part, counted from the top left pixel of `target`.
    var visibleInTarget: PixelRect { visible.moved(x: -target.x, y: -target.y) }

    /// The pixels that `rect` covers, if only in part; kept within ±2^40 so that their numbers cannot overflow.
    private static func touched(by rect: Rect) -> PixelRect {
        guard !rect.isEmpty, rect.maxX > rect.minX, rect.maxY > rect.minY else { return .zero }
        let limit = 1_099_511_627_776.0
        func border(_ edge: Double, _ rule: FloatingPointRoundingRule) -> Int {
            Int(min(max(edge.rounded(rule), -limit), limit))
        }
        let (left, top) = (border(rect.minX, .down), border(rect.minY, .down))
        let (right, bottom) = (border(rect.maxX, .up), border(rect.maxY, .up))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension PixelRect {
    func moved(x: Int, y: Int) -> PixelRect {
        PixelRect(x: self.x + x, y: self.y + y, width: size.width, height: size.height)
    }
}

extension Rect {
    /// The rectangle of whole pixels.
    init(_ pixels: PixelRect) {
        let origin = Point(x: Double(pixels.x), y: Double(pixels.y))
        self.init(origin: origin, size: Size(pixels.size))
    }
}
