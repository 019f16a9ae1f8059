import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

@Suite("Where frames lie")
struct PlacementTests {
    /// A row of the specification's table: bounds and image in points, the exact rectangle, and the snapped ones.
    struct Vector: Sendable {
        let bounds: (Int, Int)
        let image: (Int, Int)
        var scale = 1
        let mode: ContentMode
        let exact: [Double]
        let snapped: [Int]
        let snappedTwice: [Int]
    }

    static let vectors = [
        Vector(
            bounds: (300, 300),
            image: (100, 50),
            mode: .scaleAspectFit,
            exact: [0, 75, 300, 150],
            snapped: [0, 75, 300, 150],
            snappedTwice: [0, 150, 600, 300]
        ),
        Vector(
            bounds: (300, 300),
            image: (100, 50),
            mode: .scaleAspectFill,
            exact: [-150, 0, 600, 300],
            snapped: [-150, 0, 600, 300],
            snappedTwice: [-300, 0, 1200, 600]
        ),
        Vector(
            bounds: (300, 300),
            image: (100, 50),
            mode: .bottomRight,
            exact: [200, 250, 100, 50],
            snapped: [200, 250, 100, 50],
            snappedTwice: [400, 500, 200, 100]
        ),
        Vector(
            bounds: (100, 200),
            image: (400, 300),
            mode: .scaleAspectFit,
            exact: [0, 62.5, 100, 75],
            snapped: [0, 63, 100, 75],
            snappedTwice: [0, 125, 200, 150]
        ),
        Vector(
            bounds: (100, 200),
            image: (400, 300),
            mode: .scaleAspectFill,
            exact: [-83.3333, 0, 266.6667, 200],
            snapped: [-83, 0, 266, 200],
            snappedTwice: [-167, 0, 534, 400]
        ),
        Vector(
            bounds: (100, 200),
            image: (400, 300),
            mode: .right,
            exact: [-300, -50, 400, 300],
            snapped: [-300, -50, 400, 300],
            snappedTwice: [-600, -100, 800, 600]
        ),
        Vector(
            bounds: (8, 8),
            image: (3, 3),
            mode: .center,
            exact: [2.5, 2.5, 3, 3],
            snapped: [3, 3, 3, 3],
            snappedTwice: [5, 5, 6, 6]
        ),
        Vector(
            bounds: (3, 3),
            image: (8, 8),
            mode: .center,
            exact: [-2.5, -2.5, 8, 8],
            snapped: [-2, -2, 8, 8],
            snappedTwice: [-5, -5, 16, 16]
        ),
        Vector(
            bounds: (320, 240),
            image: (101, 67),
            mode: .scaleAspectFit,
            exact: [0, 13.8614, 320, 212.2772],
            snapped: [0, 14, 320, 212],
            snappedTwice: [0, 28, 640, 424]
        ),
        Vector(
            bounds: (320, 240),
            image: (101, 67),
            mode: .top,
            exact: [109.5, 0, 101, 67],
            snapped: [110, 0, 101, 67],
            snappedTwice: [219, 0, 202, 134]
        ),
        Vector(
            bounds: (240, 380),
            image: (4032, 3024),
            scale: 2,
            mode: .scaleAspectFit,
            exact: [0, 100, 240, 180],
            snapped: [0, 100, 240, 180],
            snappedTwice: [0, 200, 480, 360]
        ),
        Vector(
            bounds: (100, 100),
            image: (100, 50),
            scale: 2,
            mode: .center,
            exact: [25, 37.5, 50, 25],
            snapped: [25, 38, 50, 25],
            snappedTwice: [50, 75, 100, 50]
        ),
    ]

    private func placement(_ vector: Vector, _ policy: PixelPolicy, at scale: Int) -> Placement {
        let size = PixelSize(width: vector.bounds.0 * scale, height: vector.bounds.1 * scale)
        let canvas = Canvas(size: size, scale: Double(scale), contentMode: vector.mode, pixelPolicy: policy)
        return Placement(
            of: PixelSize(width: vector.image.0, height: vector.image.1),
            scale: Double(vector.scale),
            on: canvas
        )
    }

    @Test("the rectangles of system 2 of the specification, exact and snapped", arguments: vectors)
    func rectangles(vector: Vector) {
        for scale in [1, 2] {
            let edges = placement(vector, .exact, at: scale).edges
            let found = [edges.minX, edges.minY, edges.size.width, edges.size.height]
            expect(pairs(found, vector.exact).allSatisfy { abs($0 - $1 * Double(scale)) < 0.0002 })
            let target = placement(vector, .snap, at: scale).target
            let snapped = scale == 1 ? vector.snapped : vector.snappedTwice
            expectEqual([target.x, target.y, target.size.width, target.size.height], snapped)
        }
    }

    @Test("an edge halfway between two borders goes to the right and down, whatever the scales")
    func halfway() {
        // 5 x 11 pixels that cover 10 x 1 are 10 x 22, from -10.5 on.
        for scale in [1.0, 1.5, 2, 3, 7] {
            for pictureScale in [1.0, 2, 3, 0.1] {
                let canvas = Canvas(10, 1, scale: scale, .scaleAspectFill)
                let place = Placement(of: PixelSize(width: 5, height: 11), scale: pictureScale, on: canvas)
                expectEqual(place.target, PixelRect(x: 0, y: -10, width: 10, height: 22), "\(scale) \(pictureScale)")
            }
        }
        // 7 pixels at 3 per point are 7 on a canvas of 3 per point; 15 at 3 are 5 on one of 1.
        for (pixels, pictureScale, scale, length) in [(7, 3.0, 3.0, 7), (15, 3, 1, 5), (5, 0.1, 0.3, 15)] {
            let canvas = Canvas(20, 20, scale: scale, .center)
            let place = Placement(of: PixelSize(width: pixels, height: 2), scale: pictureScale, on: canvas)
            expectEqual(place.target.size.width, length)
            expectEqual(place.target.x, (21 - length) / 2)
        }
    }

    @Test("between pixels, a center on the border of two source pixels shows the second one")
    func nearestOnBorder() throws {
        // 8 rows at a third of their size on 15: from 6 1/6 on. The center of row 6 lies on the border of rows 0 and 1.
        let picture = Picture(1, 8) { _, y in [UInt8(y), 0, 0, 255] }
        var canvas = Canvas(1, 15, .center, filter: .nearest)
        canvas.pixelPolicy = .exact
        let found = try Picture.drawn(picture, scale: 3, on: canvas)
        expectEqual((6..<9).map { found.pixel(0, $0)[0] }, [1, 4, 7])
    }

    @Test("exact edges show the part of a pixel that is covered: a white frame of 3 in the middle of 8 pixels")
    func partialEdges() throws {
        let white = Picture(3, 3) { _, _ in [255, 255, 255, 255] }
        var canvas = Canvas(8, 8, .center)
        canvas.pixelPolicy = .exact
        let result = try Picture.drawn(white, on: canvas, as: .rgbaPremultiplied)
        let row = (0..<8).map { result.pixel($0, 3)[3] }
        expectEqual(row, [0, 0, 128, 255, 255, 128, 0, 0])
        expectEqual(result.pixel(2, 2), [64, 64, 64, 64])
        canvas.filter = .nearest
        let hard = try Picture.drawn(white, on: canvas, as: .rgbaPremultiplied)
        expectEqual((0..<8).map { hard.pixel($0, 3)[3] }, [0, 0, 255, 255, 255, 0, 0, 0])
    }

    @Test("an exact frame whose edges are whole pixels is the snapped one, byte for byte")
    func wholeEdges() throws {
        var generator = SeededGenerator(seed: 5)
        let picture = Picture(10, 6, random: &generator)
        for (mode, side) in [(ContentMode.center, 20), (.scaleAspectFit, 20), (.topLeft, 7), (.scaleToFill, 4)] {
            let snapped = Canvas(side, side, mode)
            var exact = snapped
            exact.pixelPolicy = .exact
            try expectEqual(Picture.drawn(picture, on: exact).bytes, Picture.drawn(picture, on: snapped).bytes)
        }
    }

    @Test("random frames between pixels are within one level of the definition in floating point")
    func reference() throws {
        let seed: UInt64 = 41
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let filter = try require(ScalingFilter.allCases.randomElement(using: &generator))
            let mode = try require(ContentMode.allCases.randomElement(using: &generator))
            let sides = (0..<4).map { _ in Int.random(in: 1...24, using: &generator) }
            let picture = Picture(sides[0], sides[1], random: &generator)
            var canvas = Canvas(sides[2], sides[3], scale: [1, 1.5, 2.25][sides[0] % 3], mode, filter: filter)
            canvas.pixelPolicy = .exact
            let result = try Picture.drawn(picture, scale: 1 + sides[1] % 2, on: canvas, as: .rgbaPremultiplied)
            let edges = Placement(of: picture.size, scale: Double(1 + sides[1] % 2), on: canvas).edges
            let expected = ScalingReference.premultiplied(picture) { values, horizontally in
                ScalingReference.row(
                    values,
                    left: horizontally ? edges.minX : edges.minY,
                    right: horizontally ? edges.maxX : edges.maxY,
                    on: horizontally ? sides[2] : sides[3],
                    filter
                )
            }
            var worst = 0.0
            for y in 0..<sides[3] {
                for x in 0..<sides[2] {
                    for channel in 0..<4 {
                        worst = max(worst, abs(Double(result.pixel(x, y)[channel]) - expected[y][x][channel]))
                    }
                }
            }
            expect(worst <= 1.05, "\(sides) \(mode) \(filter), seed \(seed)")
        }
    }
}
