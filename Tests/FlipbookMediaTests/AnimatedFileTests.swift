import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Animated pictures, decoded by other programs: ffmpeg, pngcheck's rules in libpng, libwebp's and ImageMagick's readers.
@Suite("Animated pictures", .hangLimit)
struct AnimatedFileTests {
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
    }

    static let formats: [OutputFormat] = [.gif, .animatedPNG, .animatedWebP]

    /// Frames of a square that moves over a plain ground, a few colors in all; alpha 0 around it where `hasAlpha`.
    private func square(_ number: Int, hasAlpha: Bool) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<20 {
            for x in 0..<30 {
                let isInside = (2 * number..<2 * number + 6).contains(x) && (5..<11).contains(y)
                let ground: [UInt8] = hasAlpha ? [0, 0, 0, 0] : [10, 20, 30, 255]
                pixels += isInside ? [200, UInt8(x), UInt8(y), 255] : ground
            }
        }
        return pixels
    }

    private func write(_ count: Int, hasAlpha: Bool) throws {
        for number in 1...count {
            let picture = Picture(making: PixelSize(width: 30, height: 20), format: .rgba) {
                $0.copyBytes(from: square(number, hasAlpha: hasAlpha))
            }
            try folder.write(PNGEncoder.encode(picture, opaque: !hasAlpha), to: TestFrames.name(number))
        }
    }

    private func export(
        _ name: String,
        isLossless: Bool = false,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> (FilePath, ExportReport) {
        let target = output.file(name)
        let format = try require(OutputFormat(extensionOf: target))
        var settings = ExportSettings(EncodingRequest(format: format, isLossless: isLossless))
        settings.sequence.animationRepeatCount = 0
        change(&settings)
        let frames = try SequenceLocator().locate([folder.path])
        return (target, try await Exporter(frames: frames, settings: settings).export(to: target))
    }

    /// The pictures of a file as ImageMagick shows them one after another, each as RGBA.
    private func shown(_ file: FilePath, count: Int, byteCount: Int) throws -> [[UInt8]] {
        let outcome = try Program("convert").run([file.string, "-coalesce", "-depth", "8", "rgba:-"])
        try require(outcome.status == 0, "\(outcome.errors)")
        try require(outcome.output.count == count * byteCount)
        return (0..<count).map { Array(outcome.output[$0 * byteCount..<($0 + 1) * byteCount]) }
    }

    @Test("a GIF stores a picture again that is held for longer than it can say, and refuses a frame that is")
    func longHold() async throws {
        try write(2, hasAlpha: false)
        let files = [1, 2].map { folder.file(TestFrames.name($0)) }
        let held = Array(repeating: Frame(file: files[0]), count: 700) + [Frame(file: files[1])]
        var settings = ExportSettings(EncodingRequest(format: .gif))
        settings.sequence.frameRate = FrameRate(1, 1)
        let exporter = Exporter(frames: FrameList(name: "held", frames: held), settings: settings)
        try await expectEqual(exporter.export(to: output.file("a.gif")).framesReadBack, 701)
        let packets = try Program("ffprobe").run(
            ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", output.file("a.gif").string]
        )
        expectEqual(packets.text.split(separator: "\n").compactMap { Double($0) }, [0, 655, 700], "\(packets.text)")
        settings.sequence.frameRate = FrameRate(1, 1000)
        let long = Exporter(frames: FrameList(name: "long", frames: files.map { Frame(file: $0) }), settings: settings)
        let target = output.file("b.gif")
        let error = await #expect(throws: ExportError.self) { try await long.export(to: target) }
        expectEqual(error?.description.contains("at most 655 s"), true, "\(String(describing: error))")
    }

    @Test(
        "GIF and lossless WebP give back pictures of few colors exactly",
        // ImageMagick lays WebP's pictures over one another, also those that replace what was there.
        arguments: [("a.gif", false), ("a.gif", true), ("a.webp", false)]
    )
    func exactPictures(name: String, hasAlpha: Bool) async throws {
        try write(6, hasAlpha: hasAlpha)
        let (file, report) = try await export(name, isLossless: name == "a.webp")
        expectEqual(report.framesReadBack, 6)
        let pictures = try shown(file, count: 6, byteCount: 30 * 20 * 4)
        for number in 1...6 {
            // What lies under pixels that are not seen is the format's own.
            let (found, expected) = (pictures[number - 1], square(number, hasAlpha: hasAlpha))
            let isEqual = stride(from: 0, to: expected.count, by: 4).allSatisfy { place in
                expected[place + 3] == 0
                    ? found[place + 3] == 0 : found[place..<place + 4] == expected[place..<place + 4]
            }
            expect(isEqual, "picture \(number)")
        }
    }

    @Test("animated PNG gives back every pixel, by ffmpeg", arguments: [false, true])
    func exactPNG(hasAlpha: Bool) async throws {
        try TestFrames(width: 40, height: 24, hasAlpha: hasAlpha).write(1...5, to: folder)
        let (file, _) = try await export("a.apng")
        let frames = TestFrames(width: 40, height: 24, hasAlpha: hasAlpha)
        try expectEqual(VideoFile(file).frames(format: "rgba", byteCount: 40 * 24 * 4), (1...5).map(frames.pixels))
        // A program without animations shows the first picture.
        try expectEqual(ImageDecoder().decode(contentsOf: file).withUnsafeBytes { Array($0) }, frames.pixels(1))
    }

    @Test("animated PNG keeps 16 bits per channel")
    func deepPNG() async throws {
        let size = PixelSize(width: 12, height: 9)
        let pixels = (0..<2).map { number in
            (0..<size.area * 4).map { UInt16(truncatingIfNeeded: $0 &* 40_503 &+ number &* 977) }
        }
        for number in 1...2 {
            let picture = Picture(making: size, format: .rgba64) { memory in
                pixels[number - 1].withUnsafeBytes { memory.copyMemory(from: $0) }
            }
            try folder.write(PNGEncoder.encode(picture), to: TestFrames.name(number))
        }
        let (file, _) = try await export("a.apng")
        let expected = pixels.map { $0.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
        try expectEqual(VideoFile(file).frames(format: "rgba64le", byteCount: size.area * 8), expected)
    }

    @Test(
        "times are exact to the format's unit and never drift, and holds are stored once",
        arguments: [("a.gif", 0.005), ("a.apng", 0.000_01), ("a.webp", 0.0005)]
    )
    func times(name: String, tolerance: Double) async throws {
        try write(6, hasAlpha: false)
        // Frame 4 is a copy of frame 3.
        try folder.write(
            Array(Data(contentsOf: URL(fileURLWithPath: folder.file(TestFrames.name(3)).string))),
            to: TestFrames.name(4)
        )
        let (file, report) = try await export(name) { $0.sequence.frameRate = FrameRate(24) }
        expectEqual(report.framesReadBack, 6)
        expectEqual(report.duration, 0.25)
        let outcome = try Program("identify").run([
            "-format", "%T\n", name.hasSuffix("apng") ? "apng:\(file.string)" : file.string,
        ])
        if name != "a.apng" {
            let delays = outcome.text.split(separator: "\n").compactMap { Double($0) }
            try require(delays.count == 5, "\(outcome.text) \(outcome.errors)")
            // ImageMagick tells hundredths of a second.
            expect(delays == [4, 4, name == "a.gif" ? 9 : 8, 4, 4].map { $0 } || delays.reduce(0, +) == 25)
        } else {
            let found = try VideoFile(file).presentationTimes()
            expectEqual(found.count, 5)
            for (time, frame) in pairs(found, [0, 1, 2, 4, 5]) { expect(abs(time - Double(frame) / 24) <= tolerance) }
        }
    }

    @Test("the repeat count becomes the file's own: forever, once, three times", arguments: [0, 1, 3])
    func loops(count: Int) async throws {
        try write(2, hasAlpha: false)
        for name in ["a.gif", "a.apng", "a.webp"] {
            let (file, report) = try await export("\(count)\(name)") { $0.sequence.animationRepeatCount = count }
            expectEqual(report.framesEncoded, 2)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.string))
            switch name {
            case "a.gif":
                let place = bytes.range(of: Data("NETSCAPE2.0".utf8))?.upperBound
                expectEqual(place.map { Int(bytes[$0 + 2]) }, (count == 1 ? nil : max(0, count - 1)))
            case "a.apng":
                let place = try require(bytes.range(of: Data("acTL".utf8))).upperBound
                expect(Int(bytes[place + 7]) == count && bytes[place + 3] == 2)
            default:
                let place = try require(bytes.range(of: Data("ANIM".utf8))).upperBound
                expectEqual(Int(bytes[place + 8]), count)
            }
        }
    }

    @Test(
        "a file that is cut off at any byte has a damaged frame for the next one, and an animated PNG for all",
        arguments: formats
    )
    func cuts(format: OutputFormat) async throws {
        try write(3, hasAlpha: false)
        let (file, _) = try await export("whole.\(format.usualExtension)") { $0.sequence.frameRate = FrameRate(25) }
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string)))
        var most = 0
        for length in 1..<bytes.count {
            let cut = try output.write(Array(bytes.prefix(length)), to: "cut.\(format.usualExtension)")
            guard let frames = FrameList(picturesOf: cut)?.frames else { continue }
            let number = frames.count
            expect(format == .animatedPNG ? number == 3 : number >= max(1, most), "cut at \(length)")
            expectEqual(Set(frames.map(\.duration)).count, 1, "cut at \(length)")
            most = number
            guard number < 3 || format == .animatedPNG else { continue }
            let last = try require(frames.last?.path)
            #expect(throws: ImageError.self, "cut at \(length)") { try ImageDecoder().decode(contentsOf: last) }
        }
        expect(most >= 3)
    }

    @Test("only what changes is stored", arguments: formats)
    func changes(format: OutputFormat) async throws {
        let size = PixelSize(width: 200, height: 200)
        for number in 1...8 {
            var pixels = [UInt8](repeating: 255, count: size.area * 4)
            for place in 0..<size.area where place % 200 != number {
                pixels[place * 4] = UInt8(truncatingIfNeeded: place &* 73)
                pixels[place * 4 + 1] = UInt8(truncatingIfNeeded: place / 7 &* 31)
            }
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
            try folder.write(PNGEncoder.encode(picture, opaque: true), to: TestFrames.name(number))
        }
        let (_, all) = try await export("all.\(format.id)", isLossless: format != .gif)
        for number in 2...8 { try FileManager.default.removeItem(atPath: folder.file(TestFrames.name(number)).string) }
        let (_, one) = try await export("one.\(format.id)", isLossless: format != .gif)
        expect(all.byteCount < one.byteCount * 3 + 8_000)
    }

    @Test(
        "animated AVIF and JPEG XL have exact times, holds once and the repeat count, and lossless pixels",
        arguments: ["a.avif", "a.jxl"],
        [0, 1, 3]
    )
    func modern(name: String, count: Int) async throws {
        try write(6, hasAlpha: true)
        // Frame 4 is a copy of frame 3.
        try folder.write(
            Array(Data(contentsOf: URL(fileURLWithPath: folder.file(TestFrames.name(3)).string))),
            to: TestFrames.name(4)
        )
        let (file, report) = try await export(name, isLossless: true) { settings in
            settings.sequence.frameRate = FrameRate(24000, 1001)
            settings.sequence.animationRepeatCount = count
            settings.pixelVerification = PixelVerification()
        }
        expect(report.framesReadBack == 6 && report.fidelity?.isExact == true)
        let pictures = try require(FrameList(picturesOf: file, codecs: .standard))
        expectEqual(pictures.frames.map(\.duration), [1, 1, 2, 1, 1].map { RationalTime($0 * 1001, 24000) })
    }

    @Test(
        "one frame alone is written by every format",
        arguments: LongTests.cases(["a.gif", "a.apng", "a.webp", "a.avif", "a.jxl"], every: 2)
    )
    func oneFrame(name: String) async throws {
        try TestFrames(width: 30, height: 20).write(1...1, to: folder)
        let (file, report) = try await export(name) { $0.pixelVerification = PixelVerification() }
        expectEqual(report.framesReadBack, 1)
        try expectEqual(ImageDecoder().decode(contentsOf: file).size, PixelSize(width: 30, height: 20))
    }

    @Test(
        "frames that are all equal keep their time",
        arguments: LongTests.cases(["a.gif", "a.apng", "a.webp", "a.avif", "a.jxl"], every: 2)
    )
    func equalFrames(name: String) async throws {
        let frame = try TestFrames(width: 30, height: 20).png(1)
        for number in 1...6 { try folder.write(frame, to: TestFrames.name(number)) }
        let (file, report) = try await export(name) { $0.sequence.frameRate = FrameRate(24) }
        expectEqual(report.framesReadBack, 6)
        guard name == "a.avif" else { return }
        // One picture alone would be a still one.
        let pictures = try require(FrameList(picturesOf: file, codecs: .standard))
        expectEqual(pictures.frames.map(\.duration), [RationalTime(5, 24), RationalTime(1, 24)])
    }

    @Test("animated AVIF is read by ffmpeg: its frames, its times, its colors and its transparency")
    func avif() async throws {
        try write(5, hasAlpha: true)
        let (file, _) = try await export("a.avif") { $0.sequence.frameRate = FrameRate(12) }
        let probe = try Program("ffprobe").run([
            "-v", "error", "-count_frames", "-show_entries",
            "stream=nb_read_frames,duration,color_range,color_space,color_transfer,color_primaries", "-of",
            "default=nk=1:nw=1", file.string,
        ])
        let lines = probe.text.split(separator: "\n").map(String.init)
        for word in ["5", "tv", "bt709", "iec61966-2-1"] { expect(lines.contains(word), "\(lines)") }
        expect(lines.contains { $0.hasPrefix("0.41666") }, "\(lines)")
        // The colors are the first film, transparency the second.
        let alpha = try Program("ffmpeg").run([
            "-v", "error", "-i", file.string, "-map", "0:1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ])
        expectEqual(alpha.output.count, 5 * 30 * 20)
        expect(alpha.output.first.map { $0 < 8 } == true && alpha.output.contains { $0 > 247 })
    }

    @Test("numbered AVIF gives back pixels exactly where that is asked for", arguments: [false, true])
    func exactAVIF(hasAlpha: Bool) async throws {
        try TestFrames(width: 40, height: 24, hasAlpha: hasAlpha).write(1...2, to: folder)
        let (_, report) = try await export("f.####.avif", isLossless: true) { settings in
            settings.sequence.animationRepeatCount = 1
            settings.pixelVerification = PixelVerification()
        }
        expectEqual(report.fidelity?.isExact, true)
    }

    @Test("a GIF of many colors comes near to them, with each way of dithering", arguments: Dither.allCases)
    func manyColors(dither: Dither) async throws {
        try TestFrames(width: 120, height: 90).write(1...4, to: folder)
        let target = output.file("\(dither.rawValue).gif")
        var settings = ExportSettings(EncodingRequest(format: .gif, dither: dither))
        settings.sequence.animationRepeatCount = 0
        _ = try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).export(
            to: target
        )
        let pictures = try shown(target, count: 4, byteCount: 120 * 90 * 4)
        for number in 1...4 {
            let expected = TestFrames(width: 120, height: 90).pixels(number)
            let difference = pairs(pictures[number - 1], expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            expect(Double(difference) / Double(expected.count) < 6, "picture \(number)")
        }
    }

    @Test("what a GIF cannot tell is refused or said: 120 frames a second, 60 frames a second")
    func fastGIF() async throws {
        try write(3, hasAlpha: false)
        let error = await #expect(throws: ExportError.self) {
            try await export("a.gif") { $0.sequence.frameRate = FrameRate(120) }
        }
        expectEqual(
            error?.description,
            "A GIF shows at most 100 frames/s, but this sequence has 120. To keep the length, use frames: 1-3x3 "
                + "frameRate: 40, or use .apng."
        )
        let note =
            "Browsers show a GIF frame for 0.1 s if it is shorter than 0.02 s. "
        let (_, report) = try await export("b.gif") { $0.sequence.frameRate = FrameRate(60) }
        expectEqual(report.notes.map(\.description), [note + "To keep the length, use frames: 1-3x2 frameRate: 30."])
        let (_, slow) = try await export("c.gif") { $0.sequence.frameRate = FrameRate(50) }
        expect(slow.notes.isEmpty)
        // So it is with pictures that have times of their own.
        let frames = try SequenceLocator().locate([folder.path]).frames.enumerated().map { index, frame in
            Frame(number: frame.number, source: frame.source, duration: RationalTime(index == 1 ? 12 : 100, 1000))
        }
        let settings = ExportSettings(EncodingRequest(format: .gif))
        let own = try await Exporter(frames: FrameList(name: "a", frames: frames), settings: settings)
            .export(to: output.file("d.gif"))
        expect(own.notes.map(\.description).contains(note + "Use frameRate: 50 or less."))
    }
}
