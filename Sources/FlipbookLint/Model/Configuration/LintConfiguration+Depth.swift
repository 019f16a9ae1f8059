import FlipbookCore

extension LintConfiguration {
    /// How deep the rules look that were named: selected by their own ids, or by a group of which every rule looks
    /// that deep. A group of which some rules do, `default` and `all` ask for nothing.
    package func namedDepth(among rules: [RuleDescription]) -> EvidenceLevel {
        let selectors = (settings.select ?? []) + overrides.flatMap { $0.settings.select ?? [] }
        return selectors.lazy.compactMap { selector -> EvidenceLevel? in
            switch selector {
            case .all, .standard, .set: return nil
            case .group, .rule:
                let levels = rules.filter { selector.matches($0.id) && !isIgnored($0.id) }.map(\.evidence)
                return levels.min()
            }
        }.max() ?? .names
    }

    /// The rules of selected groups, and those that a selected set adds, that look deeper than a level, and so do not run
    /// where this is the deepest.
    package func selectedRules(deeperThan level: EvidenceLevel, among rules: [RuleDescription]) -> [RuleID] {
        let selectors = settings.select ?? []
        return rules.filter { rule in
            rule.evidence > level && !isIgnored(rule.id)
                && selectors.contains { selector in
                    switch selector {
                    case .group: selector.matches(rule.id)
                    case .set(let set, _): set.added.contains(rule.id)
                    case .all, .standard, .rule: false
                    }
                }
        }.map(\.id)
    }

    private func isIgnored(_ rule: RuleID) -> Bool { settings.ignore.contains { $0.matches(rule) } }
}
