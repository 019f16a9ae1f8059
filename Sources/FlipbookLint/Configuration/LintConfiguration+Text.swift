import FlipbookCore

extension LintConfiguration {
    /// The configuration as YAML with everything said that it leaves open: which rules run, how much their findings
    /// matter, all their options. Read again, it means the same.
    public func text(rules: [any LintRule] = RuleRegistry.all) -> String {
        var lines = ["# \(file.map(\.description) ?? "The defaults"), with everything said."]
        lines.append("version: \(Self.version)")
        let all = rules.map { type(of: $0) }.map { (id: $0.description.id, severity: $0.description.severity, $0) }
        let own = SuppressionRules.descriptions.map { (id: $0.id, severity: $0.severity) }
        let known = all.map { (id: $0.id, severity: $0.severity) } + own
        let running = known.filter { runs($0.id, byDefault: !RuleRegistry.optional.contains($0.id)) }
        lines.append(running.isEmpty ? "select: []" : "select:")
        lines += running.map { "  - \($0.id)" }
        lines.append("severities:")
        lines += known.map { "  \($0.id): \((severity(of: $0.id) ?? $0.severity).rawValue)" }
        let options = all.filter { !$0.2.options.isEmpty }
        if !options.isEmpty { lines.append("options:") }
        for (id, _, type) in options {
            let set = self.options(of: id)
            lines.append("  \(id):")
            lines += type.options.map { "    \($0.name): \(set[$0.name] ?? $0.defaultValue)" }
        }
        lines.append("fail-level: \(failLevel.rawValue)")
        if let maxWarnings { lines.append("max-warnings: \(maxWarnings)") }
        if !overrides.isEmpty { lines.append("overrides:") }
        for override in overrides { lines += override.lines }
        if !suppressions.isEmpty { lines.append("suppressions:") }
        for suppression in suppressions { lines += suppression.lines }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PathOverride {
    fileprivate var lines: [String] {
        var lines = ["  - paths: [\(paths.map { quoted($0.text) }.joined(separator: ", "))]"]
        if let select = settings.select { lines.append("    select: [\(select.words)]") }
        if !settings.ignore.isEmpty { lines.append("    ignore: [\(settings.ignore.words)]") }
        if !settings.severities.isEmpty { lines.append("    severities:") }
        lines += settings.severities.map { "      \($0.rules): \($0.severity.rawValue)" }
        if !settings.options.isEmpty { lines.append("    options:") }
        for (id, options) in settings.options.sorted(by: { $0.key < $1.key }) {
            lines.append(options.isEmpty ? "      \(id): {}" : "      \(id):")
            lines += options.sorted { $0.key < $1.key }.map { "        \($0.key): \($0.value)" }
        }
        return lines
    }
}

extension Suppression {
    fileprivate var lines: [String] {
        var lines = ["  - rule: \(rules)"]
        if let path { lines.append("    path: \(quoted(path.text))") }
        if let frames { lines.append("    frames: \(quoted(frames.description))") }
        lines.append("    reason: \(quoted(reason))")
        if let expires { lines.append("    expires: \(expires)") }
        return lines
    }
}

extension [RuleSelector] {
    fileprivate var words: String { map(\.description).joined(separator: ", ") }
}

/// A text in quotes, which YAML reads as JSON does.
private func quoted(_ text: String) -> String { JSONValue.string(text).text }
