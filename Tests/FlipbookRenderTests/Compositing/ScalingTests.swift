import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Scaling")
struct ScalingTests {
    @Test(
        "a plain picture stays plain at every size to 12, with any filter and alpha",
        arguments: ScalingFilter.allCases
    )
    func plain(filter: ScalingFilter) throws {
        for color: [UInt8] in [[255, 255, 255, 255], [200, 100, 50, 128], [0, 0, 0, 0]] {
            for source in [1, 2, 3, 5, 8, 12] {
                for target in 1...12 {
                    let picture = Picture(source, 13 - source) { _, _ in color }
                    let result = try Picture.drawn(
                        picture,
                        on: Canvas(target, 13 - target, filter: filter),
                        as: .rgbaPremultiplied
                    )
                    let expected = color.prefix(3).map { UInt8(exactProduct(Int($0), Int(color[3]))) } + [color[3]]
                    for y in 0..<(13 - target) {
                        for x in 0..<target { expectEqual(result.pixel(x, y), expected) }
                    }
                }
            }
        }
    }

    @Test("a third of the size is the mean of nine pixels, rounded")
    func meanOfNine() throws {
        var generator = SeededGenerator(seed: 9)
        let bytes = generator.bytes(24 * 9)
        let picture = Picture(24, 9) { x, y in [bytes[y * 24 + x], 0, 0, 255] }
        let result = try Picture.drawn(picture, on: Canvas(8, 3))
        for y in 0..<3 {
            for x in 0..<8 {
                var sum = 0
                for dy in 0..<3 {
                    for dx in 0..<3 { sum += Int(bytes[(y * 3 + dy) * 24 + x * 3 + dx]) }
                }
                let mean = Double(sum) / 9
                expect(abs(Double(result.pixel(x, y)[0]) - mean) <= 0.52, "seed 9, \(x), \(y)")
            }
        }
    }

    @Test("nearest repeats pixels unchanged")
    func nearest() throws {
        var generator = SeededGenerator(seed: 2)
        let picture = Picture(7, 5) { _, _ in generator.bytes(3) + [255] }
        let result = try Picture.drawn(picture, on: Canvas(21, 10, filter: .nearest))
        for y in 0..<10 {
            for x in 0..<21 { expectEqual(result.pixel(x, y), picture.pixel(x / 3, y / 2)) }
        }
    }

    @Test("a growing picture stays between its neighbors: an edge has no ringing")
    func noRinging() throws {
        let picture = Picture(8, 1) { x, _ in x < 4 ? [40, 40, 40, 255] : [200, 200, 200, 255] }
        let row = try Picture.drawn(picture, on: Canvas(37, 1)).bytes
        let values = stride(from: 0, to: row.count, by: 4).map { row[$0] }
        expect(values.first == 40 && values.last == 200)
        expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("a fine stripe pattern becomes even gray where it shrinks: no aliasing")
    func noAliasing() throws {
        let picture = Picture(300, 300) { x, y in (x + y) % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
        for side in [100, 127, 71, 10] {
            let result = try Picture.drawn(picture, on: Canvas(side, side)).bytes
            let worst = stride(from: 0, to: result.count, by: 4).map { abs(Int(result[$0]) - 128) }.max() ?? 255
            expect(worst <= 30, "300 to \(side)")
        }
    }

    @Test("colors under transparent pixels do not bleed into edges")
    func noFringe() throws {
        let picture = Picture(40, 40) { x, _ in x % 2 == 0 ? [255, 0, 0, 255] : [255, 255, 255, 0] }
        for (side, filter) in [(10, ScalingFilter.automatic), (17, .automatic), (90, .automatic), (90, .bilinear)] {
            let result = try Picture.drawn(picture, on: Canvas(side, side, filter: filter))
            for y in 0..<side {
                for x in 0..<side {
                    let pixel = result.pixel(x, y)
                    expect(pixel[3] == 0 || pixel[0...2] == [255, 0, 0])
                }
            }
        }
    }

    @Test("a shrinking edge overshoots by less than a thirteenth of its height, and color never exceeds alpha")
    func overshoot() throws {
        for side in [20, 25, 29, 33, 37, 39] {
            let gray = Picture(40, 1) { x, _ in x < 19 ? [100, 100, 100, 255] : [200, 200, 200, 255] }
            let row = try Picture.drawn(gray, on: Canvas(side, 1)).bytes
            expect(stride(from: 0, to: row.count, by: 4).allSatisfy { (92...208).contains(row[$0]) }, "40 to \(side)")
            let half = Picture(40, 40) { x, y in (x + y) % 5 < 2 ? [255, 255, 255, 255] : [255, 255, 255, 0] }
            let soft = try Picture.drawn(half, on: Canvas(side, side), as: .rgbaPremultiplied).bytes
            expect(stride(from: 0, to: soft.count, by: 4).allSatisfy { soft[$0] == soft[$0 + 3] }, "40 to \(side)")
        }
    }

    @Test("random pictures at random sizes are within one level of the definition in floating point")
    func reference() throws {
        let seed: UInt64 = 77
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let filter: ScalingFilter = Bool.random(using: &generator) ? .automatic : .bilinear
            let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator))
            let (toWidth, toHeight) = (
                Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator)
            )
            let picture = Picture(width, height, random: &generator)
            let result = try Picture.drawn(
                picture,
                on: Canvas(toWidth, toHeight, filter: filter),
                as: .rgbaPremultiplied
            )
            let expected = ScalingReference.premultiplied(picture) { values, horizontally in
                ScalingReference.row(values, to: horizontally ? toWidth : toHeight, filter)
            }
            for y in 0..<toHeight {
                for x in 0..<toWidth {
                    for channel in 0..<4 {
                        let difference = abs(Double(result.pixel(x, y)[channel]) - expected[y][x][channel])
                        expect(
                            difference <= 1.05,
                            "\(width)x\(height) to \(toWidth)x\(toHeight) \(filter), seed \(seed)"
                        )
                    }
                }
            }
        }
    }
}
