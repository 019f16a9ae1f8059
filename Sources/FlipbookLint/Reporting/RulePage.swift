import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel
import FlipbookScene

/// A rule's documentation as text: for `flipbook rule`, for the help in a report, and for the page of all rules.
package struct RulePage: Sendable {
    private let rule: RuleDescription
    private let table: [LintRule]
    private var wording: LintWording

    package init(_ rule: RuleDescription, in table: [LintRule], wording: LintWording = LintWording()) {
        (self.rule, self.table, self.wording) = (rule, table, wording)
        self.wording.commands?.inputs = ""
    }

    package var help: String {
        ([rule.summary]
            + [rule.notes, rule.why, rule.remedy].map(wording.explanation).filter { !$0.isEmpty } + options)
            .joined(separator: "\n\n")
    }

    package var text: String {
        var parts = ["\(rule.id)  \(facts)", rule.summary]
        if !rule.notes.isEmpty { parts.append(wording(rule.notes)) }
        parts.append("Why: \(wording(rule.why))")
        parts.append("What to do: \(wording(rule.remedy))")
        if !rule.options.isEmpty { parts.append("Options:\n" + options.map { "  \($0)" }.joined(separator: "\n")) }
        for (title, examples) in [("Found in", rule.failing), ("Not found in", rule.passing)] {
            for example in examples.prefix(Self.mostExamples) {
                parts.append("\(title):\n" + lines(of: example).map { "    \($0)" }.joined(separator: "\n"))
            }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    package var markdown: String {
        var parts = ["## \(rule.id)", rule.summary + (rule.notes.isEmpty ? "" : " " + wording(rule.notes))]
        parts.append("*\(facts.prefix(1).uppercased() + facts.dropFirst()).*")
        parts.append("**Why.** \(wording(rule.why))")
        parts.append("**What to do.** \(wording(rule.remedy))")
        if !rule.options.isEmpty {
            let rows = rule.options.map { option in
                "| `\(option.name)` | \(option.summary) | \(option.expectation) | `\(option.defaultValue)` |"
            }
            parts.append((["| option | | takes | default |", "|---|---|---|---|"] + rows).joined(separator: "\n"))
        }
        for (title, examples) in [("Fails:", rule.failing), ("Passes:", rule.passing)] where !examples.isEmpty {
            parts.append(title)
            for example in examples.prefix(Self.mostExamples) {
                parts.append(lines(of: example).map { "    \($0)" }.joined(separator: "\n"))
            }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Markdown pages for all rules, keyed by file name: a table of all rules, and a page for each group with a heading for
    /// each rule.
    package static func all(_ rules: [RuleDescription], in table: [LintRule], wording: LintWording = LintWording())
        -> [(name: String, text: String)]
    {
        var index = """
            # Rules

            The rules that \(wording.commands.map { "`\($0.lint)`" } ?? "the linter") checks.

            `tools/generate-rule-docs` generates these pages from the rules. To change a page, change its rules.\
            \(wording.commands.map { " `\($0.rule) ID` prints one rule." } ?? "")

            | rule | severity | reads | fixed by | |
            |---|---|---|---|---|

            """
        for rule in rules {
            let severity = rule.severity.rawValue + (rule.isDefault ? "" : ", if selected")
            index += "| [`\(rule.id)`](<doc:\(rule.id.page)#\(rule.id.anchor)>) | \(severity) | \(rule.evidence) "
            index += "| \(wording.fixing(rule.fixable)) | \(rule.summary) |\n"
        }
        return [("Rules", index)]
            + rules.map(\.id.group).distinct.map { group in
                let own = rules.filter { $0.id.group == group }
                let text = own.map { "\n" + RulePage($0, in: table, wording: wording).markdown }.joined()
                return (own[0].id.page, "# Rules: \(group)\n\n\(own.count) of the rules in <doc:Rules>.\n\(text)")
            }
    }

    private static let mostExamples = 2
    private static let mostFiles = 12

    private var facts: String {
        "\(rule.severity.rawValue), reads \(rule.evidence), since \(rule.since)"
            + (rule.isDefault ? "" : ", only if selected")
            + (rule.fixable == .display ? "" : ", fixable with \(wording.commands?.fix(rule.fixable) ?? "a program")")
    }

    private var options: [String] {
        rule.options.map { "\($0.name): \($0.summary) Takes \($0.expectation); \($0.defaultValue) by default." }
    }

    private func lines(of example: RuleExample) -> [String] {
        var lines = example.listing
        if lines.count > Self.mostFiles {
            lines = lines.prefix(Self.mostFiles - 1) + ["… \(lines.count - Self.mostFiles + 1) more"]
        }
        let own = table.filter { $0.id == rule.id }
        let found = Linter(rules: own, deepest: .pixels).report(on: [example.evidence]).findings
        return lines + found.map { "-> \($0.subject): \($0.message) \(wording($0.fix.words))" }
    }
}

extension RuleExample {
    var listing: [String] {
        var lines = files.map(\.line)
        for (language, files) in localizations.sorted(by: { $0.key < $1.key }) {
            lines += files.map { "\(FilePath(language)).lproj/\($0.line)" }
        }
        lines += unfinishedExports.map { "\($0), the output of an export" }
        lines += (strayNames ?? []).map { "\(FilePath($0)), in the same archive" }
        if hasUnfinishedFix { lines.append(".flipbook-fix-1/, the journal of a fix that did not finish") }
        lines += origins.sorted { $0.key < $1.key }.map { "\(InventedFrames.fileName): \($0) is \($1)" }
        lines += linkedOutside.map { "\(FilePath($0)), a link out of the folder" }
        if let listDamage { lines.append("\(InventedFrames.fileName), which \(listDamage)") }
        if undecodableNames > 0 { lines.append(undecodableNames.of("name that is", "names that are") + " not UTF-8") }
        if lines.isEmpty { lines = ["(an empty folder)"] }
        if let pattern { lines.append("linted as \(FilePath(pattern))") }
        if let imageSet { return lines.map { "\(imageSet.name).imageset/\($0)" } + slots(of: imageSet) }
        if !manifestMistakes.isEmpty {
            lines = manifestMistakes.map { mistake in
                "walk.yaml, line \(mistake.position.line)  " + mistake.path.escapingControlCharacters
            }
        }
        if let manifest {
            let text = manifest.yaml(hints: false).split(separator: "\n")
            lines = ["manifest:"] + text.map { "  " + String($0).escapingControlCharacters } + lines
        }
        return lines
    }

    private func slots(of set: ImageSet) -> [String] {
        guard manifestMistakes.isEmpty else { return ["\(set.name).imageset/Contents.json  {}"] }
        return set.variants.map { variant in
            let file = variant.filename.map { FilePath($0).description } ?? "no file"
            let caps = variant.resizing.map { ", caps of \($0.capInsets.left.shortest) px" } ?? ""
            return "slot for \(variant.purpose): \(file)\(caps)"
        }
    }
}

extension RuleExample.File {
    fileprivate var line: String {
        let isImage = FolderEvidence.imageExtensions.contains(name.lowercasedExtension)
        return FilePath(name).description + (isImage ? "  \(summary)" : "")
    }

    fileprivate var summary: String {
        switch content {
        case .fault(let error): return "\(error)"
        case .picture(let details):
            let header = details.header
            var words = ["\(header.size)"]
            if header.bitDepth != 8 { words.append("\(header.bitDepth) bit") }
            if !header.hasAlpha { words.append("no alpha") }
            if header.isInterlaced { words.append("interlaced") }
            return words.joined(separator: ", ")
        }
    }
}
