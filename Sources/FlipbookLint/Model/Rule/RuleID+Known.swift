/// The rules by whose findings the linter itself goes, when one finding says what two would.
extension RuleID {
    package static let gap: RuleID = "seq.gap"
    package static let partialLocalization: RuleID = "l10n.partial-sequence"
    package static let heldFrame: RuleID = "fix.held-frame"
    package static let unreadableList: RuleID = "fix.unreadable-list"
    package static let unfinishedFix: RuleID = "name.unfinished-fix"

    /// Rules that no selection leaves out, no configuration makes less than they are, and no baseline accepts: a frame
    /// that a fix made must not turn a run green under any option. A suppression with a reason accepts what they
    /// find.
    package static let guards: Set<RuleID> = [.heldFrame, .unreadableList, .unfinishedFix]
}
