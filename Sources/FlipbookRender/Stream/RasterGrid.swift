internal import FlipbookCore
internal import FlipbookScene

/// The pixel grid in which a layer is drawn before it is transformed. It has about as many pixels as the layer covers on the
/// canvas.
struct RasterGrid {
    let scale: Double
    let frame: Rect
    let window: PixelRect
    let transform: Transform

    init?(_ layer: PaintedLayer, for target: RenderTarget) {
        let size = layer.frame.size
        let map = Transform(translationX: layer.frame.minX, y: layer.frame.minY).concatenating(layer.transform)
        let stretch = map.stretch(at: .zero)
        guard !size.isEmpty, stretch > 0, stretch.isFinite else { return nil }
        // The scale increases in steps of at most a fifth, so that a growing layer is not redrawn for each frame.
        var step = 1.0
        while step < stretch, step < 1e6 { step *= Self.step }
        while step / Self.step >= stretch, step > 1e-6 { step /= Self.step }
        // The number of pixels is limited, since more would not be visible.
        let most = Double(target.size.area) * 4
        let area = size.width * size.height * target.scale * target.scale
        scale = target.scale * min(step, (most / area).squareRoot())
        let (width, height) = (Self.pixels(size.width * scale), Self.pixels(size.height * scale))
        guard width < 1 << 24, height < 1 << 24, width * height <= RenderTarget.largestArea else { return nil }
        frame = Rect(origin: .zero, size: Size(width: Double(width) / scale, height: Double(height) / scale))
        window = PixelRect(x: -width, y: -height, width: 3 * width, height: 3 * height)
        transform = Transform(scaleX: size.width / Double(width), y: size.height / Double(height))
            .concatenating(map)
            .concatenating(Transform(scaleX: target.scale, y: target.scale))
    }

    private static let step = 1.189_207_115_002_721
    private static func pixels(_ length: Double) -> Int { Int(min(max((length - 1e-9).rounded(.up), 1), 1e9)) }
}

extension Rect {
    func isWhole(scale: Double) -> Bool {
        [minX, minY, maxX, maxY].allSatisfy { edge in
            let edge = edge * scale
            return (edge - edge.rounded()).magnitude < 1e-9
        }
    }
}

extension ArraySlice<DisplayList.Item> {
    func endOfGroup(from start: Int) -> Int {
        var depth = 0
        for place in start..<endIndex {
            switch self[place] {
            case .begin: depth += 1
            case .end: depth -= 1
            case .layer: break
            }
            if depth == 0 { return place }
        }
        return endIndex
    }
}
