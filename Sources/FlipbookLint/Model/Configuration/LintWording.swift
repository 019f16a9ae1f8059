public import FlipbookCore

/// The names that a program uses for settings, remedies, and its commands.
public struct LintWording: Sendable {
    /// The commands of a program, as the user types them.
    public struct Commands: Sendable {
        /// The command that lints: `flipbook lint`.
        public var lint: String
        /// The command that prints the configuration for a folder: `flipbook lint --print-config .`.
        public var printConfiguration: String
        /// The command that lists the rules, or explains one: `flipbook rule`.
        public var rule: String
        /// The command for safe fixes: `flipbook fix`.
        public var fix: String
        /// The option that adds unsafe fixes: `--unsafe`.
        public var unsafe: String
        /// The option that also decodes the frames: `--deep`. If `nil`, messages do not mention it.
        public var deep: String?

        /// Creates a set of commands.
        public init(lint: String, printConfiguration: String, rule: String, fix: String, unsafe: String) {
            (self.lint, self.printConfiguration, self.rule) = (lint, printConfiguration, rule)
            (self.fix, self.unsafe) = (fix, unsafe)
        }

        /// The run's inputs, as arguments for the command that fixes them: ` -r shots`. If `nil`, no command is shown.
        package var inputs: String? = ""

        package func fix(_ applicability: Fix.Applicability) -> String? {
            switch applicability {
            case .safe: inputs.map { fix + $0 }
            case .unsafe: inputs.map { "\(fix) \(unsafe)\($0)" }
            case .display: nil
            }
        }
    }

    /// The program's commands. If `nil`, messages mention no commands.
    public var commands: Commands?
    /// Returns an explanation with the program's names for settings and remedies.
    public var explanation: @Sendable (Explanation) -> String

    /// Creates a wording. The default is the library's wording, which mentions no commands.
    public init(
        commands: Commands? = nil,
        explanation: @escaping @Sendable (Explanation) -> String = { $0.description }
    ) { (self.commands, self.explanation) = (commands, explanation) }

    package func callAsFunction(_ explanation: Explanation) -> String { self.explanation(explanation) }
}
