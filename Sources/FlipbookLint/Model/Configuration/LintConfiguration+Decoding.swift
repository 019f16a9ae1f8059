public import FlipbookCore
import FlipbookScene

extension LintConfiguration {
    /// The configuration that a tree of values means; an empty text means the defaults.
    ///
    /// - Parameters:
    ///   - node: the tree, or `nil` for a text that holds nothing.
    ///   - file: where the tree was read from, for messages.
    ///   - rules: the rules that can be named.
    /// - Throws: `ManifestError` with every mistake: keys and rules that do not exist, values of another kind or
    ///   beyond their bounds.
    public init(decoding node: ManifestNode?, file: FilePath, rules: [LintRule]) throws(ManifestError) {
        self.init(file: file)
        guard let node else { return }
        var decoder = ConfigurationDecoder(rules: rules)
        let values = decoder.values.mapping(node, "", keys: LintConfigurationKey.self, example: "ignore: [seq.gap]")
        // In the order of the keys, so that the same text always gives the same messages.
        for key in LintConfigurationKey.allCases {
            if let value = values?[key] { read(value, of: key, with: &decoder) }
        }
        if let faults = decoder.values.faultsInOrder { throw ManifestError(file: file, faults: faults) }
    }

    private mutating func read(
        _ node: ManifestNode,
        of key: LintConfigurationKey,
        with decoder: inout ConfigurationDecoder
    ) {
        let name = key.rawValue
        switch key {
        case .schema: _ = decoder.values.text(node, name, expected: "the address of the schema")
        case .version: _ = decoder.values.wholeNumber(node, name, in: Self.version...Self.version)
        case .select: settings.select = decoder.selectors(node, name)
        case .ignore: settings.ignore = decoder.selectors(node, name)
        case .severities: settings.severities = decoder.severities(node, name)
        case .options: settings.options = decoder.options(node, name)
        case .failLevel:
            let words = FailLevel.allCases.map { ($0.rawValue, $0) }
            failLevel = decoder.values.word(node, name, words) ?? failLevel
        case .maxWarnings: maxWarnings = decoder.values.wholeNumber(node, name, in: 0...1_000_000_000)
        case .overrides:
            let items = decoder.values.list(node, name, expected: "a list of overrides")
            overrides = items.compactMap { decoder.override($1, $0) }
        case .expect:
            let items = decoder.values.list(node, name, expected: "a list of paths and frames")
            expectations = items.compactMap { decoder.expectation($1, $0) }
        case .suppressions:
            let items = decoder.values.list(node, name, expected: "a list of suppressions")
            suppressions = items.compactMap { decoder.suppression($1, $0) }
        }
    }
}

/// Reads the parts of a configuration, which name rules.
private struct ConfigurationDecoder {
    var values = ManifestDecoder()
    private let rules: [LintRule]
    private let known: [RuleDescription]

    init(rules: [LintRule]) {
        self.rules = rules
        known = rules.map(\.description) + SuppressionRules.descriptions + [ExpectationRules.unmet]
    }

    mutating func selectors(_ node: ManifestNode, _ path: String) -> [RuleSelector] {
        values.list(node, path, allowsOne: true, expected: "a list of rules such as [seq, load.truncated]")
            .compactMap { path, node in
                values.text(node, path, expected: "a rule or group").flatMap { selector($0, node.position, path) }
            }
    }

    private mutating func selector(_ text: String, _ place: ManifestNode.Position, _ path: String) -> RuleSelector? {
        do {
            return try RuleSelector(parsing: text, among: known)
        } catch {
            values.fault(place, path, error.explanation)
            return nil
        }
    }

    mutating func severities(_ node: ManifestNode, _ path: String) -> [RuleSettings.SeverityChange] {
        values.names(node, path, example: "seq.gap: warning").compactMap { entry in
            let place = "\(path).\(entry.key)"
            let rules = selector(entry.key, entry.position, place)
            let words = Severity.allCases.reversed().map { ($0.rawValue, $0) }
            guard let severity = values.word(entry.value, place, words), let rules else { return nil }
            let meant = known.map(\.id).filter { rules.matches($0) }
            if severity < .error, meant.allSatisfy(RuleID.guards.contains), let rule = meant.first {
                values.fault(
                    entry.position,
                    place,
                    "\(rule) stays as severe as it is; accept single findings with a suppression and its reason"
                )
                return nil
            }
            return RuleSettings.SeverityChange(rules, severity)
        }
    }

    mutating func options(_ node: ManifestNode, _ path: String) -> [RuleID: [String: RuleOptionValue]] {
        var result: [RuleID: [String: RuleOptionValue]] = [:]
        for entry in values.names(node, path, example: "RULE: {OPTION: VALUE}") {
            let place = "\(path).\(entry.key)"
            guard case .rule(let id) = selector(entry.key, entry.position, place),
                let rule = rules.first(where: { $0.id == id })
            else {
                if case .group = try? RuleSelector(parsing: entry.key, among: known) {
                    values.fault(entry.position, place, "options belong to one rule; write its whole name")
                }
                continue
            }
            result[id] = options(entry.value, place, of: rule)
        }
        return result
    }

    private mutating func options(
        _ node: ManifestNode,
        _ path: String,
        of rule: LintRule
    ) -> [String: RuleOptionValue] {
        var result: [String: RuleOptionValue] = [:]
        for entry in values.names(node, path, example: "OPTION: VALUE") {
            let place = "\(path).\(entry.key)"
            let options = rule.description.options
            guard let option = options.first(where: { $0.name.utf8.elementsEqual(entry.key.utf8) }) else {
                let names = options.map(\.name)
                let advice =
                    nearestWord(to: entry.key, among: names).map { "did you mean '\($0)'?" }
                    ?? (names.isEmpty ? "this rule has none" : "this rule's options are \(names.listed(by: "and"))")
                values.fault(entry.position, String(place.prefix(200)), "there is no such option; \(advice)")
                continue
            }
            result[option.name] = value(entry.value, place, of: option)
        }
        return result
    }

    private mutating func value(_ node: ManifestNode, _ path: String, of option: RuleOption) -> RuleOptionValue? {
        switch option.allowed {
        case .integers(let range): values.wholeNumber(node, path, in: range).map { .integer($0) }
        case .numbers(let range): values.number(node, path, in: range).map { .number($0) }
        case .text: values.text(node, path).map { .text($0) }
        }
    }

    mutating func override(_ node: ManifestNode, _ path: String) -> PathOverride? {
        let example = "paths: [icons/]"
        guard let parts = values.mapping(node, path, keys: PathOverrideKey.self, example: example) else { return nil }
        var result = PathOverride(paths: [], settings: RuleSettings())
        if let paths = parts[.paths] {
            let place = "\(path).paths"
            let items = values.list(paths, place, allowsOne: true, expected: "a list of paths")
            result.paths = items.compactMap { glob($1, $0) }
        } else {
            values.fault(node.position, path, "there are no paths here; say where it holds, such as \(example)")
        }
        result.settings.select = parts[.select].map { selectors($0, "\(path).select") }
        result.settings.ignore = parts[.ignore].map { selectors($0, "\(path).ignore") } ?? []
        result.settings.severities = parts[.severities].map { severities($0, "\(path).severities") } ?? []
        result.settings.options = parts[.options].map { options($0, "\(path).options") } ?? [:]
        return result
    }

    private mutating func glob(_ node: ManifestNode, _ path: String) -> PathGlob? {
        guard let text = values.path(node, path, expected: "a path such as walk/ or '*.png'") else { return nil }
        do {
            return try PathGlob(parsing: text)
        } catch {
            values.fault(node.position, path, error.explanation)
            return nil
        }
    }

    mutating func suppression(_ node: ManifestNode, _ path: String) -> Suppression? {
        let example = "rule: seq.gap"
        guard let parts = values.mapping(node, path, keys: SuppressionKey.self, example: example) else { return nil }
        var rules: RuleSelector?
        if let rule = parts[.rule] {
            rules = values.text(rule, "\(path).rule", expected: "a rule or group")
                .flatMap { selector($0, rule.position, "\(path).rule") }
        } else {
            values.fault(node.position, path, "there is no rule here; say which findings are meant: \(example)")
        }
        var reason: String?
        if let node = parts[.reason] {
            reason = values.text(node, "\(path).reason", expected: "a sentence that says why")
            if let text = reason, !text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
                values.fault(node.position, "\(path).reason", "the reason is empty; say why the finding is accepted")
            }
        } else {
            values.fault(node.position, path, "there is no reason here; say why the finding is accepted")
        }
        let glob = parts[.path].flatMap { self.glob($0, "\(path).path") }
        let frames = parts[.frames].flatMap { self.frames($0, "\(path).frames") }
        let expires = parts[.expires].flatMap { date($0, "\(path).expires") }
        guard let rules, let reason else { return nil }
        let place = node.position
        return Suppression(rules, path: glob, frames: frames, reason: reason, expires: expires, position: place)
    }

    mutating func expectation(_ node: ManifestNode, _ path: String) -> Expectation? {
        let example = "frames: 1001-1100"
        guard let parts = values.mapping(node, path, keys: ExpectationKey.self, example: example) else { return nil }
        guard let frames = parts[.frames] else {
            values.fault(node.position, path, "there are no frames here; say which have to be there: \(example)")
            return nil
        }
        let glob = parts[.path].flatMap { self.glob($0, "\(path).path") }
        return self.frames(frames, "\(path).frames").map { Expectation($0, path: glob, position: node.position) }
    }

    private mutating func frames(_ node: ManifestNode, _ path: String) -> FrameSet? {
        guard let text = node.numberOrText else {
            values.fault(node, path, expected: "frame numbers such as 5-6,9")
            return nil
        }
        do {
            return try FrameSet(parsing: text)
        } catch {
            values.fault(node.position, path, error.explanation)
            return nil
        }
    }

    private mutating func date(_ node: ManifestNode, _ path: String) -> CalendarDate? {
        if let date = node.numberOrText.flatMap(CalendarDate.init(parsing:)) { return date }
        values.fault(node, path, expected: "a day such as 2027-01-31")
        return nil
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

/// A key of an expectation.
package enum ExpectationKey: String, CaseIterable, Sendable { case path, frames }

/// A key of an override.
package enum PathOverrideKey: String, CaseIterable, Sendable { case paths, select, ignore, severities, options }

/// A key of a suppression. `reason` is required.
package enum SuppressionKey: String, CaseIterable, Sendable { case rule, path, frames, reason, expires }
