import FlipbookCore
import FlipbookImaging

/// Files that are no picture that Flipbook reads: another format, a text, a folder, a pipe.
///
/// A sequence that is of another format throughout, and says so by its
/// extension, has nothing wrong with it: one warning says that its pictures were not checked.
public struct UnsupportedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.unsupported",
        severity: .error,
        evidence: .headers,
        summary: "A file is no picture that Flipbook reads.",
        rationale: "It cannot be shown; often it is another format under a wrong name, or a Git LFS pointer.",
        remedy: "Convert it to PNG, or leave it out.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", .fault(.notAnImage(found: "a JPEG file"))),
            ]),
            RuleExample([
                RuleExample.File("photo.1.jpg", .fault(.notAnImage(found: "a JPEG file"))),
                RuleExample.File("photo.2.jpg", .fault(.notAnImage(found: "a JPEG file"))),
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each kind of content that is no picture.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let groups = sequence.faults { error -> String? in
            if case .notAnImage(let found) = error { found } else { nil }
        }
        return groups.flatMap { found, frames -> [Finding] in
            // What is called .jpg and is not read is taken for what it says; what is called .png is not.
            let foreign = frames.filter { !Self.hasExtensionOfReadFormat($0.path) }
            let broken = frames.filter { Self.hasExtensionOfReadFormat($0.path) }
            let isWhole = foreign.count == sequence.frames.count || sequence.kind == .stills
            return [
                report(broken, found: found, in: sequence, severity: .error),
                report(foreign, found: found, in: sequence, severity: isWhole ? .warning : .error),
            ].compactMap { $0 }
        }
    }

    private func report(
        _ frames: [FrameEvidence],
        found: String,
        in sequence: SequenceEvidence,
        severity: Severity
    ) -> Finding? {
        guard let first = frames.first else { return nil }
        let culprits = Culprits(frames)
        let isForeign = severity == .warning
        let formats = ImageFormat.allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ")
        let kind = "." + Self.lowercasedExtension(of: first.path).escapingControlCharacters
        let message =
            isForeign
            ? culprits.sentence(
                one: "a \(kind) file; this version reads \(formats), so it was not checked.",
                many: "are \(kind) files; this version reads \(formats), so the pictures were not checked."
            )
            : culprits.sentence(
                one: "not an image that Flipbook reads, but \(found).",
                many: "are not images that Flipbook reads, but \(found)."
            )
        return finding(
            in: sequence.name,
            severity: severity,
            culprits: culprits,
            message: message,
            fix: frames.count == 1 ? "Convert it to PNG, or leave it out." : "Convert them to PNG, or leave them out.",
            measured: isForeign ? kind : found,
            expected: formats
        )
    }

    private static func hasExtensionOfReadFormat(_ path: FilePath) -> Bool {
        let name = lowercasedExtension(of: path)
        return ImageFormat.allCases.contains { $0.rawValue.utf8.elementsEqual(name.utf8) }
    }

    private static func lowercasedExtension(of path: FilePath) -> String {
        let name = path.lastComponent
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }
}
