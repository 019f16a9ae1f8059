import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("System 8: points and pixels")
struct System8PointsTests {
    /// A row: a picture's pixels and scale, its size in points, and the pixels of a canvas of that size.
    struct Row: Sendable, CustomTestStringConvertible {
        let row: String
        let pixels: PixelSize
        let scale: Double
        let points: Size
        let outputScale: Double
        let canvas: PixelSize
        let padded: PixelSize

        var testDescription: String { row }
    }

    static let rows: [Row] = [
        Row(
            row: "8.1: 4032x3024@3x is 1344x1008 points",
            pixels: PixelSize(width: 4032, height: 3024),
            scale: 3,
            points: Size(width: 1344, height: 1008),
            outputScale: 1,
            canvas: PixelSize(width: 1344, height: 1008),
            padded: PixelSize(width: 1344, height: 1008)
        ),
        Row(
            row: "8.2: 101x67@2x is 50.5x33.5 points, at 2 pixels per point 101x67, padded for H.264 102x68",
            pixels: PixelSize(width: 101, height: 67),
            scale: 2,
            points: Size(width: 50.5, height: 33.5),
            outputScale: 2,
            canvas: PixelSize(width: 101, height: 67),
            padded: PixelSize(width: 102, height: 68)
        ),
    ]

    @Test("a picture's points make the canvas's pixels, and 4:2:0 rounds those up to even ones", arguments: rows)
    func canvas(row: Row) {
        let image = Image(source: .black, pixelSize: row.pixels, scale: row.scale)
        expectEqual(image.size, row.points)
        let canvas = Rect(origin: .zero, size: image.size).snapped(scale: row.outputScale).size
        expectEqual(canvas, row.canvas)
        expectEqual(canvas.roundedUpToEven, row.padded)
    }

    @Test("8.3: an iPad's 768x1024 points are 1536x2048 pixels at 2 pixels per point")
    func devices() {
        expectEqual(DeviceScreen.ipad.pixelSize(scale: 2), PixelSize(width: 1536, height: 2048))
        expectEqual(DeviceScreen.ipad.pixelSize(scale: 2, isLandscape: true), PixelSize(width: 2048, height: 1536))
        expectEqual(DeviceScreen(rawValue: "iphone-4in")?.pixelSize(scale: 2), PixelSize(width: 640, height: 1136))
        expectEqual(DeviceScreen.iphone.pixelSize(scale: 1), PixelSize(width: 320, height: 480))
        expectEqual(DeviceScreen.iphone4Inch.bounds(), Rect(x: 0, y: 0, width: 320, height: 568))
        expectEqual(DeviceScreen.ipad.bounds(isLandscape: true), Rect(x: 0, y: 0, width: 1024, height: 768))
        for scale in [0, -1, .nan, .infinity] as [Double] {
            expect(DeviceScreen.iphone.pixelSize(scale: scale).isEmpty)
        }
    }

    @Test("8.4: 375.5 points are 751 pixels at 2 pixels per point, and 376 at one", arguments: [(2.0, 751), (1, 376)])
    func rounding(scale: Double, pixels: Int) {
        expectEqual(Rect(x: 0, y: 0, width: 375.5, height: 1).snapped(scale: scale).size.width, pixels)
    }
}
