import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// What `flipbook lint` takes: every input is tried, and one that leads nowhere does not keep the others from it.
@Suite(.hangLimit) struct LintInputTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4, 5])
    }

    private func write(_ text: String, to name: String) throws {
        try bench.folder.write(Array(text.utf8), to: name)
    }

    private func read(_ name: String) throws -> Data {
        try require(FileManager.default.contents(atPath: bench.folder.file(name).string))
    }

    private func lines(_ outcome: Program.Outcome) -> [String] {
        outcome.text.split(separator: "\n").map(String.init)
    }

    @Test("numbers that a list leaves out are a note like that of an export, and no finding with a fix")
    func selection() throws {
        try bench.add(3...3, to: "walk")
        let files = [1, 2, 4, 5].map { "walk/walk.000\($0).png" }
        let linted = try bench.flipbook(["lint"] + files)
        let note = "note: walk/walk.####.png: the given files do not include frame 3.\n"
        expectEqual(linted.errors, note)
        expect(linted.status == 0 && !linted.text.contains("seq.gap"), "\(linted.text)")
        try expectEqual(bench.flipbook(["export"] + files + ["-o", "a.mkv"]).errors, note)
        let fixed = try bench.flipbook(["fix", "--unsafe"] + files)
        expect(!fixed.errors.contains("not fixed"), "\(fixed.errors)")
        let filled = try bench.flipbook(["lint", "--missing", "hold"] + files)
        expect(filled.text.contains("frame 3 is missing; the hold policy fills it"), "\(filled.text)")
    }

    @Test("other spellings and leftovers beside a pattern or a list are judged as in the folder")
    func besideFrames() throws {
        let inputs = [["walk/walk.####.png"], [1, 2, 4, 5].map { "walk/\(TestFrames.name($0))" }]
        try write("", to: "walk/walk.0003.png.bak")
        for input in inputs {
            let linted = try bench.flipbook(["lint"] + input).text
            expect(linted.contains("seq.gap") && !linted.contains("fixable"), "\(linted)")
        }
        try bench.add(3...3, to: "walk", named: { "Walk.000\($0).png" })
        let linted = try bench.flipbook(["lint"] + inputs[0]).text
        expect(linted.contains("Walk.0003.png  error  seq.mixed-spelling") && !linted.contains("seq.gap"), "\(linted)")
        let fixed = try bench.flipbook(["fix"] + inputs[0])
        expect(fixed.text.hasPrefix("1 sequence, 5 frames: no findings"), "\(fixed.text) \(fixed.errors)")
    }

    @Test("the command that fixes few inputs is printed whole, and for many inputs only its option is")
    func fixableInputs() throws {
        try bench.add([6, 7, 8, 9, 11], to: "walk")
        let files = [1, 2, 4, 5, 6, 7, 8, 9, 11].map { "walk/\(TestFrames.name($0))" }
        let many = try bench.flipbook(["lint"] + files).text
        expect(many.hasSuffix("; 1 fixable with --unsafe\n"), "\(many)")
        try bench.add([1, 2, 4, 5], to: "-walk")
        let few = try bench.flipbook("lint", "--", "-walk").text
        expect(few.hasSuffix("fixable: flipbook fix --unsafe ./-walk\n"), "\(few)")
        let one = try bench.flipbook("lint", "walk", "gone").text
        expect(one.hasSuffix("fixable: flipbook fix --unsafe walk\n"), "\(one)")
    }

    @Test("inputs that are not there are reported on standard error and in the reports, and the others are linted")
    func missing() throws {
        let outcome = try bench.flipbook(
            "lint",
            "gone",
            "walk",
            "a.##x##.png",
            "--format",
            "compact",
            "--format",
            "json=a.json",
            "--format",
            "sarif=a.sarif",
            "--format",
            "junit=a.xml"
        )
        expectEqual(outcome.status, 3)
        expectEqual(lines(outcome).map { $0.contains("[seq.gap]") }, [true])
        expectEqual(
            Array(outcome.errorLines.prefix(3)),
            ["json", "sarif", "xml"].map { "note: a.\($0): 1 error, 0 warnings; written." }
        )
        expectEqual(outcome.errorLines.count, 5)
        expect(outcome.errorLines[3].hasPrefix("error: gone: there is no such file or folder; check the spelling"))
        expect(outcome.errorLines[4].hasPrefix("error: a.##x##.png: both ## and ##"))
        let json = try JSONSerialization.jsonObject(with: read("a.json")) as? [String: Any]
        let faults = json?["faults"] as? [[String: Any]]
        expectEqual(faults?.compactMap { $0["input"] as? String }, ["gone", "a.##x##.png"])
        expectEqual((json?["findings"] as? [Any])?.count, 1)
        let sarif = String(decoding: try read("a.sarif"), as: UTF8.self)
        expect(sarif.contains(#""executionSuccessful":false,"toolExecutionNotifications":[{"level":"error""#))
        let junit = String(decoding: try read("a.xml"), as: UTF8.self)
        expect(junit.contains(#"tests="3" failures="1" errors="2""#))
        try expectEqual(bench.flipbook("lint", "a.##x##.png").status, 2)
        try expectEqual(bench.flipbook("lint", "gone").text, "0 sequences, 0 frames: 1 input failed\n")
    }

    @Test("mistakes in a manifest, and files that it names and that are not there, are findings with their places")
    func manifests() throws {
        try write("title: x\nframerate: 3\nanimationImages: [walk/walk.0001.png]\n", to: "bad.yaml")
        try write(
            "title: x\nframeRate: 24\nanimationImages:\n  - walk/walk.0001.png\n  - walk/gone.png\n"
                + "  - walk/walk.0002.png\n",
            to: "part.yaml"
        )
        let outcome = try bench.flipbook("lint", "bad.yaml", "part.yaml", "walk", "--format", "compact")
        expectEqual(outcome.status, 1)
        expect(outcome.errors.isEmpty)
        let found = lines(outcome)
        expectEqual(found.count, 3)
        expectEqual(
            found.first,
            "bad.yaml:2:1: error: framerate: there is no such key. Did you mean 'frameRate'? "
                + "Nothing else in the manifest was checked. [manifest.invalid]"
        )
        expectEqual(
            found.dropFirst().first,
            "part.yaml:5:5: error: walk/gone.png: there is no such file or folder; check the spelling. "
                + "Add the missing files, or correct their names in the manifest. [load.missing]"
        )
    }

    @Test("files of colors, overlays and views that are not there are found, each with its line")
    func absentFiles() throws {
        try write(
            """
            title: x
            frameRate: 24
            animationImages: walk/walk.####.png
            missing: hold
            lut: gone.cube
            overlays: [{image: logo.png}]
            views:
              - id: a
                image: hero.png
                subviews:
                  - animationImages: [walk/walk.0001.png, lost.png]
              - highlightedImage: hero.png
            animations:
              - {view: a, property: image, to: other.png}
            """,
            to: "scene.yaml"
        )
        let outcome = try bench.flipbook("lint", "scene.yaml", "--format", "compact")
        expectEqual(outcome.status, 1)
        let found = try require(lines(outcome).first { $0.hasSuffix("[load.missing]") }, "\(outcome.text)")
        expect(found.hasPrefix("scene.yaml:5:6: error: 5 files do not exist: gone.cube (line 5), "))
        expect(found.contains("logo.png (line 6), hero.png (line 9) and 2 more"), "\(found)")
        for name in ["gone.cube", "logo.png", "hero.png"] { try bench.folder.write(bench.frames.png(1), to: name) }
        let rest = try bench.flipbook("lint", "scene.yaml", "--format", "compact")
        expect(rest.text.contains("2 files do not exist: lost.png (line 11), other.png (line 14)."))
        for name in ["lost.png", "other.png"] { try bench.folder.write(bench.frames.png(1), to: name) }
        expect(!(try bench.flipbook("lint", "scene.yaml").text.contains("load.missing")))
    }

    @Test("-r lints the manifests in the folders, too, and passes over files that are none")
    func recursive() throws {
        try write("title: x\nframeRate: 24\nmissing: hold\nanimationImages: walk/walk.####.png\n", to: "walk.yaml")
        try write(#"{"animationImages": ["walk/walk.0001.png",}"#, to: "sub/bad.json")
        try write(#"{"name": "animationImages"}"#, to: "package.json")
        try write("- animationImages\n", to: "list.yaml")
        let outcome = try bench.flipbook("lint", "-r", ".", "--format", "compact")
        // The manifest holds the missing frame, so that its sequence is judged as it says.
        expect(!outcome.text.contains("error: walk.####.png"))
        expect(outcome.text.hasPrefix("sub/bad.json:1:"))
        expect(outcome.text.contains("[manifest.invalid]"))
        expect(!outcome.text.contains("package.json") && !outcome.text.contains("list.yaml"))
        expectEqual(outcome.status, 1)
        // A manifest beside its frames.
        try bench.add(1...2, to: "run")
        try write("title: x\nframeRate: 24\nanimationImages: walk.####.png\n", to: "run/run.yaml")
        try expect(bench.flipbook("lint", "-r", "run").text.hasPrefix("1 sequence, 2 frames: no findings in names"))
    }

    /// An asset catalog with two numbered sets, of which the second has a wrong `@2x`, and an incomplete set.
    private func makeCatalog() throws {
        for number in 1...2 {
            let set = "Assets.xcassets/walk\(number).imageset"
            let wide = TestFrames(width: number == 2 ? 52 : 48, height: 36)
            try bench.folder.write(bench.frames.png(number), to: "\(set)/w.png")
            try bench.folder.write(wide.png(number), to: "\(set)/w@2x.png")
            try write(
                """
                {"images": [{"filename": "w.png", "idiom": "universal", "scale": "1x"},
                            {"filename": "w@2x.png", "idiom": "universal", "scale": "2x"}]}
                """,
                to: "\(set)/Contents.json"
            )
        }
        try bench.folder.write(bench.frames.png(1), to: "Assets.xcassets/icons/logo.imageset/old.png")
        try write(
            #"{"images": [{"filename": "logo.png", "scale": "1x"}, {"scale": "2x"}]}"#,
            to: "Assets.xcassets/icons/logo.imageset/Contents.json"
        )
        try bench.folder.write(bench.frames.png(1), to: "Assets.xcassets/AppIcon.appiconset/icon.png")
    }

    @Test(
        "an asset catalog is an input, and one that -r finds; numbered sets are an animation",
        arguments: [["Assets.xcassets"], ["Assets.xcassets/"], ["-r", "."]]
    )
    func catalog(arguments: [String]) throws {
        try makeCatalog()
        try FileManager.default.removeItem(atPath: bench.folder.path + "/walk")
        let outcome = try Program.flipbook.run(
            ["lint"] + arguments + ["--format", "compact", "--ignore", "seq.mixed-size"],
            in: bench.folder.path
        )
        expectEqual(outcome.status, 1)
        let ids = lines(outcome).compactMap { $0.split(separator: "[").last.map { String($0.dropLast()) } }
        expectEqual(ids.sorted(), ["asset.empty-slot", "asset.missing-file", "asset.unassigned"])
        expect(outcome.text.contains("Assets.xcassets/icons/logo.imageset/Contents.json:1:13: error: logo.png"))
        expectEqual(outcome.errors, "note: Assets.xcassets: AppIcon.appiconset is not an image set and is skipped.\n")
        let text = try Program.flipbook.run(["lint"] + arguments, in: bench.folder.path)
        expect(text.text.hasSuffix("1 sequence, 2 frames: 1 error, 1 warning, 2 infos\n"))
        expect(text.text.contains("Assets.xcassets/walk@.imageset  2 frames\n"))
    }

    @Test("an image set is an input, and several of one catalog are judged together")
    func imageSets() throws {
        try makeCatalog()
        let one = try bench.flipbook("lint", "Assets.xcassets/walk2.imageset", "--format", "compact")
        expect(one.text.contains("w@2x.png:1:1: error: 52x36 px in the slot for 2x; the picture for 1x is 24x18"))
        expect(one.text.contains("[asset.wrong-size]") && one.status == 1)
        let two = try bench.flipbook("lint", "Assets.xcassets/walk1.imageset", "Assets.xcassets/walk2.imageset")
        expect(two.text.contains("Assets.xcassets/walk@.imageset  2 frames\n"))
        try expect(bench.flipbook("lint", "Assets.xcassets", "--diff").text.isEmpty)
    }

    @Test("of sets that are named by dates the missing date is named")
    func dates() throws {
        for day in ["01", "02", "04", "05"] {
            let set = "Assets.xcassets/sst_202601\(day).imageset"
            try bench.folder.write(bench.frames.png(1), to: "\(set)/w.png")
            try write(#"{"images": [{"filename": "w.png", "scale": "1x"}]}"#, to: "\(set)/Contents.json")
        }
        let outcome = try bench.flipbook("lint", "Assets.xcassets", "--format", "compact")
        expect(outcome.text.contains("2026-01-03 is missing (1 of 5)."), "\(outcome.text)")
    }

    @Test("a folder or a pipe in the place of a configuration is called by its name")
    func strangeConfiguration() throws {
        try bench.folder.write([], to: "other/.flipbook.yaml/x")
        let folder = try bench.flipbook("lint", "other")
        expect(folder.errors.hasPrefix("error: other/.flipbook.yaml: this is a folder, not a file"))
        expectEqual(folder.status, 3)
        expectEqual(mkfifo(bench.folder.file("pipe.yaml").string, 0o600), 0)
        let pipe = try bench.flipbook("lint", "walk", "--config", "pipe.yaml")
        expect(pipe.errors.hasPrefix("error: pipe.yaml: this is a pipe, a socket or a device; specify a file"))
        expectEqual(pipe.status, 3)
    }

    @Test("many sequences of a format that is not read are one finding")
    func otherFormat() throws {
        for name in ["up", "down", "left"] {
            for number in 1...2 { try write("8BPS", to: "neko/\(name)\(number).psd") }
        }
        let outcome = try bench.flipbook("lint", "neko", "--format", "compact", "--select", "load")
        expectEqual(lines(outcome).count, 1)
        expect(outcome.text.contains("neko: 6 files here are .psd files, which Flipbook does not read"))
        expectEqual(outcome.status, 0)
    }
}
