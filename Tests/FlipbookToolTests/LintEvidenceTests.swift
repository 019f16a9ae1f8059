import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("What the command lints: expected frames, numbers and names from elsewhere, manifests", .hangLimit)
struct LintEvidenceTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func write(_ text: String, to name: String) throws { try bench.folder.write(Array(text.utf8), to: name) }

    @Test("frames that are lost at the head and the tail are found by a configuration and by an option")
    func expected() throws {
        try bench.add(3...8, to: "shots/walk")
        try expectEqual(bench.flipbook("lint", "shots/walk").status, 0)
        let option = try bench.flipbook("lint", "shots/walk", "--expect", "1-10", "--format", "compact")
        expectEqual(option.status, 1)
        expect(option.text.contains("frames 1-2 are missing at the beginning: only 3-8 of 1-10 exist."))
        expect(option.text.contains("[seq.short-tail]"))
        try write("expect: [{path: 'shots/**', frames: 1-8}, {path: shots/run, frames: 1-4}]\n", to: ".flipbook.yaml")
        let file = try bench.flipbook("lint", "-r", ".", "--format", "compact")
        expectEqual(file.status, 1)
        expect(file.text.contains("frames 1-2 are missing at the beginning"))
        expect(file.text.contains("frames 1-4 of shots/run are expected, but the sequence does not exist."))
        expect(!file.text.contains("seq.short-tail"))
        try expectEqual(bench.flipbook("lint", "shots/walk", "--expect", "ten").status, 2)
        try write("expect: [{path: walk}]\n", to: ".flipbook.yaml")
        try expect(
            bench.flipbook("lint", "shots/walk").errors
                .contains("the frames are missing; specify which frames are expected: frames: 1001-1100")
        )
    }

    @Test("a printed configuration says what is expected, and means the same again")
    func printed() throws {
        try bench.add(1...4, to: "walk")
        try write("expect: [{path: walk, frames: 1-6}]\n", to: ".flipbook.yaml")
        let printed = try bench.flipbook("lint", "walk", "--print-config").text
        expect(printed.contains("expect:\n  - {path: \"walk\", frames: \"1-6\"}"))
        try write(printed, to: "all.yaml")
        let again = try bench.flipbook("lint", "walk", "--config", "all.yaml", "--format", "compact")
        expect(again.text.contains("frames 5-6 are missing at the end"))
    }

    @Test("days across the end of a month are exported without a gap, and a missing day is refused by its name")
    func dates() throws {
        try bench.add([20_260_130, 20_260_131, 20_260_201, 20_260_202], to: "maps") { "sst_\($0).png" }
        try expectEqual(bench.flipbook("lint", "maps").status, 0)
        try expectEqual(bench.flipbook("export", "maps", "-o", "maps.mp4", "--dry-run").status, 0)
        expect(!(try bench.flipbook("list", "maps").text.contains("missing")))
        try FileManager.default.removeItem(atPath: bench.folder.file("maps/sst_20260131.png").string)
        try bench.add([20_260_129, 20_260_203], to: "maps") { "sst_\($0).png" }
        let lint = try bench.flipbook("lint", "maps", "--format", "compact")
        expect(lint.text.contains("2026-01-31 is missing (1 of 6)."))
        expectEqual(lint.status, 1)
        try expectEqual(bench.flipbook("export", "maps", "-o", "maps.mp4", "--dry-run").status, 1)
        try expectEqual(bench.flipbook("export", "maps", "-o", "maps.mp4", "--dry-run", "--missing", "hold").status, 0)
    }

    @Test("numbers below zero as ffmpeg writes them are one sequence, by folder and by pattern")
    func negative() throws {
        try bench.add(1...7, to: "shot") { ($0 < 4 ? "shot.-" : "shot.") + "000\(abs($0 - 4)).png" }
        try expectEqual(bench.flipbook("lint", "shot").status, 0)
        try expect(bench.flipbook("list", "shot").text.contains("-3-3"))
        let frames = try bench.flipbook("export", "shot/shot.####.png", "-o", "out/s.####.png", "--json")
        expectEqual(frames.status, 0)
        try expectEqual(bench.names(in: "out").count, 7)
    }

    @Test("a manifest of frames that are missing at the ends has the range in its pattern")
    func ranged() throws {
        try bench.add(3...6, to: "walk")
        let manifest = try bench.flipbook("manifest", "walk", "--frames", "1-8", "--missing", "hold", "-o", "walk.yaml")
        expectEqual(manifest.status, 0, "\(manifest.errors)")
        let text = try String(contentsOfFile: bench.folder.file("walk.yaml").string, encoding: .utf8)
        expect(text.contains("walk/walk.1-8####.png"))
        let plan = try bench.flipbook("export", "walk.yaml", "-o", "walk.mp4", "--dry-run")
        expectEqual(plan.status, 0, "\(plan.errors)")
    }

    @Test(
        "names as other programs spell them get the name to write",
        arguments: [
            (
                "C:\\renders\\shot.####.png",
                "use the path on this system, with /, such as /mnt/c/renders/shot.####.png"
            ),
            ("shot.<F4>.png", "write #### for the frame number: shot.####.png"),
            ("shot.<frame>.png", "write #### for the frame number: shot.####.png"),
            ("shot.{frame:03d}.png", "write @@@ for the frame number: shot.@@@.png"),
            ("shot.1001-1010.png", "a range must be followed by padding; write shot.1001-1010####.png"),
        ]
    )
    func foreignNames(name: String, advice: String) throws {
        for verb in ["lint", "list", "export"] {
            let outcome = try verb == "export" ? bench.flipbook(verb, name, "-o", "x.mp4") : bench.flipbook(verb, name)
            expect(outcome.errors.contains(advice), "\(verb): \(outcome.errors)")
            expect(outcome.status != 0)
        }
    }

    @Test("an overlay that is not there is found before an export refuses it")
    func overlay() throws {
        try bench.add(1...4, to: "walk")
        try write("animationImages: walk/walk.####.png\nframeRate: 24\noverlays: [logo.png]\n", to: "walk.yaml")
        let lint = try bench.flipbook("lint", "walk.yaml", "--format", "compact")
        expectEqual(lint.status, 1)
        expect(lint.text.contains("logo.png: there is no such file or folder"))
        expect(lint.text.contains("[load.missing]"))
    }

    @Test("a file outside of a manifest's folder is named and never opened")
    func outside() throws {
        try write("no picture\n", to: "secret.png")
        try write("animationImages: [../secret.png]\nframeRate: 24\n", to: "walk/walk.yaml")
        let lint = try bench.flipbook("lint", "walk/walk.yaml", "--format", "compact")
        expect(lint.text.contains("[load.outside-folder]"))
        expect(!lint.text.contains("not an image"))
    }

    @Test(
        "whatever a document names outside of its folder, lint reports as explain and list refuse it, and does not open it",
        // Every day each place with one of the ways; the list's own test has it, too, and the second cut is much like the first.
        arguments: LongTests.cases(waysOut, every: 4)
    )
    func everyWayOut(name: String, text: String, way: WayOut) throws {
        try bench.add(1...2, to: "set/walk")
        try write("no picture\n", to: "far.png")
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file("set/link.png").string,
            withDestinationPath: "../far.png"
        )
        let out =
            switch way {
            case .parent: "../far.png"
            case .link: "link.png"
            case .absolute: bench.folder.file("far.png").string
            }
        try write(text.replacing("OUT", with: out), to: "set/\(name)")
        let lint = try bench.flipbook("lint", "--deep", "set/\(name)", "--format", "compact")
        expectEqual(lint.status, 1, "\(lint.text)\(lint.errors)")
        expect(lint.text.contains("outside") || lint.text.contains("absolute path"), "\(lint.text)")
        expect(!lint.text.contains("not an image"), "\(lint.text)")
        for verb in ["explain", "list"] { try expectEqual(bench.flipbook(verb, "set/\(name)").status, 2, "\(verb)") }
    }

    @Test(
        "the pictures that a manifest shows in other languages are linted, too, and what is the same in all of them once"
    )
    func languages() throws {
        try bench.add(1...2, to: "walk")
        try bench.add(4...4, to: "fr")
        try bench.folder.write(Array(bench.frames.png(3).prefix(60)), to: "fr/\(TestFrames.name(3))")
        let text = "title: a\nframeRate: 24\nanimationImages: [walk/walk.0001.png, walk/walk.0002.png]\nlocalized:\n"
        let others = "  fr: {animationImages: [fr/walk.0003.png, fr/walk.0004.png]}\n  de: {title: b}\n"
        try write(text + others, to: "m.yaml")
        let found = try bench.flipbook("lint", "m.yaml", "--format", "compact").text
        expect(found.contains("fr/walk.0003.png") && found.contains("[load.truncated]"), "\(found)")
        // It stays one sequence, of as many frames as in each language.
        try expect(bench.flipbook("lint", "m.yaml").text.contains("1 sequence, 2 frames"))
        // Where another still picture is all that differs, the frames are judged once, and so is what leads out.
        let frames = "animationImages: [walk/walk.0001.png, walk/walk.0002.png]\n"
        let views = "views: [{frame: [0, 0, 9, 9], image: ../b.png}]\n"
        try write("\(frames)\(views)localized: {fr: {image: fr/walk.0004.png}}\n", to: "n.yaml")
        let lines = try bench.flipbook("lint", "n.yaml", "--format", "compact").text.split(separator: "\n")
        expect(!lines.isEmpty && lines.count == Set(lines).count, "\(lines)")
    }

    @Test("lint and render tell every way out of a document's folder at once")
    func allWaysOut() throws {
        try bench.add(1...1, to: "set")
        let views = "views:\n  - {frame: [0, 0, 9, 9], image: ../b.png}\n  - {frame: [0, 0, 9, 9], image: ../c.png}\n"
        try write("animationImages: [walk.0001.png, ../a.png]\nframeRate: 24\n\(views)", to: "set/all.yaml")
        let lint = try bench.flipbook("lint", "set/all.yaml", "--format", "compact").text
        let render = try bench.flipbook("render", "set/all.yaml", "-o", "r.png").errors
        for name in ["../a.png", "../b.png", "../c.png"] {
            expect(lint.contains(name), "\(lint)")
            expect(render.contains(name), "\(render)")
        }
    }

    enum WayOut: CaseIterable { case parent, link, absolute }

    /// The places in a document where a file is named, each with each way out of its folder.
    private static let waysOut: [(String, String, WayOut)] =
        [
            ("cut.yaml", "frameRate: 24\ntimeline: [{input: OUT, duration: 1}]\n"),
            ("view.yaml", "size: 64x64\nviews: [{id: a, frame: [0, 0, 9, 9], image: OUT}]\n"),
            ("tracks.yaml", "frameRate: 24\ntimeline: [{tracks: [[{input: walk}], [{input: OUT, duration: 1}]]}]\n"),
            ("cut.yaml", "frameRate: 24\ntimeline: [{input: walk}, {input: OUT, duration: 1}]\n"),
            ("look.yaml", "image: walk/walk.0001.png\nlut: OUT\n"),
            ("look.yaml", "image: walk/walk.0001.png\ninputProfile: OUT\n"),
            ("over.yaml", "animationImages: walk\nframeRate: 24\noverlays: [OUT]\n"),
            ("list.yaml", "animationImages: [OUT]\nframeRate: 24\n"),
            ("list.ffconcat", "ffconcat version 1.0\nfile OUT\nduration 1\n"),
            ("sheet.json", #"{"frames": [{"frame": {"x": 0, "y": 0, "w": 4, "h": 4}}], "meta": {"image": "OUT"}}"#),
            ("cut.otio", timeline(of: "OUT")),
        ].flatMap { name, text in WayOut.allCases.map { (name, text, $0) } }

    @Test("a link out of the folder in the place of a language's file is found by lint, too")
    func localizedWayOut() throws {
        try bench.add(1...1, to: "set")
        try write("no picture\n", to: "far.png")
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("set/de.lproj").string,
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file("set/de.lproj/walk.0001.png").string,
            withDestinationPath: "../../far.png"
        )
        try write("image: walk.0001.png\n", to: "set/still.yaml")
        let lint = try bench.flipbook("lint", "--deep", "set/still.yaml", "--format", "compact")
        expectEqual(lint.status, 1)
        expect(lint.text.contains("outside"), "\(lint.text)")
    }

    /// An OpenTimelineIO timeline of one clip.
    private static func timeline(of url: String) -> String {
        func time(_ frames: Int) -> String { #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": \#(frames)}"# }
        let range = #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(0)), "duration": \#(time(24))}"#
        let media = #"{"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\#(url)"}"#
        let clip = #"{"OTIO_SCHEMA": "Clip.1", "source_range": \#(range), "media_reference": \#(media)}"#
        let track = #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(clip)]}"#
        return #"{"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [\#(track)]}}"#
    }

    @Test("mistakes of a manifest are reported where they are made, with advice that helps")
    func mistakes() throws {
        try bench.add(1...2, to: "walk")
        try write("title: \"walk\nanimationImages: walk/walk.####.png\nframeRate: 24\n", to: "a.yaml")
        try expect(bench.flipbook("lint", "a.yaml", "--format", "compact").text.hasPrefix("a.yaml:1:8: error: "))
        try write("animationImages: walk/walk.####.png\ntintColor: 12\n", to: "b.yaml")
        let tint = try bench.flipbook("lint", "b.yaml", "--format", "compact").text
        expect(tint.contains("'12' is not a color. Use #RGB, #RGBA, #RRGGBB,"))
        expect(!tint.contains("to use it as text"))
        try write("animationImages: walk/walk.####.png\nmissing: hold\nmissing: skip\n", to: "c.yaml")
        let twice = try bench.flipbook("lint", "c.yaml", "--format", "compact").text
        expect(!twice.contains("Correct it there;"))
        try write("{\"entries\": [", to: "base.json")
        try expect(bench.flipbook("lint", "walk", "--baseline", "base.json").errors.contains("JSON"))
        try expectEqual(bench.flipbook("explain", "").status, 2)
    }

    @Test(
        "copies of every file manager and file service are found",
        arguments: LongTests.cases(
            [
                "walk.0001 copy.png", "walk.0001 copy 2.png", "walk.0001 - Copy.png", "walk.0001 - Copy (2).png",
                "Copy of walk.0001.png", "Copy (2) of walk.0001.png", "walk.0001 (copy).png",
                "walk.0001 (another copy).png",
                "walk.0001 (3rd copy).png", "walk.0001 (1).png", "walk.0001 2.png",
                "walk.0001 (Ann's conflicted copy 2026-01-02).png", "walk.0001 (conflicted copy 2026-01-02 101200).png",
                "walk.0001.sync-conflict-20260102-101200-ABCDEFG.png", "walk.0001_conflict-20260102-101200.png",
                "walk.0001 - Kopie.png",
            ],
            every: 4
        )
    )
    func copies(name: String) throws {
        try bench.add(1...4, to: "walk")
        try bench.folder.write(bench.frames.png(1), to: "walk/\(name)")
        let found = try bench.flipbook("lint", "walk", "--format", "compact").text
        expect(found.contains("[name.copy]"), "\(found)")
        expectEqual(found.split(separator: "\n").count, 1, "\(found)")
        // A manifest of the frames does not hide the copy.
        try write("animationImages: walk/walk.####.png\nframeRate: 24\n", to: "walk.yaml")
        let named = try bench.flipbook("lint", "-r", ".", "--format", "compact").text
        expect(named.contains("[name.copy]"), "\(named)")
    }
}
