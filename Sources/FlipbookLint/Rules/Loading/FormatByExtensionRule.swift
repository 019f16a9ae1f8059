import FlipbookCore
import FlipbookImaging

/// Files whose extension says another format than they have.
public struct FormatByExtensionRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.format-by-extension",
        severity: .warning,
        evidence: .headers,
        summary: "A file's extension says another format than the file has.",
        discussion:
            "Flipbook goes by the content. A file that it does not read, under the name of one that it does, is "
            + "load.unsupported's.",
        rationale: "Programs that go by the name refuse the file, and a server sends it under a wrong type.",
        remedy: "Rename the file; one among frames that are what their names say is converted to their format.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.PNG"]),
            RuleExample(names: ["loop.apng"]),
        ],
        failing: [
            RuleExample([RuleExample.File("walk.1.jpg"), RuleExample.File("walk.2.jpg")]),
            RuleExample([RuleExample.File("logo.tga")]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each pair of an extension and a format.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        struct Pair: Hashable {
            let word: String
            let format: ImageFormat
        }
        let pairs = Majority(of: sequence.frames) { frame -> Pair? in
            guard let format = frame.header?.format else { return nil }
            let word = frame.path.lastComponent.lowercasedExtension
            let said = ImageCodecs.standard.format(forExtension: word)
            // A file without an extension says nothing; of an unknown one nobody knows what it says.
            guard said != format, said != nil || FolderEvidence.imageExtensions.contains(word) else { return nil }
            return !format.isDecoded && said?.isDecoded ?? false ? nil : Pair(word: word, format: format)
        }
        return pairs.groups.map { pair, frames in
            let culprits = Culprits(frames)
            let right = pair.format.extensions[0]
            let them = frames.count == 1 ? "it" : "them"
            // Under another extension a frame leaves the sequence of the others.
            let isPart = sequence.kind == .animation && frames.count < sequence.frames.count
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "is \(pair.format.noun), not what .\(pair.word) says.",
                    many: "are each \(pair.format.noun), not what .\(pair.word) says."
                ),
                fix: isPart ? "Convert \(them) to \(pair.word.uppercased())." : "Rename \(them) to .\(right).",
                measured: ".\(right)",
                expected: ".\(pair.word)"
            )
        }
    }
}
