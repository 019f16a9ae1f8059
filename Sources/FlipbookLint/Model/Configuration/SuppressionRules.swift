import FlipbookCore

/// The rules about a configuration's suppressions. They judge no sequence, so the linter itself applies them.
package enum SuppressionRules {
    /// A suppression that accepts nothing.
    package static let unused = RuleDescription(
        id: "lint.unused-suppression",
        severity: .warning,
        evidence: .names,
        summary: "A suppression in the configuration matches no finding.",
        discussion: """
            Only suppressions are judged whose rules ran and whose path was linted: linting one folder says nothing \
            about the others. One that covers some of a finding's frames, but not all, does not match it.
            """,
        rationale: "It would silently accept the next finding of its kind, which was not looked at.",
        remedy: "Remove the suppression, or correct its rule, path or frames."
    )

    /// A suppression whose date has passed.
    package static let expired = RuleDescription(
        id: "lint.expired-suppression",
        severity: .warning,
        evidence: .names,
        summary: "A suppression in the configuration has expired.",
        discussion:
            "It counts through the day that it names. After that the findings come back, and this one with them.",
        rationale: "These findings were to be looked at again by then.",
        remedy: "Mend what it accepted and remove it, or give it a later date."
    )

    /// Both.
    package static let descriptions = [unused, expired]
}
