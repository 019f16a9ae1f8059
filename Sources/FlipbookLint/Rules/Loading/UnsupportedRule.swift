import FlipbookCore
import FlipbookImaging

/// Files that are no picture that Flipbook reads: another format, a text, a folder, a pipe.
///
/// A sequence that is of another format throughout, and says so by its
/// extension, has nothing wrong with it: one warning says that its pictures cannot be shown.
public struct UnsupportedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.unsupported",
        severity: .error,
        evidence: .headers,
        summary: "A file is no picture that Flipbook reads.",
        discussion: "A warning where a file says by its extension what it is, so that pictures of other formats may "
            + "lie in a folder; all of one format are one finding. Set its severity to error where they may not.",
        rationale: "It cannot be shown; often it is another format under a wrong name, or a Git LFS pointer.",
        remedy: "Convert it to PNG, an animation to one PNG for each picture, or leave it out.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", .fault(.notAnImage(found: "a HEIF file"))),
            ]),
            RuleExample([
                RuleExample.File("photo.1.heic", .fault(.notAnImage(found: "a HEIF file"))),
                RuleExample.File("photo.2.heic", .fault(.notAnImage(found: "a HEIF file"))),
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each kind of content that is no picture.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        // Among PNG files, a file of another format is the odd one.
        let takesWord = sequence.kind == .stills || !sequence.frames.contains { Self.isCalledReadable($0.path) }
        var groups = FrameGroups<Kind>()
        for frame in sequence.frames {
            let found: FileContents
            if case .notAnImage(let kind) = frame.fault {
                found = kind
            } else if let format = frame.header?.format, !format.isDecoded {
                found = FileContents(format)
            } else {
                continue
            }
            groups.append(
                frame,
                to: takesWord && Self.isCalledForeign(frame.path) ? .foreign(frame.path) : .other(found)
            )
        }
        return groups.all.map { kind, frames in
            let culprits = Culprits(frames)
            let (it, pictures) = (
                frames.count == 1 ? "it" : "them",
                frames.contains { $0.details?.isAnimated ?? false } ? " (each picture of an animation)" : ""
            )
            let fix = "Convert \(it) to PNG\(pictures), or leave \(it) out."
            if case .other(let found) = kind, let words = ForeignContent(found, isOne: frames.count == 1) {
                return finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(one: words.one, many: words.many),
                    fix: words.fix,
                    measured: found.noun,
                    expected: Self.readFormats
                )
            }
            switch kind {
            case .foreign(let name):
                return finding(
                    in: sequence.name,
                    severity: .warning,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "a .\(name) file; this version reads \(Self.readFormats), so it cannot be shown.",
                        many: "are .\(name) files; this version reads \(Self.readFormats), "
                            + "so they cannot be shown."
                    ),
                    fix: fix,
                    measured: ".\(name)",
                    expected: Self.readFormats
                )
            case .other(let found):
                return finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "not an image that Flipbook reads, but \(found).",
                        many: "are not images that Flipbook reads; each is \(found)."
                    ),
                    fix: fix,
                    measured: found.noun,
                    expected: Self.readFormats
                )
            }
        }
    }

    /// Images of one format that is not read are one finding, of however many sequences they are.
    public func merged(_ findings: [Finding], in folder: String) -> [Finding] {
        var result: [Finding] = []
        for finding in findings {
            let alike = findings.filter { $0.measured == finding.measured && Self.isAboutFormat($0) }
            guard Self.isAboutFormat(finding), alike.count > 1, let word = finding.measured else {
                result.append(finding)
                continue
            }
            guard alike.first == finding else { continue }
            let files = alike.flatMap(\.files)
            result.append(
                self.finding(
                    in: folder,
                    severity: finding.severity,
                    culprits: Culprits(files.map { FrameEvidence(path: $0, number: nil) }),
                    message:
                        "\(files.count.of("file")) here are \(word) files; this version reads \(Self.readFormats), "
                        + "so they cannot be shown.",
                    fix: "Convert them to PNG, or leave them out.",
                    measured: word,
                    expected: Self.readFormats
                )
            )
        }
        return result
    }

    /// Whether a finding is about images that say what they are by their extension.
    private static func isAboutFormat(_ finding: Finding) -> Bool { finding.measured?.hasPrefix(".") ?? false }

    private enum Kind: Hashable {
        /// An image of a format that is not read, by its extension: what is called .gif is taken for what it says.
        case foreign(String)
        /// What the bytes look like.
        case other(FileContents)

        static func foreign(_ path: FilePath) -> Kind { .foreign(path.lastComponent.lowercasedExtension) }
    }

    private static let readFormats = ImageCodecs.standard.formats.filter(\.isDecoded).map(\.name).joined(
        separator: ", "
    )

    private static func isCalledReadable(_ path: FilePath) -> Bool {
        ImageCodecs.standard.format(forExtension: path.lastComponent.lowercasedExtension)?.isDecoded ?? false
    }

    private static func isCalledForeign(_ path: FilePath) -> Bool {
        let word = path.lastComponent.lowercasedExtension
        // A catalog may hold drawings as PDF; elsewhere a document among pictures is passed over.
        return !isCalledReadable(path) && (FolderEvidence.imageExtensions.contains(word) || word == "pdf")
    }
}
