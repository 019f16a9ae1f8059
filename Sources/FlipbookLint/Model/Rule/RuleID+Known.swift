/// The rules by whose findings the linter itself goes, when it fixes and when one finding says what two would.
extension RuleID {
    package static let gap: RuleID = "seq.gap"
    package static let irregularStep: RuleID = "seq.irregular-step"
    package static let startIndex: RuleID = "seq.start-index"
    package static let mixedPadding: RuleID = "seq.mixed-padding"
    package static let digitBoundary: RuleID = "seq.digit-boundary"
    package static let lexicographicOrder: RuleID = "seq.lexicographic-order"
    package static let zeroPadded: RuleID = "seq.zero-padded"
    package static let mixedCase: RuleID = "seq.mixed-case"
    package static let mixedExtension: RuleID = "seq.mixed-extension"
    package static let formatByExtension: RuleID = "load.format-by-extension"
    package static let mixedSize: RuleID = "seq.mixed-size"
    package static let unusedAlpha: RuleID = "alpha.unused-channel"
    package static let undecodable: RuleID = "load.undecodable"
    package static let partialLocalization: RuleID = "l10n.partial-sequence"
}
