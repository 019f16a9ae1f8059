import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// The orientations of system 9 are numbers, and with those.
@Suite("System 9: templates and tint")
struct System9TemplateTests {
    @Test(
        "a template is its alpha in the tint's color",
        arguments: [
            ("9.9", [12, 200, 90, 255], Color(red: 255, green: 0, blue: 0), [255, 0, 0, 255]),
            ("9.10", [12, 200, 90, 128], Color(red: 255, green: 0, blue: 0), [128, 0, 0, 128]),
            ("9.11", [0, 0, 0, 64], Color(red: 0, green: 128, blue: 255, alpha: 128), [0, 16, 32, 32]),
            ("9.12", [12, 200, 90, 0], Color(red: 255, green: 0, blue: 0), [0, 0, 0, 0]),
        ] as [(String, [UInt8], Color, [UInt8])]
    )
    func tint(row: String, pixel: [UInt8], tint: Color, expected: [UInt8]) throws {
        // As it is, and enlarged: two ways of drawing.
        for side in [1, 3, 20] {
            let canvas = Canvas(
                size: PixelSize(width: 20, height: 20),
                background: .clear,
                filter: .nearest,
                tintColor: tint
            )
            let renderer = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in
                Picture(side, side) { _, _ in pixel }
            }
            try expectEqual(
                renderer.render(Frame(file: FilePath("a.png"))).pixel(7, 19),
                expected,
                "\(row) at \(side) pixels"
            )
        }
    }
}
