import FlipbookCore
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("An animated GIF is a sequence")
struct GIFTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// The pixels of each picture of a file.
    private func pictures(_ path: FilePath) throws -> [[UInt8]] {
        let list = try require(FrameList(picturesOf: path))
        return try list.frames.map { frame in
            try ImageDecoder().decode(contentsOf: require(frame.path)).withUnsafeBytes { Array($0) }
        }
    }

    /// The same by ImageMagick.
    private func reference(_ path: FilePath, _ byteCount: Int) throws -> [[UInt8]] {
        let outcome = try Program("convert").run([path.string, "-coalesce", "-depth", "8", "rgba:-"])
        try require(outcome.status == 0, "\(outcome.errors)")
        let all = [UInt8](outcome.output)
        return stride(from: 0, to: all.count, by: byteCount).map { Array(all[$0..<min($0 + byteCount, all.count)]) }
    }

    /// A file drawn at random: parts of the canvas, all ways of disposal, transparency, palettes, interlacing.
    private func random(_ seed: UInt64) -> GIFWriter {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var file = GIFWriter()
        (file.width, file.height) = (number(3...9), number(3...9))
        for index in 0..<number(2...7) {
            var frame = GIFWriter.Frame()
            (frame.x, frame.y) = index == 0 ? (0, 0) : (number(0...file.width - 1), number(0...file.height - 1))
            frame.width = index == 0 ? file.width : number(1...file.width - frame.x)
            frame.height = index == 0 ? file.height : number(1...file.height - frame.y)
            frame.pixels = (0..<frame.width * frame.height).map { _ in UInt8(number(0...15)) }
            // ImageMagick clears to the background's color in a file whose first picture is opaque; browsers do not.
            frame.transparent = index > 0 && number(0...2) == 0 ? nil : UInt8(number(0...15))
            frame.disposal = UInt8(number(0...3))
            frame.delay = number(2...300)
            frame.isInterlaced = number(0...1) == 1
            if number(0...2) == 0 { frame.palette = (0..<48).map { _ in UInt8(number(0...255)) } }
            file.frames.append(frame)
        }
        return file
    }

    @Test(
        "its pictures are composed as ImageMagick composes them, in any order",
        arguments: LongTests.cases(Array(0..<40 as Range<UInt64>), every: 4)
    )
    func composition(seed: UInt64) throws {
        let file = random(seed)
        let path = try folder.write(file.bytes, to: "a.gif")
        let found = try pictures(path)
        let expected = try reference(path, file.width * file.height * 4)
        expectEqual(found.map(visible), expected.map(visible), "seed \(seed)")
        // The same in an order that no film has.
        var random = SeededGenerator(seed: seed)
        for index in found.indices.shuffled(using: &random) {
            let again = try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: index + 1))
            expectEqual(again.withUnsafeBytes { Array($0) }, found[index], "seed \(seed), frame \(index + 1)")
        }
    }

    @Test("a picture costs as much at the end of a long file as at its beginning, though none hides those before it")
    func longFiles() throws {
        var (file, frame) = (GIFWriter(), GIFWriter.Frame())
        (file.width, file.height, frame.pixels, frame.transparent) = (1, 1, [1], 0)
        // The same picture 100,000 times.
        let (count, picture) = (100_000, file.bytes(of: frame))
        let bytes = Array(file.bytes.dropLast() + repeatElement(picture, count: count).joined() + [0x3B])
        try bytes.withUnsafeBytes { bytes in
            var session = try ImageDecoder().open(bytes)
            func seconds(_ numbers: Range<Int>) throws -> Double {
                _ = try session.frame(numbers.lowerBound)
                return try processorSeconds { for number in numbers.dropFirst() { _ = try session.frame(number) } }
            }
            let first = try seconds(1000..<3000)
            // With a look back at all pictures it is ten times as much, or more.
            try expect(seconds(count - 2000..<count) < 3 * first)
        }
    }

    @Test("the transparent color may have an index behind the palette, as in files of Pillow; no other color may")
    func transparentBehindPalette() throws {
        var (file, frame) = (GIFWriter(), GIFWriter.Frame())
        (file.width, file.height, frame.width, frame.pixels) = (2, 1, 2, [1, 2])
        file.frames = [frame]
        (frame.pixels, frame.transparent, frame.palette) = ([8, 3], 8, Array(file.palette.prefix(24)))
        file.frames.append(frame)
        let shown = try pictures(folder.write(file.bytes, to: "a.gif"))
        expectEqual(shown[1], shown[0][..<4] + [48, 207, 21, 255])
        file.frames[1].transparent = 9
        #expect(throws: ImageError.self) { try pictures(folder.write(file.bytes, to: "b.gif")) }
    }

    /// The pixels, those that are clear without the color beneath.
    private func visible(_ pixels: [UInt8]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: 4).flatMap { pixels[$0 + 3] == 0 ? [0, 0, 0, 0] : pixels[$0..<$0 + 4] }
    }

    @Test("delays are exact; those of 0 and 0.01 s count as 0.1 s, and a hint says so")
    func delays() throws {
        var file = GIFWriter()
        file.loops = 2
        file.frames = [0, 1, 2, 7, 300].map { delay in
            var frame = GIFWriter.Frame()
            (frame.pixels, frame.delay) = ([UInt8(delay % 16)], delay)
            return frame
        }
        let list = try require(FrameList(picturesOf: folder.write(file.bytes, to: "a.gif")))
        expectEqual(list.frames.map(\.duration), [10, 10, 2, 7, 300].map { RationalTime($0, 100) })
        expectEqual(list.frames.map(\.number), [1, 2, 3, 4, 5])
        expectEqual(list.animationRepeatCount, 3)
        expectEqual(list.hints.count, 1)
        try expect(
            require(list.hints.first).hasSuffix(
                "a.gif: 2 frames have a delay below 0.02 s, which is treated as 0.1 s, as in browsers"
            )
        )
        file.loops = nil
        try expectEqual(FrameList(picturesOf: folder.write(file.bytes, to: "b.gif"))?.animationRepeatCount, 1)
        file.loops = 0
        try expectEqual(FrameList(picturesOf: folder.write(file.bytes, to: "c.gif"))?.animationRepeatCount, 0)
        file.frames = [file.frames[0]]
        try expect(FrameList(picturesOf: folder.write(file.bytes, to: "d.gif")) == nil)
    }

    @Test("a file cut at any length has the pictures that are whole, and names the next one as cut short")
    func cuts() throws {
        let file = random(7)
        let whole = try pictures(folder.write(file.bytes, to: "a.gif"))
        // Where each picture ends.
        var ends: [Int] = []
        for count in 1...file.frames.count {
            var part = file
            part.frames = Array(file.frames.prefix(count))
            ends.append(part.bytes.count - 1)
        }
        // From a second picture on of which the first byte is there, behind its control.
        for length in ends[0] + 9..<file.bytes.count {
            let path = try folder.write(Array(file.bytes.prefix(length)), to: "cut.gif")
            let list = try require(FrameList(picturesOf: path))
            let there = ends.count { $0 <= length }
            expectEqual(list.frames.count, there + 1, "cut at \(length)")
            for (index, frame) in list.frames.enumerated() {
                let path = try require(frame.path)
                if index < there {
                    try expectEqual(ImageDecoder().decode(contentsOf: path).withUnsafeBytes { Array($0) }, whole[index])
                } else {
                    let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(contentsOf: path) }
                    expectEqual(error?.reason, .truncated, "cut at \(length)")
                    expect(error?.path?.description.hasSuffix("cut.gif frame \(index + 1)") ?? false)
                }
            }
        }
    }

    @Test("a mutated file gives pictures or errors")
    func mutations() throws {
        var random = SeededGenerator(seed: 5)
        let files = (0..<8).map { self.random($0).bytes }
        var (decoded, refused) = (0, 0)
        for round in 0..<2000 {
            var bytes = files[round % files.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 6..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(bytes, to: "m\(round % 8).gif")
            guard let list = FrameList(picturesOf: path) else { continue }
            for frame in list.frames.prefix(40) {
                do throws(ImageError) {
                    _ = try ImageDecoder(limits: DecodingLimits(maximumSide: 2000)).decode(contentsOf: frame.path!)
                    decoded += 1
                } catch {
                    refused += 1
                }
            }
        }
        expect(decoded > 1000 && refused > 500, "\(decoded) \(refused)")
    }
}
