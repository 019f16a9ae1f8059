import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Judgment of the rules on names and headers")
struct RuleJudgmentTests {
    private func lines(_ files: [RuleExample.File]) -> [String] {
        Linter().report(on: [RuleExample(files).evidence]).findings.map { "\($0.subject) \($0.rule): \($0.message)" }
    }

    private func png(_ name: String, _ change: (inout ImageDetails) -> Void = { _ in }) -> RuleExample.File {
        RuleExample.File(name, 160, 90, change)
    }

    @Test("a frame under another extension fills the gap that its number would be")
    func otherExtension() {
        let files = ["a.1.png", "a.2.png", "a.4.png", "a.5.png", "a.3.PNG"].map { png($0) }
        expectEqual(
            lines(files),
            [
                "a.3.PNG seq.mixed-spelling: has the extension .PNG; the other 4 files are named like a.1.png."
            ]
        )
    }

    @Test(
        "a frame whose name is written in another way belongs to a sequence of its folder",
        arguments: ["a.3.PNG", "A.3.png", "a.3.jpg"]
    )
    func folderOfSpelling(odd: String) {
        let names = ["a.1.png", "a.2.png", odd, "a.4.png"]
        let folders = ["x", "y"].map { FolderEvidence(path: $0, names: names) }
        expectEqual(Linter().report(on: folders).findings.map(\.sequence), ["x/a.@.png", "y/a.@.png"])
    }

    @Test("a frame under another extension is to be named as most frames are, whose padding counts")
    func usualPadding() throws {
        let names = [1, 2, 3, 6, 8, 9].map { "walk.000\($0).png" } + ["walk.4.png", "walk.0007.PNG"]
        let findings = Linter().report(on: [RuleExample(names: names).evidence]).findings
        let found = try require(findings.first { $0.rule == "seq.mixed-spelling" })
        expectEqual(found.sequence, "example/walk.####.png")
        expectEqual(found.message, "has the extension .PNG; the other 7 files are named like walk.0001.png.")
        expectEqual(found.fix.description, "Rename it to walk.0007.png.")
    }

    @Test("two renditions of all frames are two sequences")
    func renditions() {
        let files = (1...4).flatMap { [png("a.\($0).png"), png("a.\($0).apng")] }
        expectEqual(lines(files), [])
    }

    @Test("the majority decides which frame is the odd one, whatever the property")
    func majority() {
        let odd: [(String, (inout ImageDetails) -> Void)] = [
            (
                "seq.mixed-bit-depth: has 16 bits per channel; the other 3 frames have 8 bits per channel.",
                { $0.header.bitDepth = 16 }
            ),
            (
                "seq.mixed-orientation: is marked to be rotated right by 90°; the other 3 frames are upright.",
                { $0.orientation = 6 }
            ),
            (
                "seq.mixed-colorspace: has an ICC profile; the other 3 frames have no color information.",
                { $0.colorStatements = .iccProfile }
            ),
            (
                "seq.mixed-alpha: has no alpha channel; the other 3 frames have an alpha channel.",
                { $0.header.hasAlpha = false }
            ),
            (
                "seq.mixed-color-type: has gray pixels; the other 3 frames have RGB pixels.",
                { $0.header.colorModel = .gray }
            ),
        ]
        for (expected, change) in odd {
            expectEqual(
                lines([png("a.1.png", change), png("a.2.png"), png("a.3.png"), png("a.4.png")]),
                ["a.1.png \(expected)"]
            )
        }
    }

    @Test("of two frames neither is the odd one, and numbered stills of many sizes are not compared")
    func noMajority() {
        expectEqual(lines([png("a.1.png"), png("a.2.png") { $0.header.hasAlpha = false }]), [])
        let icons = [16, 24, 48, 64].map { size in
            RuleExample.File("icon\(size).png", size, size) { $0.header.hasAlpha = size == 24 }
        }
        expectEqual(lines(icons).count, 1)
    }

    /// A format of which headers are read, and no pictures: formats are the same by their names.
    private static let foreign = ImageCodec(
        "TGA",
        extensions: ["tga"],
        matches: { _ in false },
        details: { _ throws(ImageError) in nil }
    ).format

    @Test("a sequence of files that cannot be shown is judged by its headers all the same, and once")
    func foreignSequence() throws {
        let format = Self.foreign
        let files = (1...4).map { number in
            RuleExample.File("a.\(number).\(format.extensions[0])", number == 3 ? 80 : 160, 90) {
                $0.header.format = format
                $0.header.hasAlpha = false
                $0.isAnimated = true
            }
        }
        let word = format.extensions[0]
        expectEqual(
            lines(files),
            [
                "a.@.\(word) load.unsupported: frames 1-4 cannot be read by Flipbook; each is a TGA file.",
                "a.3.\(word) seq.mixed-size: 80x90 px; the other 3 frames are 160x90.",
            ]
        )
    }

    @Test("a file that cannot be shown is not reported as huge")
    func hugeForeign() throws {
        let format = Self.foreign
        let files = [
            RuleExample.File("a.\(format.extensions[0])", 3, 23_850) { $0.header.format = format },
            RuleExample.File("b.\(format.extensions[0])", 40_000, 3) { $0.header.format = format },
        ]
        expectEqual(Linter().report(on: [RuleExample(files).evidence]).findings.map(\.rule), ["load.unsupported"])
    }

    @Test("numbers that leave their step are one sentence, not a gap for every drawing")
    func irregularStep() {
        let numbers = Array(stride(from: 101, through: 125, by: 2)) + [126, 128, 130]
        expectEqual(
            lines(numbers.map { png("a.\($0).png") }),
            [
                "a.126.png seq.irregular-step: the numbers increase by 2, but 126 follows 125."
            ]
        )
    }

    @Test(
        "one slip in a short sequence is no gap for every drawing, be it a frame too many or a step too short",
        arguments: [([1, 3, 5, 7, 8, 9, 11, 13, 15], 8), ([1, 3, 5, 7, 8, 10], 8), ([1, 4, 7, 9, 10, 13, 16], 9)]
    )
    func shortIrregularStep(numbers: [Int], slip: Int) {
        let step = numbers[1] - numbers[0]
        let before = numbers.last { $0 < slip } ?? 0
        expectEqual(
            lines(numbers.map { png("a.\($0 + 100).png") }),
            [
                "a.\(slip + 100).png seq.irregular-step: the numbers increase by \(step), "
                    + "but \(slip + 100) follows \(before + 100)."
            ]
        )
    }

    @Test("what is missing is reported for all frames, also of those whose names are written in another way")
    func gapBesideSpellings() throws {
        let names = [1, 2, 3, 6, 8, 9].map { "walk.000\($0).png" } + ["walk.4.png", "walk.0007.PNG"]
        let findings = Linter().report(on: [RuleExample(names: names).evidence]).findings
        let gap = try require(findings.first { $0.rule == "seq.gap" })
        expectEqual(gap.message, "frame 5 is missing (1 of 9).")
        expectEqual(gap.measured, "8 frames")
        expectEqual(gap.expected, "9 frames")
    }

    @Test("a mismatch that the manifest provides for is for information")
    func mismatch() {
        let files = [png("a1.png"), png("a2.png"), RuleExample.File("a3.png", 320, 180)]
        let example = RuleExample.manifest(files) {
            $0.mismatch = .fit
            $0.size = PixelSize(width: 160, height: 90)
        }
        let findings = Linter().report(on: [example.evidence]).findings
        expectEqual(findings.map { "\($0.severity) \($0.rule)" }, ["info seq.mixed-size"])
    }

    @Test("a manifest without a content mode keeps proportions, as the command does; rounding costs no gap")
    func defaultContentMode() {
        func rules(_ size: PixelSize, _ change: (inout SequenceManifest) -> Void = { _ in }) -> [RuleID] {
            let example = RuleExample.manifest([png("a1.png"), png("a2.png")]) {
                $0.size = size
                change(&$0)
            }
            return Linter().report(on: [example.evidence]).findings.map(\.rule)
        }
        expectEqual(rules(PixelSize(width: 120, height: 120)), ["mode.gaps"])
        expectEqual(rules(PixelSize(width: 120, height: 120)) { $0.contentMode = .scaleToFill }, ["mode.distorts"])
        expectEqual(rules(PixelSize(width: 120, height: 120)) { $0.contentMode = .scaleAspectFill }, ["mode.crops"])
        // 16:9 at these widths is 11.25 and 22.5 rows: the edges lie within half a pixel of the canvas.
        for (size, stretches) in [((20, 11), false), ((40, 23), false), ((20, 11), true), ((40, 23), true)] {
            let found = rules(PixelSize(width: size.0, height: size.1)) {
                if stretches { $0.contentMode = .scaleToFill }
            }
            expect(found.allSatisfy { $0 != "mode.gaps" && $0 != "mode.distorts" }, "\(size): \(found)")
        }
        expectEqual(rules(PixelSize(width: 90, height: 160)) { $0.orientation = .right }, [])
        expectEqual(rules(PixelSize(width: 400, height: 225)), ["size.upscaled"])
    }

    @Test("a list without numbers is judged by its scale factors as numbered frames are")
    func listOfScales() {
        func lines(_ size: (Int, Int), _ mismatch: MismatchPolicy) -> [String] {
            let files = [png("a.png"), png("b.png"), RuleExample.File("c@2x.png", size.0, size.1)]
            let example = RuleExample.manifest(files) {
                $0.mismatch = mismatch
                $0.size = PixelSize(width: 160, height: 90)
            }
            return Linter().report(on: [example.evidence]).findings.map { "\($0.severity) \($0.rule): \($0.message)" }
        }
        expectEqual(lines((320, 180), .error), ["error seq.mixed-scale: @2x; the other 2 frames are @1x."])
        expectEqual(
            lines((320, 180), .fit),
            [
                "warning seq.mixed-pixel-size: has 320x180 px for 160x90 points; the other 2 frames have 160x90."
            ]
        )
    }

    @Test("a frame that lasts ten times as long is one, a rest at the end or a rhythm is none")
    func durations() {
        func rules(_ milliseconds: [Int64]) -> [RuleID] {
            let files = milliseconds.indices.map { png("a\($0 + 1).png") }
            let example = RuleExample.manifest(files) { manifest in
                manifest.animationImages = .list(
                    zip(files, milliseconds).map { file, time in
                        SequenceManifest.Entry(image: FilePath(file.name), timing: .duration(RationalTime(time, 1000)))
                    }
                )
            }
            return Linter().report(on: [example.evidence]).findings.map(\.rule)
        }
        expectEqual(rules([100, 100, 4000, 100, 100, 100]), ["dur.outlier"])
        expectEqual(rules([4000, 100, 100, 100, 100, 4000]), [])
        expectEqual(rules([40, 900, 40, 900, 40, 900, 40]), [])
        expectEqual(rules([100, 4000, 100, 100]), [])
    }

    @Test("caps by UIKit's former words are judged as cap insets are")
    func formerCaps() {
        func lines(_ change: (inout SequenceManifest) -> Void) -> [String] {
            let files = ["a1.png", "a2.png"].map { RuleExample.File($0, 20, 20) }
            return Linter().report(on: [RuleExample.manifest(files, change).evidence]).findings
                .filter { $0.rule != "caps.legacy" }.map { "\($0.severity) \($0.rule): \($0.message) \($0.fix)" }
        }
        expectEqual(
            lines {
                $0.leftCapWidth = 30
                $0.size = PixelSize(width: 50, height: 50)
            },
            [
                "error caps.no-center: the caps take 30x0 of the 20x20 points of a1.png; nothing is left to "
                    + "stretch. Make the caps smaller; a center of one pixel is enough."
            ]
        )
        expectEqual(
            lines {
                $0.leftCapWidth = 5
                $0.contentMode = .center
            },
            [
                "warning caps.mode: leftCapWidth has no effect with contentMode center, which does not scale. "
                    + "Remove the caps, or use scaleToFill."
            ]
        )
        expectEqual(
            lines {
                $0.leftCapWidth = 5
                $0.topCapHeight = 6
                $0.size = PixelSize(width: 4, height: 40)
            },
            [
                "warning caps.bounds-too-small: the caps take 19x19 points, but the canvas has only 4x40. "
                    + "Make the canvas larger, or use capInsets, which leave a larger part to stretch."
            ]
        )
        expectEqual(
            lines {
                $0.leftCapWidth = 5
                $0.size = PixelSize(width: 50, height: 40)
            },
            []
        )
    }

    @Test("a finding about a manifest stands at its line, where that is known")
    func line() {
        var folder = RuleExample.manifest([png("a1.png"), png("a2.png")]) { $0.alpha = 0 }.evidence
        folder.manifest?.positions = [.alpha: ManifestNode.Position(line: 7, column: 1)]
        let findings = Linter().report(on: [folder]).findings
        expectEqual(findings.map(\.message), ["alpha is 0, so only the background is shown."])
        expectEqual(findings.map(\.position), [ManifestNode.Position(line: 7, column: 1)])
    }

    @Test("at least fifty rules are run by default")
    func count() {
        expect(RuleRegistry.standard.count >= 50)
        expect(RuleRegistry.all.count > RuleRegistry.standard.count)
    }
}
