package import FlipbookCore

package struct Placement: Hashable, Sendable {
    package private(set) var source: PixelSize
    /// The rectangle of the whole picture. It may extend beyond the canvas, and its edges may lie inside pixels.
    package private(set) var edges: Rect
    package private(set) var target: PixelRect
    package private(set) var visible: PixelRect

    func moved(x: Int, y: Int, on canvas: PixelSize) -> Placement {
        changing(self) {
            $0.target = target.moved(x: x, y: y)
            $0.edges.origin = Point(x: edges.origin.x + Double(x), y: edges.origin.y + Double(y))
            $0.visible = $0.target.intersection(PixelRect(canvas))
        }
    }

    func drawing(_ source: PixelSize) -> Placement { changing(self) { $0.source = source } }

    /// Places a picture of `source` pixels in a container. Both scales are in pixels per point.
    package init(
        of source: PixelSize,
        scale pictureScale: Double,
        in room: PixelSize,
        scale: Double,
        _ mode: ContentMode,
        _ policy: PixelPolicy
    ) {
        // Lengths are in pixels, so that a picture with the same scale as the container keeps its size. Multiplying before
        // dividing keeps whole quotients exact.
        func length(_ pixels: Int) -> Double {
            pictureScale == scale ? Double(pixels) : Double(pixels) * scale / pictureScale
        }
        // Scaling modes depend only on proportions. With whole numbers, an edge halfway between two pixel borders is exact.
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

    var isUnscaled: Bool { target.size == source && edges == Rect(target) }

    var visibleInTarget: PixelRect { visible.moved(x: -target.x, y: -target.y) }

    /// Returns the pixels that `rect` touches. Coordinates are limited to ±2^40 to avoid overflow.
    static func touched(by rect: Rect) -> PixelRect {
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
    init(_ pixels: PixelRect) {
        self.init(origin: Point(x: Double(pixels.x), y: Double(pixels.y)), size: Size(pixels.size))
    }
}
