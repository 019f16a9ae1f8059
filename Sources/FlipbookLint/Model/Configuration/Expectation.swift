public import FlipbookCore

/// The frames that sequences have to have, wherever the files on disk begin and end.
public struct Expectation: Hashable, Sendable {
    /// The frame numbers that have to be there.
    public var frames: FrameSet
    /// The sequences: patterns, folders, or `nil` for all.
    public var path: PathGlob?
    package var position: ManifestNode.Position?

    /// An expectation from its parts.
    public init(_ frames: FrameSet, path: PathGlob? = nil, position: ManifestNode.Position? = nil) {
        (self.frames, self.path, self.position) = (frames.ascending, path, position)
    }
}

extension LintConfiguration {
    /// The place in ``expectations`` of the one that holds for a sequence, or `nil` if none does.
    func expectation(at place: FilePath) -> Int? { expectations.lastIndex { $0.path?.matches(place) ?? true } }
}

/// The rule about expectations. It judges no sequence, so the linter itself applies it.
package enum ExpectationRules {
    /// An expectation that no sequence is there for.
    package static let unmet = RuleDescription("lint.unmet-expectation", .error, evidence: .names).explained(
        "The configuration expects frames of a sequence that is not there at all.",
        notes: "Only expectations with a path are judged, and only where everything in that folder was linted.",
        why: "A shot that was never rendered leaves no file behind that could be found wrong.",
        remedy: "Render the sequence, or correct the expectation's path."
    )

    /// The findings about expectations at the end of a run.
    /// - Parameter isCovered: returns `true` if all that lies in a folder was linted, as the configuration sees its
    ///   path.
    static func findings(
        _ configuration: LintConfiguration,
        met: Set<Int>,
        isCovered: (FilePath) -> Bool
    ) -> [Finding] {
        configuration.expectations.enumerated().compactMap { index, expectation in
            guard let path = expectation.path, !met.contains(index), isCovered(path.folder) else { return nil }
            let verdict = Verdict(
                numbers: expectation.frames,
                position: expectation.position,
                message:
                    "\(expectation.frames.asFrames) of \(path.text.escapingControlCharacters) are expected, and no "
                    + "sequence is there.",
                measured: .init("0 frames", expected: expectation.frames.count.of("frame"))
            )
            return configuration.finding(verdict, of: unmet)
        }
    }
}
