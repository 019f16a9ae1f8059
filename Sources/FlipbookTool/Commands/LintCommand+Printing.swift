import FlipbookCore
import FlipbookLint

/// What the command prints about itself instead of linting.
extension LintCommand {
    /// Prints the page of one rule.
    func printPage(of name: String) throws {
        let rules = RuleRegistry.descriptions
        if let rule = rules.first(where: { $0.id.rawValue.utf8.elementsEqual(name.utf8) }) {
            return Terminal.print(String(RulePage(rule, in: RuleRegistry.all).text.dropLast()))
        }
        do {
            let selector = try RuleSelector(parsing: name, among: rules)
            let members = rules.map(\.id).filter(selector.matches).map(\.rawValue).joined(separator: ", ")
            throw Failure(message: "--explain: '\(selector)' is several rules: \(members)", status: .usage)
        } catch let error as RuleSelectorError {
            throw Failure(message: "--explain: \(error.sentence)", status: .usage)
        }
    }

    /// Prints what is configured for the inputs, a document for each configuration.
    func printConfiguration(_ finder: inout ConfigurationFinder) throws {
        let targets = try LintTargets(
            inputs.isEmpty ? ["."] : inputs,
            recursive: recursive,
            policies: policies,
            idiom: device.idiom,
            finder: &finder
        )
        let texts = targets.groups.map { $0.configuration.text(of: RuleRegistry.descriptions) }
        Terminal.print(String(texts.joined(separator: "---\n").dropLast()))
    }
}
