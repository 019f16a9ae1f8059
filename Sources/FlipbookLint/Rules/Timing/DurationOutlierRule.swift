import FlipbookCore

/// A frame that is shown far longer or far shorter than the others.
public struct DurationOutlierRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "dur.outlier",
        severity: .warning,
        evidence: .names,
        summary: "A frame is shown far longer or far shorter than most.",
        discussion:
            "Lists of five frames or more with durations of their own, compared with the one in the middle of all "
            + "when they are sorted: ten times by default. The first and the last frame may rest as long as they like, "
            + "and a list in which a quarter of the frames or more are outliers has no usual duration.",
        rationale: "A slipped decimal point or a wrong unit shows as a freeze, or as a frame that nobody sees.",
        remedy: "Correct the duration, or hold the drawing by hold: if it is meant.",
        options: [
            RuleOption(
                "times",
                "How many times as long, or as short, as usual a frame may be shown.",
                default: 10.0,
                in: 1.5...100_000
            )
        ],
        passing: [example([100, 100, 500, 100, 100, 100, 3000])],
        failing: [
            example([100, 100, 100, 10_000, 100, 100, 100]),
            example([200, 200, 200, 200, 200, 200, 18]),
        ]
    )

    private let times: Double

    /// The rule as it is by default.
    public init() {
        times = Self.defaults.number("times")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        times = options.number("times")
    }

    /// One finding for all frames that are shown too long, and one for those that are not shown long enough.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard case .list(let entries) = manifest.manifest.animationImages else { return [] }
        let timed = entries.enumerated().compactMap { index, entry -> (index: Int, seconds: Double, image: FilePath)? in
            if case .duration(let time) = entry.timing { (index, time.seconds, entry.image) } else { nil }
        }
        guard timed.count >= 5 else { return [] }
        let usual = timed.map(\.seconds).sorted()[timed.count / 2]
        guard usual > 0 else { return [] }
        let long = timed.filter { $0.seconds > usual * times && $0.index > 0 && $0.index < entries.count - 1 }
        let short = timed.filter { $0.seconds * times < usual }
        guard (long.count + short.count) * 4 < timed.count else { return [] }
        return [(long, "longer"), (short, "shorter")].compactMap { odd, word in
            guard let first = odd.first else { return nil }
            let name = FilePath(first.image.lastComponent)
            let more = odd.count == 1 ? "" : " (and \((odd.count - 1).of("more frame", "more frames")))"
            return finding(
                in: manifest,
                key: .animationImages,
                message: "frame \(first.index + 1), \(name), is shown for \(first.seconds.shortest) s\(more), "
                    + "far \(word) than the usual \(usual.shortest) s.",
                fix: "Correct the duration, or hold the drawing by hold: if it is meant.",
                measured: "\(first.seconds.shortest) s",
                expected: "about \(usual.shortest) s"
            )
        }
    }

    /// A list with these durations in milliseconds.
    private static func example(_ milliseconds: [Int64]) -> RuleExample {
        let files = milliseconds.indices.map { RuleExample.File("a\($0 + 1).png") }
        return RuleExample.manifest(files) { manifest in
            manifest.animationImages = .list(
                zip(files, milliseconds).map { file, time in
                    let timing = RationalTime(time, 1000).map(SequenceManifest.Timing.duration)
                    return SequenceManifest.Entry(image: FilePath(file.name), timing: timing ?? .slots(1))
                }
            )
        }
    }
}
