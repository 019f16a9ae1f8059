import FlipbookCore
import FlipbookMedia
import Testing

@Suite struct EncodingProfileTests {
    @Test(
        "the extension decides the container and its codec",
        arguments: [
            ("a.mp4", OutputFormat.mp4, VideoCodec.h264), ("a.MKV", .matroska, .ffv1),
            ("out/f.####.png", .numberedPNG, .png),
            ("dir.mp4/a.mkv", .matroska, .ffv1),
        ]
    )
    func container(path: String, container: OutputFormat, codec: VideoCodec) throws {
        let found = try #require(OutputFormat(extensionOf: FilePath(path)))
        #expect(found == container)
        #expect(try EncodingProfile(format: found).codec == codec)
    }

    @Test(
        "an extension that says nothing is no container",
        arguments: ["a", "a.gif", "mp4", ".mp4", "a.mp4/", "a.mp4.txt"]
    )
    func unknown(path: String) {
        #expect(OutputFormat(extensionOf: FilePath(path)) == nil)
    }

    @Test("parts that do not go together are refused, with the option's name first")
    func refusals() {
        #expect(throws: EncodingProfileError.codecNotInFormat(.ffv1, .mp4)) {
            try EncodingProfile(format: .mp4, codec: .ffv1)
        }
        #expect(throws: EncodingProfileError.qualityOutOfRange(0, .h264)) {
            try EncodingProfile(format: .mp4, quality: 0)
        }
        #expect(throws: EncodingProfileError.qualityOutOfRange(51, .h264)) {
            try EncodingProfile(format: .mp4, quality: 51)
        }
        #expect(throws: EncodingProfileError.unknownPreset("warp", .h264)) {
            try EncodingProfile(format: .mp4, preset: "warp")
        }
        #expect(throws: EncodingProfileError.noQuality(.ffv1)) {
            try EncodingProfile(format: .matroska, quality: 20)
        }
        #expect(throws: EncodingProfileError.noPreset(.png)) {
            try EncodingProfile(format: .numberedPNG, preset: "fast")
        }
        #expect(throws: EncodingProfileError.noOptions(name: "level", .png)) {
            try EncodingProfile(format: .numberedPNG, options: [ElementProperty(name: "level", value: "3")])
        }
        #expect(EncodingProfileError.unknownPreset("warp", .h264).description.hasPrefix("preset warp: "))
    }
}
