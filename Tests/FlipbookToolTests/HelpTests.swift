import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct HelpTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("the version has a number, and the libraries that the program runs with")
    func version() throws {
        let outcome = try bench.flipbook("--version")
        let lines = outcome.text.split(separator: "\n")
        expectEqual(lines.count, 2)
        expect(lines.first?.wholeMatch(of: /flipbook \d+\.\d+\.\d+(?: \([0-9a-f]{7,}(?:-dirty)?\))?/) != nil)
        let libraries = (lines.last ?? "").split(separator: ", ")
        for name in ["GStreamer", "libpng", "libjpeg", "libtiff", "libyaml", "ISA-L", "libsixel"] {
            expect(libraries.contains { $0.hasPrefix("\(name) ") && $0.last?.isNumber == true }, "\(name)")
        }
        let changes = try String(contentsOf: Samples.checkout.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let number = lines.first?.split(separator: " ").dropFirst().first ?? ""
        expect(changes.contains("\n## \(number) - 2"))
        expectEqual(outcome.errors, "")
        expectEqual(outcome.status, 0)
    }

    @Test(
        "help that was asked for is a result",
        arguments: [["--help"], ["export", "--help"], ["play", "--help"], ["help", "export"], ["export", "-h"]]
    )
    func help(arguments: [String]) throws {
        let outcome = try Program.flipbook.run(arguments)
        expect(outcome.text.contains("USAGE: flipbook "))
        expectEqual(outcome.errors, "")
        expectEqual(outcome.status, 0)
    }

    /// The verbs, in the order of the help.
    private static let verbs = text("--help").matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }

    /// The help of every verb.
    private static let texts = Dictionary(
        uniqueKeysWithValues: verbs.flatMap { verb in ["-h", "--help"].map { ([verb, $0], text(verb, $0)) } }
    )

    private static func text(_ arguments: String...) -> String {
        (try? Program.flipbook.run(arguments).text) ?? "the command was not run"
    }

    private func help(_ verb: String, _ option: String = "--help") throws -> String {
        try require(Self.texts[[verb, option]])
    }

    @Test("-h is one screen, the required arguments first")
    func short() throws {
        expect(Self.verbs.count >= 11)
        for verb in Self.verbs {
            let lines = try help(verb, "-h").split(separator: "\n", omittingEmptySubsequences: false)
            expect(lines.count <= 24, "\(verb)")
            expect(lines.allSatisfy { $0.count <= 80 }, "\(verb)")
            expectEqual(lines.last { !$0.isEmpty }?.hasSuffix("flipbook \(verb) --help"), true, "\(verb)")
        }
        let export = try help("export", "-h")
        let places = ["\n  <input> ...", "\n  -o, --output <file>", "\n  --fps <rate>"].map {
            export.firstRange(of: $0)
        }
        expect(places.allSatisfy { $0 != nil })
        expectEqual(places.compactMap { $0?.lowerBound }, places.compactMap { $0?.lowerBound }.sorted())
    }

    @Test("no line of the program's own help is wider than a terminal", arguments: ["-h", "--help", "--help-hidden"])
    func width(option: String) {
        expectEqual(Self.text(option).split(separator: "\n").filter { $0.count > 80 }, [])
    }

    @Test("--help has every option in a group, and each option's values once")
    func long() throws {
        expect(Self.verbs.count >= 11)
        for verb in Self.verbs {
            let text = try help(verb)
            expect(!text.contains("OTHER OPTIONS"), "\(verb): give its options a place in HelpSection")
            expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(verb)")
            // `-o, --output <file>` and `--mirror/--no-mirror` are one entry each.
            let entries = text.split(separator: "\n").filter { $0.hasPrefix("  -") }
            expectEqual(Set(entries).count, entries.count, "\(verb)")
            for entry in text.split(separator: /\n(?=  \S)/) where entry.hasPrefix("  -") {
                expect(entry.ranges(of: "(default").count + entry.ranges(of: "values: ").count <= 2, "\(entry)")
            }
        }
        let export = try help("export")
        let titles = export.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
        expectEqual(
            titles,
            [
                "REQUIRED:", "INPUT:", "FRAMES:", "VIEW:", "COLOR:", "ENCODING:", "SHEETS:", "SOUND:", "METADATA:",
                "VERIFICATION:", "SEGMENTS:", "OUTPUT:", "GENERAL:",
            ]
        )
        expect(export.contains("--missing <policy>"))
        expect(!export.contains("<missing>"))
    }

    @Test("the help of all verbs is the snapshot; FLIPBOOK_RECORD_GOLDENS=1 writes it")
    func snapshot() throws {
        var text = ""
        for option in ["-h", "--help"] { text += "$ flipbook \(option)\n" + Self.text(option) + "\n" }
        for verb in Self.verbs {
            for option in ["-h", "--help"] {
                text += "$ flipbook \(verb) \(option)\n" + (try help(verb, option)) + "\n"
            }
        }
        let file = Samples.checkout.appendingPathComponent("Tests/Snapshots/Help.txt")
        if ProcessInfo.processInfo.environment["FLIPBOOK_RECORD_GOLDENS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let recorded = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        for change in lines.difference(from: recorded) { Issue.record("\(change)") }
    }

    @Test("help says the defaults, and what the exit status means")
    func defaults() throws {
        let export = try help("export").split(whereSeparator: \.isWhitespace).joined(
            separator: " "
        )
        for words in [
            "USAGE: flipbook export <input> ... -o <file> [<options>]", "(default: 30)", "(default: 1;",
            "(default: 75)", "(default: balanced)", "(default: scaleAspectFit)", "default: error)", "default: natural)",
        ] {
            expect(export.contains(words))
        }
        try expect(help("play").contains("(default: forever)"))
        try expect(bench.flipbook("--help").text.contains("Exit status: 0 done and complete;"))
    }

    @Test("without a verb, the short help is shown, which is no success")
    func nothing() throws {
        let outcome = try bench.flipbook()
        expectEqual(outcome.text, "")
        expectEqual(outcome.errors, Self.text("-h"))
        expectEqual(outcome.status, 2)
    }

    @Test("files and an output without a verb are in the commands that are offered")
    func forgottenVerbOfFiles() throws {
        for name in ["1.png", "2 2.png", "3.png", "4.png"] { try bench.folder.write([0], to: "cut/\(name)") }
        let two = try bench.flipbook("cut/1.png", "cut/2 2.png", "out.webp")
        expect(two.errors.hasSuffix(": flipbook export cut/1.png 'cut/2 2.png' -o out.webp\n"), "\(two.errors)")
        let many = try bench.flipbook("cut/1.png", "cut/2 2.png", "cut/3.png", "cut/4.png", "out.mp4")
        expect(many.errors.contains(": flipbook play cut\n"), "\(many.errors)")
        expect(many.errors.hasSuffix(": flipbook export cut -o out.mp4\n"), "\(many.errors)")
    }

    @Test(
        "an input without a verb gets a list of what can be done with it",
        arguments: [("walk/", "walk/"), ("my walk", "'my walk'")]
    )
    func forgottenVerb(input: String, word: String) throws {
        let outcome = try bench.flipbook(input)
        expect(outcome.errors.hasPrefix("error: \(input) is not a verb.\n"))
        expectEqual(
            outcome.errorLines.dropFirst(),
            [
                "    To play a sequence: flipbook play \(word)",
                "    To make a video of it: flipbook export \(word) -o video.mp4",
            ]
        )
        expectEqual(outcome.text, "")
        expectEqual(outcome.status, 2)
    }

    @Test(
        "a mistyped verb gets the nearest one",
        arguments: [
            (["expotr", "walk/"], "expotr is not a verb. Did you mean 'flipbook export'?"),
            (["help", "expotr"], "expotr is not a verb. Did you mean 'flipbook export'?"),
            (["hlep"], "hlep is not a verb. Did you mean 'flipbook help'?"),
            (["version"], "version is not a verb. Did you mean 'flipbook --version'?"),
            (["exp"], "exp is not a verb. Did you mean 'flipbook export' or 'flipbook explain'?"),
            (["ma"], "ma is not a verb. Did you mean 'flipbook manifest'?"),
            (["info"], "info is not a verb. Did you mean 'flipbook explain'?"),
            (["inof"], "inof is not a verb. Did you mean 'flipbook explain'?"),
            (["convert"], "convert is not a verb. Did you mean 'flipbook export'?"),
            (["ffmpeg", "-y"], "ffmpeg is not a verb. Did you mean 'flipbook export'?"),
            (["man"], "man is not a verb. Did you mean 'flipbook help'?"),
            (["help", "nope"], "nope is not a verb. 'flipbook -h' lists the verbs."),
            (["frobnicate"], "frobnicate is not a verb. 'flipbook -h' lists the verbs."),
        ]
    )
    func mistypedVerb(arguments: [String], message: String) throws {
        let outcome = try Program.flipbook.run(arguments)
        expectEqual(outcome.errors, "error: \(message)\n")
        expect(outcome.text == "" && outcome.status == 2)
    }

    @Test("the help of play has the defaults of play")
    func playerDefaults() throws {
        let play = try help("play").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        expect(play.contains("black, skip; default: hold)") && play.contains("stretch; default: fit)"))
    }
}
