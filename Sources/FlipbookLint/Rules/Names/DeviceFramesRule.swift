import FlipbookCore

/// Frames that are drawn for one kind of device, where nobody asked for that device.
public struct DeviceFramesRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "name.device-frames",
        severity: .info,
        evidence: .names,
        summary: "Frames for one kind of device (~iphone, ~ipad) were not judged.",
        rationale:
            "They take the place of the others on that device only, and what is wrong with them shows nowhere else.",
        remedy: "Lint once more with --idiom phone, or --idiom pad.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "icon~ipad.png"])
        ],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.1~ipad.png", "walk.2~ipad.png"])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all kinds of device.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let found = UserInterfaceIdiom.allCases.compactMap { idiom in
            folder.deviceFrames[idiom].map { (idiom: idiom, count: $0) }
        }
        guard !found.isEmpty else { return [] }
        let counts = found.map { "\($0.count.of("frame")) for \($0.idiom.suffix)" }.joined(separator: " and ")
        let options = found.map { "--idiom \($0.idiom.rawValue)" }.joined(separator: ", and with ")
        return [
            finding(
                in: folder.name,
                message: "\(counts) were not judged.",
                fix: "Lint once more with \(options).",
                measured: counts
            )
        ]
    }
}
