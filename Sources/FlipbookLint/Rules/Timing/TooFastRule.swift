import FlipbookCore

/// Frames that are shown for less time than a screen needs for one.
public struct TooFastRule: ManifestRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "dur.too-fast",
        severity: .warning,
        evidence: .headers,
        summary: "Frames are shown for less than a sixtieth of a second.",
        discussion: "Judged by animationDuration and by the durations of single frames. A frameRate was written "
            + "with intent.",
        rationale: "Most screens show 60 pictures a second, so frames are left out; players of GIF files even "
            + "slow such frames down to ten a second.",
        remedy: "Show the frames for longer, or state the rate as frameRate if it is meant.",
        options: [
            RuleOption("fastest", "The most frames a second that are allowed.", default: 60, in: 1...1000)
        ],
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.frameRate = nil
                $0.animationDuration = RationalTime(1, 100)
            }
        ]
    )

    private let fastest: Int

    /// The rule with its options as they are declared.
    public init() {
        fastest = Self.defaults.integer("fastest")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        fastest = options.integer("fastest")
    }

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let (key, shortest) = Self.shortestFrame(of: manifest),
            shortest.seconds * Double(fastest) < 1 - 1e-9, shortest > .zero
        else { return [] }
        let rate = 1 / shortest.seconds
        let text = rate < 1e9 ? "\(Int(rate.rounded()))" : "more than a billion"
        return [
            finding(
                in: manifest,
                key: key,
                message:
                    "frames are shown for \(shortest.seconds.shortest) s, \(text) a second; most screens show \(fastest).",
                fix: "Show them for longer, or state the rate as frameRate if it is meant.",
                measured: "\(text) frames a second",
                expected: "at most \(fastest)"
            )
        ]
    }

    /// The time of the frame that is shown for the shortest time, and the key that says so.
    private static func shortestFrame(of manifest: ManifestEvidence) -> (key: ManifestKey, time: RationalTime)? {
        if case .list(let entries) = manifest.manifest.animationImages, manifest.hasOwnDurations {
            let times = entries.compactMap { if case .duration(let time) = $0.timing { time } else { nil } }
            return times.min().map { (.animationImages, $0) }
        }
        guard let duration = manifest.manifest.animationDuration, manifest.slotCount > 0 else { return nil }
        let (below, overflow) = duration.denominator.multipliedReportingOverflow(by: Int64(manifest.slotCount))
        guard !overflow, let time = RationalTime(duration.numerator, below) else { return nil }
        return (.animationDuration, time)
    }
}
