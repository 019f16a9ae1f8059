public import FlipbookCore

/// The frames that sequences must have, regardless of the files on disk.
public struct Expectation: Hashable, Sendable {
    /// The required frame numbers.
    public var frames: FrameSet
    /// A pattern for sequences or folders, or `nil` for all sequences.
    public var path: PathGlob?
    package var position: ManifestNode.Position?

    /// Creates an expectation.
    public init(_ frames: FrameSet, path: PathGlob? = nil, position: ManifestNode.Position? = nil) {
        (self.frames, self.path, self.position) = (frames.ascending, path, position)
    }
}

extension LintConfiguration {
    func expectation(at place: FilePath) -> Int? { expectations.lastIndex { $0.path?.matches(place) ?? true } }
}

/// The rule that checks expectations. The linter applies it directly, because the rule does not judge individual sequences.
package enum ExpectationRules {
    package static let unmet = RuleDescription("lint.unmet-expectation", .error, evidence: .names).explained(
        "The configuration expects frames of a sequence that does not exist.",
        notes: "Applies only to expectations with a path, and only if everything in the path's folder was linted.",
        why: "A shot that was never rendered has no files that could be reported.",
        remedy: "Render the sequence, or correct the expectation's path."
    )

    static func findings(_ settings: LintConfiguration, met: Set<Int>, isCovered: (FilePath) -> Bool) -> [Finding] {
        settings.expectations.enumerated().compactMap { index, expectation in
            guard let path = expectation.path, !met.contains(index), isCovered(path.folder) else { return nil }
            let verdict = Verdict(
                numbers: expectation.frames,
                position: expectation.position,
                message: "\(expectation.frames.asFrames) of \(path.text.escapingControlCharacters) are expected, but "
                    + "the sequence does not exist.",
                measured: .init("0 frames", expected: expectation.frames.count.of("frame"))
            )
            return settings.finding(verdict, of: unmet)
        }
    }
}
