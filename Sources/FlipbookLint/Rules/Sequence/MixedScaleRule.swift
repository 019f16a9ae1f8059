import FlipbookCore

/// Frames of different scale factors, none of which has all frames.
///
/// A picture called `@2x` is meant to be drawn at half its pixels, so a
/// sequence that mixes scale factors changes its size while it plays.
public struct MixedScaleRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-scale",
        severity: .error,
        evidence: .names,
        summary: "Some frames are there at one scale factor only, others only at another.",
        rationale: "No scale factor shows the whole sequence; mixed, the picture changes its size as it plays.",
        remedy: "Draw the missing variants, or place the frames with --mismatch fit.",
        passing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a1@2x.png", 40, 40), RuleExample.File("a2@2x.png", 40, 40),
            ]),
            RuleExample(names: ["a1@2x.png", "a2@2x.png", "a3@2x.png"]),
        ],
        failing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a3@2x.png", 40, 40),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each scale factor but the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.scales.count > 1 else { return [] }
        // Frames of one size in points that someone places on one canvas are seq.mixed-pixel-size's.
        if sequence.mismatch == .fit, MixedPixelSizeRule.hasOneSizeInPoints(sequence) { return [] }
        guard let coverage = ScaleCoverage(sequence) else { return unnumbered(sequence) }
        guard coverage.complete.isEmpty, let usual = coverage.usual else { return [] }
        return coverage.scales.filter { $0 != usual }.compactMap { scale in
            // A frame that is also there at the usual scale is no fault here.
            let odd = sequence.frames.filter { $0.scale == scale && !coverage.has($0, at: usual) }
            guard !odd.isEmpty else { return nil }
            let culprits = Culprits(odd)
            let rest = coverage.frames(at: usual)
            let other = rest.count == 1 ? "the other frame is" : "the other \(rest.count.of("frame")) are"
            return finding(
                in: sequence.name,
                severity: sequence.mismatch == .fit ? .info : nil,
                culprits: culprits,
                message: culprits.sentence(
                    one: "@\(scale)x only; \(other) @\(usual)x.",
                    many: "are there at @\(scale)x only; \(other) @\(usual)x."
                ),
                fix: "Draw \(odd.count == 1 ? "it" : "them") at @\(usual)x, "
                    + "or place \(odd.count == 1 ? "it" : "them") with \(sequence.fitWords).",
                measured: "@\(scale)x",
                expected: "@\(usual)x"
            )
        }
    }

    /// The findings in frames without numbers, such as a manifest's list: each is a frame of its own.
    private func unnumbered(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation else { return [] }
        let kinds = Majority(of: sequence.frames) { $0.scale }
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { scale, frames in
            let culprits = Culprits(frames)
            let rest = kinds.rest(without: frames.count, one: "is @\(usual.kind)x", many: "are @\(usual.kind)x")
            let it = frames.count == 1 ? "it" : "them"
            return finding(
                in: sequence.name,
                severity: sequence.mismatch == .fit ? .info : nil,
                culprits: culprits,
                message: culprits.sentence(one: "@\(scale)x; \(rest).", many: "are @\(scale)x; \(rest)."),
                fix: "Draw \(it) at @\(usual.kind)x, or place \(it) with \(sequence.fitWords).",
                measured: "@\(scale)x",
                expected: "@\(usual.kind)x"
            )
        }
    }
}

/// Which frames a sequence has at which scale factor.
struct ScaleCoverage {
    /// The scale factors that occur, rising.
    let scales: [Int]
    private var numbersOfScale: [Int: Set<Int>] = [:]
    private let all: Set<Int>

    /// `nil` for stills and for frames without numbers, of which nobody knows which are variants of one.
    init?(_ sequence: SequenceEvidence) {
        guard sequence.kind == .animation else { return nil }
        scales = sequence.scales
        for frame in sequence.frames {
            guard let number = frame.number else { return nil }
            numbersOfScale[frame.scale, default: []].insert(number)
        }
        all = numbersOfScale.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// The scale factors at which every frame is there.
    var complete: [Int] { scales.filter { numbersOfScale[$0]?.count == all.count } }

    /// The scale factor that most frames have; of equally frequent ones the smallest.
    var usual: Int? {
        scales.max { (numbersOfScale[$0]?.count ?? 0) < (numbersOfScale[$1]?.count ?? 0) }
    }

    /// The numbers that are there at `scale`.
    func frames(at scale: Int) -> Set<Int> { numbersOfScale[scale] ?? [] }

    /// The numbers that are not there at `scale`, rising.
    func absent(at scale: Int) -> FrameSet { FrameSet(all.subtracting(frames(at: scale)).sorted()) }

    /// Whether the number of `frame` is there at `scale`.
    func has(_ frame: FrameEvidence, at scale: Int) -> Bool {
        frame.number.map { frames(at: scale).contains($0) } ?? false
    }
}
