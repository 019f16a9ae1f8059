public import FlipbookCore

/// A selection of rules: a single rule by its ID, a group (`seq` or `seq.*`), a ``RuleSet`` by its name, `default`, or `all`.
public enum RuleSelector: Hashable, Sendable, CustomStringConvertible {
    /// Every rule.
    case all
    /// The default rules: all rules except `besides`, which are a matter of taste.
    case standard(besides: Set<RuleID>)
    /// The rules of a set. Those in `besides` are a matter of taste, and run only if the set adds them.
    case set(RuleSet, besides: Set<RuleID>)
    /// The rules whose IDs begin with this word and a dot. A group does not select rules that are a matter of taste.
    case group(String)
    /// One rule.
    case rule(RuleID)

    /// Parses a selector of existing rules.
    /// - Throws: ``RuleSelectorError`` if the rule or group does not exist.
    public init(parsing text: String, among descriptions: [RuleDescription]) throws(RuleSelectorError) {
        let optional = Set(descriptions.lazy.filter { !$0.isDefault }.map(\.id))
        let rules = descriptions.map(\.id)
        let name = text.hasSuffix(".*") ? String(text.dropLast(2)) : text
        if text.utf8.elementsEqual("all".utf8) || text.utf8.elementsEqual("*".utf8) {
            self = .all
        } else if text.utf8.elementsEqual("default".utf8) {
            self = .standard(besides: optional)
        } else if let set = RuleSet.all.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) {
            self = .set(set, besides: optional)
        } else if let rule = rules.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) {
            self = .rule(rule)
        } else if rules.contains(where: { $0.group.utf8.elementsEqual(name.utf8) }) {
            self = .group(name)
        } else {
            let names =
                rules.map(\.rawValue) + Set(rules.map(\.group)).sorted() + ["all", "default"] + RuleSet.all.map(\.name)
            throw RuleSelectorError(text: text, nearest: Self.nearest(to: text, among: names))
        }
    }

    private static func nearest(to text: String, among names: [String]) -> String? {
        let small = text.lowercased()
        let parts = small.isEmpty ? [] : names.filter { $0.contains(".\(small)") || $0.contains("-\(small)") }
        let dotted = small.contains(".") ? names.filter { $0.contains(".") } : []
        return names.first { $0.hasSuffix(".\(small)") } ?? nearestWord(to: text, among: dotted) ?? parts.first
            ?? nearestWord(to: text, among: names)
    }

    /// Returns `true` if the selection contains the rule.
    public func matches(_ rule: RuleID) -> Bool {
        switch self {
        case .all: true
        case .standard(let optional): !optional.contains(rule)
        case .set(let set, let optional): set.has(rule, byDefault: !optional.contains(rule))
        case .group(let group): rule.group.utf8.elementsEqual(group.utf8)
        case .rule(let other): rule == other
        }
    }

    /// Returns `true` if the selector makes the rule run. A group does not include rules that are a matter of taste.
    func selects(_ rule: RuleID, byDefault: Bool) -> Bool {
        if case .group = self, !byDefault { return false }
        return matches(rule)
    }

    var specificity: Int {
        switch self {
        case .all, .standard, .set: 0
        case .group: 1
        case .rule: 2
        }
    }

    /// The selector in the form used in a configuration.
    public var description: String {
        switch self {
        case .all: "all"
        case .standard: "default"
        case .set(let set, _): set.name
        case .group(let group): group
        case .rule(let rule): rule.rawValue
        }
    }
}

/// The error for a name that is neither a rule nor a group.
public struct RuleSelectorError: ExplainedError, Hashable {
    /// The unknown name.
    public let text: String
    /// The most similar name, or `nil` if none is similar.
    public let nearest: String?

    package init(text: String, nearest: String?) { (self.text, self.nearest) = (text, nearest) }

    /// `rule.unknown`.
    public var code: ErrorCode { "rule.unknown" }

    /// The fault and the remedy, safe to print.
    public var explanation: Explanation {
        "there is no rule or group '\(text.escapingControlCharacters.prefix(80))'; "
            + (nearest.map { "did you mean '\($0)'?" } ?? "\(remedy: .set(.ruleList)) lists them")
    }
}
