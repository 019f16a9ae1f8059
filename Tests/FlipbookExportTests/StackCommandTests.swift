import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Stacks of microscopes, as a user meets them in each verb.
@Suite("A stack of ImageJ, through the whole program", .hangLimit)
struct StackCommandTests {
    private let bench: Workbench

    /// Ten images of 16x16 pixels, gray by their numbers: two channels at five times.
    init() throws {
        bench = try Workbench()
        try write("a.tif", "ImageJ=1.53t\nimages=10\nchannels=2\nframes=5\nfinterval=0.5\n", count: 10)
    }

    private func write(_ name: String, _ description: String, count: Int) throws {
        let file = TIFFWriter {
            ($0.width, $0.height, $0.rowsPerStrip, $0.samples, $0.photometric) = (16, 16, 16, 1, 1)
            let images = (1...count).map { [UInt8](repeating: UInt8($0 * 16), count: 256) }
            ($0.description, $0.blocks, $0.behind) = (description, [images[0]], images.dropFirst().flatMap(\.self))
        }
        try bench.folder.write(file.file(), to: name)
    }

    private let note =
        "note: The images mix 2 channels. To show one channel, use --frames 1-9x2.\n"
    private let rateNote =
        "note: According to the file, its images were recorded every 0.5 s. Show them at that rate with --fps 2.\n"

    @Test("all images are shown, with notes on the channels and the rate; with their remedies there is no note")
    func export() throws {
        let all = try bench.flipbook("export", "a.tif", "-o", "a.####.png")
        expect(all.status == 0 && all.errors.contains(note) && all.errors.contains(rateNote), "\(all.errors)")
        try expectEqual(bench.names().filter { $0.hasSuffix(".png") }.count, 10)
        let one = try bench.flipbook("export", "a.tif", "-o", "b.mkv", "--frames", "1-9x2", "--fps", "2")
        expect(one.status == 0 && !one.errors.contains("note"), "\(one.errors)")
        try expectEqual(bench.exported(["a.tif", "--frames", "2-10x2"]).map { $0[0] }, [32, 64, 96, 128, 160])
    }

    @Test("one channel is no faster than the recording")
    func pace() throws {
        let outcome = try bench.flipbook("export", "a.tif", "-o", "a.mkv", "--frames", "1-9x2")
        expect(outcome.errors.contains(rateNote) && !outcome.errors.contains("twice as fast"), "\(outcome.errors)")
        let skipping = try bench.flipbook("export", "a.tif", "-o", "b.mkv", "--frames", "1-9x4")
        expect(skipping.errors.contains("runs twice as fast"), "\(skipping.errors)")
    }

    @Test("every verb knows the channels", arguments: ["play", "render", "manifest", "explain", "list", "lint"])
    func verbs(verb: String) throws {
        let options = [
            "play": ["--sink", "fakesink", "--repeat", "1"], "render": ["--frame", "1", "-o", "r.png"],
            "lint": ["--no-config"],
        ]
        let outcome = try bench.flipbook([verb, "a.tif"] + (options[verb] ?? []))
        let words = outcome.text + outcome.errors
        switch verb {
        case "play", "manifest", "explain":
            expect(words.contains("To show one channel, use --frames 1-9x2."), "\(words)")
        case "render": expectEqual(outcome.status, 0, "\(words)")
        case "list": expect(words.contains("10 frames") && words.contains("2 channels, 5 time points"), "\(words)")
        default:
            expect(
                words.contains("seq.mixed-stack") && words.contains("Choose one channel with --frames 1-9x2"),
                "\(words)"
            )
            let one = try bench.flipbook("lint", "--no-config", "a.tif", "--frames", "1-9x2")
            expect(!one.text.contains("seq.mixed-stack"), "\(one.text)")
        }
    }

    @Test("list writes what the file says of its images")
    func json() throws {
        let text = try bench.flipbook("list", "--json", "a.tif").text
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        let stack = try require(list?.first?["stack"] as? [String: Any])
        expect(stack["channels"] as? Int == 2 && stack["slices"] as? Int == 1 && stack["times"] as? Int == 5)
        expect(stack["frameRate"] as? Double == 2 && stack["sliceDistance"] is NSNull)
    }

    @Test("a file that ends early says how many images there are; the whole ones are exported by the remedy")
    func shortFile() throws {
        try write("short.tif", "ImageJ=1.53t\nimages=20\nframes=20\n", count: 6)
        let refused = try bench.flipbook("export", "short.tif", "-o", "a.mkv")
        expect(
            refused.status == 1 && refused.errors.contains("the file ends after 6 of 20 images"),
            "\(refused.errors)"
        )
        try expect(bench.flipbook("list", "short.tif").text.contains("damaged 7"))
        let lint = try bench.flipbook("lint", "--no-config", "short.tif")
        expect(lint.text.contains("the file ends after 6 of 20 images"), "\(lint.text)")
        let whole = try bench.flipbook("export", "short.tif", "-o", "a.mkv", "--missing", "skip")
        expectEqual(whole.status, 0, "\(whole.errors)")
    }
}
