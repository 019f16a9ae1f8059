import FlipbookLint

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
