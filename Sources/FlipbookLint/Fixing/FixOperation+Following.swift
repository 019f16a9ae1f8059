import FlipbookCore
import FlipbookLintModel

extension [FixOperation] {
    /// What these changes and then `later` ones do together, from the names before to those after both.
    func followed(by later: [FixOperation]) -> [FixOperation] {
        let newNames = Dictionary(
            later.filter { $0.change == .rename }.map { ($0.source, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        // Whoever has a name by now got it here, or has always had it.
        var renamed: [FilePath: FilePath] = [:]
        for operation in self where operation.change == .rename { renamed[operation.target] = operation.source }
        let made = Dictionary(
            filter(\.isHold).map { ($0.target, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        /// Whether a new frame is redrawn as the one is that it is a copy of, so that it stays a copy.
        func staysCopy(_ operation: FixOperation) -> Bool {
            guard case .hold(let held) = made[operation.source]?.change else { return false }
            return later.contains { $0.source == held && $0.change == operation.change }
        }
        var result = map { operation -> FixOperation in
            switch operation.change {
            case .redraw: return operation
            case .rename: return newNames[operation.target].map(operation.renamed) ?? operation
            case .hold(let held):
                let name = newNames[held]?.target ?? held
                let moved = newNames[operation.target].map(operation.renamed) ?? operation
                return FixOperation(
                    change: .hold(name),
                    source: moved.source,
                    target: moved.target,
                    rules: moved.rules
                )
            }
        }
        for operation in later {
            let source = renamed[operation.source] ?? operation.source
            switch operation.change {
            case .redraw where staysCopy(operation): break
            case .redraw(let redrawing):
                let index = result.firstIndex { $0.isRedrawing && $0.source == source }
                if let index, case .redraw(let before) = result[index].change {
                    result[index] = FixOperation(
                        change: .redraw(before.followed(by: redrawing)),
                        source: source,
                        target: source,
                        rules: result[index].rules.union(operation.rules)
                    )
                } else {
                    result.append(
                        FixOperation(change: operation.change, source: source, target: source, rules: operation.rules)
                    )
                }
            case .rename where renamed[operation.source] == nil && made[operation.source] == nil:
                result.append(operation)
            case .rename: break
            case .hold:
                result.append(
                    FixOperation(
                        change: operation.change,
                        source: source,
                        target: operation.target,
                        rules: operation.rules
                    )
                )
            }
        }
        let renames = result.filter { $0.change == .rename && $0.source != $0.target }
        return result.filter(\.isRedrawing) + renames + result.filter(\.isHold)
    }
}

extension FixOperation {
    /// The same change with the name that a later one gives to what comes of it.
    fileprivate func renamed(_ later: FixOperation) -> FixOperation {
        FixOperation(change: change, source: source, target: later.target, rules: rules.union(later.rules))
    }
}

extension [RuleID] {
    /// These, and those of `others` that are not among them.
    fileprivate func union(_ others: [RuleID]) -> [RuleID] { self + others.filter { !contains($0) } }
}
