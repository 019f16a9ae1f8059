import FlipbookCore
import FlipbookImaging
import Testing

/// Random views against a reference that evaluates the definition for each pixel in floating point.
@Suite("Views against a slow and obvious reference")
struct ViewOracleTests {
    /// What the definition says of one pixel, premultiplied, 0 to 1.
    private static func reference(_ canvas: Canvas, _ picture: Picture, _ x: Int, _ y: Int) -> [Double] {
        let bounds = Rect(origin: .zero, size: Size(canvas.size, scale: canvas.scale))
        let target = canvas.contentMode.rect(for: Size(picture.size), in: bounds).snapped(scale: canvas.scale)
        var layer = [0.0, 0, 0, 0]
        if target.columns.contains(x), target.rows.contains(y) {
            // Nearest: the pixel whose square holds the centre.
            let column = (2 * (x - target.x) + 1) * picture.size.width / (2 * target.size.width)
            let row = (2 * (y - target.y) + 1) * picture.size.height / (2 * target.size.height)
            let pixel = picture.pixel(column, row).map { Double($0) / 255 }
            if let tint = canvas.tintColor {
                let alpha = pixel[3] * Double(tint.alpha) / 255
                layer = [Double(tint.red), Double(tint.green), Double(tint.blue), 255].map { $0 / 255 * alpha }
            } else {
                layer = [pixel[0] * pixel[3], pixel[1] * pixel[3], pixel[2] * pixel[3], pixel[3]]
            }
        }
        if case .color(let color) = canvas.background {
            let beta = canvas.isOpaque && color.alpha > 0 ? 1 : Double(color.alpha) / 255
            let below = [
                Double(color.red) / 255 * beta, Double(color.green) / 255 * beta, Double(color.blue) / 255 * beta, beta,
            ]
            let rest = 1 - layer[3]
            layer = zip(layer, below).map { $0 + $1 * rest }
        }
        if canvas.isOpaque {
            layer[3] = 1
        } else {
            layer = layer.map { $0 * canvas.alpha }
        }
        return layer
    }

    @Test("of 400 random views every pixel is within a level or two roundings of the definition")
    func random() throws {
        var generator = SeededGenerator(seed: 404)
        var worst = 0.0
        for _ in 0..<400 {
            let picture = Picture(
                Int.random(in: 1...12, using: &generator),
                Int.random(in: 1...12, using: &generator),
                random: &generator
            )
            func color() -> Color {
                let bytes = generator.bytes(4)
                return Color(
                    red: bytes[0],
                    green: bytes[1],
                    blue: bytes[2],
                    alpha: Bool.random(using: &generator) ? 255 : bytes[3]
                )
            }
            let canvas = Canvas(
                size: PixelSize(
                    width: Int.random(in: 1...24, using: &generator),
                    height: Int.random(in: 1...24, using: &generator)
                ),
                scale: Double(Int.random(in: 1...2, using: &generator)),
                contentMode: ContentMode.allCases.randomElement(using: &generator) ?? .center,
                background: Bool.random(using: &generator) ? .clear : .color(color()),
                filter: .nearest,
                tintColor: Int.random(in: 0..<4, using: &generator) == 0 ? color() : nil,
                alpha: Bool.random(using: &generator) ? 1 : Double(Int.random(in: 0...255, using: &generator)) / 255,
                isOpaque: Int.random(in: 0..<4, using: &generator) == 0
            )
            let found = try FrameRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in picture }
                .render(Frame(number: nil, source: .file(FilePath("a.png"))))
            for y in 0..<canvas.size.height {
                for x in 0..<canvas.size.width {
                    let expected = Self.reference(canvas, picture, x, y)
                    for (one, other) in zip(found.pixel(x, y), expected) {
                        worst = max(worst, abs(Double(one) - other * 255))
                    }
                }
            }
        }
        // Each of the three products is rounded to the nearest level, by half a level at most.
        #expect(worst <= 1.5)
    }
}
