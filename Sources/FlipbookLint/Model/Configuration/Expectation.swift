public import FlipbookCore

/// The frames that sequences have to have, wherever the files on disk begin and end.
public struct Expectation: Hashable, Sendable {
    /// The frame numbers that have to be there.
    public var frames: FrameSet
    /// The sequences: patterns, folders, or `nil` for all.
    public var path: PathGlob?
    /// The position in the configuration, or `nil` if it was not read from a text.
    package var position: ManifestNode.Position?

    /// An expectation from its parts.
    public init(_ frames: FrameSet, path: PathGlob? = nil, position: ManifestNode.Position? = nil) {
        (self.frames, self.path, self.position) = (frames.ascending, path, position)
    }
}

extension LintConfiguration {
    /// The place in ``expectations`` of the one that holds for a sequence, or `nil` if none does.
    func expectation(at place: FilePath) -> Int? {
        expectations.lastIndex { $0.path?.matches(place) ?? true }
    }
}

/// The rule about expectations. It judges no sequence, so the linter itself applies it.
package enum ExpectationRules {
    /// An expectation that no sequence is there for.
    package static let unmet = RuleDescription(
        id: "lint.unmet-expectation",
        severity: .error,
        evidence: .names,
        summary: "The configuration expects frames of a sequence that is not there at all.",
        discussion: "Only expectations with a path are judged, and only where everything in that folder was linted.",
        rationale: "A shot that was never rendered leaves no file behind that could be found wrong.",
        remedy: "Render the sequence, or correct the expectation's path."
    )

    /// What is to say about expectations at the end of a run.
    /// - Parameters:
    ///   - met: those that some sequence is there for, by their indices.
    ///   - isCovered: whether all that lies in a folder was linted, as the configuration sees its path.
    static func findings(
        _ configuration: LintConfiguration,
        met: Set<Int>,
        isCovered: (FilePath) -> Bool
    ) -> [Finding] {
        guard configuration.runs(unmet.id) else { return [] }
        return configuration.expectations.enumerated().compactMap { index, expectation in
            guard let path = expectation.path, !met.contains(index), isCovered(path.folder) else { return nil }
            let verdict = Verdict(
                numbers: expectation.frames,
                position: expectation.position,
                severity: configuration.severity(of: unmet.id),
                message:
                    "\(expectation.frames.asFrames) of \(path.text.escapingControlCharacters) are expected, and no "
                    + "sequence is there.",
                fix: "Render the sequence, or correct the path.",
                measured: "0 frames",
                expected: expectation.frames.count.of("frame")
            )
            return configuration.finding(verdict, of: unmet)
        }
    }
}
