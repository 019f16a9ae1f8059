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

/// What is refused names the nearest target that has all that is asked for: every remedy is taken.
@Suite("The target that an error names takes what was asked for", .hangLimit)
struct NearestTargetTests {
    /// One thing that is asked for.
    struct Part: Sendable, CustomTestStringConvertible {
        let name: String
        let ask: @Sendable (inout EncodingRequest) -> Void
        var testDescription: String { name }

        init(_ name: String, _ ask: @escaping @Sendable (inout EncodingRequest) -> Void) {
            (self.name, self.ask) = (name, ask)
        }
    }

    private static let encoding: [Part] =
        [8, 10, 12, 16].map { (depth: Int) in Part("depth \(depth)") { $0.depth = depth } }
        + Chroma.allCases.map { chroma in Part("chroma \(chroma.rawValue)") { $0.chroma = chroma } }
        + ColorSpace.allCases.map { space in Part(space.rawValue) { $0.colorSpace = space } }
        + ColorRange.allCases.map { range in Part(range.rawValue) { $0.colorRange = range } }
        + [
            Part("lossless") { $0.isLossless = true }, Part("quality") { $0.quality = 40 },
            Part("crf") { $0.rateFactor = 30 }, Part("preset") { $0.preset = "fast" },
            Part("bit rate") { $0.bitRate = 100_000 }, Part("size") { $0.mostBytes = 100_000 },
            Part("dither") { $0.dither = .ordered },
            Part("option") { $0.options = [ElementProperty(name: "name", value: "e")] },
        ]
    private static let besides: [Part] = [
        Part("alpha") { $0.keepsAlpha = true }, Part("sound") { $0.hasSound = true },
        Part("time code") { $0.hasTimeCode = true }, Part("comment") { $0.fields = [.comment] },
        Part("title") { $0.fields = [.title] }, Part("verification") { $0.comparesPixels = true },
    ]
    /// A kind of file with one of its codecs.
    struct Target: Sendable, CustomTestStringConvertible {
        let format: OutputFormat
        let codec: VideoCodec
        var testDescription: String { "\(format.id) \(codec.id)" }
    }

    private static let targets = (OutputFormat.all + OutputFormat.streams).flatMap { format in
        format.codecs.map { Target(format: format, codec: $0) }
    }

    /// The target of a remedy; `nil` where the remedies name none.
    private func target(of remedies: [Remedy], besides format: OutputFormat) -> (
        format: OutputFormat, codec: VideoCodec?
    )? {
        var (found, codec): (OutputFormat?, VideoCodec?) = (nil, nil)
        for remedy in remedies {
            switch remedy {
            case .choose(let ending): found = OutputFormat(extensionOf: FilePath("a.\(ending)"))
            case .set(let setting, let value?) where setting == Setting(rawValue: "output"):
                found = OutputFormat(extensionOf: FilePath(value))
            case .set(let setting, let value?) where setting == Setting(rawValue: "format"):
                found = OutputFormat.named.first { $0.id == value }
            case .set(let setting, let value?) where setting == Setting(rawValue: "codec"):
                codec = VideoCodec(rawValue: value)
            default: break
            }
        }
        guard found != nil || codec != nil else { return nil }
        return (found ?? format, codec)
    }

    /// What messages call the kind of a file.
    private func kind(_ format: OutputFormat) -> String {
        format.isStream ? "stream" : format.isNumbered ? "images" : format.loops ? "animation" : "film"
    }

    @Test(
        "for each codec of each format, whichever two things are asked for",
        arguments: LongTests.cases(encoding, every: 24)
    )
    func pairs(part: Part) throws {
        var count = 0
        for (format, codec) in Self.targets.map({ ($0.format, $0.codec) }) {
            // Each two once.
            for other in Self.encoding.drop(while: { $0.name != part.name }) + Self.besides {
                var demand = EncodingRequest(format: format, codec: codec == format.defaultCodec ? nil : codec)
                part.ask(&demand)
                other.ask(&demand)
                // A quality, its number, a rate and a size are one thing in different ways.
                let ways = [demand.quality, demand.rateFactor, demand.bitRate, demand.mostBytes].count { $0 != nil }
                guard ways < 2 else { continue }
                let error: EncodingError
                do throws(EncodingError) {
                    try demand.check()
                    continue
                } catch let refusal { error = refusal }
                var words: String { "\(format.id), \(codec.id), \(part.name), \(other.name): \(error)" }
                // Of another codec the same number means something else, and may be none.
                if "\(error)".hasPrefix("crf 30: ") { continue }
                count += 1
                func accepts(_ target: (OutputFormat, VideoCodec?)) -> Bool {
                    var demand = demand
                    (demand.format, demand.codec) = (target.0, target.1 ?? demand.codec)
                    do { try demand.check() } catch { return false }
                    let codec = demand.chosenCodec
                    // FFV1 has so many bits of gray alone, and whether the frames are gray is not known yet.
                    guard codec != .ffv1 || demand.depth != 16 else { return false }
                    return (!demand.hasSound || target.0.carriesAudio)
                        && (!demand.hasTimeCode || target.0.carriesTimeCode)
                        && demand.fields.isSubset(of: target.0.metadataFields)
                        && (!demand.keepsAlpha || codec.carriesAlpha)
                        && (!demand.comparesPixels || target.0.comparesPixels)
                }
                if let found = target(of: error.remedies, besides: format) {
                    expect(accepts(found), "\(words)")
                    // Of its kind, where one of its kind has it.
                    if kind(found.format) != kind(format), !format.isSheet {
                        let nearer = Self.targets.first {
                            kind($0.format) == kind(format) && !$0.format.isSheet && accepts(($0.format, $0.codec))
                                && !demand.keepsAlpha
                        }?.testDescription
                        expect(nearer == nil, "\(words): \(nearer ?? "")")
                    }
                } else if !demand.keepsAlpha, !format.isStream {
                    let other = Self.targets.first {
                        !$0.format.isSheet && !$0.format.isStream && accepts(($0.format, $0.codec))
                    }?.testDescription
                    expect(
                        other == nil || error.code == "profile.demands" || isRefusedForItself(demand),
                        "\(words): \(other ?? "")"
                    )
                }
            }
        }
        expect(count > 0)
    }

    /// Whether a refusal is about what contradicts itself, which has its own remedies.
    private func isRefusedForItself(_ request: EncodingRequest) -> Bool {
        let ways = [request.quality, request.rateFactor, request.bitRate, request.mostBytes].count { $0 != nil }
        let codec = request.chosenCodec
        // ProRes has profiles in the place of a quality.
        return request.isLossless && ways > 0
            || (request.quality ?? request.rateFactor) != nil && !codec.isLossless && !codec.profiles.isEmpty
    }

    @Test(
        "and the planner takes it, with frames, a sound, texts and a time code",
        arguments: LongTests.cases(targets.filter { !$0.format.isSheet && !$0.format.isStream }, every: 5)
    )
    func planned(pair: Target) async throws {
        let (format, codec) = (pair.format, pair.codec)
        let folder = try TemporaryDirectory()
        try TestFrames(width: 20, height: 18, hasAlpha: true).write(1...2, to: folder, stem: "walk")
        try TestFrames(width: 20, height: 18).write(1...2, to: folder, stem: "plain")
        let made = try Program("ffmpeg").run([
            "-v", "error", "-f", "lavfi", "-i", "sine=d=1", folder.file("tone.wav").string,
        ])
        try require(made.status == 0, "\(made.errors)")
        let sound = AudioTrack(folder.file("tone.wav"))
        let wishes: [(String, (inout ExportSettings) -> Void)] = [
            ("alpha", { $0.alphaOutput = .keep }), ("sound", { $0.audio = sound }),
            ("time code", { $0.timeCode = .zero }), ("comment", { $0.metadata[.comment] = "x" }),
            ("verification", { $0.pixelVerification = PixelVerification() }),
            ("1x1", { $0.sequence.size = PixelSize(width: 1, height: 1) }),
            ("20000", { $0.sequence.size = PixelSize(width: 20_000, height: 18) }),
        ]
        let plain = try SequenceLocator().locate([folder.file("plain.####.png").string])
        let lengths = [RationalTime(1, 2), RationalTime(1, 10)]
        let varied = FrameList(
            name: "varied",
            frames: zip(plain.frames, lengths).map { Frame(number: $0.number, source: $0.source, duration: $1) }
        )
        let clear = try SequenceLocator().locate([folder.file("walk.####.png").string])
        func plan(
            _ format: OutputFormat,
            _ codec: VideoCodec?,
            _ frames: FrameList,
            _ wish: (inout ExportSettings) -> Void
        )
            async throws
        {
            var settings = ExportSettings(EncodingRequest(format: format, codec: codec))
            wish(&settings)
            let ending = format.usualExtension
            let target = folder.file(format.isNumbered ? "out.####.\(ending)" : "out.\(ending)")
            _ = try await Exporter(frames: frames, settings: settings).plan(for: target)
        }
        let asked = codec == format.defaultCodec ? nil : codec
        var taken = 0
        for frames in [clear, plain, varied] {
            for (place, wish) in wishes.enumerated() {
                // Two wishes together.
                let other = wishes[(place + 1) % wishes.count]
                func both(_ settings: inout ExportSettings) {
                    wish.1(&settings)
                    if other.0 != "20000", other.0 != "1x1" { other.1(&settings) }
                }
                let error: ExportError
                do {
                    try await plan(format, asked, frames, both)
                    continue
                } catch let refusal as ExportError { error = refusal }
                guard let found = target(of: error.remedies, besides: format) else { continue }
                do {
                    try await plan(found.format, found.codec ?? asked, frames, both)
                    taken += 1
                } catch {
                    Issue.record("\(format.id), \(codec.id), \(frames.name), \(wish.0), \(other.0): \(error)")
                }
            }
        }
        // No target has all of them.
        expect(taken > 0)
    }

    @Test(
        "what is nearest keeps the kind of the file, and the codec where it can",
        arguments: [
            ("a.jxl", nil, Part("P3") { $0.colorSpace = .displayP3 }, "or use .apng."),
            ("a.webm", nil, Part("4:2:2") { $0.chroma = .half }, "or use .mkv with codec: vp9."),
            ("a.mov", VideoCodec.h264, Part("16 bits") { $0.depth = 16 }, "or choose codec: png."),
            ("a.mkv", nil, Part("alpha") { ($0.quality, $0.keepsAlpha) = (40, true) }, "or choose codec: vp9."),
            ("a.mp4", nil, Part("sound") { ($0.isLossless, $0.hasSound) = (true, true) }, "or use .mkv."),
            (
                "a.mp4", nil, Part("time code") { ($0.isLossless, $0.hasTimeCode) = (true, true) },
                "or use .mov with codec: png."
            ),
            ("f.#.bmp", nil, Part("P3") { $0.colorSpace = .displayP3 }, "numbered images: output: frame.####.png."),
            ("a.gif", nil, Part("16 bits") { $0.depth = 16 }, "or use .apng."),
            (
                "a.mov", nil, Part("4444 in 4:2:2") { ($0.codecProfile, $0.chroma) = ("4444", .half) },
                "profile, depth or chroma."
            ),
        ] as [(String, VideoCodec?, Part, String)]
    )
    func nearest(name: String, codec: VideoCodec?, part: Part, ending: String) throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        var demand = EncodingRequest(format: format, codec: codec)
        part.ask(&demand)
        let error = #expect(throws: EncodingError.self) { try demand.check() }
        expectEqual(error?.description.hasSuffix(ending), true, "\(String(describing: error))")
    }
}
