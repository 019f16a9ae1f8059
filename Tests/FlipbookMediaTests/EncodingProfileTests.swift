import FlipbookCore
import FlipbookImaging
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
        func check(
            _ error: EncodingProfileError,
            _ format: OutputFormat,
            _ codec: VideoCodec? = nil,
            _ ask: (inout EncodingDemand) -> Void = { _ in }
        ) {
            var demand = EncodingDemand()
            demand.codec = codec
            ask(&demand)
            let found = #expect(throws: EncodingProfileError.self) { try EncodingProfile(format: format, demand) }
            // What is wrong; the remedy depends on what else is asked for.
            #expect(found?.code == error.code)
            let start = error.description.prefix { $0 != "." }
            #expect(found?.description.hasPrefix(start) == true, "\(String(describing: found))")
        }
        check(.codecNotInFormat(.ffv1, .mp4), .mp4, .ffv1)
        check(.rateFactorOutOfRange(0, .h264), .mp4) { $0.rateFactor = 0 }
        check(.rateFactorOutOfRange(51, .h264), .mp4) { $0.rateFactor = 51 }
        check(.qualityOutOfRange(101), .mp4) { $0.quality = 101 }
        check(.twoQualities(.h264), .mp4) { ($0.quality, $0.rateFactor) = (50, 20) }
        check(.losslessAndSmaller(.rateFactor), .animatedAVIF) { ($0.rateFactor, $0.isLossless) = (20, true) }
        check(.losslessAndSmaller(.quality), .mp4) { ($0.quality, $0.isLossless) = (20, true) }
        check(.unknownPreset("warp", .h264), .mp4) { $0.preset = "warp" }
        check(.noQuality(.ffv1, .matroska), .matroska) { $0.quality = 20 }
        check(.noPreset(.bmp, .numberedBMP), .numberedBMP) { $0.preset = "fast" }
        check(.noOptions(name: "level", .png, .numberedPNG), .numberedPNG) {
            $0.options = [ElementProperty(name: "level", value: "3")]
        }
        check(.unknownProfile("xq", .proRes), .quickTime) { $0.codecProfile = "xq" }
        check(.noProfiles(.h264, .mp4), .mp4) { $0.codecProfile = "hq" }
        check(.lossy(.h264, .mp4), .mp4) { $0.isLossless = true }
        check(.demandsNotMet(.proRes, .quickTime), .quickTime) { ($0.codecProfile, $0.chroma) = ("hq", .full) }
        check(.depthNotKept(16, .h264, .mp4), .mp4) { $0.depth = 16 }
        check(.chromaNotKept(.rgb, .h264, .mp4), .mp4) { $0.chroma = .rgb }
        check(.colorsNotTold(.vp8, .webM), .webM, .vp8) { $0.colorSpace = .bt2020 }
        check(.noBitRate(.ffv1, .matroska), .matroska) { $0.bitRate = 100_000 }
        check(.noSize(.gif, .gif), .gif) { $0.mostBytes = 100_000 }
        check(.noDither(.webP, .animatedWebP), .animatedWebP) { $0.dither = .ordered }
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
        #expect(error?.code == "profile.depth")
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
        let error = #expect(throws: EncodingProfileError.self) {
            try EncodingProfile(format: .webM, codec: codec, chroma: .full)
        }
        #expect(error?.code == "profile.chroma")
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
