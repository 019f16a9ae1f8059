import ArgumentParser
import FoundationEssentials

/// What the argument parser knows of a command: its abstract and its arguments.
///
/// The parser writes it as JSON, for tools that make manual pages.
struct CommandDescription: Decodable {
    /// An option, a flag or an operand.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// As it is typed.
            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        let allValues: [String]?
        let allValueDescriptions: [String: String]?
        let isRepeating: Bool
        let shouldDisplay: Bool

        /// The name that the help's tables have: an option's long name, an operand's own.
        var key: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }
    }

    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?

    /// What the parser knows of a command. It describes all verbs of a command that has some, which takes long.
    static func of(_ command: any ParsableCommand.Type) -> CommandDescription {
        struct Document: Decodable { let command: CommandDescription }
        do {
            return try JSONDecoder().decode(Document.self, from: Data(command._dumpHelp().utf8)).command
        } catch {
            preconditionFailure("this argument parser describes commands in another form: \(error)")
        }
    }
}
