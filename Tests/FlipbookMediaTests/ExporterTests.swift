import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

import FlipbookMedia

/// Files are checked with ffmpeg and ffprobe.
@Suite(.hangLimit) struct ExporterTests {
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
    }

    @Test("FFV1 gives back every pixel, with the colors under transparent ones")
    func lossless() async throws {
        let frames = TestFrames(width: 37, height: 21, hasAlpha: true)
        try frames.write(1...9, to: folder)
        let report = try await export("a.mkv")
        expectEqual(report.framesReadBack, 9)
        expectEqual(report.codec, .ffv1)
        let decoded = try VideoFile(output.file("a.mkv")).frames(format: "rgba", byteCount: frames.size.area * 4)
        expectEqual(decoded, (1...9).map(frames.pixels))
    }

    @Test("opaque frames become FFV1 without an alpha plane, every pixel kept")
    func losslessOpaque() async throws {
        let frames = TestFrames(width: 64, height: 36)
        try frames.write(1...3, to: folder)
        _ = try await export("a.mkv")
        let video = VideoFile(output.file("a.mkv"))
        try expectEqual(video.stream()["pix_fmt"], "bgr0")
        try expectEqual(video.frames(format: "rgba", byteCount: frames.size.area * 4), (1...3).map(frames.pixels))
    }

    @Test("an image sequence gives back every pixel under the names that the pattern says")
    func imageSequence() async throws {
        let frames = TestFrames(width: 20, height: 11, hasAlpha: true)
        try frames.write(4...8, to: folder)
        let report = try await export("f.@@@.png")
        expectEqual(report.framesReadBack, 5)
        try expectEqual(output.names(), ["f.004.png", "f.005.png", "f.006.png", "f.007.png", "f.008.png"])
        for (name, number) in zip(try output.names(), 4...8) {
            let picture = try ImageDecoder().decode(contentsOf: output.file(name))
            expectEqual(picture.withUnsafeBytes { Array($0) }, frames.pixels(number))
        }
    }

    @Test("the folder of an image sequence is made, and an earlier one is replaced only when that is asked for")
    func imageSequenceFolder() async throws {
        let frames = TestFrames(width: 8, height: 8)
        try frames.write(1...4, to: folder)
        _ = try await export("out/f.##.png")
        try expectEqual(FolderListing(output.file("out")).names.sorted().count, 4)
        let error = await #expect(throws: ExportError.self) { _ = try await export("out/f.##.png") }
        expectEqual(error?.kind, .usage)
        let report = try await export("out/f.##.png") {
            $0.overwrites = true
            $0.sequence.missing = .error
            $0.sequence.animationRepeatCount = 1
        }
        expectEqual(report.notes, [])
        try output.write([], to: "out/f.00000009.png")
        let other = try await export("out/f.##.png") { $0.overwrites = true }
        let words: Explanation =
            "Frame 9 of an earlier export with this name is still there. Delete it, or it joins the sequence."
        expectEqual(other.notes, [words])
    }

    @Test("H.264 is what browsers play: 4:2:0, all four BT.709 tags, the index first, the picture close")
    func h264() async throws {
        let frames = TestFrames(width: 128, height: 96)
        try frames.write(1...12, to: folder)
        _ = try await export("a.mp4") { $0.sequence.frameRate = FrameRate(24) }
        let video = VideoFile(output.file("a.mp4"))
        let stream = try video.stream()
        let expected = [
            "codec_name": "h264", "profile": "High", "pix_fmt": "yuv420p", "width": "128", "height": "96",
            "nb_frames": "12", "avg_frame_rate": "24/1", "color_range": "tv", "color_space": "bt709",
            "color_transfer": "bt709", "color_primaries": "bt709",
        ]
        for (field, value) in expected { expectEqual(stream[field], value, "\(field)") }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: output.file("a.mp4").string))
        let index = try require(bytes.range(of: Data("moov".utf8)))
        let pictures = try require(bytes.range(of: Data("mdat".utf8)))
        expect(index.lowerBound < pictures.lowerBound)
        let decoded = try video.frames(format: "rgba", byteCount: frames.size.area * 4)
        try require(decoded.count == 12)
        for (number, pixels) in zip(1..., decoded) {
            expect(peakSignalToNoise(pixels, frames.pixels(number)) > 30, "frame \(number)")
        }
    }

    @Test(
        "every frame is shown at its exact time",
        arguments: [
            "24", "24000/1001", "30000/1001", "60", "12.5", "7",
        ]
    )
    func times(rate: String) async throws {
        try TestFrames(width: 16, height: 16).write(1...20, to: folder)
        let frameRate = try FrameRate(parsing: rate)
        let report = try await export("a.mp4") { $0.sequence.frameRate = frameRate }
        let times = try VideoFile(output.file("a.mp4")).presentationTimes()
        expectEqual(times.count, 20)
        for (index, time) in times.enumerated() {
            let exact = Double(index) * Double(frameRate.denominator) / Double(frameRate.numerator)
            expect(abs(time - exact) < 0.000_002, "frame \(index)")
        }
        expectEqual(report.rate, frameRate.description)
    }

    @Test("a duration is one cycle's, whatever rate that makes")
    func duration() async throws {
        try TestFrames(width: 16, height: 16).write(1...7, to: folder)
        let report = try await export("a.mp4") {
            $0.sequence.animationDuration = 1
            $0.sequence.animationRepeatCount = 2
        }
        expectEqual(report.rate, "7")
        expectEqual(report.duration, 2)
        try expectEqual(VideoFile(output.file("a.mp4")).presentationTimes().count, 14)
    }

    @Test(
        "narrow and flat pictures are lossless too, and where the codec would not be they are refused",
        arguments: [(3, 3), (3, 300), (300, 3), (4, 4), (1, 300), (300, 1), (1, 1), (2, 300), (300, 2)]
    )
    func slivers(width: Int, height: Int) async throws {
        let frames = TestFrames(width: width, height: height, hasAlpha: true)
        try frames.write(1...2, to: folder)
        if min(width, height) < 3 {
            let error = await #expect(throws: ExportError.self) { _ = try await export("a.mkv") }
            expectEqual(error?.description.contains("needs at least 3x3 pixels"), true)
            try await expectEqual(export("a.##.png").framesReadBack, 2)
        } else {
            _ = try await export("a.mkv")
            let decoded = try VideoFile(output.file("a.mkv")).frames(format: "rgba", byteCount: width * height * 4)
            expectEqual(decoded, (1...2).map(frames.pixels))
        }
    }

    @Test(
        "a scale that is asked for makes the canvas, in whichever variant the frames are there",
        arguments: [
            (nil, 16), (1, 16), (2, 32), (3, 48),
        ] as [(Int?, Int)]
    )
    func scale(scale: Int?, width: Int) async throws {
        for number in 1...2 {
            try folder.write(try TestFrames(width: 16, height: 16).png(number), to: "a\(number).png")
            try folder.write(try TestFrames(width: 32, height: 32).png(number), to: "a\(number)@2x.png")
        }
        let report = try await export("a.mkv", scale: scale ?? 1) { $0.sequence.scale = scale.map { DisplayScale($0) } }
        expectEqual(report.width, width)
        expectEqual(report.fitted.isEmpty, scale != 3)
    }

    @Test("three cycles decode and composite each frame once")
    func cycles() async throws {
        let frames = TestFrames(width: 16, height: 16, hasAlpha: true)
        try frames.write(1...4, to: folder)
        let report = try await export("a.mkv") {
            $0.sequence.animationRepeatCount = 3
            $0.sequence.memory = .fixed(1 << 20)
        }
        expectEqual(report.framesEncoded, 12)
        expectEqual(report.framesRendered, 4)
        let decoded = try VideoFile(output.file("a.mkv")).frames(format: "rgba", byteCount: 16 * 16 * 4)
        expectEqual(decoded, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4].map(frames.pixels))
    }

    @Test("an odd side is padded by the last row and column, and the report says so")
    func oddSides() async throws {
        let frames = TestFrames(width: 33, height: 17)
        try frames.write(1...2, to: folder)
        let report = try await export("a.mp4") { $0.encoding = EncodingRequest(format: .mp4, rateFactor: 1) }
        expectEqual(report.width, 34)
        expectEqual(report.height, 18)
        expect(
            report.notes.contains {
                $0.description.contains("33x17 has an odd width or height")
                    && $0.description.contains("padded to 34x18")
            }
        )
        let decoded = try VideoFile(output.file("a.mp4")).frames(format: "rgba", byteCount: 34 * 18 * 4)
        let expected = stride(from: 0, to: 18, by: 1).flatMap { y in
            (0..<34).flatMap { x in
                let start = (min(y, 16) * 33 + min(x, 32)) * 4
                return Array(frames.pixels(1)[start..<start + 4])
            }
        }
        expect(peakSignalToNoise(try require(decoded.first), expected) > 30)
    }

    @Test(
        "transparency is composited over the background, black where none is asked for",
        arguments: [
            (nil, [0, 0, 0]), ("#ff0000", [255, 0, 0]), ("white", [255, 255, 255]),
        ] as [(String?, [Int])]
    )
    func background(color: String?, expected: [Int]) async throws {
        let clear = Picture(making: PixelSize(width: 16, height: 16), format: .rgba) { bytes in
            // Green that must not be seen.
            for index in bytes.indices { bytes[index] = index % 4 == 1 ? 255 : 0 }
        }
        try folder.write(try PNGEncoder.encode(clear), to: "a.1.png")
        try folder.write(try PNGEncoder.encode(clear), to: "a.2.png")
        let report = try await export("a.mp4") {
            if let color { $0.sequence.backgroundColor = try Background(parsing: color) }
        }
        expectEqual(report.notes.contains { $0.description.contains("alpha channel") }, (color == nil))
        let pixels = try VideoFile(output.file("a.mp4")).frames(format: "rgba", byteCount: 16 * 16 * 4)
        let wanted = Array(repeating: expected + [255], count: 16 * 16).flatMap { $0 }
        for (channel, value) in pairs(try require(pixels.first), wanted) {
            expect(abs(Int(channel) - value) <= 3)
        }
    }

    private func export(
        _ name: String,
        scale: Int = 1,
        _ change: (inout ExportSettings) throws -> Void = { _ in }
    ) async throws -> ExportReport {
        let target = output.file(name)
        let container = try require(OutputFormat(extensionOf: target))
        var settings = ExportSettings(EncodingRequest(format: container))
        try change(&settings)
        let frames = try SequenceLocator(options: Resolution.Options(scale: scale)).locate([folder.path])
        return try await Exporter(frames: frames, settings: settings).export(to: target)
    }
}

/// How close two pictures are, in decibels; infinite where they are equal.
private func peakSignalToNoise(_ left: [UInt8], _ right: [UInt8]) -> Double {
    guard left.count == right.count, !left.isEmpty else { return 0 }
    let squares = zip(left, right).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return 10 * log10(255 * 255 * Double(left.count) / Double(squares))
}
