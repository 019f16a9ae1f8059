package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
package import FlipbookMedia
import FlipbookScene

/// The properties of the element `flipbooksrc`, which are the options of commands that show a sequence. The command-line parser
/// reads them, so they have the same names, values, defaults, and help.
package struct SourceOptions: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "flipbooksrc", shouldDisplay: false)

    @OptionGroup var sequence: SequenceOptions
    @Option(\.$animationRepeatCount, hint: "(default: 1)") var `repeat`: Int?

    package init() {}

    package func validate() throws { try sequence.requireInput() }

    package struct Property: Sendable {
        package let name, help: String
        package let isFlag: Bool
    }

    private static let arguments: [CommandDescription.Argument] = {
        let arguments = CommandDescription.of(SourceOptions.self).arguments ?? []
        let names = Set(arguments.map(\.key))
        return arguments.filter { argument in
            // The option "help" is left out, since the parser handles it. --no-mirror is left out, since mirror=false replaces
            // it.
            let isOpposite = argument.key.hasPrefix("no-") && names.contains(String(argument.key.dropFirst(3)))
            return argument.kind != "positional" && argument.key != "help" && !isOpposite
        }
    }()

    package static let properties = arguments.map { argument in
        let values = argument.allValues.map { " One of \($0.joined(separator: ", "))." } ?? ""
        let lines = argument.isRepeating ? " Separate multiple values with line breaks." : ""
        let help = inPropertyWords((argument.abstract ?? "") + values + lines)
        return Property(name: argument.key, help: help, isFlag: argument.kind == "flag")
    }

    /// Opens the pictures that the properties request. Returns them with notes for the user.
    /// - Parameters:
    ///   - location: A folder, a pattern, an animation, a sprite sheet, or a manifest.
    ///   - values: The properties that were set, with their values. The value of a flag is `true` or `false`.
    package static func open(
        _ location: String,
        _ values: [(name: String, value: String)]
    ) async throws(Refusal) -> (pictures: SequencePictures, notes: [String]) {
        let words = values.flatMap { name, value in
            let argument = arguments.first { $0.key == name }
            if let argument, argument.kind == "flag" { return [argument.word(isOn: value == "true")] }
            let parts = argument?.isRepeating == true ? value.split(separator: "\n") : [value[...]]
            return parts.map { "--\(name)=\($0)" }
        }
        do {
            let options = try parse(words + ["--", location])
            let input = try options.sequence.locate()
            let settings = input.settings(repeatCount: options.repeat, default: 1)
            do throws(SequenceError) {
                let pictures = try await SequencePictures(of: input.frames, shownAs: settings)
                let notes = input.notes + input.manifestNotes + pictures.notes.map(\.inCommandWords.description)
                return (pictures, notes.map { inPropertyWords($0) })
            } catch {
                throw input.failure(error, error.kind, about: error.settingFault)
            }
        } catch let failure as any EndingError {
            throw Refusal(failure)
        } catch {
            // A parser error, such as a value that the option does not accept.
            throw Refusal(message: inPropertyWords(message(for: error)), isUsage: true)
        }
    }

    package struct Refusal: Error {
        /// The fault, its location, and its remedy, in terms of properties.
        package let message: String
        /// A Boolean value that indicates whether the fault is in the properties or the frames, rather than in files or the
        /// machine.
        package let isUsage: Bool

        fileprivate init(message: String, isUsage: Bool) { (self.message, self.isUsage) = (message, isUsage) }

        package init(_ error: SequenceError) {
            self.init(message: inPropertyWords(error.sentence), isUsage: error.kind.ending.isAboutInput)
        }

        fileprivate init(_ error: any EndingError) {
            self.init(message: inPropertyWords(error.sentence), isUsage: error.ending.isAboutInput)
        }
    }

    /// Rewrites the options in a sentence as properties: `missing=hold` for `--missing hold`.
    private static func inPropertyWords(_ sentence: String) -> String {
        sentence.replacing(/--([a-z][a-z-]*)(?: ([0-9<#]|[a-zA-Z]+))?/) { match in
            guard let argument = arguments.first(where: { $0.key == match.1 }) else { return String(match.0) }
            guard let next = match.2 else { return String(match.1) }
            let isValue = next.first?.isLetter == false || argument.allValues?.contains(String(next)) == true
            return "\(match.1)\(isValue ? "=" : " ")\(next)"
        }
    }
}
