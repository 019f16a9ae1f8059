import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// More than 8 bits per channel in AVIF, and 16 of gray in FFV1, as ffmpeg decodes them.
@Suite("Deep AVIF and deep gray", .hangLimit)
struct DeepPictureTests {
    private static let size = PixelSize(width: 24, height: 16)
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// The numbers of 16 bits of a frame: those of fewer bits, their highest ones again behind the lowest.
    private func channels(_ number: Int, bits: Int) -> [UInt16] {
        (0..<Self.size.area * 4).map { index in
            guard index % 4 < 3 else { return 65_535 }
            let value = (index / 4 * 37 + index % 4 * 211 + number * 97) % (1 << bits)
            return bits == 16 ? UInt16(value) : UInt16(value << (16 - bits) | value >> (2 * bits - 16))
        }
    }

    private func write(bits: Int) throws {
        for number in 1...3 {
            let picture = Picture(making: Self.size, format: .rgba64) { target in
                channels(number, bits: bits).withUnsafeBytes { target.copyMemory(from: $0) }
            }
            _ = try folder.write(PNGEncoder.encode(picture, opaque: true), to: "in/" + TestFrames.name(number))
        }
    }

    private func export(_ name: String, _ profile: EncodingRequest, from input: String = "in") async throws
        -> ExportReport
    {
        var settings = ExportSettings(profile)
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file(input).string])
        return try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
    }

    @Test(
        "AVIF keeps 10 and 12 bits, numbered and animated, exactly where that is asked for",
        arguments: LongTests.cases(
            [(OutputFormat.numberedAVIF, "f.@.avif", "f.1.avif"), (.animatedAVIF, "a.avif", "a.avif")],
            every: 2
        ),
        [10, 12]
    )
    func exactAVIF(target: (format: OutputFormat, name: String, file: String), bits: Int) async throws {
        // Files say 16 bits, so that 10 are asked for, and ones that need no more come back.
        try write(bits: bits)
        let profile = EncodingRequest(format: target.format, depth: bits)
        let lossy = try await export(target.name, profile)
        expect(lossy.fidelity?.psnr?.worst ?? 0 > 10, "\(String(describing: lossy.fidelity))")
        let video = VideoFile(folder.file(target.file))
        try expectEqual(video.stream()["pix_fmt"], "yuv420p\(bits)le")
        let exact = EncodingRequest(format: target.format, depth: bits, chroma: .full)
        try FileManager.default.removeItem(atPath: folder.file(target.file).string)
        _ = try await export("x" + target.name, exact)
        let fine = VideoFile(folder.file("x" + target.file))
        try expectEqual(fine.stream()["pix_fmt"], "yuv444p\(bits)le")
        let decoded = try fine.frames(format: "rgba64le", byteCount: Self.size.area * 8)
        let wanted = channels(1, bits: bits)
        let first = try require(decoded.first)
        let differences = wanted.indices.map { index in
            abs(Int(first[index * 2]) + Int(first[index * 2 + 1]) << 8 - Int(wanted[index]))
        }
        expect(Double(differences.reduce(0, +)) / Double(differences.count) < 3_000)
    }

    @Test("lossless AVIF gives back every one of 10 bits", arguments: ["f.@.avif", "a.avif"])
    func losslessAVIF(name: String) async throws {
        // AVIF of 10 bits is what says that frames have so many.
        try write(bits: 10)
        let source = EncodingRequest(format: .numberedAVIF, depth: 10, chroma: .full)
        _ = try await export("deep/f.@.avif", source)
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let report = try await export(name, EncodingRequest(format: format, isLossless: true), from: "deep")
        expectEqual(report.fidelity?.isExact, true, "\(String(describing: report.fidelity))")
        try expectEqual(VideoFile(folder.file(name == "a.avif" ? name : "f.1.avif")).stream()["pix_fmt"], "gbrp10le")
    }

    @Test("16 bits in an AVIF of 10 are dithered: 64 pixels of one color have its mean")
    func dithering() async throws {
        let values: [UInt16] = [0, 64, 300, 30_000, 32_800, 65_500, 65_535]
        let size = PixelSize(width: 8 * values.count, height: 8)
        let picture = Picture(making: size, format: .rgba64) { target in
            let channels = target.bindMemory(to: UInt16.self)
            for index in channels.indices {
                channels[index] = index % 4 == 3 ? 65_535 : values[index / 4 % size.width / 8]
            }
        }
        _ = try folder.write(PNGEncoder.encode(picture, opaque: true), to: "in/f.1.png")
        let report = try await export("a.@.avif", EncodingRequest(format: .numberedAVIF, quality: 100))
        expectEqual(report.notes.first?.description.contains("the output keeps 10, with dithering"), true)
        // The encoder gets what is measured here; by itself it loses some of the pattern.
        let encoder = try LibAVIF.Encoder(opaque: true, quality: nil, keepsColor: true, depth: 10)
        try encoder.add(picture, ticks: nil)
        let file = try folder.write(try encoder.finish(), to: "b.avif")
        let bytes = try require(try VideoFile(file).frames(format: "gbrp10le", byteCount: size.area * 6).first)
        for (column, value) in values.enumerated() {
            let found: [Int] = (0..<64).map { (index: Int) -> Int in
                let place = index / 8 * size.width + column * 8 + index % 8
                return Int(bytes[place * 2]) | Int(bytes[place * 2 + 1]) << 8
            }
            let exact = Double(value) * 1023 / 65_535
            expect(found.allSatisfy { abs(Double($0) - exact) < 1 }, "\(value)")
            expect(abs(Double(found.reduce(0, +)) / 64 - exact) <= 2.0 / 64, "\(value)")
        }
    }

    /// Writes gray frames of 16 bits, PNGs of one channel, by ffmpeg; returns their numbers, the lower byte first.
    private func writeGray(_ numbers: ClosedRange<Int>, to name: String) throws -> [[UInt8]] {
        try numbers.map { number in
            var little: [UInt8] = []
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let value = UInt16(truncatingIfNeeded: (y * Self.size.width + x) &* 40_503 &+ number &* 9_973)
                    little += [UInt8(value & 255), UInt8(value >> 8)]
                }
            }
            let source = try folder.write(little, to: "gray.raw")
            let target = folder.file("\(name)/g.\(number).png")
            try FileManager.default.createDirectory(
                atPath: folder.file(name).string,
                withIntermediateDirectories: true
            )
            let outcome = try Program("ffmpeg").run([
                "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray16le", "-s",
                "\(Self.size.width)x\(Self.size.height)", "-i", source.string, "-pix_fmt", "gray16be", target.string,
            ])
            try require(outcome.status == 0, "\(outcome.errors)")
            return little
        }
    }

    @Test("FFV1 gives back all 16 bits of gray frames, and says so", arguments: [false, true])
    func grayFFV1(isAsked: Bool) async throws {
        let expected = try writeGray(1...3, to: "gray")
        let profile = EncodingRequest(format: .matroska, depth: isAsked ? 16 : nil, isLossless: true)
        let report = try await export("g.mkv", profile, from: "gray")
        expectEqual(report.fidelity?.isExact, true)
        expect(report.notes.isEmpty, "\(report.notes)")
        let video = VideoFile(folder.file("g.mkv"))
        let stream = try video.stream()
        expectEqual(stream["pix_fmt"], "gray16le")
        expect(stream["color_range"] == "pc" && stream["color_transfer"] == "iec61966-2-1")
        try expectEqual(video.frames(format: "gray16le", byteCount: Self.size.area * 2), expected)
    }

    @Test("16 bits of color are refused in FFV1, and .mov with PNG is named; without the demand 12 are kept")
    func coloredFFV1() async throws {
        try write(bits: 16)
        let asked = EncodingRequest(format: .matroska, depth: 16)
        let error = await #expect(throws: ExportError.self) { try await export("c.mkv", asked) }
        expectEqual(error?.description.contains("only for opaque gray pictures"), true)
        expectEqual(error?.description.contains("use .mov with codec: png"), true, "\(String(describing: error))")
        let report = try await export("c.mkv", EncodingRequest(format: .matroska))
        expect(report.notes.contains { $0.description.contains("the output keeps 12") })
        // A color that is drawn under or over gray frames is a color.
        _ = try writeGray(1...2, to: "gray")
        var settings = ExportSettings(asked)
        settings.sequence.burnIns = [BurnIn(.frame)]
        let frames = try SequenceLocator().locate([folder.file("gray").string])
        await #expect(throws: ExportError.self) {
            try await Exporter(frames: frames, settings: settings).export(to: folder.file("d.mkv"))
        }
    }

    @Test("what keeps transparency out of VP9 is named: the depth that was asked for")
    func transparentVP9() async throws {
        try TestFrames(width: 32, height: 24, hasAlpha: true).write(1...2, to: folder, stem: "in/walk")
        let profile = EncodingRequest(format: .webM, depth: 10)
        let report = try await export("a.webm", profile)
        let note = try require(report.notes.first { $0.description.contains("an alpha channel") }).description
        expect(note.contains("which vp9 with 10 bits per channel does not support"), "\(note)")
        expect(note.hasSuffix("or, to keep the transparency, omit depth."), "\(note)")
        var settings = ExportSettings(profile)
        settings.alphaOutput = .keep
        let frames = try SequenceLocator().locate([folder.file("in").string])
        let error = await #expect(throws: ExportError.self) {
            try await Exporter(frames: frames, settings: settings).export(to: folder.file("b.webm"))
        }
        expectEqual(error?.description.contains("vp9 with 10 bits per channel does not support transparency"), true)
    }
}
