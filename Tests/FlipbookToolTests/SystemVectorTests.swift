import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// The numbers of systems 12, 18 and 19, by the program.
@Suite(.hangLimit) struct SystemVectorTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...4)
    }

    @Test(
        "system 12: each picture is composited once, whatever it is shown for and how often",
        arguments: [
            ("[a, b, c, d]", 3, 4, 12), ("[a, a, b]", 1, 2, 3), ("[a, b, a, b]", 1, 2, 4), ("[a, a, a]", 2, 1, 6),
        ]
    )
    func composites(list: String, cycles: Int, renders: Int, frames: Int) throws {
        let names = ["a", "b", "c", "d"].enumerated().reduce(list) { list, name in
            list.replacing(name.element, with: "walk/\(TestFrames.name(name.offset + 1))")
        }
        try bench.folder.write(Array("frameRate: 10\nanimationImages: \(names)\n".utf8), to: "list.yaml")
        let outcome = try bench.flipbook("export", "list.yaml", "--repeat", "\(cycles)", "-o", "a.mkv", "--stats")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let noun = renders == 1 ? "render" : "renders"
        expect(outcome.errors.contains("stats: \(renders) \(noun), "), "\(outcome.errors)")
        expect("\(outcome.errors)\(outcome.text)".contains("a.mkv: \(frames) frames, "), "\(outcome.errors)")
    }

    @Test(
        "system 18: the language of a folder is the first wish that is there, a general one before the next wish",
        arguments: LongTests.cases(
            [
                ("en_GB.UTF-8", ["en", "fr", "Base"], "en"), ("de:fr", ["fr", "Base"], "fr"), ("ja", ["fr"], "fr"),
                ("zh_TW", ["zh-Hans", "zh-Hant"], "zh-Hant"), ("pt_BR.UTF-8", ["pt", "pt-BR"], "pt-BR"),
                ("zh_TW", ["Base", "zh"], "zh"), ("C", ["Base", "fr"], "Base"), ("POSIX", ["Base", "fr"], "Base"),
                ("fr", ["Base"], "Base"),
            ],
            every: 3
        )
    )
    func languages(wishes: String, there: [String], best: String) throws {
        for (place, language) in there.enumerated() {
            try bench.folder.write(bench.frames.png(place + 21), to: "loc/\(language).lproj/walk.0001.png")
        }
        // Several wishes are a list in LANGUAGE, which counts where there is a locale.
        let list = wishes.contains(":")
        let outcome = try bench.flipbook(
            ["render", "loc", "-o", "out.png"],
            environment: [
                "LANG": list ? "en_US.UTF-8" : wishes, "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": list ? wishes : "",
            ]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let shown = try ImageDecoder().decode(contentsOf: bench.folder.file("out.png")).withUnsafeBytes { Array($0) }
        let place = try require(there.firstIndex(of: best))
        expectEqual(shown, bench.frames.pixels(place + 21))
    }

    @Test("system 18: ten frames in Base and eight in fr: all are Base's, and the linter says so")
    func partialLanguage() throws {
        func add(_ language: String, _ numbers: Range<Int>, from first: Int) throws {
            for number in numbers {
                try bench.folder.write(bench.frames.png(first + number), to: "loc/\(language).lproj/walk.\(number).png")
            }
        }
        try add("Base", 0..<10, from: 11)
        try add("fr", 0..<8, from: 31)
        let outcome = try bench.flipbook("export", "loc", "--language", "fr", "-o", "out/f.####.png")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let files = try bench.names(in: "out").filter { $0.hasSuffix(".png") }
        expectEqual(files.count, 10)
        for (place, name) in files.enumerated() {
            let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("out/\(name)"))
            expectEqual(picture.withUnsafeBytes { Array($0) }, bench.frames.pixels(11 + place), "\(name)")
        }
        let linted = try bench.flipbook("lint", "loc", "--select", "l10n.partial-sequence")
        expectEqual(linted.status, 1)
        expect(linted.text.contains("l10n.partial-sequence"), "\(linted.text)")
    }

    @Test(
        "system 19: without a label the linter warns and the export succeeds; a label is the file's description",
        arguments: LongTests.cases(
            [
                ("", true, nil), ("isDecorative: true\n", false, nil),
                ("accessibilityLabel: Runner\n", false, "Runner"),
            ] as [(String, Bool, String?)],
            every: 2
        )
    )
    func labels(keys: String, warns: Bool, description: String?) throws {
        try bench.folder.write(Array("animationImages: walk\nframeRate: 10\n\(keys)".utf8), to: "walk.yaml")
        let linted = try bench.flipbook("lint", "walk.yaml", "--select", "a11y.missing-label")
        expectEqual(linted.status, 0)
        expectEqual(linted.text.contains("warning  a11y.missing-label"), warns, "\(linted.text)")
        let exported = try bench.flipbook("export", "walk.yaml", "-o", "a.mkv")
        expectEqual(exported.status, 0, "\(exported.errors)")
        let probe = try Program("ffprobe").run(
            ["-v", "error", "-show_entries", "format_tags", "-of", "json", bench.folder.file("a.mkv").string]
        )
        let object = try JSONSerialization.jsonObject(with: probe.output) as? [String: Any]
        let tags = (object?["format"] as? [String: Any])?["tags"] as? [String: String] ?? [:]
        let found = tags.first { $0.key.lowercased() == "description" }?.value
        expectEqual(found, description, "\(tags)")
    }

    @Test(
        "system 19: traits come back as they were written",
        arguments: LongTests.cases(AccessibilityTraits.named.map(\.name), every: 5)
    )
    func traits(name: String) throws {
        let text = "animationImages: walk\naccessibilityTraits: [image, \(name)]\naccessibilityHint: Look\n"
        try bench.folder.write(Array(text.utf8), to: "walk.yaml")
        let written = try bench.flipbook("manifest", "walk.yaml", "-o", "again.json")
        expectEqual(written.status, 0, "\(written.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("again.json").string))
        let keys = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        // What is not written has its default.
        let traits = keys["accessibilityTraits"] as? [String] ?? ["image", "userInteractionEnabled"]
        expectEqual(Set(traits), ["image", name])
        expectEqual(keys["accessibilityHint"] as? String, "Look")
    }
}
