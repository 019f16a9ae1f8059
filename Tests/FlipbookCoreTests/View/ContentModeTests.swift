import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Content modes")
struct ContentModeTests {
    @Test("the rectangle moves with the bounds' origin", arguments: ContentMode.allCases)
    func boundsOrigin(mode: ContentMode) {
        let image = Size(width: 8, height: 2)
        let resting = mode.rect(for: image, in: Rect(x: 0, y: 0, width: 16, height: 16))
        let moved = mode.rect(for: image, in: Rect(x: 100, y: -50, width: 16, height: 16))
        expectEqual(
            moved,
            Rect(
                x: resting.minX + 100,
                y: resting.minY - 50,
                width: resting.size.width,
                height: resting.size.height
            )
        )
    }

    @Test("a side that follows the bounds equals it, for every small image")
    func noRoundingOnSpannedSides() {
        let bounds = Rect(x: 0, y: 0, width: 320, height: 240)
        for width in 1...64 {
            for height in 1...64 {
                let image = Size(width: Double(width), height: Double(height))
                let fit = ContentMode.scaleAspectFit.rect(for: image, in: bounds)
                let fill = ContentMode.scaleAspectFill.rect(for: image, in: bounds)
                expect(fit.size.width == 320 || fit.size.height == 240, "\(width)x\(height)")
                expect(fit.size.width <= 320 && fit.size.height <= 240, "\(width)x\(height)")
                expect(fill.size.width == 320 || fill.size.height == 240, "\(width)x\(height)")
                expect(fill.size.width >= 320 && fill.size.height >= 240, "\(width)x\(height)")
            }
        }
    }

    @Test("nothing is drawn of an empty image or in empty bounds", arguments: ContentMode.allCases)
    func degenerate(mode: ContentMode) {
        let sides = [0, -1, .nan, .infinity] as [Double]
        let square = Size(width: 4, height: 4)
        for side in sides {
            for empty in [Size(width: side, height: 4), Size(width: 4, height: side)] {
                let ofEmptyImage = mode.rect(for: empty, in: Rect(x: 7, y: 9, width: 4, height: 4))
                expectEqual(ofEmptyImage, Rect(x: 7, y: 9, width: 0, height: 0))
                expect(ofEmptyImage.snapped().isEmpty)
                let inEmptyBounds = mode.rect(for: square, in: Rect(origin: .zero, size: empty))
                expect(inEmptyBounds.isEmpty)
                expect(inEmptyBounds.snapped().isEmpty)
            }
        }
    }

    @Test("names and raw values are UIKit's")
    func names() {
        let names = [
            "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right",
            "topLeft", "topRight", "bottomLeft", "bottomRight",
        ]
        expectEqual(ContentMode.allCases.map(\.name), names)
        expectEqual(ContentMode.allCases.map(\.rawValue), Array(0...12))
        expectEqual(names.map { ContentMode(name: $0) }, ContentMode.allCases)
        expect(ContentMode(name: "scaletofill") == nil)
        expect(ContentMode(name: "") == nil)
    }
}
