import FlipbookCore
import FlipbookMedia
import FoundationEssentials
import Testing

@Suite struct EncodingProfileTests {
    @Test(
        "the extension decides the container and its codec",
        arguments: [
            ("a.mp4", OutputFormat.mp4, VideoCodec.h264), ("a.MKV", .matroska, .ffv1), ("a.webm", .webM, .vp9),
            ("a.mov", .quickTime, .proRes),
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
        arguments: ["a", "mp4", ".mp4", "a.mp4/", "a.mp4.txt"]
    )
    func unknown(path: String) {
        #expect(OutputFormat(extensionOf: FilePath(path)) == nil)
    }

    @Test("parts that do not go together are refused, with the option's name first")
    func refusals() {
        #expect(throws: EncodingProfileError.codecNotInFormat(.ffv1, .mp4)) {
            try EncodingProfile(format: .mp4, codec: .ffv1)
        }
        #expect(throws: EncodingProfileError.rateFactorOutOfRange(0, .h264)) {
            try EncodingProfile(format: .mp4, rateFactor: 0)
        }
        #expect(throws: EncodingProfileError.rateFactorOutOfRange(51, .h264)) {
            try EncodingProfile(format: .mp4, rateFactor: 51)
        }
        #expect(throws: EncodingProfileError.qualityOutOfRange(101)) {
            try EncodingProfile(format: .mp4, quality: 101)
        }
        #expect(throws: EncodingProfileError.twoQualities(.h264)) {
            try EncodingProfile(format: .mp4, quality: 50, rateFactor: 20)
        }
        #expect(throws: EncodingProfileError.unknownPreset("warp", .h264)) {
            try EncodingProfile(format: .mp4, preset: "warp")
        }
        #expect(throws: EncodingProfileError.noQuality(.ffv1, .matroska)) {
            try EncodingProfile(format: .matroska, quality: 20)
        }
        #expect(throws: EncodingProfileError.noPreset(.bmp, .numberedBMP)) {
            try EncodingProfile(format: .numberedBMP, preset: "fast")
        }
        #expect(throws: EncodingProfileError.noOptions(name: "level", .png, .numberedPNG)) {
            try EncodingProfile(format: .numberedPNG, options: [ElementProperty(name: "level", value: "3")])
        }
        #expect(throws: EncodingProfileError.unknownProfile("xq", .proRes)) {
            try EncodingProfile(format: .quickTime, codecProfile: "xq")
        }
        #expect(throws: EncodingProfileError.noProfiles(.h264, .mp4)) {
            try EncodingProfile(format: .mp4, codecProfile: "hq")
        }
        #expect(throws: EncodingProfileError.lossy(.h264, .mp4)) { try EncodingProfile(format: .mp4, isLossless: true) }
        #expect(throws: EncodingProfileError.demandsNotMet(.proRes, .quickTime)) {
            try EncodingProfile(format: .quickTime, codecProfile: "hq", chroma: .full)
        }
        #expect(EncodingProfileError.unknownPreset("warp", .h264).description.hasPrefix("preset warp: "))
    }

    @Test(
        "what a codec cannot keep is refused, and the nearest target that can is named",
        arguments: [
            (OutputFormat.mp4, VideoCodec.h264, 16, "write .mov with codec: png"),
            (.webM, .vp8, 10, "choose codec: vp9"),
            (.quickTime, .proRes, 12, "choose codec: png"),
        ]
    )
    func depths(format: OutputFormat, codec: VideoCodec, depth: Int, offer: String) {
        let error = #expect(throws: EncodingProfileError.self) {
            try EncodingProfile(format: format, codec: codec, depth: depth)
        }
        #expect(error == .depthNotKept(depth, codec, format))
        #expect(error?.description.hasSuffix("\(offer).") == true, "\(String(describing: error))")
    }

    @Test(
        "what a codec has no use for is refused, and the nearest target that has one is named",
        arguments: [
            (EncodingProfileError.noPreset(.gif, .gif), "Leave preset out, or write .avif."),
            (.noPreset(.proRes, .quickTime), "Leave preset out, or choose codec: h264."),
            (.noPreset(.bmp, .numberedBMP), "Leave preset out, or write numbered images: output: frame.####.png."),
            (.noDither(.h264, .mp4), "Leave dither out, or write .gif."),
            (.noDither(.webP, .numberedWebP), "Leave dither out, or write .gif."),
            (.noQuality(.tga, .numberedTGA), "or crf out, or write numbered images: output: frame.####.jpg."),
            (.noQuality(.gif, .gif), "Leave quality or crf out, or write .webp."),
            (.noProfiles(.h264, .mp4), "Leave profile out, or write .mov."),
            (.noProfiles(.png, .quickTime), "Leave profile out, or choose codec: prores."),
            (.noBitRate(.proRes, .quickTime), "Leave bitrate out, or choose codec: h264."),
            (.noOptions(name: "level", .gif, .gif), "Leave encoderOptions out, or write .mp4."),
        ]
    )
    func offers(error: EncodingProfileError, ending: String) {
        #expect(error.description.hasSuffix(ending), "\(error)")
    }

    @Test("WebM keeps 4:2:0 alone, though its codecs keep more elsewhere", arguments: [VideoCodec.vp9, .av1])
    func chromaOfWebM(codec: VideoCodec) throws {
        #expect(throws: EncodingProfileError.chromaNotKept(.full, codec, .webM)) {
            try EncodingProfile(format: .webM, codec: codec, chroma: .full)
        }
        #expect(try EncodingProfile(format: .matroska, codec: codec, chroma: .full).chroma == .full)
    }

    @Test("a quality means a better rate factor the higher it is, in every codec, and a preset has common names")
    func qualities() throws {
        var scaled: Set<VideoCodec> = []
        for format in OutputFormat.all {
            for codec in format.codecs {
                guard let least = try? EncodingProfile(format: format, codec: codec, quality: 0).rateFactor else {
                    continue
                }
                scaled.insert(codec)
                let factors = try (0...100).map {
                    try #require(try EncodingProfile(format: format, codec: codec, quality: $0).rateFactor)
                }
                #expect(factors[0] == least && abs(factors[100] - factors[0]) > 20)
                #expect(factors == factors.sorted(by: factors[0] > factors[100] ? (>) : (<)))
                #expect(try EncodingProfile(format: format, codec: codec).rateFactor == factors[75])
                for preset in ["fast", "balanced", "best"] where codec != .webP && codec != .jpeg {
                    #expect(try EncodingProfile(format: format, codec: codec, preset: preset).preset != nil)
                }
            }
        }
        #expect(scaled.isSuperset(of: [.h264, .h265, .av1, .vp9]))
        #expect(try EncodingProfile(format: .mp4, preset: "balanced").preset == "medium")
    }

    @Test("a profile is read back from its document as it was")
    func document() throws {
        let profiles = [
            try EncodingProfile(format: .mp4, quality: 40, preset: "fast", depth: 10),
            try EncodingProfile(format: .mp4, codec: .h265, rateFactor: 30, chroma: .half),
            try EncodingProfile(format: .quickTime, codecProfile: "lt"),
            try EncodingProfile(format: .matroska, isLossless: true),
        ]
        let document = try JSONEncoder().encode(profiles)
        #expect(try JSONDecoder().decode([EncodingProfile].self, from: document) == profiles)
    }
}
