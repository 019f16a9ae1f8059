package import ArgumentParser
import FoundationEssentials

/// The argument parser's description of a command: its abstract and its arguments.
///
/// The parser writes it as JSON, for tools that make manual pages.
package struct CommandDescription: Decodable {
    package struct Argument: Decodable {
        package struct Name: Decodable {
            package let kind: String
            let name: String

            package var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        package let kind: String
        package let names: [Name]?
        package let valueName: String?
        package let abstract: String?
        package let defaultValue: String?
        package let allValues: [String]?
        package let allValueDescriptions: [String: String]?
        package let isRepeating: Bool
        package let shouldDisplay: Bool

        package func word(isOn: Bool) -> String { (isOn ? "--" : "--no-") + key }

        /// The name that the help's tables have: an option's long name, an operand's own.
        package var key: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }
    }

    package let abstract: String?
    package let discussion: String?
    package let arguments: [Argument]?

    /// The description of a command. That of a command with verbs has all of these, which takes long.
    package static func of(_ command: any ParsableCommand.Type) -> CommandDescription {
        struct Document: Decodable { let command: CommandDescription }
        do { return try JSONDecoder().decode(Document.self, from: Data(command._dumpHelp().utf8)).command } catch {
            preconditionFailure("this argument parser describes commands in another form: \(error)")
        }
    }
}
