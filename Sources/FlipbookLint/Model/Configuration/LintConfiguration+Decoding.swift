public import FlipbookCore
import FlipbookScene

extension LintConfiguration {
    /// Decodes a configuration. An empty file means the defaults.
    ///
    /// - Parameters:
    ///   - node: the tree of values, or `nil` for an empty file.
    ///   - file: the configuration file, for messages.
    ///   - rules: the known rules.
    /// - Throws: `ManifestError` with every mistake: unknown keys and rules, and values of the wrong type or out of range.
    public init(decoding node: ManifestNode?, file: FilePath, rules: [LintRule]) throws(ManifestError) {
        self.init(file: file)
        guard let node else { return }
        let decoder = ConfigurationDecoder(rules: rules)
        let document = ManifestDecoder(node)
        let values = document.mapping(keys: LintConfigurationKey.self, example: "ignore: [seq.gap]")
        for key in LintConfigurationKey.allCases { if let value = values?[key] { read(value, of: key, by: decoder) } }
        try document.finish(file)
    }

    private mutating func read(_ node: ManifestDecoder, of key: LintConfigurationKey, by reader: ConfigurationDecoder) {
        switch key {
        case .schema: _ = node.text(expected: "the address of the schema")
        case .version: _ = node.wholeNumber(in: Self.version...Self.version)
        case .select: settings.select = reader.selectors(node)
        case .ignore: settings.ignore = reader.selectors(node)
        case .severities: settings.severities = reader.severities(node)
        case .options: settings.options = reader.options(node)
        case .failLevel: failLevel = node.word(of: FailLevel.allCases) ?? failLevel
        case .maxWarnings: maxWarnings = node.wholeNumber(in: 0...1_000_000_000)
        case .overrides: overrides = node.list(expected: "a list of overrides").compactMap(reader.override)
        case .expect: expectations = node.list(expected: "a list of paths and frames").compactMap(reader.expectation)
        case .suppressions: suppressions = node.list(expected: "a list of suppressions").compactMap(reader.suppression)
        }
    }
}

private struct ConfigurationDecoder {
    private let rules: [LintRule]
    private let known: [RuleDescription]

    init(rules: [LintRule]) {
        self.rules = rules
        known = rules.map(\.description) + SuppressionRules.descriptions + [ExpectationRules.unmet]
    }

    func selectors(_ value: ManifestDecoder) -> [RuleSelector] {
        value.list(allowsOne: true, expected: "a list of rules such as [seq, load.truncated]").compactMap(selector)
    }

    private func selector(_ value: ManifestDecoder) -> RuleSelector? {
        selector(value.text(expected: "a rule or group"), value, at: value.node.position)
    }

    private func selector(_ text: String?, _ value: ManifestDecoder, at place: ManifestNode.Position) -> RuleSelector? {
        value.parsed(text, at: place) { text throws(RuleSelectorError) in
            try RuleSelector(parsing: text, among: known)
        }
    }

    func severities(_ value: ManifestDecoder) -> [RuleSettings.SeverityChange] {
        value.names(example: "seq.gap: warning").compactMap { key, position, value in
            let rules = selector(key, value, at: position)
            guard let severity = value.word(of: Severity.allCases.reversed()), let rules else { return nil }
            let meant = known.map(\.id).filter { rules.matches($0) }
            if severity < .error, meant.allSatisfy(RuleID.guards.contains), let rule = meant.first {
                value.fault(
                    "the severity of \(rule) cannot be lowered; accept single findings with a suppression and a reason",
                    at: position
                )
                return nil
            }
            return RuleSettings.SeverityChange(rules, severity)
        }
    }

    func options(_ value: ManifestDecoder) -> [RuleID: [String: RuleOptionValue]] {
        var result: [RuleID: [String: RuleOptionValue]] = [:]
        for (key, position, value) in value.names(example: "RULE: {OPTION: VALUE}") {
            guard case .rule(let id) = selector(key, value, at: position),
                let rule = rules.first(where: { $0.id == id })
            else {
                if case .group = try? RuleSelector(parsing: key, among: known) {
                    value.fault("options belong to a single rule; write its full name", at: position)
                }
                continue
            }
            result[id] = options(value, of: rule)
        }
        return result
    }

    private func options(_ value: ManifestDecoder, of rule: LintRule) -> [String: RuleOptionValue] {
        var result: [String: RuleOptionValue] = [:]
        for (key, position, value) in value.names(example: "OPTION: VALUE") {
            let options = rule.description.options
            guard let option = options.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
                let names = options.map(\.name)
                let advice =
                    nearestWord(to: key, among: names).map { "did you mean '\($0)'?" }
                    ?? (names.isEmpty ? "this rule has none" : "this rule's options are \(names.listed(by: "and"))")
                let path = String(value.path.prefix(200))
                value.fault("there is no such option; \(advice)", at: position, path: path)
                continue
            }
            result[option.name] = self.value(value, of: option)
        }
        return result
    }

    private func value(_ value: ManifestDecoder, of option: RuleOption) -> RuleOptionValue? {
        switch option.allowed {
        case .integers(let range): value.wholeNumber(in: range).map { .integer($0) }
        case .numbers(let range): value.number(in: range).map { .number($0) }
        case .text: value.text().map { .text($0) }
        }
    }

    func override(_ value: ManifestDecoder) -> PathOverride? {
        let example = "paths: [icons/]"
        guard let parts = value.mapping(keys: PathOverrideKey.self, example: example) else { return nil }
        var result = PathOverride(paths: [], settings: RuleSettings())
        if let paths = parts[.paths] {
            result.paths = paths.list(allowsOne: true, expected: "a list of paths").compactMap(glob)
        } else {
            value.fault("the paths are missing; specify where the override applies, such as \(example)")
        }
        result.settings.select = parts[.select].map(selectors)
        result.settings.ignore = parts[.ignore].map(selectors) ?? []
        result.settings.severities = parts[.severities].map(severities) ?? []
        result.settings.options = parts[.options].map { options($0) } ?? [:]
        return result
    }

    private func glob(_ value: ManifestDecoder) -> PathGlob? {
        value.parsed(value.path(expected: "a path such as walk/ or '*.png'"), by: PathGlob.init(parsing:))
    }

    func suppression(_ value: ManifestDecoder) -> Suppression? {
        let example = "rule: seq.gap"
        guard let parts = value.mapping(keys: SuppressionKey.self, example: example) else { return nil }
        if parts[.rule] == nil { value.fault("the rule is missing; specify which findings are accepted: \(example)") }
        let rules = parts[.rule].flatMap(selector)
        let reason = parts[.reason]?.text(expected: "a sentence with the reason")
        if parts[.reason] == nil {
            value.fault("the reason is missing; explain why the finding is accepted")
        } else if let reason, !reason.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
            parts[.reason]?.fault("the reason is empty; explain why the finding is accepted")
        }
        let glob = parts[.path].flatMap(self.glob)
        let frames = parts[.frames]?.frameNumbers(expected: Self.someFrames)
        let expires = parts[.expires].flatMap(date)
        guard let rules, let reason else { return nil }
        let place = value.node.position
        return Suppression(rules, path: glob, frames: frames, reason: reason, expires: expires, position: place)
    }

    func expectation(_ value: ManifestDecoder) -> Expectation? {
        let example = "frames: 1001-1100"
        guard let parts = value.mapping(keys: ExpectationKey.self, example: example) else { return nil }
        guard let frames = parts[.frames]
        else { return value.refuse("the frames are missing; specify which frames are expected: \(example)") }
        let glob = parts[.path].flatMap(self.glob)
        return frames.frameNumbers(expected: Self.someFrames).map {
            Expectation($0, path: glob, position: value.node.position)
        }
    }

    private static let someFrames = "frame numbers such as 5-6,9"

    private func date(_ value: ManifestDecoder) -> CalendarDate? {
        value.node.numberOrText.flatMap(CalendarDate.init(parsing:))
            ?? value.refuse(expected: "a date such as 2027-01-31")
    }
}

/// A key of a configuration. `version` is 1; `$schema` is for editors.
package enum LintConfigurationKey: String, CaseIterable, Sendable {
    case schema = "$schema"
    case version, select, ignore, severities, options
    case failLevel = "fail-level"
    case maxWarnings = "max-warnings"
    case overrides, expect, suppressions
}

package enum ExpectationKey: String, CaseIterable, Sendable { case path, frames }

package enum PathOverrideKey: String, CaseIterable, Sendable { case paths, select, ignore, severities, options }

/// A key of a suppression. `reason` is required.
package enum SuppressionKey: String, CaseIterable, Sendable { case rule, path, frames, reason, expires }
