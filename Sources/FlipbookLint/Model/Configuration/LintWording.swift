public import FlipbookCore

/// A program's names for settings, remedies, and its own commands.
public struct LintWording: Sendable {
    /// Commands of a program, each as it is typed.
    public struct Commands: Sendable {
        /// Looks for problems: `flipbook lint`.
        public var lint: String
        /// Prints the configuration that holds in a folder: `flipbook lint --print-config .`.
        public var printConfiguration: String
        /// Lists the rules, or explains the one whose id follows: `flipbook rule`.
        public var rule: String
        /// Makes safe fixes: `flipbook fix`.
        public var fix: String
        /// The option that makes it make unsafe fixes, too: `--unsafe`.
        public var unsafe: String

        /// Commands by what they do.
        public init(lint: String, printConfiguration: String, rule: String, fix: String, unsafe: String) {
            (self.lint, self.printConfiguration, self.rule) = (lint, printConfiguration, rule)
            (self.fix, self.unsafe) = (fix, unsafe)
        }

        /// The command for fixes of an applicability, or `nil` if no program makes them.
        package func fix(_ applicability: Fix.Applicability) -> String? {
            switch applicability {
            case .safe: fix
            case .unsafe: "\(fix) \(unsafe)"
            case .display: nil
            }
        }
    }

    /// The program's commands, or `nil` if none is spoken of.
    public var commands: Commands?
    /// Gives an explanation with the program's names of settings and remedies.
    public var explanation: @Sendable (Explanation) -> String

    /// A program's words; by default those of the library, which speaks of no command.
    public init(
        commands: Commands? = nil,
        explanation: @escaping @Sendable (Explanation) -> String = { $0.description }
    ) {
        (self.commands, self.explanation) = (commands, explanation)
    }

    package func callAsFunction(_ explanation: Explanation) -> String { self.explanation(explanation) }
}
