public import FlipbookLintModel
/// Turns a report into text. Printing it is the caller's business.
public protocol Reporter: Sendable {
    /// The text of a report, each line ended; empty when there is nothing to say.
    func text(of report: LintReport) -> String
}
