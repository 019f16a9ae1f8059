import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let startIndex = LintRule(
        .init("seq.start-index", .warning, evidence: .names, isDefault: false, fixable: .unsafe),
        summary: "The first frame is neither 0 nor 1.",
        notes: "Not run by default, since film shots begin at 1001. Select it for UIKit's animatedImageNamed.",
        why: "UIImage.animatedImageNamed looks for 0, then for 1, and finds nothing.",
        remedy: "Renumber the frames from 0 or 1.",
        passing: [["a0.png", "a1.png", "a2.png"], ["a1.png", "a2.png"]],
        failing: [["a2.png", "a3.png", "a4.png"]],
        judge: .wholeSequence { sequence in
            guard sequence.isAnimation, let first = sequence.frames.first, let number = first.number,
                !(0...1).contains(number)
            else { return nil }
            let message = "is the first frame; UIKit's animatedImageNamed looks only for 0 and 1."
            let changes: [Fix.Operation] = .whole(.renumber(sequence.numbered(from: 1)))
            return Verdict(on: [first], message: message, by: changes, measured: .init("\(number)", expected: "0 or 1"))
        }
    )

    package static let overLimit = LintRule(
        .init("seq.over-limit", .warning, evidence: .names, isDefault: false),
        summary: "Frame numbers are larger than 1024.",
        notes: "Not run by default, since only UIKit's animatedImageNamed has this limit.",
        why: "UIImage.animatedImageNamed loads frames up to 1024; later frames are never shown.",
        remedy: "Renumber the frames from 0 or 1, or split the sequence.",
        options: [RuleOption("last", "The maximum frame number.", default: 1024, in: 0...1_000_000_000)],
        passing: [["a1023.png", "a1024.png"]],
        failing: [["a1023.png", "a1024.png", "a1025.png", "a1026.png"]]
    ) { options in
        let last = options.integer("last")
        return .frames(of: \.isAnimation, where: { ($0.number ?? 0) > last }) {
            let message = "has a number above \(last); UIKit's animatedImageNamed never shows \($0.them)."
            return $0.verdict(one: message, measured: .init(nil, expected: "at most \(last)"))
        }
    }

    package static let zeroPadded = LintRule(
        .init("seq.zero-padded", .warning, evidence: .names, isDefault: false, fixable: .safe),
        summary: "Frame numbers are padded with zeros.",
        notes: "Not run by default, since leading zeros are useful everywhere except with UIKit's animatedImageNamed.",
        why: "UIImage.animatedImageNamed looks for walk1, not for walk01, and finds nothing.",
        remedy: "Rename the frames without leading zeros, or load them with a pattern.",
        failing: [["a01.png", "a02.png", "a03.png"]],
        judge: .wholeSequence { sequence in
            guard sequence.isAnimation, let width = sequence.pattern?.padding.width, sequence.isZeroPadded
            else { return nil }
            let message = "the numbers are padded to \(width) digits; UIKit's animatedImageNamed expects no padding."
            let measured = Verdict.Measurement(width.of("digit"), expected: "no leading zeros")
            return Verdict(message: message, by: sequence.padded(to: 1), measured: measured)
        }
    )

    package static let digitBoundary = LintRule(
        .init("seq.digit-boundary", .info, evidence: .names, fixable: .safe),
        summary: "Numbers are padded with zeros, but the last ones have more digits.",
        why: "Text sorting changes the order, and fixed-width patterns such as ???? miss the longer numbers.",
        remedy: "Pad all numbers to the length of the longest.",
        passing: [["a.0098.png", "a.0099.png", "a.0100.png"]],
        failing: [RuleExample(names: ["a.08.png", "a.09.png"] + (10...101).map { "a.\($0).png" })],
        judge: .wholeSequence { sequence in
            guard sequence.isZeroPadded, let width = sequence.pattern?.padding.width,
                let misplaced = sequence.misplacedAsText, let last = sequence.frames.last?.number
            else { return nil }
            let longest = String(last.magnitude).utf8.count
            // Sorting as text reverses negative numbers, even if they are padded.
            guard longest > width else { return nil }
            return Verdict(
                message: "the numbers are padded to \(width) digits, but reach \(longest); sorted as text, "
                    + "\(misplaced.early) comes before \(misplaced.late).",
                by: sequence.padded(to: longest),
                measured: .init(width.of("digit"), expected: longest.of("digit"))
            )
        }
    )

    package static let lexicographicOrder = LintRule(
        .init("seq.lexicographic-order", .info, evidence: .names, isDefault: false, fixable: .safe),
        summary: "The frames have a different order when they are sorted as text: 1, 10, 2.",
        notes: "Applies to numbers of different lengths without leading zeros. seq.digit-boundary reports numbers that "
            + "outgrow their leading zeros. Not run by default, since many people name their frames this way.",
        why: "Flipbook sorts by number. Shells, upload tools and many scripts sort as text and get the order wrong.",
        remedy: "Pad the numbers with zeros if other programs sort them.",
        passing: [["a.08.png", "a.09.png", "a.10.png"], ["a.1.png", "a.2.png", "a.3.png"]],
        failing: [["a.8.png", "a.9.png", "a.10.png"]],
        judge: .wholeSequence { sequence in
            guard !sequence.isZeroPadded, let pair = sequence.misplacedAsText,
                let last = sequence.frames.last?.number
            else { return nil }
            let longest = String(last.magnitude).utf8.count
            let message =
                "numbers have up to \(longest) digits; sorted as text, \(pair.early) comes before \(pair.late)."
            return Verdict(message: message, by: sequence.padded(to: longest))
        }
    )
}

extension SequenceEvidence {
    fileprivate func padded(to width: Int) -> [Fix.Operation] {
        .whole(.rename(frames.renamings(in: pattern) { $0.width = width }))
    }

    /// Shifts the numbers so that they begin at `start`, without adding leading zeros.
    fileprivate func numbered(from start: Int) -> [Fix.Renaming] {
        guard let first = frames.first?.number else { return [] }
        let isPadded = isZeroPadded
        return frames.renamings(in: pattern) { parts in
            parts.number = parts.number.map { $0 - first + start }
            if !isPadded { parts.width = 1 }
        }
    }
}
