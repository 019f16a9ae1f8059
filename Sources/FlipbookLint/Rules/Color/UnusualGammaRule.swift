import FlipbookCore
import FlipbookImaging

/// PNG files whose gamma is far from that of screens.
public struct UnusualGammaRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "color.unusual-gamma",
        severity: .info,
        evidence: .headers,
        summary: "A file's gamma (gAMA) differs clearly from 1/2.2.",
        rationale: "Flipbook and browsers convert such pictures, many editors and players do not: the picture is "
            + "lighter or darker from program to program.",
        remedy: "Export the frames as sRGB.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.colorTag = .gamma(45_455) },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.colorTag = .gamma(45_455) },
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.colorTag = .gamma(100_000) },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.colorTag = .gamma(100_000) },
            ])
        ]
    )

    /// The gammas, times 100,000, that are taken for 1/2.2, as the decoder does.
    static let ordinary = 43_300...47_500

    /// A gamma as a fraction.
    static func text(_ gamma: Int) -> String {
        let thousandths = (gamma + 50) / 100
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }

    /// A rule without options.
    public init() {}

    /// A finding for each such gamma.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let kinds = Majority(of: sequence.frames) { frame -> Int? in
            guard case .gamma(let gamma) = frame.header?.colorTag else { return nil }
            return Self.ordinary.contains(gamma) ? nil : gamma
        }
        return kinds.groups.map { gamma, frames in
            let culprits = Culprits(frames)
            let text = "a gamma of \(Self.text(gamma)), where screens have 0.455"
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "has \(text).", many: "have \(text)."),
                fix: "Export \(frames.count == 1 ? "it" : "them") as sRGB, so that all programs show the same.",
                measured: Self.text(gamma),
                expected: "0.455"
            )
        }
    }
}
