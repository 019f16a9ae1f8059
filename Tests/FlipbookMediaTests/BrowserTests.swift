import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

/// Files for the web, shown by Chromium: a page draws each frame on a canvas and tells its pixels.
@Suite(
    "Chromium shows what was written",
    .hangLimit,
    .enabled(if: LongTests.areWanted && XServer.isInstalled("chromium"), "needs chromium, and tools/test --all")
)
struct BrowserTests {
    /// Four of the patches of a colour chart, side by side, and one that is clear.
    private static let patches: [[UInt8]] = [
        [0xC2, 0x96, 0x82, 255], [0x9D, 0xBC, 0x40, 255], [0x08, 0x85, 0xA1, 255], [0x55, 0x55, 0x55, 255],
        [0, 0, 0, 0],
    ]
    private static let side = 16
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let size = PixelSize(width: Self.patches.count * Self.side, height: Self.side)
        for frame in 0..<4 {
            // The patches move by one place from frame to frame.
            let pixels = (0..<size.area).flatMap { place in
                Self.patches[(place % size.width / Self.side + frame) % Self.patches.count]
            }
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
            _ = try folder.write(PNGEncoder.encode(picture), to: "chart/c.\(frame + 1).png")
        }
    }

    /// What the page tells of a file.
    private struct Shown: Decodable {
        var count: Int?
        var repeats: String?
        var times: [Double]?
        var length: Double?
        let values: [[[Double]]]
    }

    private static let script = """
        const wait = (source, event) => new Promise((done, fail) => {
            source.addEventListener(event, done, {once: true});
            source.addEventListener("error", () => fail(new Error(event)), {once: true});
        });
        const values = (source, width, height) => {
            const canvas = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
            canvas.drawImage(source, 0, 0);
            return columns.map(x => [...canvas.getImageData(x, height / 2, 1, 1).data]);
        };
        async function picture() {
            const decoder = new ImageDecoder({data: bytes, type});
            // All bytes may be there before what they are is known.
            await decoder.tracks.ready;
            await decoder.completed;
            const track = decoder.tracks.selectedTrack;
            const shown = {count: track.frameCount, repeats: String(track.repetitionCount), times: [], values: []};
            for (let index = 0; index < track.frameCount; index++) {
                const {image} = await decoder.decode({frameIndex: index});
                shown.times.push(image.duration / 1e6);
                shown.values.push(values(image, image.displayWidth, image.displayHeight));
            }
            return shown;
        }
        async function film() {
            const video = document.createElement("video");
            video.src = URL.createObjectURL(new Blob([bytes], {type}));
            await wait(video, "canplaythrough");
            const shown = {length: video.duration, values: []};
            for (const time of moments) {
                video.currentTime = time;
                await wait(video, "seeked");
                shown.values.push(values(video, video.videoWidth, video.videoHeight));
            }
            return shown;
        }
        (type.startsWith("video") ? film() : picture())
            .then(shown => console.log("RESULT " + JSON.stringify(shown) + " END"))
            .catch(error => console.log("RESULT " + error + " END"));
        """

    /// Writes a file and has the browser show it, 4 frames a second.
    private func shown(_ name: String, _ profile: EncodingProfile, repeats: Int = 1) async throws -> Shown {
        var settings = ExportSettings(profile: profile)
        settings.sequence.frameRate = FrameRate(4)
        settings.sequence.animationRepeatCount = repeats
        let frames = try SequenceLocator().locate([folder.file("chart").string])
        _ = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        let path = folder.file(name.replacingOccurrences(of: "####", with: "0001"))
        let types = ["apng": "image/png", "mp4": "video/mp4", "webm": "video/webm"]
        let ending = profile.format.usualExtension
        let data = try Data(contentsOf: URL(fileURLWithPath: path.string)).base64EncodedString()
        let page = """
            <script>
            const type = "\(types[ending] ?? "image/\(ending)")", moments = [0.125, 0.375, 0.625, 0.875];
            const columns = [\((0..<Self.patches.count).map { "\($0 * Self.side + Self.side / 2)" }.joined(separator: ","))];
            const bytes = Uint8Array.from(atob("\(data)"), letter => letter.charCodeAt(0));
            \(Self.script)
            </script>
            """
        _ = try folder.write(Array(page.utf8), to: "page.html")
        let outcome = try Program("bash").run(
            [
                "-c",
                """
                mkfifo said
                timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
                    --enable-logging=stderr "file://$PWD/page.html" > said 2>&1 &
                browser=$!
                grep -m1 -o 'RESULT .* END' < said
                kill $browser; wait $browser; true
                """,
            ],
            in: folder.path
        )
        let text = try #require(outcome.text.firstMatch(of: /RESULT (.*) END/)?.1, "\(outcome.text)\(outcome.errors)")
        return try JSONDecoder().decode(Shown.self, from: Data(text.utf8))
    }

    /// How different the opaque patches of a frame look from what they should, on average.
    private func difference(_ found: [[Double]], frame: Int) -> Double {
        let differences = Self.patches.indices.compactMap { place -> Double? in
            let wanted = Self.patches[(place + frame) % Self.patches.count]
            guard wanted[3] == 255 else { return nil }
            return LabColor(sRGB: wanted.prefix(3).map(Double.init)).difference(
                from: LabColor(sRGB: Array(found[place].prefix(3)))
            )
        }
        return differences.reduce(0, +) / Double(differences.count)
    }

    @Test(
        "the colours of a film are within 1 of CIEDE2000 on average, VP9's within 1.5, and its transparency is there",
        arguments: [
            (OutputFormat.mp4, VideoCodec.h264, false), (.mp4, .av1, false), (.webM, .vp9, true), (.webM, .vp8, true),
            (.webM, .av1, false),
        ]
    )
    func films(format: OutputFormat, codec: VideoCodec, hasAlpha: Bool) async throws {
        let profile = try EncodingProfile(format: format, codec: codec, quality: 95)
        let found = try await shown("a.\(format.usualExtension)", profile)
        #expect(found.length.map { abs($0 - 1) < 0.002 } == true)
        #expect(found.values.count == 4)
        for (frame, values) in found.values.enumerated() {
            let mean = difference(values, frame: frame)
            // Beside transparency, VP9's single pixels were 0.84 to 1.35 off.
            #expect(mean <= (codec == .vp9 ? 1.5 : 1), "frame \(frame + 1): \(mean)")
            let clear = values[(Self.patches.count - 1 - frame) % Self.patches.count]
            #expect(hasAlpha ? clear[3] < 8 : clear[3] == 255)
        }
    }

    @Test(
        "the colours of a film in Display P3 or BT.2020 are those of its frames, within 1 of CIEDE2000 on average",
        arguments: [ColorSpace.displayP3, .bt2020],
        [(OutputFormat.mp4, VideoCodec.h264), (.webM, .vp9), (.mp4, .av1)]
    )
    func wideColors(space: ColorSpace, target: (format: OutputFormat, codec: VideoCodec)) async throws {
        let profile = try EncodingProfile(
            format: target.format,
            codec: target.codec,
            quality: 95,
            colorSpace: space
        )
        var means: [Double] = []
        for (frame, values) in try await shown("a.\(target.format.usualExtension)", profile).values.enumerated() {
            means.append(difference(values, frame: frame))
        }
        #expect(means.count == 4)
        let mean = means.reduce(0, +) / 4
        #expect(mean <= 1, "\(means)")
    }

    @Test(
        "an animated picture has its frames, its times, its repeat count, its colours and its transparency",
        arguments: [OutputFormat.gif, .animatedPNG, .animatedWebP, .animatedAVIF]
    )
    func animations(format: OutputFormat) async throws {
        let isLossless = format.defaultCodec.isLossless
        let profile = try EncodingProfile(format: format, isLossless: isLossless)
        let found = try await shown("a.\(format.usualExtension)", profile, repeats: 3)
        #expect(found.count == 4 && found.repeats == "2")
        #expect(found.times == [0.25, 0.25, 0.25, 0.25])
        for (frame, values) in found.values.enumerated() {
            // Chromium shows animated AVIF that avifenc made without loss in other colours, too: 41, 130, 121 as 29, 133, 122.
            let mean = difference(values, frame: frame)
            #expect(mean <= (format == .animatedAVIF ? 6 : 0.01), "frame \(frame + 1): \(mean)")
            #expect(values[(Self.patches.count - 1 - frame) % Self.patches.count][3] == 0)
        }
    }

    @Test("the colours of an AVIF picture are within 0.5 of CIEDE2000 on average in 4:4:4")
    func avif() async throws {
        let profile = try EncodingProfile(format: .numberedAVIF, quality: 90, chroma: .full)
        let found = try await shown("a.####.avif", profile)
        let mean = difference(try #require(found.values.first), frame: 0)
        #expect(mean <= 0.5, "\(mean)")
    }
}
