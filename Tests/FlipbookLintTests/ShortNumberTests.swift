import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Numbers of one or two digits")
struct ShortNumberTests {
    /// What is found of pictures, by their names and sizes.
    private func severities(_ files: [(name: String, width: Int, height: Int)]) -> [String] {
        let example = RuleExample(files.map { RuleExample.File($0.name, $0.width, $0.height) })
        return Linter(deepest: .headers).report(on: [example.evidence]).findings.filter { $0.rule.group == "seq" }.map {
            "\($0.severity) \($0.rule)"
        }
    }

    private func severities(of names: [String], odd: [Int: (Int, Int)] = [:], _ usual: (Int, Int) = (64, 64))
        -> [String]
    {
        severities(
            names.enumerated().map { index, name in
                let size = odd[index] ?? usual
                return (name, size.0, size.1)
            }
        )
    }

    @Test("a gap among a few numbers behind a letter is a warning; among many, and behind a mark, it is an error")
    func gaps() {
        expectEqual(severities(of: [1, 2, 3, 5].map { "block\($0).png" }), ["warning seq.gap"])
        expectEqual(severities(of: ([1, 2, 3] + Array(5...12)).map { "block\($0).png" }), ["error seq.gap"])
        expectEqual(severities(of: [1, 2, 3, 5].map { "block-\($0).png" }), ["error seq.gap"])
        expectEqual(severities(of: [1, 2, 3, 5].map { "block.\($0).png" }), ["error seq.gap"])
        expectEqual(severities(of: [1, 2, 3, 5].map { "block00\($0).png" }), ["error seq.gap"])
        expectEqual(severities(of: [1, 3, 7, 9].map { "c\($0).png" }), ["warning seq.gap"])
        expectEqual(severities(of: [0, 15, 30, 45, 60, 75, 105].map { "bar\($0).png" }), ["error seq.gap"])
    }

    @Test("sizes that differ by a few pixels are those of an animation, and one of eight that differs by half")
    func sizes() {
        let four = (1...4).map { "fly-\($0).png" }
        expectEqual(severities(of: four, odd: [2: (66, 64)]), ["error seq.mixed-size"])
        expectEqual(severities(of: four, odd: [2: (96, 64)]), ["warning seq.mixed-size"])
        expectEqual(severities(of: (1...8).map { "fly-\($0).png" }, odd: [2: (96, 64)]), ["error seq.mixed-size"])
        expectEqual(severities(of: (1...8).map { "fly-\($0).png" }, odd: [2: (196, 64)]), ["warning seq.mixed-size"])
        expectEqual(severities(of: (1...4).map { "back\($0).png" }, odd: [2: (66, 64)]), ["warning seq.mixed-size"])
        expectEqual(severities(of: (1...8).map { "back\($0).png" }, odd: [2: (96, 64)]), ["error seq.mixed-size"])
        expectEqual(severities(of: (1...4).map { "fly.\($0).png" }, odd: [2: (96, 64)]), ["error seq.mixed-size"])
        expectEqual(severities(of: (1...4).map { "fly000\($0).png" }, odd: [2: (96, 64)]), ["error seq.mixed-size"])
    }

    @Test("a photograph behind three drawn layers is no frame that was saved wrongly")
    func formats() {
        let layers = ["sky0.jpg", "sky1.png", "sky2.png", "sky3.png"]
        expectEqual(severities(of: layers), ["warning seq.mixed-spelling"])
        let frames = (1...7).map { "walk\($0).png" } + ["walk8.jpg"]
        expectEqual(severities(of: frames), ["error seq.mixed-spelling"])
    }

    @Test("what a range or an option names is an error, however short the numbers are")
    func named() {
        var folder = RuleExample(names: [1, 2, 3, 5].map { "block\($0).png" }).evidence
        folder.sequences[0].hasNamedRange = true
        let found = Linter(deepest: .headers).report(on: [folder]).findings
        expectEqual(found.map { "\($0.severity) \($0.rule)" }, ["error seq.gap"])
    }
}
