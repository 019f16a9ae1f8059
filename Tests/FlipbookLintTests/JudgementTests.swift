import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Judgment: what is a finding, and how many")
struct JudgmentTests {
    private func findings(_ files: [RuleExample.File]) -> [Finding] {
        Linter().report(on: [RuleExample(files).evidence]).findings
    }

    private func frames(_ numbers: some Sequence<Int>, _ width: Int = 160, _ height: Int = 90) -> [RuleExample.File] {
        numbers.map { RuleExample.File(name($0), width, height) }
    }

    private func name(_ number: Int) -> String {
        let digits = String(number)
        return "walk." + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
    }

    private func lines(_ findings: [Finding]) -> [String] {
        findings.map { "\($0.subject) \($0.rule): \($0.message) \($0.fix)" }
    }

    @Test("the majority decides which size is odd, also when the first frame is the odd one")
    func majority() {
        expectEqual(
            lines(findings(frames([1], 200, 90) + frames(2...10))),
            [
                "walk.0001.png seq.mixed-size: 200x90 px; the other 9 frames are 160x90. "
                    + "Resize it, or place it with mismatch: fit."
            ]
        )
    }

    @Test("of sizes of which none has a majority none is odd, and one finding lists them")
    func tie() {
        expectEqual(
            lines(findings(frames(1...20, 160, 90) + frames(21...40, 90, 160))),
            [
                "walk.####.png seq.mixed-size: 40 frames have 2 sizes, none with a majority: "
                    + "20 are 160x90, 20 are 90x160. Resize them, or place them with mismatch: fit."
            ]
        )
        let pair = findings(frames([1], 10, 10) + frames([2], 20, 20))
        expectEqual(pair.map(\.message), ["20x20 px; the other frame is 10x10."])
    }

    @Test("half of the frames of one size and each of the others of its own are stills")
    func halfUnrelated() {
        let found = findings(frames(1...20, 400, 300) + (21...40).flatMap { frames([$0], 400 + $0, 300) })
        expectEqual(found.map { "\($0.severity) \($0.rule)" }, ["warning seq.stills"])
    }

    @Test("many odd sizes are one finding, which lists some")
    func manyOddSizes() {
        expectEqual(
            lines(findings(frames(1...10) + (11...14).flatMap { frames([$0], $0, 90) })),
            [
                "walk.####.png seq.mixed-size: frames 11-14 have 4 different sizes (1 is 11x90, 1 is 12x90, 1 is 13x90, "
                    + "and 1 more size); the other 10 frames are 160x90. "
                    + "Resize them, or place them with mismatch: fit."
            ]
        )
    }

    @Test("all frames of one odd size are one finding")
    func run() {
        expectEqual(
            lines(findings(frames(1...20) + frames(21...24, 200, 90))),
            [
                "walk.####.png seq.mixed-size: frames 21-24 are 200x90 px; the other 20 frames are 160x90. "
                    + "Resize them, or place them with mismatch: fit."
            ]
        )
    }

    @Test("two odd sizes are two findings, and none of them claims that all the others agree")
    func severalOddSizes() {
        expectEqual(
            lines(findings(frames([1, 2, 3, 4, 5]) + frames([6], 10, 10) + frames([7], 20, 20))),
            [
                "walk.0006.png seq.mixed-size: 10x10 px; 5 of 7 frames are 160x90. "
                    + "Resize it, or place it with mismatch: fit.",
                "walk.0007.png seq.mixed-size: 20x20 px; 5 of 7 frames are 160x90. "
                    + "Resize it, or place it with mismatch: fit.",
            ]
        )
    }

    @Test("a missing run is one finding, and so are several")
    func gaps() {
        expectEqual(
            lines(findings(frames(Array(90...99) + [104, 105, 107]))),
            [
                "walk.####.png seq.gap: frames 100-103,106 are missing (5 of 18). "
                    + "Render them, or accept the gap with missing: hold (or nearest, black, skip)."
            ]
        )
    }

    @Test(
        "a gap that a policy accepts is information, and one that is longer than allowed stays an error",
        arguments: [
            (.hold, "fills them"), (.nearest, "fills them with the nearest frame"), (.black, "fills them with black"),
            (.skip, "leaves them out"),
        ] as [(MissingFramePolicy, String)]
    )
    func acceptedGaps(policy: MissingFramePolicy, effect: String) {
        func lines(_ gap: Int?) -> [String] {
            let evidence = RuleExample(frames([1, 2, 5, 6, 10])).evidence
                .with(gaps: GapPolicy(missing: policy, maximumGap: gap), mismatch: .error)
            return Linter().report(on: [evidence]).findings.map { "\($0.severity) \($0.message) \($0.fix)" }
        }
        let remedy = "If the gap is unintentional, render them."
        expectEqual(lines(nil), ["info frames 3-4,7-9 are missing; the \(policy) policy \(effect). \(remedy)"])
        expectEqual(lines(3), lines(nil))
        expectEqual(
            lines(2),
            [
                "error frames 7-9 are missing (3 of 10), more than 2 in a row. "
                    + "Render them, or allow longer gaps with maxGap.",
                "info frames 3-4 are missing; the \(policy) policy \(effect). \(remedy)",
            ]
        )
    }

    @Test("a gap names the file that is probably the missing frame: a copy of it, or one that is named almost like it")
    func copyOfMissingFrame() {
        func fixes(_ names: String...) -> [String] {
            let report = Linter().report(on: [RuleExample(names: names).evidence])
            return report.findings.filter { $0.rule == "seq.gap" }.map(\.fix.description)
        }
        let gap = ["sh020_012.png", "sh020_013.png", "sh020_015.png", "sh020_016.png"]
        let copies = ["sh020_014 copy.png", "sh020_014 (1).png", "sh020_014-Kopie.png", "sh020_014~.png"]
        // The header of a file in these examples is that of a PNG file, whatever its name.
        let others = ["sh020-014.png", "sh020.014.png", "sh020_014_v2.png", "sh02O_0l4.png", "sh020-014.jpg"]
        for copy in copies + others {
            let found = fixes(gap[0], gap[1], copy, gap[2], gap[3])
            expectEqual(
                found.first?.hasPrefix(
                    "If \(copy) is frame 14, rename it to sh020_014.png. Otherwise, render it"
                ),
                true,
                "\(found)"
            )
        }
        for other in ["sh020_013 copy.png", "sh020_014b.png", "sh020_0014.png", "sh020_014_mask.png"] {
            let found = fixes(gap[0], gap[1], other, gap[2], gap[3])
            expect(found.first?.hasPrefix("Render it") ?? true, "\(other): \(found)")
        }
    }

    @Test("a gap names its probable frame among a thousand stills, and only a gap that is refused does")
    func copyOfRefusedFrame() {
        let frames = (1...12).filter { ![3, 7, 8].contains($0) }.map { "sh020_0\($0 < 10 ? "0" : "")\($0).png" }
        let stills = (0..<1000).map { String($0, radix: 2).map { $0 == "0" ? "a" : "b" }.joined() + ".png" }
        let names = frames + stills + ["sh020-003.png", "sh020.007.png"]
        var folder = RuleExample(names: names).evidence
        for (gaps, renamed) in [(GapPolicy(), ["-003", ".007"]), (GapPolicy(missing: .hold, maximumGap: 1), [".007"])] {
            folder = folder.with(gaps: gaps, mismatch: .error)
            let fixes = Linter().report(on: [folder]).findings.filter { $0.rule == "seq.gap" }.map(\.fix)
            let text = fixes.map(\.description).joined()
            expectEqual(["-003", ".007"].filter { text.contains("sh020\($0).png") }, renamed, "\(text)")
            expectEqual(fixes.flatMap(\.operations).count, renamed.count + 1)
        }
    }

    @Test("files that may be missing frames are one sentence: alternatives for one frame, and the first of many")
    func copiesOfMissingFrames() {
        func advice(_ numbers: [Int], _ copies: [String]) -> String? {
            let names = numbers.map { "a_00\($0).png" } + copies
            let report = Linter().report(on: [RuleExample(names: names).evidence])
            return report.findings.first { $0.rule == "seq.gap" }?.fix.description
        }
        let one = advice([12, 13, 15, 16], ["a_0014 (1).png", "a_0014 copy.png"])
        let words = "If a_0014 (1).png or a_0014 copy.png is frame 14, rename it to a_0014.png. "
        expect(one?.hasPrefix(words + "Otherwise, render it") ?? false, "\(one ?? "")")
        let some = advice([12, 13, 15, 16, 19], ["a_0014 copy.png"])
        let rest = "If a_0014 copy.png is frame 14, rename it to a_0014.png. Render the rest, or accept the gap"
        expect(some?.hasPrefix(rest) ?? false, "\(some ?? "")")
        let many = advice([10, 11, 13, 15, 17, 19, 20, 21, 22], [12, 14, 16, 18].map { "a_00\($0) copy.png" })
        let list = "If a_0012 copy.png, a_0014 copy.png, a_0016 copy.png and 1 more are missing frames, rename them to "
        expect(
            many?.hasPrefix(list + "a_0012.png, a_0014.png, a_0016.png and 1 more. Otherwise, render them") ?? false,
            "\(many ?? "")"
        )
    }

    @Test("a frame with another extension is renamed if its header is like the others, and converted if it is not")
    func misnamedFormat() {
        func advice(_ format: ImageFormat) -> [String] {
            let files = [1, 2, 4, 5, 6, 7, 8, 9].map { RuleExample.File("w.\($0).png", 160, 90) }
            let odd = RuleExample.File("w.3.jpg", 160, 90) { $0.header.format = format }
            return Linter().report(on: [RuleExample(files + [odd]).evidence]).findings
                .filter { $0.rule == "seq.mixed-spelling" }.map { "\($0.fix) \($0.fix.operations.count)" }
        }
        expectEqual(advice(.png), ["Rename it to w.3.png. 1"])
        expectEqual(advice(.jpeg), ["Convert it to w.3.png. 0"])
    }

    @Test("a gap does not name a file that is empty, text, truncated or of another format")
    func brokenCopyOfMissingFrame() {
        let jpeg = RuleExample.File("a_0014 copy.png", 160, 90) { $0.header.format = .jpeg }
        let broken = [ImageError.empty, .notAnImage(found: "text"), .truncated].map {
            RuleExample.File("a_0014 copy.png", .fault($0))
        }
        let frames = [12, 13, 15, 16].map { RuleExample.File("a_00\($0).png", 160, 90) }
        let photograph = RuleExample.File("a-0014.jpg", 160, 90) { $0.header.format = .jpeg }
        for copy in broken + [jpeg, photograph] {
            let report = Linter().report(on: [RuleExample(frames + [copy]).evidence])
            let gaps = report.findings.filter { $0.rule == "seq.gap" }.map(\.fix)
            expectEqual(gaps.map { $0.description.hasPrefix("Render it") }, [true], "\(gaps)")
            expectEqual(gaps.flatMap(\.operations).count, 1)
        }
    }

    @Test("a copy of an @2x picture is a copy, not a misspelled scale")
    func copyOfVariant() {
        let found = Linter().report(on: [RuleExample(names: ["a@2x.png", "a@2x copy.png", "b@2X.png"]).evidence])
            .findings
        expectEqual(found.filter { $0.rule == "scale.suffix-typo" }.flatMap(\.files).map(\.lastComponent), ["b@2X.png"])
    }

    @Test("if each scale lacks another frame, both are reported")
    func twoIncompleteScales() {
        let files = (1...10).flatMap { number in
            (number == 7 ? [] : [RuleExample.File("a\(number).png", 20, 20)])
                + (number == 3 ? [] : [RuleExample.File("a\(number)@2x.png", 40, 40)])
        }
        let found = Linter().report(on: [RuleExample(files).evidence]).findings.map {
            "\($0.rule) \($0.files[0].lastComponent)"
        }
        expectEqual(found.sorted(), ["scale.partial-sequence a3.png", "seq.mixed-scale a7@2x.png"])
    }

    @Test("numbered far apart, frames are judged by the policy without counting to a billion")
    func wideGap() {
        let files = ["a.1.png", "a.1000000000.png"].map { RuleExample.File($0, 160, 90) }
        func severities(_ policy: MissingFramePolicy) -> [Severity] {
            let evidence = RuleExample(files).evidence.with(gaps: GapPolicy(missing: policy), mismatch: .error)
            return Linter().report(on: [evidence]).findings.filter { $0.rule.description == "seq.gap" }.map(\.severity)
        }
        // Two pictures may well be none of one animation.
        expectEqual(severities(.hold), [.warning])
        expectEqual(severities(.skip), [.info])
    }

    @Test("frames of another size are no error where a setting places them")
    func fitted() {
        let evidence = RuleExample(frames([1], 200, 90) + frames(2...10)).evidence
            .with(gaps: GapPolicy(), mismatch: .fit)
        expectEqual(Linter().report(on: [evidence]).findings.map(\.severity), [.info])
    }

    @Test("a regular step is no gap, a number left out of it is one", arguments: [2, 5, 10])
    func step(_ step: Int) {
        let numbers = Array(stride(from: 0, through: 12 * step, by: step))
        expectEqual(findings(frames(numbers)), [])
        let found = findings(frames(numbers.filter { $0 != 5 * step }))
        expectEqual(found.map(\.frames), [FrameSet([5 * step])])
        expectEqual(found.map(\.message), ["frame \(5 * step) is missing (1 of 13)."])
    }

    @Test("forty numbered icons of forty sizes are one sentence")
    func icons() {
        let found = findings((1...40).map { RuleExample.File(name($0), 8 * $0, 8 * $0) })
        expectEqual(
            lines(found),
            [
                "walk.####.png seq.stills: 40 pictures have 40 sizes, from 8x8 to 320x320 px; "
                    + "they are probably stills, not an animation. "
                    + "If they are an animation, resize the frames, or place them with mismatch: fit."
            ]
        )
        expectEqual(found.map(\.severity), [.warning])
    }

    @Test("of an animation whose frames were cropped one by one a gap is reported, and is no error")
    func croppedFrames() {
        let files = (1...12).filter { $0 != 5 }.map { RuleExample.File(name($0), 50 + $0, 60) }
        expectEqual(
            findings(files).map { "\($0.severity) \($0.rule)" },
            ["warning seq.stills", "warning seq.gap"]
        )
    }

    @Test("two or three pictures of unlike sizes, or with a gap, are a warning at most")
    func fewPictures() {
        let pair = [RuleExample.File("Onion1.png", 40, 30), RuleExample.File("Onion2.png", 44, 52)]
        expectEqual(findings(pair).map { "\($0.severity) \($0.rule)" }, ["warning seq.mixed-size"])
        expectEqual(findings(frames([15, 17])).map { "\($0.severity) \($0.rule)" }, ["warning seq.gap"])
        let many = findings(frames(Array(1...10) + Array(40...45)))
        expectEqual(many.map { "\($0.severity) \($0.rule)" }, ["warning seq.gap"])
    }

    @Test("frames of another stem in the same folder belong to another sequence")
    func otherStem() {
        let other = (1...3).map { RuleExample.File("run.\($0).png", 20, 20) }
        expectEqual(findings(frames(1...3) + other + [RuleExample.File("logo.png", 7, 7)]), [])
    }

    @Test("each scale factor is judged by itself")
    func scales() {
        let variants = (1...3).map { RuleExample.File("walk.000\($0)@2x.png", 320, $0 == 2 ? 200 : 180) }
        expectEqual(
            lines(findings(frames(1...3) + variants)),
            [
                "walk.0002@2x.png scale.variant-size: 320x200 px; at @1x it is 160x90, so @2x should be 320x180. "
                    + "Draw the variant again from the same original."
            ]
        )
    }

    @Test("a doubled number names both files; a doubled sequence is one finding")
    func doubled() {
        expectEqual(
            lines(findings(frames(9...11) + [RuleExample.File("walk.10.png")])),
            [
                "walk.####.png seq.duplicate-number: walk.10.png and walk.0010.png are both frame 10. "
                    + "Remove the file that does not belong here, or rename it."
            ]
        )
        let found = findings(frames(1...50) + (1...50).map { RuleExample.File("walk.\($0).png") })
        expectEqual(found.map(\.rule), ["seq.duplicate-number"])
        expectEqual(found.first?.frames, FrameSet(1...50))
        expectEqual(found.first?.files.count, 100)
    }

    @Test("a number that another padding has is not missing, but is reported for its padding")
    func padding() {
        expectEqual(
            lines(findings(frames([1, 2, 4, 5]) + [RuleExample.File("walk.3.png")])),
            [
                "walk.3.png seq.mixed-padding: its number has 1 digit; the other 4 files have 4. "
                    + "Rename it to walk.0003.png."
            ]
        )
    }

    @Test("a sequence that says it is of another format is a warning, a PNG by name that is none an error")
    func formats() {
        let heif = RuleExample.Content.fault(.notAnImage(found: "a HEIF file"))
        let honest = findings((1...3).map { RuleExample.File("a.\($0).psd", heif) })
        expectEqual(honest.map(\.severity), [.warning])
        let lying = findings((1...3).map { RuleExample.File("a.\($0).png", heif) })
        expectEqual(lying.map(\.severity), [.error])
        expectEqual(lying.map(\.message), ["frames 1-3 cannot be read by Flipbook; each is a HEIF file."])
    }

    @Test("stills are called by name, also those with a number, and each format is a finding of its own")
    func stills() {
        let foreign = RuleExample.Content.fault(.notAnImage(found: FileContents("data of an unknown type", .nothing)))
        let found = findings([
            RuleExample.File("a1.pcx", foreign), RuleExample.File("b7.pcx", foreign),
            RuleExample.File("c.qoi", foreign),
            RuleExample.File("d2.png", foreign), RuleExample.File("e9.png", foreign),
        ])
        expectEqual(
            found.map { "\($0.severity) \($0.message)" },
            [
                "error 2 files (d2.png, e9.png) are not images; each is data of an unknown type.",
                "warning 2 files (a1.pcx, b7.pcx) are .pcx files, which Flipbook does not read.",
                "warning a .qoi file, which Flipbook does not read.",
            ]
        )
        expect(found.allSatisfy { $0.frames == nil })
    }

    @Test("findings come by severity, then sequence, then frame, whatever the order of the names")
    func order() {
        let files =
            frames(1...9) + frames([11], 1, 1) + [RuleExample.File("walk.0012.png", .fault(.truncated))]
            + (1...3).map { RuleExample.File("icon\($0).png", $0, $0) }
            + [RuleExample.File("a1.png", .fault(.empty)), RuleExample.File("a2.png")]
        let expected = [
            "a1.png load.empty", "walk.####.png seq.gap", "walk.0011.png seq.mixed-size",
            "walk.0012.png load.truncated", "icon@.png seq.stills",
        ]
        expectEqual(findings(files).map { "\($0.subject) \($0.rule)" }, expected)
        expectEqual(findings(files.reversed()).map { "\($0.subject) \($0.rule)" }, expected)
    }

    @Test("a long list of scattered frames is cut in the message and whole in the data")
    func scattered() {
        let odd = stride(from: 1, through: 400, by: 20).flatMap { [$0, $0 + 3] }
        let found = findings(frames((1...400).filter { !odd.contains($0) }) + frames(odd, 1, 1))
        expectEqual(found.first?.frames, FrameSet(odd))
        expectEqual(
            found.first?.message,
            "frames 1,4,21,24,41,44,61,64,81,84 and 30 more are 1x1 px; "
                + "the other 360 frames are 160x90."
        )
    }
}
