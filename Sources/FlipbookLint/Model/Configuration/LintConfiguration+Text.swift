import FlipbookCore

extension LintConfiguration {
    package func text(of rules: [RuleDescription]) -> String {
        var lines = [file.map { "# All settings, with \($0)." } ?? "# All default settings."]
        lines.append("version: \(Self.version)")
        let running = rules.filter { runs($0.id, byDefault: $0.isDefault) }
        lines.append(running.isEmpty ? "select: []" : "select:")
        lines += running.map { "  - \($0.id)" }
        lines.append("severities:")
        lines += rules.map { "  \($0.id): \((severity(of: $0.id) ?? $0.severity).rawValue)" }
        let adjustable = rules.filter { !$0.options.isEmpty }
        if !adjustable.isEmpty { lines.append("options:") }
        for rule in adjustable {
            let set = options(of: rule.id)
            lines.append("  \(rule.id):")
            lines += rule.options.map { "    \($0.name): \(set[$0.name] ?? $0.defaultValue)" }
        }
        lines.append("fail-level: \(failLevel.rawValue)")
        if let maxWarnings { lines.append("max-warnings: \(maxWarnings)") }
        if !overrides.isEmpty { lines.append("overrides:") }
        for override in overrides { lines += override.lines }
        if !expectations.isEmpty { lines.append("expect:") }
        for expectation in expectations {
            let path = expectation.path.map { "path: \(quoted($0.text)), " } ?? ""
            lines.append("  - {\(path)frames: \(quoted(expectation.frames.description))}")
        }
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

extension [RuleSelector] { fileprivate var words: String { map(\.description).joined(separator: ", ") } }

private func quoted(_ text: String) -> String { JSONValue.string(text).text }
