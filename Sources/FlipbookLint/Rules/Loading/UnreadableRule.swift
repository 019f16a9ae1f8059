import FlipbookImaging

#if canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Files that the system does not let us read: a broken link, no permission, a failing disk.
public struct UnreadableRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.unreadable",
        severity: .error,
        evidence: .headers,
        summary: "A file cannot be opened or read.",
        rationale:
            "The frame is missing for everyone who runs into the same: a link that leads nowhere, a lack of permission.",
        remedy: "Mend the link, allow reading the file, or copy it again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", .fault(.unreadable(errno: 13))),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each reason that the system gives.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let groups = sequence.faults { error -> ImageError? in
            if case .unreadable = error { error } else { nil }
        }
        return groups.map { error, frames in
            let culprits = Culprits(frames)
            let (reason, fix) = Self.words(for: error, isOne: frames.count == 1)
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "\(reason).", many: "cannot be opened: \(reason)."),
                fix: fix,
                measured: "\(error)"
            )
        }
    }

    /// Why a file cannot be opened, and what to do about that reason.
    private static func words(for error: ImageError, isOne: Bool) -> (reason: String, fix: String) {
        let (it, files, the) = isOne ? ("it", "the file", "the link") : ("them", "the files", "the links")
        guard case .unreadable(let errno) = error else { return ("\(error)", "") }
        switch errno {
        // A name that was listed and leads to nothing is a link.
        case ENOENT, ENOTDIR:
            return (
                isOne ? "a link to a file that is not there" : "they are links to files that are not there",
                "Point \(the) at \(files), or put \(files) here."
            )
        case ELOOP:
            return (
                isOne ? "a link that leads back to itself" : "they are links that lead back to themselves",
                "Point \(the) at \(files), or put \(files) here."
            )
        case EACCES, EPERM: return ("no permission to read \(it)", "Allow reading \(files), as with chmod +r.")
        default: return ("\(error)", "Copy \(files) again from where \(it == "it" ? "it comes" : "they come") from.")
        }
    }
}
