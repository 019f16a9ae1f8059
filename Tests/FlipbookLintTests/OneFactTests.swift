import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Judgment: one fact is one finding, and its advice fits")
struct OneFactTests {
    private func findings(_ example: RuleExample) -> [Finding] {
        Linter().report(on: [example.evidence]).findings
    }

    private func lines(_ example: RuleExample) -> [String] {
        findings(example).map { "\($0.subject) \($0.rule): \($0.message) \($0.fix)" }
    }

    @Test("a picture that claims too many pixels is no frame of another size")
    func bomb() {
        let files = [1, 2, 4].map { RuleExample.File("b.\($0).png") } + [RuleExample.File("b.3.png", 30_000, 30_000)]
        expectEqual(findings(RuleExample(files)).map(\.rule), ["load.too-large"])
    }

    @Test("a scale factor in a large letter is a slip of the pen, not a sequence with its number in the middle")
    func largeLetter() {
        let names = (1...3).flatMap { ["a\($0).png", "a\($0)@2X.png"] }
        expectEqual(findings(RuleExample(names: names)).map(\.rule), ["scale.suffix-typo"])
    }

    @Test("a letter and its accent are one name with the letter that has it", arguments: [[""], ["1", "2"]])
    func accents(numbers: [String]) {
        let names = ["x\u{307}", "\u{1E8B}"].flatMap { letter in numbers.map { "\(letter)\($0).png" } }
        let rules = findings(RuleExample(names: names)).map(\.rule)
        expect(rules.contains("name.case-collision"))
    }

    @Test("pictures for a kind of device are no sequence of their scale factors")
    func devices() {
        let names = (1...4).map { "w\($0)@2x~ipad.png" }
        expectEqual(
            findings(RuleExample(names.map { RuleExample.File($0, 160, 90) })).map(\.rule),
            ["name.device-frames"]
        )
        let wrong = findings(
            RuleExample([RuleExample.File("w~ipad.png", 20, 10), RuleExample.File("w@2x~ipad.png", 30, 10)])
        )
        expectEqual(wrong.map(\.rule), ["scale.variant-size"])
    }

    @Test("a variant of a wrong size has no half points besides; the set's name stands before the file's")
    func catalog() {
        let example = RuleExample.imageSet([
            RuleExample.File("icon.png", 16, 9), RuleExample.File("icon@2x.png", 33, 21),
        ])
        expectEqual(findings(example).map(\.rule), ["asset.wrong-size"])
        let odd = RuleExample.imageSet([RuleExample.File("icon@2x.png", 33, 20)])
        let fraction = findings(odd).first { $0.rule == "scale.fractional-size" }
        expectEqual(fraction?.subject, "icon.imageset/icon@2x.png")
        let plain = RuleExample([RuleExample.File("logo.png", 16, 9), RuleExample.File("logo@2x.png", 33, 21)])
        expectEqual(findings(plain).map(\.rule), ["scale.variant-size"])
    }

    @Test(
        "what is no picture is called what it is, and its advice is one that can be followed",
        arguments: [
            (
                FileContents(.socket), "a socket instead of a file; it is skipped.",
                "Put the frame's file in its place"
            ),
            (FileContents("text", .nothing), "not an image, but text.", "Render, copy or download this frame again"),
            (
                FileContents("a Git LFS pointer", .gitPointer), "not an image, but a Git LFS pointer.",
                "Fetch the real file with git lfs pull, or leave it out."
            ),
            ("a HEIF file", "a HEIF file, which Flipbook does not read.", "Convert it to PNG"),
        ]
    )
    func foreign(found: FileContents, message: String, fix: String) {
        let files = [
            RuleExample.File("a.1.png"), RuleExample.File("a.2.png"),
            RuleExample.File("a.3.png", .fault(.notAnImage(found: found))),
        ]
        let finding = findings(RuleExample(files)).first
        expectEqual(finding?.message, message)
        expectEqual(finding?.fix.description.hasPrefix(fix), true)
    }

    @Test("what there was no room for when it was decoded is too large, too")
    func noRoom() {
        let large = RuleExample.File("a.3.png", undecodable: .tooLarge(reason: "there is no room for the picture"))
        let found = findings(RuleExample([RuleExample.File("a.1.png"), RuleExample.File("a.2.png"), large]))
        expectEqual(found.map(\.rule), ["load.too-large"])
        expectEqual(found.first?.message.contains("there is no room for the picture"), true)
    }

    @Test("a file that is too large for its picture is to be saved again, not to be drawn smaller")
    func largeFile() {
        let large = RuleExample.File("a.3.png", 160, 90) {
            $0.byteCount = 4 << 30
            $0.trailingByteCount = (4 << 30) - 500
        }
        let found = findings(RuleExample([RuleExample.File("a.1.png"), RuleExample.File("a.2.png"), large]))
            .filter { $0.rule.rawValue.hasPrefix("load.") }
        expectEqual(found.map(\.rule), ["load.too-large"])
        expectEqual(found.first?.fix.description, "Save it again: this many pixels fit in a smaller file.")
    }

    @Test("a variant of another padding keeps its scale factor in the name that it should have")
    func paddedVariant() {
        let files = (1...3).map { RuleExample.File("a.000\($0).png") } + [RuleExample.File("a.4@2x.png", 320, 180)]
        let found = findings(RuleExample(files)).first { $0.rule == "seq.mixed-padding" }
        expectEqual(found?.fix.description, "Rename it to a.0004@2x.png.")
    }

    @Test("advice about a manifest's frames names its keys, unless options said what counts")
    func keys() {
        var sequence = RuleExample(names: ["w.1.png", "w.2.png", "w.4.png"]).evidence
        sequence.sequences[0].policySource = .manifest
        func fixes(_ folder: FolderEvidence) -> [String] {
            Linter().report(on: [folder]).findings.map(\.fix.description)
        }
        expectEqual(
            fixes(sequence),
            [
                "Render it, or accept the gap with missing: hold (or nearest, black, skip) in the manifest."
            ]
        )
        sequence.sequences[0].policySource = .manifestWithGapSettings
        expectEqual(fixes(sequence), ["Render it, or accept the gap with missing: hold (or nearest, black, skip)."])
        sequence.sequences[0].policySource = .manifest
        sequence.sequences[0].gaps = GapPolicy(missing: .hold)
        expectEqual(
            Linter().report(on: [sequence]).findings.map(\.message),
            ["frame 3 is missing; the manifest's hold policy fills it."]
        )
    }

    @Test("a sequence that its manifest mirrors for other scripts gets no advice to draw them")
    func flipped() throws {
        var folder = try require(LintRule.missingDirection.description.failing.first).evidence
        expectEqual(Linter(rules: [.missingDirection]).report(on: [folder]).findings.count, 1)
        folder.sequences[0].flipsForRightToLeft = true
        expect(Linter(rules: [.missingDirection]).report(on: [folder]).findings.isEmpty)
    }
}
