import FlipbookCore
import FlipbookMedia
import Testing

@Suite struct EncodingProfileTests {
    @Test(
        "the extension decides the container and its codec",
        arguments: [
            ("a.mp4", Container.mp4, VideoCodec.h264), ("a.MKV", .matroska, .ffv1),
            ("out/f.####.png", .imageSequence, .png),
            ("dir.mp4/a.mkv", .matroska, .ffv1),
        ]
    )
    func container(path: String, container: Container, codec: VideoCodec) throws {
        let found = try #require(Container(extensionOf: FilePath(path)))
        #expect(found == container)
        #expect(try EncodingProfile(container: found).codec == codec)
    }

    @Test(
        "an extension that says nothing is no container",
        arguments: ["a", "a.gif", "mp4", ".mp4", "a.mp4/", "a.mp4.txt"]
    )
    func unknown(path: String) {
        #expect(Container(extensionOf: FilePath(path)) == nil)
    }

    @Test("parts that do not go together are refused, with the option's name first")
    func refusals() {
        #expect(throws: EncodingProfileError.codecNotInContainer(.ffv1, .mp4)) {
            try EncodingProfile(container: .mp4, codec: .ffv1)
        }
        #expect(throws: EncodingProfileError.qualityOutOfRange(0)) { try EncodingProfile(container: .mp4, quality: 0) }
        #expect(throws: EncodingProfileError.qualityOutOfRange(51)) {
            try EncodingProfile(container: .mp4, quality: 51)
        }
        #expect(throws: EncodingProfileError.unknownPreset("warp")) {
            try EncodingProfile(container: .mp4, preset: "warp")
        }
        #expect(throws: EncodingProfileError.noQuality(.ffv1)) {
            try EncodingProfile(container: .matroska, quality: 20)
        }
        #expect(throws: EncodingProfileError.noPreset(.png)) {
            try EncodingProfile(container: .imageSequence, preset: "fast")
        }
        #expect(throws: EncodingProfileError.noOptions(name: "level")) {
            try EncodingProfile(container: .imageSequence, options: [ElementProperty(name: "level", value: "3")])
        }
        #expect(EncodingProfileError.unknownPreset("warp").description.hasPrefix("preset warp: "))
    }
}
