import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FoundationEssentials
import FlipbookTestSupport
import Testing

@Suite struct EncodingRequestTests {
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
        let found = try require(OutputFormat(extensionOf: FilePath(path)))
        expectEqual(found, container)
        expectEqual(EncodingRequest(format: found).chosenCodec, codec)
    }

    @Test(
        "an extension that says nothing is no container",
        arguments: ["a", "mp4", ".mp4", "a.mp4/", "a.mp4.txt"]
    )
    func unknown(path: String) {
        expect(OutputFormat(extensionOf: FilePath(path)) == nil)
    }

    @Test("parts that do not go together are refused, with the option's name first")
    func refusals() {
        func check(
            _ code: ErrorCode,
            _ start: String,
            _ format: OutputFormat,
            _ codec: VideoCodec? = nil,
            _ ask: (inout EncodingRequest) -> Void = { _ in }
        ) {
            var request = EncodingRequest(format: format, codec: codec)
            ask(&request)
            let found = #expect(throws: EncodingError.self) { try request.check() }
            expectEqual(found?.code, code)
            expectEqual(found?.description.hasPrefix(start), true, "\(String(describing: found))")
        }
        check("profile.codec", "codec ffv1: an .mp4 file supports h264, h265, av1.", .mp4, .ffv1)
        check("profile.quality", "crf 0: H.264 accepts 1 (best) to 50 (smallest); 20", .mp4) { $0.rateFactor = 0 }
        check("profile.quality", "crf 51: H.264 accepts", .mp4) { $0.rateFactor = 51 }
        check("profile.quality", "quality 101: a quality is a number", .mp4) { $0.quality = 101 }
        check("profile.quality", "quality and crf both set", .mp4) { ($0.quality, $0.rateFactor) = (50, 20) }
        check("profile.quality", "lossless and crf contradict", .animatedAVIF) {
            ($0.rateFactor, $0.isLossless) = (20, true)
        }
        check("profile.quality", "lossless and quality contradict", .mp4) { ($0.quality, $0.isLossless) = (20, true) }
        check("profile.quality", "quality, crf, bitrate and max-size each set the", .mp4) {
            ($0.quality, $0.mostBytes) = (20, 1000)
        }
        check("profile.preset", "preset warp: x264 has no such preset.", .mp4) { $0.preset = "warp" }
        check("profile.quality", "quality, crf: ffv1 has no quality setting.", .matroska) { $0.quality = 20 }
        check("profile.preset", "preset: bmp has no presets.", .numberedBMP) { $0.preset = "fast" }
        check("profile.options", "encoderOptions level: PNG files are written without", .numberedPNG) {
            $0.options = [ElementProperty(name: "level", value: "3")]
        }
        check("profile.profile", "profile xq: ProRes has no such profile.", .quickTime) { $0.codecProfile = "xq" }
        check("profile.profile", "profile: h264 has no profiles to choose from.", .mp4) { $0.codecProfile = "hq" }
        check("profile.lossless", "lossless: h264 changes pixels.", .mp4) { $0.isLossless = true }
        check("profile.demands", "prores supports each of these settings", .quickTime) {
            ($0.codecProfile, $0.chroma) = ("hq", .full)
        }
        check("profile.depth", "depth 16: h264 keeps 8 or 10 bits per channel.", .mp4) { $0.depth = 16 }
        check("profile.chroma", "chroma rgb: h264 in an .mp4 file keeps 420, 422, 444.", .mp4) { $0.chroma = .rgb }
        check("profile.colors", "colorspace, range: vp8 supports bt709, bt601", .webM, .vp8) {
            $0.colorSpace = .bt2020
        }
        check("profile.quality", "bitrate: ffv1 does not support a bit rate.", .matroska) { $0.bitRate = 100_000 }
        check("profile.quality", "max-size: a .gif file with gif has no quality", .gif) { $0.mostBytes = 100_000 }
        check("profile.dither", "dither: webp has no palette", .animatedWebP) { $0.dither = .ordered }
    }

    @Test(
        "what a codec cannot keep is refused, and the nearest target that can is named",
        arguments: [
            (OutputFormat.mp4, VideoCodec.h264, 16, "use .mov with codec: png"),
            (.webM, .vp8, 10, "choose codec: vp9"),
            (.quickTime, .proRes, 12, "choose codec: png"),
        ]
    )
    func depths(format: OutputFormat, codec: VideoCodec, depth: Int, offer: String) {
        let error = #expect(throws: EncodingError.self) {
            try EncodingRequest(format: format, codec: codec, depth: depth).check()
        }
        expectEqual(error?.code, "profile.depth")
        expectEqual(error?.description.hasSuffix("\(offer)."), true, "\(String(describing: error))")
    }

    @Test(
        "what a codec has no use for is refused, and the nearest target that has one is named",
        arguments: [
            (EncodingRequest(format: .gif, preset: "fast"), "Omit preset, or use .avif."),
            (EncodingRequest(format: .quickTime, preset: "fast"), "Omit preset, or choose codec: h264."),
            (
                EncodingRequest(format: .numberedBMP, preset: "fast"),
                "Omit preset, or use numbered images: output: frame.####.png."
            ),
            (EncodingRequest(format: .mp4, dither: .ordered), "Omit dither, or use .gif."),
            (EncodingRequest(format: .numberedWebP, dither: .ordered), "Omit dither, or use .gif."),
            (
                EncodingRequest(format: .numberedTGA, quality: 40),
                "or crf, or use numbered images: output: frame.####.jpg."
            ),
            (EncodingRequest(format: .gif, quality: 40), "Omit quality or crf, or use .webp."),
            (EncodingRequest(format: .mp4, codecProfile: "hq"), "Omit profile, or use .mov."),
            (
                EncodingRequest(format: .quickTime, codec: .png, codecProfile: "hq"),
                "Omit profile, or choose codec: prores."
            ),
            (EncodingRequest(format: .quickTime, bitRate: 100_000), "Omit bitrate, or choose codec: h264."),
            (
                EncodingRequest(format: .gif, options: [ElementProperty(name: "level", value: "3")]),
                "Omit encoderOptions, or use .mp4."
            ),
        ]
    )
    func offers(request: EncodingRequest, ending: String) {
        let error = #expect(throws: EncodingError.self) { try request.check() }
        expectEqual(error?.description.hasSuffix(ending), true, "\(String(describing: error))")
    }

    @Test("WebM keeps 4:2:0 alone, though its codecs keep more elsewhere", arguments: [VideoCodec.vp9, .av1])
    func chromaOfWebM(codec: VideoCodec) throws {
        let error = #expect(throws: EncodingError.self) {
            try EncodingRequest(format: .webM, codec: codec, chroma: .full).check()
        }
        expectEqual(error?.code, "profile.chroma")
        try EncodingRequest(format: .matroska, codec: codec, chroma: .full).check()
    }

    @Test("a quality means a better rate factor the higher it is, in every codec, and a preset has common names")
    func qualities() throws {
        var scaled: Set<VideoCodec> = []
        for format in OutputFormat.all {
            for codec in format.codecs {
                func factor(_ quality: Int?) -> Int? {
                    EncodingRequest(format: format, codec: codec, quality: quality).chosenRateFactor
                }
                guard let least = factor(0) else { continue }
                scaled.insert(codec)
                let factors = try (0...100).map { try require(factor($0)) }
                expect(factors[0] == least && abs(factors[100] - factors[0]) > 20)
                expectEqual(factors, factors.sorted(by: factors[0] > factors[100] ? (>) : (<)))
                expectEqual(factor(nil), factors[75])
                for preset in ["fast", "balanced", "best"] where codec != .webP && codec != .jpeg {
                    let request = EncodingRequest(format: format, codec: codec, preset: preset)
                    try request.check()
                    expect(request.chosenPreset != nil)
                }
            }
        }
        expect(scaled.isSuperset(of: [.h264, .h265, .av1, .vp9]))
        expectEqual(EncodingRequest(format: .mp4, preset: "balanced").chosenPreset, "medium")
    }

    @Test("a request is read back from its document as it was, and complete as it is carried out")
    func document() throws {
        let requests = [
            EncodingRequest(format: .mp4, quality: 40, preset: "fast", depth: 10),
            EncodingRequest(format: .mp4, codec: .h265, rateFactor: 30, chroma: .half),
            EncodingRequest(format: .quickTime, codecProfile: "lt"),
            EncodingRequest(format: .matroska, isLossless: true),
        ]
        let document = try JSONEncoder().encode(requests)
        try expectEqual(JSONDecoder().decode([EncodingRequest].self, from: document), requests)
        for request in requests.map(\.complete) {
            try request.checkAgain()
            expectEqual(request.complete, request)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(
            String(decoding: try encoder.encode(requests[0].complete), as: UTF8.self),
            #"{"codec":"h264","depth":10,"format":"mp4","isLossless":false,"options":[],"preset":"veryfast","#
                + #""quality":40,"rateFactor":31}"#
        )
    }
}
