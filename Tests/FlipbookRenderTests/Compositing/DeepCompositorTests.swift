import CImageKernels
import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("16 bits per channel")
struct DeepCompositorTests {
    /// Numbers at both ends, around the middle, and random ones.
    private func numbers(_ count: Int, seed: UInt64) -> [UInt16] {
        var generator = SeededGenerator(seed: seed)
        let special: [UInt16] = [0, 1, 2, 127, 128, 255, 256, 257, 32767, 32768, 65407, 65534, 65535]
        return (0..<count).map { _ in
            let number = generator.next()
            return number & 3 == 0
                ? special[Int(number >> 8) % special.count] : UInt16(truncatingIfNeeded: number >> 16)
        }
    }

    private func product(_ x: UInt16, _ y: UInt16) -> UInt16 { UInt16((2 * Int(x) * Int(y) + 65535) / 131_070) }

    private func straight(_ bytes: [UInt16], _ width: Int, _ height: Int) -> Picture {
        Picture(making: PixelSize(width: width, height: height), format: .rgba64) { target in
            bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        }
    }

    private func values(_ picture: Picture) -> [UInt16] {
        picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    @Test("products are rounded to nearest, and unpremultiplying inverts them where nothing was lost")
    func products() {
        let source = numbers(40_000, seed: 8)
        var result = source
        flipbook_rgba64_premultiply(&result, source, 10_000)
        var back = result
        flipbook_rgba64_unpremultiply(&back, result, 10_000)
        for i in stride(from: 0, to: 40_000, by: 4) {
            let alpha = source[i + 3]
            for c in 0..<3 { expectEqual(result[i + c], product(source[i + c], alpha)) }
            expectEqual(result[i + 3], alpha)
            guard alpha > 0 else { continue }
            for c in 0..<3 {
                let exact = (Int(result[i + c]) * 65535 + Int(alpha) / 2) / Int(alpha)
                expectEqual(Int(back[i + c]), min(exact, 65535))
            }
        }
    }

    @Test("over adds the destination's share, rounded to nearest")
    func over() {
        var source = numbers(40_000, seed: 4)
        flipbook_rgba64_premultiply(&source, source, 10_000)
        let below = numbers(40_000, seed: 5)
        var result = below
        flipbook_rgba64_over(&result, source, 10_000)
        for i in 0..<40_000 { expectEqual(result[i], source[i] &+ product(below[i], 65535 - source[i | 3])) }
    }

    @Test("each kernel is its definition for every width of a row, in place or not")
    func kernels() {
        let color: [UInt16] = [1000, 40_000, 65_535, 50_000]
        for count in [1, 3, 4, 5, 8, 31] {
            let source = numbers(count * 4, seed: UInt64(count))
            func alpha(_ i: Int) -> UInt16 { source[i | 3] }
            var result = [UInt16](repeating: 7, count: count * 4)
            flipbook_rgba64_stencil(&result, source, count, color)
            expectEqual(
                result,
                source.indices.map {
                    product($0 % 4 == 3 ? 65_535 : color[$0 % 4], product(alpha($0), color[3]))
                }
            )
            flipbook_rgba64_fade(&result, source, count, 12_345)
            expectEqual(result, source.map { product($0, 12_345) })
            flipbook_rgba64_fill(&result, count, color)
            expectEqual(result, source.indices.map { color[$0 % 4] })
            flipbook_rgba64_straight_over_opaque(&result, source, count, color)
            let straight = source.indices.map { i in
                i % 4 == 3 ? 65_535 : product(source[i], alpha(i)) + product(color[i % 4], 65_535 - alpha(i))
            }
            expectEqual(result, straight)
            var premultiplied = source
            flipbook_rgba64_premultiply(&premultiplied, premultiplied, count)
            flipbook_rgba64_over_color(&premultiplied, premultiplied, count, [1000, 40_000, 65_535, 65_535])
            expectEqual(premultiplied, straight)
            expectEqual(flipbook_rgba64_is_opaque(premultiplied, count), 1)
            premultiplied[count * 4 - 1] = 65_534
            expectEqual(flipbook_rgba64_is_opaque(premultiplied, count), 0)
            let none = [UInt16](repeating: 0, count: count)
            var (green, blue, red, alphas) = (none, none, none, none)
            let nearest = [UInt16](repeating: 32_768, count: 8)
            flipbook_rgba64_to_planes12(&green, &blue, &red, &alphas, source, count, nearest)
            for (plane, channel) in zip([green, blue, red, alphas], [1, 2, 0, 3]) {
                let exact = (0..<count).map { Double(source[$0 * 4 + channel]) * 4095 / 65_535 }
                expectEqual(plane, exact.map { UInt16($0.rounded()) })
            }
        }
    }

    @Test("8 bits become 16 and come back, all 256 values; 16 bits are rounded to the nearest of 8")
    func depths() throws {
        let eight: [UInt8] = (0..<256).flatMap { (value: Int) -> [UInt8] in [UInt8(value), 0, 0, 255] }
        let picture = Picture(256, 1) { x, _ in Array(eight[(x * 4)..<(x * 4 + 4)]) }
        expectEqual(values(try picture.widened()), eight.map { UInt16($0) * 257 })
        try expectEqual(picture.widened().narrowed().bytes, eight)
        let all = (0..<65_536).map { UInt16($0) }
        let narrow = try straight(all, 128, 128).narrowed().bytes
        for (value, result) in pairs(all, narrow) {
            expect(abs(Double(value) / 257 - Double(result)) <= 0.5)
        }
    }

    @Test("a frame of 16 bits that covers a clear canvas comes through untouched")
    func untouched() throws {
        let picture = straight(numbers(15 * 4, seed: 2), 5, 3)
        try expect(Picture.drawn(picture, on: Canvas(5, 3), as: .rgba64) === picture)
        try expectEqual(Picture.drawn(picture, on: Canvas(5, 3)).bytes, picture.narrowed().bytes)
    }

    @Test(
        "composited over a color at 16 bits, and scaled: within four of 65,535 of the definition, since weights have 14 bits"
    )
    func reference() throws {
        for (size, filter) in [(7, ScalingFilter.automatic), (4, .automatic), (3, .bilinear), (12, .automatic)] {
            let source = numbers(7 * 7 * 4, seed: 6)
            let canvas = Canvas(
                size: PixelSize(width: size, height: size),
                background: .color(Color(red: 10, green: 20, blue: 30)),
                filter: filter
            )
            let result = values(try Picture.drawn(straight(source, 7, 7), on: canvas, as: .rgba64))
            func scaled(_ channel: Int) -> [[Double]] {
                let rows = (0..<7).map { y in
                    ScalingReference.row(
                        (0..<7).map { x in
                            let at = (y * 7 + x) * 4
                            return Double(source[at + channel]) * (channel == 3 ? 1 : Double(source[at + 3]) / 65535)
                        },
                        to: size,
                        filter
                    )
                }
                return (0..<size).map { x in ScalingReference.row(rows.map { $0[x] }, to: size, filter) }
            }
            let channels = (0..<4).map(scaled)
            var worst = 0.0
            for y in 0..<size {
                for x in 0..<size {
                    let alpha = min(max(channels[3][x][y], 0), 65535)
                    for c in 0..<3 {
                        let color = min(max(channels[c][x][y], 0), alpha)
                        let expected = color + Double([10, 20, 30][c]) * 257 * (1 - alpha / 65535)
                        worst = max(worst, abs(Double(result[(y * size + x) * 4 + c]) - expected))
                    }
                    expectEqual(result[(y * size + x) * 4 + 3], 65535)
                }
            }
            expect(worst <= 4, "7 to \(size) \(filter)")
        }
    }

    @Test("a PNG of 16 bits is written and read back to the bit, and rounded to 8 where no more was asked for")
    func codec() throws {
        var source = numbers(20 * 4, seed: 3)
        for opaque in [false, true] {
            if opaque { for i in stride(from: 3, to: source.count, by: 4) { source[i] = 65535 } }
            let picture = straight(source, 5, 4)
            let file = try PNGEncoder.encode(picture, opaque: opaque)
            let deep = try file.withUnsafeBytes { try ImageDecoder(keepsSixteenBits: true).decode($0) }
            expectEqual(deep.format, .rgba64)
            expectEqual(values(deep), source)
            let eight = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
            expectEqual(eight.format, .rgba)
            try expectEqual(eight.bytes, picture.narrowed().bytes)
        }
    }
}
