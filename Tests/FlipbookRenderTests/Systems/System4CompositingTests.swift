import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("System 4: transparency and compositing")
struct System4CompositingTests {
    /// A row of the table: a picture's pixel, alpha, background and what is behind, and what comes out.
    struct Row: Sendable, CustomTestStringConvertible {
        let row: String
        let pixel: [UInt8]
        let alpha: Int
        let background: Color?
        let behind: Color
        let opaque: [UInt8]
        let other: [UInt8]

        var testDescription: String { row }
    }

    private static let (blue, green) = (Color(red: 0, green: 0, blue: 255), Color(red: 0, green: 255, blue: 0))

    static let rows: [Row] = [
        Row(
            row: "4.1",
            pixel: [255, 0, 0, 255],
            alpha: 255,
            background: blue,
            behind: green,
            opaque: [255, 0, 0, 255],
            other: [255, 0, 0, 255]
        ),
        Row(
            row: "4.2",
            pixel: [255, 0, 0, 128],
            alpha: 255,
            background: blue,
            behind: green,
            opaque: [128, 0, 127, 255],
            other: [128, 0, 127, 255]
        ),
        Row(
            row: "4.3",
            pixel: [255, 0, 0, 128],
            alpha: 128,
            background: blue,
            behind: green,
            opaque: [128, 0, 127, 255],
            other: [64, 127, 64, 255]
        ),
        Row(
            row: "4.4",
            pixel: [255, 0, 0, 128],
            alpha: 128,
            background: nil,
            behind: green,
            opaque: [128, 0, 0, 255],
            other: [64, 191, 0, 255]
        ),
        Row(
            row: "4.5",
            pixel: [200, 100, 50, 64],
            alpha: 51,
            background: Color(red: 10, green: 20, blue: 30, alpha: 128),
            behind: .white,
            opaque: [57, 40, 35, 255],
            other: [234, 229, 228, 255]
        ),
        Row(
            row: "4.6",
            pixel: [255, 0, 0, 255],
            alpha: 128,
            background: nil,
            behind: .clear,
            opaque: [255, 0, 0, 255],
            other: [128, 0, 0, 128]
        ),
        Row(
            row: "4.7",
            pixel: [200, 100, 50, 64],
            alpha: 191,
            background: nil,
            behind: .clear,
            opaque: [50, 25, 13, 255],
            other: [37, 19, 10, 48]
        ),
    ]

    /// The tolerance that the table has where a product is rounded twice.
    static func differ(_ one: [UInt8], _ other: [UInt8]) -> Int {
        pairs(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test("a view over something is the table's, opaque or not, for any width of a row", arguments: rows)
    func table(row: Row) throws {
        for width in [1, 7, 8, 9, 40] {
            for isOpaque in [true, false] {
                var view = ImageView(image: try ViewCompositingTests.image(row.pixel, width))
                view.alpha = Double(row.alpha) / 255
                view.backgroundColor = row.background.map(Background.color)
                view.isOpaque = isOpaque
                let canvas = Canvas(
                    size: PixelSize(width: width, height: 1),
                    background: .color(row.behind),
                    overlays: [view]
                )
                let renderer = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in
                    Picture(1, 1) { _, _ in [0, 0, 0, 0] }
                }
                let found = try renderer.render(Frame(file: FilePath("clear.png")))
                let expected = isOpaque ? row.opaque : row.other
                for x in 0..<width {
                    expect(Self.differ(found.pixel(x, 0), expected) <= (isOpaque || row.alpha == 255 ? 0 : 1))
                }
            }
        }
    }

    @Test("the frame itself goes by the same table, over nothing or over black", arguments: rows)
    func frame(row: Row) throws {
        for (isOpaque, behind) in [(true, Color.clear), (false, .clear), (false, .black)] {
            let canvas = Canvas(
                size: PixelSize(width: 3, height: 2),
                background: row.background.map(Background.color) ?? .clear,
                alpha: Double(row.alpha) / 255,
                isOpaque: isOpaque
            )
            let renderer = try CanvasRenderer(
                canvas: canvas,
                format: .rgbaPremultiplied,
                isFlattened: behind == .black
            ) { _ in Picture(3, 2) { _, _ in row.pixel } }
            let found = try renderer.render(Frame(file: FilePath("a.png"))).pixel(2, 1)
            if isOpaque {
                expectEqual(found, row.opaque)
            } else if row.behind == behind {
                expectEqual(found, row.other)
            } else {
                expect(behind == .clear || found[3] == 255)
            }
        }
    }

    /// The first pixel of a view over a color, on a canvas of `width` pixels and one row.
    static func drawn(_ view: ImageView, on behind: Color, width: Int) throws -> [UInt8] {
        let canvas = Canvas(
            size: PixelSize(width: width, height: 1),
            background: .color(behind),
            overlays: [view]
        )
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in
            Picture(1, 1) { _, _ in [0, 0, 0, 0] }
        }
        return try renderer.render(Frame(file: FilePath("clear.png"))).pixel(0, 0)
    }
}
