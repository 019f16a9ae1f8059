import FlipbookTestSupport
import Testing

@Suite(.hangLimit) struct HelpTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("the version is a number on standard output")
    func version() throws {
        let outcome = try bench.flipbook("--version")
        #expect(outcome.text == "0.1.0\n")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test(
        "help that was asked for is a result",
        arguments: [["--help"], ["export", "--help"], ["play", "--help"], ["help", "export"], ["export", "-h"]]
    )
    func help(arguments: [String]) throws {
        let outcome = try Program.flipbook.run(arguments)
        #expect(outcome.text.contains("USAGE: flipbook "))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("help says the defaults, and what the exit status means")
    func defaults() throws {
        let export = try bench.flipbook("export", "--help").text.split(whereSeparator: \.isWhitespace).joined(
            separator: " "
        )
        for words in [
            "USAGE: flipbook export <input> ... -o <file> [<options>]", "(default: 30)", "(default: 1;",
            "(default: 75)",
            "(default: balanced)", "(default: scaleToFill)", "default: error)", "default: natural)",
        ] {
            #expect(export.contains(words))
        }
        #expect(!export.contains("(default: 0)"))
        #expect(try bench.flipbook("play", "--help").text.contains("(default: forever)"))
        #expect(try bench.flipbook("--help").text.contains("Exit status: 0 done and complete;"))
    }

    @Test("without a verb nothing is done, which is no success")
    func nothing() throws {
        let outcome = try bench.flipbook()
        #expect(outcome.text == "")
        #expect(outcome.errors.contains("USAGE: flipbook <verb> <input> ..."))
        #expect(outcome.errorLines.last?.hasPrefix("error: A verb is missing: export, play") == true)
        #expect(outcome.status == 2)
    }

    @Test(
        "an input without a verb gets a list of what can be done with it",
        arguments: [("walk/", "walk/"), ("my walk", "'my walk'")]
    )
    func forgottenVerb(input: String, word: String) throws {
        let outcome = try bench.flipbook(input)
        #expect(outcome.errors.hasPrefix("error: \(input) is not a verb; the verbs are export, play"))
        #expect(
            outcome.errorLines.dropFirst() == [
                "    To see a sequence: flipbook play \(word)",
                "    To make a video of it: flipbook export \(word) -o video.mp4",
            ]
        )
        #expect(outcome.text == "")
        #expect(outcome.status == 2)
    }
}
