public import FlipbookCore

/// Findings that are accepted for a stated reason, optionally until a date.
public struct Suppression: Hashable, Sendable {
    /// The rules whose findings are accepted.
    public var rules: RuleSelector
    /// A pattern for sequences, folders, or files, or `nil` for all.
    public var path: PathGlob?
    /// The frame numbers, or `nil` for all. Findings that include other frames are not accepted.
    public var frames: FrameSet?
    /// The reason for accepting the findings.
    public var reason: String
    /// The last day on which the suppression applies, or `nil` if it does not expire.
    public var expires: CalendarDate?
    package var position: ManifestNode.Position?

    /// Creates a suppression.
    public init(
        _ rules: RuleSelector,
        path: PathGlob? = nil,
        frames: FrameSet? = nil,
        reason: String,
        expires: CalendarDate? = nil,
        position: ManifestNode.Position? = nil
    ) {
        (self.rules, self.path, self.frames, self.reason) = (rules, path, frames, reason)
        (self.expires, self.position) = (expires, position)
    }

    /// Returns `true` if the suppression no longer applies.
    public func isExpired(on day: CalendarDate) -> Bool { expires.map { $0 < day } ?? false }

    func applies(to place: FilePath, files: [FilePath]) -> Bool {
        guard let path else { return true }
        return path.matches(place) || !files.isEmpty && files.allSatisfy(path.matches)
    }

    func covers(_ numbers: FrameSet?) -> Bool {
        guard let frames else { return true }
        return numbers.map { $0.allSatisfy(frames.contains) } ?? false
    }

    /// A description of the accepted findings for messages, safe to print: `seq.gap in walk/ (frames 5-6)`.
    var summary: String {
        let place = path.map { " in \($0.text.escapingControlCharacters)" } ?? ""
        return "\(rules)\(place)" + (frames.map { " (\($0.asFrames))" } ?? "")
    }
}

/// The rules that check a configuration's suppressions. The linter applies them directly, because they do not judge individual
/// sequences.
package enum SuppressionRules {
    package static let unused = RuleDescription("lint.unused-suppression", .warning, evidence: .names).explained(
        "A suppression in the configuration matches no finding.",
        notes: """
            Applies only to suppressions whose rules ran and whose paths were linted. A suppression matches a finding only if \
            it covers all of the finding's frames.
            """,
        why: "The suppression would silently accept the next finding of this kind, although nobody has reviewed that "
            + "finding.",
        remedy: "Remove the suppression, or correct its rule, path or frames."
    )

    package static let expired = RuleDescription("lint.expired-suppression", .warning, evidence: .names).explained(
        "A suppression in the configuration has expired.",
        notes: "A suppression applies through its expiration date. After that, the findings return.",
        why: "The findings should have been reviewed by then.",
        remedy: "Fix the problems and remove the suppression, or set a later date."
    )

    package static let descriptions = [unused, expired]
}
