import FlipbookCore
import FlipbookImaging

/// Files whose header is good and whose pixels are not.
public struct UndecodableRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.undecodable",
        severity: .error,
        evidence: .pixels,
        summary: "A file's header is good, and its pixels cannot be decoded.",
        discussion:
            "A wrong checksum of the pixels, compressed data that ends early or breaks the rules of its format.",
        rationale: "Programs that go on regardless show a frame that is grey from the damage downwards, and exit 0.",
        remedy: "Render or copy the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", undecodable: .corrupt(reason: "IDAT: CRC error")),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// The most findings about one sequence. Damage has as many reasons as there are formats and byte offsets.
    private static let mostKinds = 5

    /// A finding for each kind of damage, the last one for the rest of the kinds where there are many.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let faults = sequence.frames.compactMap { frame -> (frame: FrameEvidence, error: ImageError)? in
            // What the header says already is another rule's business.
            guard let header = frame.header, header.format.isDecoded, case .failure(let error) = frame.decoding else {
                return nil
            }
            // And what is too large is load.too-large's.
            if case .tooLarge = error { return nil }
            return (frame, error)
        }
        // Reasons that differ in their numbers alone are of one kind: these are offsets and values.
        var kinds: [String: Int] = [:]
        var groups: [[(frame: FrameEvidence, reason: String)]] = []
        for (frame, error) in faults {
            let reason = Self.reason(of: error).escapingControlCharacters
            let kind = reason.filter { !$0.isNumber }
            let index = kinds[kind] ?? min(groups.count, Self.mostKinds - 1)
            kinds[kind] = index
            if index == groups.count { groups.append([]) }
            groups[index].append((frame, reason))
        }
        return groups.map { group in finding(about: group, in: sequence.name) }
    }

    private func finding(about group: [(frame: FrameEvidence, reason: String)], in name: String) -> Finding {
        let culprits = Culprits(group.map(\.frame))
        let reason = group.first?.reason ?? ""
        let isOneReason = group.allSatisfy { $0.reason.utf8.elementsEqual(reason.utf8) }
        return finding(
            in: name,
            culprits: culprits,
            message: culprits.sentence(
                one: "cannot be decoded: \(reason).",
                many: "cannot be decoded\(isOneReason ? "" : ", the first one"): \(reason)."
            ),
            fix: "Render or copy \(group.count == 1 ? "this frame" : "these frames") again.",
            measured: reason
        )
    }

    /// What is wrong without what to do about it, which the finding says once.
    private static func reason(of error: ImageError) -> String {
        switch error {
        case .corrupt(let reason): reason
        case .truncated: "its pixels end early"
        case .empty: "the file is empty"
        case .notAnImage(let found): "it is \(found)"
        case .unreadable, .tooLarge, .capInsets: error.description
        }
    }
}
