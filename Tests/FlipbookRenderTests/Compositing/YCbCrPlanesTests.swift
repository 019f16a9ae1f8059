import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Planes of luma and chroma become RGBA")
struct YCbCrPlanesTests {
    /// Planes of random samples, which stand in two bytes where they have more than 8 bits.
    private struct Samples {
        let coding: YCbCrPlanes.Coding
        let size: PixelSize
        var planes: [[Int]]
        let widths: [Int]

        /// Four pixels of one gray.
        init(gray: Int, isFullRange: Bool) {
            coding = YCbCrPlanes.Coding(LumaCoding(red: 0.299, blue: 0.114, isFullRange: isFullRange))
            size = PixelSize(width: 2, height: 2)
            (widths, planes) = ([2, 1, 1], [Array(repeating: gray, count: 4), [128], [128]])
        }

        init(_ coding: YCbCrPlanes.Coding, _ size: PixelSize, _ generator: inout SeededGenerator) {
            (self.coding, self.size) = (coding, size)
            let chromaWidth = coding.layout.hasHalfColumns ? (size.width + 1) / 2 : size.width
            let chromaHeight = coding.layout.hasHalfRows ? (size.height + 1) / 2 : size.height
            widths = [size.width, chromaWidth, chromaWidth]
            planes = [size.area, chromaWidth * chromaHeight, chromaWidth * chromaHeight].map { count in
                (0..<count).map { _ in Int.random(in: 0..<1 << coding.layout.bits, using: &generator) }
            }
        }

        var bytes: [[UInt8]] {
            planes.map { plane in
                plane.flatMap { coding.layout.bits > 8 ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0)] }
            }
        }

        /// A sample of chroma at the place of a pixel: linear between its neighbors, from the definition of where they lie.
        private func chroma(_ plane: Int, _ x: Int, _ y: Int) -> Double {
            func weights(_ place: Int, _ isHalved: Bool, _ isAtFirst: Bool) -> [(Int, Double)] {
                guard isHalved else { return [(place, 1)] }
                let exact = isAtFirst ? Double(place) / 2 : (Double(place) - 0.5) / 2
                let below = exact.rounded(.down)
                return [(Int(below), 1 - (exact - below)), (Int(below) + 1, exact - below)]
            }
            let (width, height) = (widths[plane], planes[plane].count / widths[plane])
            var sum = 0.0
            for (row, rowWeight) in weights(y, coding.layout.hasHalfRows, false) {
                for (column, weight) in weights(x, coding.layout.hasHalfColumns, coding.isLeftSited) {
                    let place = min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)
                    sum += rowWeight * weight * Double(planes[plane][place])
                }
            }
            return sum
        }

        /// Red, green and blue of a pixel, as ITU-T H.273 defines them: mostly from 0 to 1.
        func color(_ x: Int, _ y: Int) -> [Double] {
            let unit = Double(1 << (coding.layout.bits - 8))
            let most = Double(1 << coding.layout.bits - 1)
            let luma = Double(planes[0][y * size.width + x])
            let level = coding.luma.isFullRange ? luma / most : (luma - 16 * unit) / (219 * unit)
            let difference = [1, 2].map { plane in
                (chroma(plane, x, y) - 128 * unit) / (coding.luma.isFullRange ? most : 224 * unit)
            }
            let red = level + 2 * (1 - coding.luma.red) * difference[1]
            let blue = level + 2 * (1 - coding.luma.blue) * difference[0]
            let green =
                (level - coding.luma.red * red - coding.luma.blue * blue) / (1 - coding.luma.red - coding.luma.blue)
            return [red, green, blue]
        }

        /// The samples of BT.709 in limited range, 4:2:0 on the left column, before they are rounded.
        func film() -> [[Double]] {
            func luma(_ color: [Double]) -> Double { 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] }
            var planes: [[Double]] = [[], [], []]
            for y in 0..<size.height {
                for x in 0..<size.width { planes[0].append(min(max(16 + 219 * luma(color(x, y)), 16), 235)) }
            }
            for y in stride(from: 0, to: size.height, by: 2) {
                for x in stride(from: 0, to: size.width, by: 2) {
                    var mean = [0.0, 0, 0]
                    for row in [y, y + 1] {
                        for (column, weight) in [(max(x - 1, 0), 0.125), (x, 0.25), (x + 1, 0.125)] {
                            for (channel, value) in color(column, row).enumerated() { mean[channel] += weight * value }
                        }
                    }
                    for (plane, channel, width) in [(1, 2, 1.8556), (2, 0, 1.5748)] {
                        let sample = 128 + 224 * (mean[channel] - luma(mean)) / width
                        planes[plane].append(min(max(sample, 16), 240))
                    }
                }
            }
            return planes
        }
    }

    private func written(_ samples: Samples, isDeep: Bool) -> [Int] {
        let pixels = written(samples, samples.size.area * (isDeep ? 8 : 4)) {
            $0.write(samples.size, isDeep: isDeep, to: $1)
        }
        guard isDeep else { return pixels.map(Int.init) }
        return stride(from: 0, to: pixels.count, by: 2).map { Int(pixels[$0]) | Int(pixels[$0 + 1]) << 8 }
    }

    /// The bytes that are written of samples.
    private func written(
        _ samples: Samples,
        _ count: Int,
        _ write: (YCbCrPlanes, UnsafeMutableRawBufferPointer) -> Void
    ) -> [UInt8] {
        let width = samples.coding.layout.bits > 8 ? 2 : 1
        var out = [UInt8](repeating: 0, count: count + 8)
        let bytes = samples.bytes
        bytes[0].withUnsafeBytes { first in
            bytes[1].withUnsafeBytes { second in
                bytes[2].withUnsafeBytes { third in
                    let planes = zip([first, second, third], samples.widths).map {
                        YCbCrPlanes.Plane(start: $0.baseAddress!, bytesPerRow: $1 * width)
                    }
                    out.withUnsafeMutableBytes { target in
                        let picture = YCbCrPlanes(planes[0], planes[1], planes[2], samples.coding)
                        write(picture, .init(rebasing: target.dropLast(8)))
                    }
                }
            }
        }
        expect(out.suffix(8).allSatisfy { $0 == 0 }, "bytes behind the picture stay as they were")
        return out.dropLast(8)
    }

    @Test("each channel is the definition's, rounded once, in every layout and range", arguments: [8, 10, 12])
    func reference(bitDepth: Int) {
        var generator = SeededGenerator(seed: 444)
        let halves: [(columns: Bool, rows: Bool)] = [(true, true), (true, false), (false, false)]
        for half in halves {
            for (isFullRange, isLeftSited) in [(false, true), (true, false)] {
                let coding = YCbCrPlanes.Coding(
                    LumaCoding(red: 0.299, blue: 0.114, isFullRange: isFullRange),
                    LumaPlanes(bits: bitDepth, hasHalfColumns: half.columns, hasHalfRows: half.rows),
                    isLeftSited: isLeftSited
                )
                for size in [(1, 1), (2, 3), (7, 4), (33, 5), (70, 2)] {
                    let samples = Samples(coding, PixelSize(width: size.0, height: size.1), &generator)
                    for isDeep in [false, true] {
                        let (pixels, most) = (written(samples, isDeep: isDeep), isDeep ? 65535.0 : 255)
                        for y in 0..<size.1 {
                            for x in 0..<size.0 {
                                let place = 4 * (y * size.0 + x)
                                expectEqual(pixels[place + 3], Int(most))
                                for (channel, value) in samples.color(x, y).enumerated() {
                                    // Single precision is off by a hundredth of a level of 16 bits at most.
                                    let exact = min(max(value, 0), 1) * most
                                    let error = abs(Double(pixels[place + channel]) - exact)
                                    expect(error <= 0.52, "\(coding) \(size) at \(x),\(y), seed 444")
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(
        "planes become those of films without red, green and blue on the way, at every even width up to 70",
        arguments: LongTests.cases([(0.2126, 0.0722), (0.299, 0.114), (0.2627, 0.0593)], every: 3)
    )
    func film(red: Double, blue: Double) {
        var generator = SeededGenerator(seed: 709)
        for (halvesColumns, halvesRows) in [(true, true), (true, false), (false, true), (false, false)] {
            for (isFullRange, isLeftSited) in [(false, true), (true, false), (true, true), (false, false)] {
                let coding = YCbCrPlanes.Coding(
                    LumaCoding(red: red, blue: blue, isFullRange: isFullRange),
                    LumaPlanes(bits: 8, hasHalfColumns: halvesColumns, hasHalfRows: halvesRows),
                    isLeftSited: isLeftSited
                )
                for width in stride(from: 2, through: 70, by: 2) {
                    let samples = Samples(coding, PixelSize(width: width, height: 2 + width % 6), &generator)
                    let bytes = written(samples, samples.size.area * 3 / 2) { $0.writeI420(samples.size, to: $1) }
                    let film = samples.film().joined()
                    expectEqual(bytes.count, film.count)
                    let worst = zip(bytes, film).map { abs(Double($0) - $1) }.max() ?? 1
                    expect(worst <= 0.5 + 0.07, "\(coding), width \(width), seed 709")
                }
            }
        }
    }

    @Test("all grays keep their place between black and white, and the ends of chroma are limited")
    func filmEnds() {
        for (isFullRange, levels) in [(true, 0...255), (false, 16...235)] {
            for level in levels {
                var samples = Samples(gray: level, isFullRange: isFullRange)
                let planes = written(samples, 6) { $0.writeI420(samples.size, to: $1) }
                let luma = isFullRange ? 16 + 219 * Double(level) / 255 : Double(level)
                expectEqual(planes, Array(repeating: UInt8(luma.rounded()), count: 4) + [128, 128])
                for (chroma, limit) in [(255, UInt8(240)), (0, 16)] {
                    (samples.planes[1], samples.planes[2]) = ([chroma], [chroma])
                    let ends = written(samples, 6) { $0.writeI420(samples.size, to: $1) }
                    expect(ends[4...] == [limit, limit] && ends[..<4].allSatisfy { (16...235).contains($0) })
                }
            }
        }
    }
}
