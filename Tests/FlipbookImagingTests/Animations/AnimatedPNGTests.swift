import FlipbookCore
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("An animated PNG is a sequence")
struct AnimatedPNGTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// One picture of an animation: where it lies, its pixels, and how it is drawn.
    private struct Part {
        var rect: PixelRect
        var pixels: [UInt8]
        var disposal: UInt8 = 0
        var blend: UInt8 = 0
        var above = 1
        var below = 10
    }

    private func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
    }

    /// The compressed rows of straight RGBA pixels, 8 or 16 bits per channel, by the encoder.
    private func data(_ pixels: [UInt8], _ size: PixelSize, depth: Int) throws -> [UInt8] {
        let picture = try Picture(size: size, layout: depth == 16 ? .rgba64 : .rgba, bytes: pixels)
        return PNGChunks.imageData(of: try PNGEncoder.encode(picture, opaque: false))
    }

    /// An animation of RGBA parts; with `hidden` a picture that those see who know of no animation.
    private func file(
        _ size: PixelSize,
        _ parts: [Part],
        depth: Int = 8,
        loops: Int = 0,
        hidden: [UInt8]? = nil
    ) throws -> [UInt8] {
        var file = PNGChunks.signature
        let sides: [UInt8] = big(size.width) + big(size.height)
        let kind: [UInt8] = [UInt8(depth), 6, 0, 0, 0]
        file += PNGChunks.chunk("IHDR", sides + kind)
        let counts: [UInt8] = big(parts.count) + big(loops)
        file += PNGChunks.chunk("acTL", counts)
        if let hidden { file += PNGChunks.chunk("IDAT", try data(hidden, size, depth: depth)) }
        var number = 0
        for (index, part) in parts.enumerated() {
            let (rect, size) = (part.rect, part.rect.size)
            var control: [UInt8] = []
            for number in [number, size.width, size.height, rect.x, rect.y] { control += big(number) }
            control += big(part.above, 2)
            control += big(part.below, 2)
            control += [part.disposal, part.blend]
            file += PNGChunks.chunk("fcTL", control)
            number += 1
            let pixels = try data(part.pixels, size, depth: depth)
            if index == 0, hidden == nil {
                file += PNGChunks.chunk("IDAT", pixels)
            } else {
                // In two chunks, as the format allows.
                for half in [pixels.prefix(pixels.count / 2), pixels.suffix(pixels.count - pixels.count / 2)] {
                    file += PNGChunks.chunk("fdAT", big(number) + half)
                    number += 1
                }
            }
        }
        return file + PNGChunks.chunk("IEND", [])
    }

    private func random(_ seed: UInt64, depth: Int = 8) -> (PixelSize, [Part]) {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let size = PixelSize(width: number(3...9), height: number(3...9))
        let parts = (0..<number(2...6)).map { index in
            let (x, y) = index == 0 ? (0, 0) : (number(0...size.width - 1), number(0...size.height - 1))
            let rect =
                index == 0
                ? PixelRect(size)
                : PixelRect(x: x, y: y, width: number(1...size.width - x), height: number(1...size.height - y))
            // Alpha is 0, full, or anything between.
            let pixels = (0..<rect.size.area * 4).flatMap { place -> [UInt8] in
                let value = place % 4 == 3 ? [0, 65_535, number(0...65_535)][number(0...2)] : number(0...65_535)
                return depth == 16 ? [UInt8(value & 255), UInt8(value >> 8)] : [UInt8(value >> 8)]
            }
            return Part(
                rect: rect,
                pixels: pixels,
                disposal: UInt8(number(0...2)),
                blend: UInt8(number(0...1)),
                above: number(1...500),
                below: number(1...1000)
            )
        }
        return (size, parts)
    }

    /// What the parts show, by the specification and one pixel at a time, from 0 to 1.
    private func reference(_ size: PixelSize, _ parts: [Part], depth: Int) -> [[Double]] {
        var canvas = [Double](repeating: 0, count: size.area * 4)
        var shown: [[Double]] = []
        for part in parts {
            let before = canvas
            for y in part.rect.rows {
                for x in part.rect.columns {
                    let place = (y * size.width + x) * 4
                    let from = ((y - part.rect.y) * part.rect.size.width + x - part.rect.x) * 4
                    let source = (0..<4).map { channel -> Double in
                        let value = from + channel
                        return depth == 16
                            ? Double(Int(part.pixels[value * 2]) | Int(part.pixels[value * 2 + 1]) << 8) / 65_535
                            : Double(part.pixels[value]) / 255
                    }
                    let (above, below) = (source[3], canvas[place + 3])
                    let alpha = part.blend == 0 ? above : above + below * (1 - above)
                    for channel in 0..<3 {
                        let mixed = source[channel] * above + canvas[place + channel] * below * (1 - above)
                        canvas[place + channel] = part.blend == 0 ? source[channel] : alpha == 0 ? 0 : mixed / alpha
                    }
                    canvas[place + 3] = alpha
                }
            }
            shown.append(canvas)
            if part.disposal == 2 { canvas = before }
            guard part.disposal == 1 else { continue }
            for y in part.rect.rows {
                for x in part.rect.columns { for channel in 0..<4 { canvas[(y * size.width + x) * 4 + channel] = 0 } }
            }
        }
        return shown
    }

    @Test("its pictures are blended and disposed of by the specification, in 8 and in 16 bits", arguments: [8, 16])
    func composition(depth: Int) throws {
        for seed in 0..<30 as Range<UInt64> {
            let (size, parts) = random(seed, depth: depth)
            let path = try folder.write(file(size, parts, depth: depth), to: "a.png")
            let list = try require(FrameList(picturesOf: path))
            expectEqual(list.frames.map(\.duration), parts.map { RationalTime(Int64($0.above), Int64($0.below)) })
            for (index, expected) in reference(size, parts, depth: depth).enumerated() {
                let decoder = ImageDecoder(keepsSixteenBits: depth == 16)
                let picture = try decoder.decode(contentsOf: FilePath(path.string, picture: index + 1))
                let found = picture.withUnsafeBytes { bytes in
                    depth == 16
                        ? bytes.bindMemory(to: UInt16.self).map { Double($0) / 65_535 } : bytes.map { Double($0) / 255 }
                }
                try require(found.count == expected.count)
                for place in stride(from: 0, to: found.count, by: 4) where expected[place + 3] > 0.02 {
                    for channel in 0..<4 {
                        // Straight colors are rounded at each step; a faint pixel's by more.
                        let step = 1.5 / (depth == 16 ? 65_535.0 : 255) * (channel == 3 ? 1 : 1 / expected[place + 3])
                        expect(
                            abs(found[place + channel] - expected[place + channel]) <= step * Double(index + 1),
                            "seed \(seed), frame \(index + 1), byte \(place + channel)"
                        )
                    }
                }
            }
        }
    }

    @Test("a default image outside the animation is no frame of it; the number of plays is kept")
    func hidden() throws {
        let (size, parts) = random(3)
        let hidden = [UInt8](repeating: 77, count: size.area * 4)
        let plain = try folder.write(file(size, parts), to: "plain.png")
        let path = try folder.write(file(size, parts, loops: 5, hidden: hidden), to: "hidden.png")
        let list = try require(FrameList(picturesOf: path))
        expectEqual(list.frames.count, parts.count)
        expectEqual(list.animationRepeatCount, 5)
        for number in 1...parts.count {
            let pictures = try [plain, path].map { path in
                try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: number)).withUnsafeBytes {
                    Array($0)
                }
            }
            expectEqual(pictures[0], pictures[1])
        }
    }

    @Test("a damaged picture in the middle is named by its number, and the others are shown")
    func damage() throws {
        let size = PixelSize(width: 4, height: 4)
        let parts = (0..<4).map { number in
            Part(rect: PixelRect(size), pixels: [UInt8](repeating: UInt8(number * 50 + 5), count: size.area * 4))
        }
        var bytes = try file(size, parts)
        // The last byte of the third picture's pixels.
        let marks = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("fdAT".utf8) }
        bytes[marks[2] + 10] ^= 1
        let path = try folder.write(bytes, to: "a.apng")
        for number in [1, 2, 4] { _ = try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: number)) }
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: 3))
        }
        expectEqual(error?.reason, .corrupt(reason: "fdAT: CRC error"))
        expect(error?.errorDescription?.contains("a.apng frame 3: cannot be decoded: fdAT: CRC error") ?? false)
    }

    @Test("a file that is cut off, or mutated, gives pictures or errors")
    func cutsAndMutations() throws {
        let (size, parts) = random(1)
        let bytes = try file(size, parts)
        for length in 60..<bytes.count {
            guard let list = FrameList(picturesOf: try folder.write(Array(bytes.prefix(length)), to: "c.png")) else {
                continue
            }
            let last = try require(list.frames.last?.path)
            #expect(throws: ImageError.self, "cut at \(length)") { try ImageDecoder().decode(contentsOf: last) }
        }
        // More than a file that is cut after some pictures may have lost.
        let declared = try require(bytes.indices.first { bytes[$0...].starts(with: "acTL".utf8) }) - 4
        var bomb = bytes
        bomb.replaceSubrange(declared..<declared + 20, with: PNGChunks.chunk("acTL", big(100_000) + big(0)))
        try expectEqual(FrameList(picturesOf: folder.write(bomb, to: "b.png"))?.frames.count, parts.count + 1)
        // One that says that it has many, and has none.
        let empty = try FrameList(picturesOf: folder.write(Array(bomb.prefix(declared + 20)), to: "e.png"))
        expectEqual(empty?.frames.count, 1)
        expectEqual(empty?.frames.first?.duration, RationalTime(1, 10))
        var random = SeededGenerator(seed: 9)
        var refused = 0
        for round in 0..<1000 {
            var mutated = bytes
            for _ in 0..<3 {
                mutated[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(mutated, to: "m\(round % 5).png")
            for frame in FrameList(picturesOf: path)?.frames.prefix(20) ?? [] {
                do throws(ImageError) {
                    _ = try ImageDecoder(limits: DecodingLimits(maximumSide: 2000)).decode(contentsOf: frame.path!)
                } catch {
                    refused += 1
                }
            }
        }
        expect(refused > 300)
    }
}
