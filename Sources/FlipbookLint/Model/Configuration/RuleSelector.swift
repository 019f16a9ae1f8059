public import FlipbookCore

/// Some rules: one by its id, a group of them (`seq` or `seq.*`), a ``RuleSet`` by its name, `default` or `all`.
public enum RuleSelector: Hashable, Sendable, CustomStringConvertible {
    /// Every rule.
    case all
    /// The rules that run where nothing is selected: all but these, which are a matter of taste.
    case standard(besides: Set<RuleID>)
    /// The rules of a set; those besides are a matter of taste, and run only where the set adds them.
    case set(RuleSet, besides: Set<RuleID>)
    /// The rules whose ids begin with this word and a dot; where they are selected, those that are a matter of taste
    /// are not among them.
    case group(String)
    /// One rule.
    case rule(RuleID)

    /// The selector that `text` means, among rules that exist.
    /// - Throws: ``RuleSelectorError`` where there is no such rule or group.
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
                rules.map(\.rawValue) + Set(rules.map(\.group)).sorted() + ["all", "default"]
                + RuleSet.all.map(\.name)
            throw RuleSelectorError(text: text, nearest: Self.nearest(to: text, among: names))
        }
    }

    /// The name that was probably meant: one whose part behind the dot begins with the text, else one that is spelt
    /// nearly so.
    private static func nearest(to text: String, among names: [String]) -> String? {
        let small = text.lowercased()
        let parts = small.isEmpty ? [] : names.filter { $0.contains(".\(small)") || $0.contains("-\(small)") }
        let dotted = small.contains(".") ? names.filter { $0.contains(".") } : []
        return names.first { $0.hasSuffix(".\(small)") } ?? nearestWord(to: text, among: dotted) ?? parts.first
            ?? nearestWord(to: text, among: names)
    }

    /// Returns `true` if the rule is one of them.
    public func matches(_ rule: RuleID) -> Bool {
        switch self {
        case .all: true
        case .standard(let optional): !optional.contains(rule)
        case .set(let set, let optional): set.has(rule, byDefault: !optional.contains(rule))
        case .group(let group): rule.group.utf8.elementsEqual(group.utf8)
        case .rule(let other): rule == other
        }
    }

    /// Returns `true` if the rule runs where this is selected. A group brings none that is a matter of taste.
    func selects(_ rule: RuleID, byDefault: Bool) -> Bool {
        if case .group = self, !byDefault { return false }
        return matches(rule)
    }

    /// The rank of the selector: one that names one rule counts before one that names many.
    var specificity: Int {
        switch self {
        case .all, .standard, .set: 0
        case .group: 1
        case .rule: 2
        }
    }

    /// As it is written in a configuration.
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

/// A name that no rule and no group of rules has.
public struct RuleSelectorError: ExplainedError, Hashable {
    /// The text that was written.
    public let text: String
    /// The text that was probably meant.
    public let nearest: String?

    package init(text: String, nearest: String?) {
        self.text = text
        self.nearest = nearest
    }

    /// `rule.unknown`.
    public var code: ErrorCode { "rule.unknown" }

    /// The fault and what to write, safe to print.
    public var explanation: Explanation {
        "there is no rule or group '\(text.escapingControlCharacters.prefix(80))'; "
            + (nearest.map { "did you mean '\($0)'?" } ?? "\(remedy: .set(.ruleList)) lists them")
    }
}
