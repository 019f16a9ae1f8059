/// The rules by whose findings the linter itself goes, when one finding says what two would.
extension RuleID {
    package static let gap: RuleID = "seq.gap"
    package static let partialLocalization: RuleID = "l10n.partial-sequence"
}
