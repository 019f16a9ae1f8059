import ArgumentParser
import FlipbookCore
public import FlipbookLint
public import FlipbookCommandLine

extension FixSettings.Sizing: ArgumentWord {}
extension FailLevel: ArgumentWord {}
extension ReportFormat: ArgumentWord {}

extension RuleSelectorError: EndingError { package var ending: ExitStatus { .usage } }

extension LintWording {
    /// The command's words.
    static let flipbook = LintWording(commands: .flipbook, explanation: \.sentence)
}

extension LintWording.Commands {
    /// The command's own verbs.
    static let flipbook = Self(
        lint: "flipbook lint",
        printConfiguration: "flipbook lint --print-config .",
        rule: "flipbook rule",
        fix: "flipbook fix",
        unsafe: "--unsafe"
    )
}
