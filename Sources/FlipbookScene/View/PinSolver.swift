import FlipbookCore

/// Lays out axes that depend on each other.
struct PinSolver {
    typealias Axis = PinLayout.Axis
    private typealias Attribute = ViewPins.Attribute
    private typealias Rule = ViewPins.Pin.Rule

    /// A pin as a sum that equals 0 or, for a bound, is at least 0.
    private struct Condition {
        let axis: Axis
        let unknown: Int
        /// The pin's name in messages, or `nil` for the rule that no length is negative.
        var name: String?
        var sum: LinearSum
        /// The pinned item that the pin refers to, or −1 for anything else.
        var target = -1
        /// The precedence. Equations of a lower rank come first.
        var rank = 0
        var isBound = false
    }

    private let group: [Axis]
    private let layout: PinLayout
    private let order: [Axis: Int]
    /// Equations, followed by bounds.
    private var conditions: [Condition] = []
    /// Conditions that are ignored because other conditions contradict them.
    private var excluded: Set<Int> = []
    private(set) var faults: [LayoutFault] = []

    // The unknowns are followed by the superview's width and height, the constant 1, another 1 for outside views, and one slack
    // variable per condition.
    private var unknowns: Int { group.count * 2 }
    private var one: Int { unknowns + 2 }
    private var given: Int { unknowns + 3 }
    private var slack: Int { unknowns + 4 }

    init(_ group: [Axis], of layout: PinLayout) {
        (self.group, self.layout) = (group, layout)
        order = Dictionary(uniqueKeysWithValues: group.enumerated().map { ($1, $0) })
        var found: [Condition] = []
        for axis in group {
            guard let pins = layout.items[axis.item].pins else { continue }
            if let ratio = pins.aspectRatio, ratio > 0, axis.isHorizontal {
                var sum = self.sum(.width, of: axis.item)
                sum.add(self.sum(.height, of: axis.item), times: -ratio)
                let (name, unknown) = (name("aspectRatio", of: axis.item), unknown(.width, of: axis))
                found.append(Condition(axis: axis, unknown: unknown, name: name, sum: sum))
            }
            for attribute in pins.fitted where attribute.isHorizontal == axis.isHorizontal {
                if let condition = condition(.init(), on: attribute, of: axis, "fit") { found.append(condition) }
            }
            for attribute in Attribute.allCases where attribute.isHorizontal == axis.isHorizontal {
                for rule in pins[attribute]?.rules ?? [] {
                    if let condition = condition(rule, on: attribute, of: axis, attribute.rawValue) {
                        found.append(condition)
                    }
                }
            }
        }
        for axis in group {
            let attribute = axis.isHorizontal ? Attribute.width : .height
            let (length, unknown) = (sum(attribute, of: axis.item), unknown(attribute, of: axis))
            found.append(Condition(axis: axis, unknown: unknown, name: nil, sum: length, rank: 3, isBound: true))
        }
        for rank in 0...3 { conditions += found.filter { $0.rank == rank } }
        for index in conditions.indices { conditions[index].sum.add(-1, slack + index) }
    }

    private func name(_ key: String, of item: Int) -> String {
        if let id = layout.items[item].id { return "\(id.escapingControlCharacters).\(key)" }
        return group.allSatisfy { $0.item == item } ? key : "view \(item + 1).\(key)"
    }

    private func unknown(_ attribute: Attribute, of axis: Axis) -> Int {
        (order[axis] ?? 0) * 2 + (attribute.isLength ? 1 : 0)
    }

    private func take(_ index: Int, _ equations: inout LinearEquations) -> LinearSum? {
        equations.take(conditions[index].sum, saying: conditions[index].unknown)
    }

    /// The distance of a view's edge from the superview's leading or top edge, or the view's length.
    private func sum(_ attribute: Attribute, of item: Int) -> LinearSum {
        let axis = Axis(item: item, isHorizontal: attribute.isHorizontal)
        if let place = order[axis] {
            return attribute.sum(of: LinearSum([(place * 2, 1)]), LinearSum([(place * 2 + 1, 1)]))
        }
        // The view is not pinned, or is already placed.
        let size = layout.frames[item].inset(by: layout.items[item].alignmentRectInsets).size
        let length = axis.isHorizontal ? size.width : size.height
        let start = LinearSum([(given, layout.start(of: axis, length: length))])
        return attribute.sum(of: start, LinearSum([(given, length)]))
    }

    /// The position of the superview's edge after it is inset by a view's margins and safe area.
    private func superview(_ attribute: Attribute, of axis: Axis) -> LinearSum {
        let (start, end) = layout.margins(of: Axis(item: axis.item, isHorizontal: attribute.isHorizontal))
        let length = LinearSum([(unknowns + (attribute.isHorizontal ? 0 : 1), 1), (one, -start - end)])
        return attribute.sum(of: LinearSum([(one, start)]), length)
    }

    /// The condition of a pin, or `nil` if the pin is invalid.
    private mutating func condition(_ rule: Rule, on attribute: Attribute, of axis: Axis, _ key: String) -> Condition? {
        let (name, other) = (name(key, of: axis.item), rule.attribute ?? attribute)
        func refuse(_ reason: String) -> Condition? {
            faults.append(LayoutFault(kind: .target, pins: [name], reason: reason, item: axis.item, isCertain: true))
            return nil
        }
        guard attribute.others.contains(other) else {
            let others = attribute.others.map(\.rawValue).listed(by: "or")
            return refuse("cannot be pinned to \(other.rawValue); use \(others)")
        }
        var condition = Condition(axis: axis, unknown: unknown(attribute, of: axis), name: name, sum: LinearSum([]))
        condition.rank = attribute.isLength ? 2 : 1
        var target = attribute.isLength && rule.target == nil ? LinearSum([]) : superview(other, of: axis)
        if let named = rule.target, named != .superview {
            guard let place = layout.places[named] else {
                guard case .id(let id) = named
                else { return refuse("refers to a view that is not a sibling; add it to the same superview") }
                let near = nearestWord(to: id, among: layout.items.compactMap(\.id)).map { "did you mean '\($0)'?" }
                let advice = near ?? "it must have the same superview"
                return refuse("refers to '\(id.escapingControlCharacters)', but no sibling has this id; \(advice)")
            }
            target = sum(other, of: place)
            condition.target = layout.items[place].pins == nil ? -1 : place
        }
        // The distance inward from the target.
        var distance = LinearSum([])
        distance.add(sum(attribute, of: axis.item), times: attribute.isEnd ? -1 : 1)
        distance.add(target, times: (attribute.isEnd ? 1 : -1) * rule.multiplier)
        distance.add(-rule.distance, one)
        condition.sum.add(distance, times: rule.relation == .atMost ? -1 : 1)
        if rule.relation != .by {
            (condition.isBound, condition.rank) = (true, 3)
            condition.name = "\(name) \(rule.relation.rawValue) \(rule.distance.shortest)"
        }
        return condition
    }

    mutating func solve() -> [(start: Double, length: Double)] {
        var kept: [Int] = []
        var values = values(keeping: kept)
        // Each bound is added and removed a few times at most.
        for _ in 0..<8 * conditions.count {
            guard let broken = bounds.first(where: { !kept.contains($0) && isBroken($0, values) }) else { break }
            let count = excluded.count
            keep(broken, &kept)
            values = self.values(keeping: kept)
            guard excluded.count > count else { continue }
            kept = []
            values = self.values(keeping: kept)
        }
        // A bound that follows from other conditions does not have to be an equation.
        for bound in kept {
            let fewer = kept.filter { $0 != bound }
            let others = self.values(keeping: fewer)
            if !bounds.contains(where: { isBroken($0, others) }) { (kept, values) = (fewer, others) }
        }
        return group.indices.map { (values[$0 * 2], values[$0 * 2 + 1]) }
    }

    private var bounds: Range<Int> { (conditions.firstIndex(where: \.isBound) ?? 0)..<conditions.count }

    private func isBroken(_ bound: Int, _ values: [Double]) -> Bool {
        !excluded.contains(bound) && conditions[bound].sum.value(where: values) < -1e-6
    }

    private mutating func keep(_ bound: Int, _ kept: inout [Int]) {
        var equations = LinearEquations(unknowns: unknowns)
        for index in kept { _ = take(index, &equations) }
        if let rest = take(bound, &equations) {
            // Two bounds conflict. If neither can be satisfied with slack, they contradict each other.
            let others = rest.terms.filter { $0.unknown >= slack && $0.unknown != slack + bound }
            guard let other = others.first(where: { $0.factor > 0 }) else {
                excluded.insert(bound)
                let reason = "contradict each other; change one"
                faults.append(fault(.contradiction, rest, of: bound, reason, isCertain: !dependsOnSizes(rest)))
                return
            }
            kept.removeAll { slack + $0 == other.unknown }
        }
        kept.append(bound)
    }

    /// The values of unknowns and known quantities, with some bounds treated as equations.
    private mutating func values(keeping kept: [Int]) -> [Double] {
        var equations = LinearEquations(unknowns: unknowns)
        for index in kept { _ = take(index, &equations) }
        // A view with an active bound yields first.
        let yielding = Set(kept.filter { conditions[$0].name != nil }.map { conditions[$0].axis.item })
        func yields(_ axis: Axis) -> Int { yielding.contains(axis.item) ? 1 : 0 }
        let order = conditions.indices.filter { !conditions[$0].isBound && !excluded.contains($0) }
            .sorted { first, other in
                let (one, two) = (conditions[first], conditions[other])
                return (one.rank, yields(one.axis), first) < (two.rank, yields(two.axis), other)
            }
        for index in order { if let rest = take(index, &equations) { exclude(index, rest) } }
        let places = group.indices.sorted { (yields(group[$0]), $0) < (yields(group[$1]), $1) }
        let ratios = places.filter { layout.items[group[$0].item].pins?.aspectRatio != nil }
        for place in ratios.filter(hasLargerSize) + places {
            let sum = LinearSum([(place * 2 + 1, 1), (one, -layout.ownLength(of: group[place]))])
            _ = equations.take(sum, saying: place * 2 + 1)
        }
        for place in places {
            // The left edge stays in place, even in a right-to-left layout.
            var sum = LinearSum([(place * 2, 1), (one, -layout.start(of: group[place], length: 0))])
            if group[place].isHorizontal, layout.direction == .rightToLeft { sum.add(1, place * 2 + 1) }
            _ = equations.take(sum, saying: place * 2)
        }
        return equations.values([layout.bounds.width, layout.bounds.height, 1, 1])
    }

    /// Returns whether the length along this axis, rather than along the other one, makes the view larger. UIKit also prefers
    /// the larger view.
    private func hasLargerSize(_ place: Int) -> Bool {
        let item = group[place].item
        let width = layout.ownLength(of: Axis(item: item, isHorizontal: true))
        let height = layout.ownLength(of: Axis(item: item, isHorizontal: false))
        return (width >= height * (layout.items[item].pins?.aspectRatio ?? 0)) == group[place].isHorizontal
    }

    /// Returns whether a sum depends on the size of the superview or of unpinned views.
    private func dependsOnSizes(_ sum: LinearSum) -> Bool {
        sum.terms.contains { (unknowns..<slack).contains($0.unknown) && $0.unknown != one }
    }

    /// Drops an equation that other equations contradict or imply, and reports a contradiction. `rest` is the remainder of the
    /// equation.
    private mutating func exclude(_ index: Int, _ rest: LinearSum) {
        let involved = rest.terms.filter { $0.unknown >= slack }.map { conditions[$0.unknown - slack] }
        // The equation yields to a bound.
        guard involved.allSatisfy({ !$0.isBound || $0.name == nil }) else { return }
        let hasLengths = involved.contains(where: \.isBound)
        let constant = rest.terms.first { $0.unknown == one }?.factor ?? 0
        let isShort = rest.terms.allSatisfy { term in
            term.unknown < slack || !conditions[term.unknown - slack].isBound || term.factor * constant > 0
        }
        // The space is too small only at the current size.
        if hasLengths, dependsOnSizes(rest) || !isShort { return }
        let pins = involved.filter { !$0.isBound }
        let isCircle = Set(pins.map(\.axis.item)).isSubset(of: pins.map(\.target))
        guard isCircle || hasLengths || rest.terms.contains(where: { $0.unknown < slack }) else { return }
        excluded.insert(index)
        let reason =
            isCircle
            ? "form a cycle; remove one, or pin a view to the superview"
            : hasLengths
                ? "make a length negative; change one" : "set more than one position and one length; remove one"
        faults.append(fault(isCircle ? .cycle : .contradiction, rest, of: index, reason, isCertain: true))
    }

    private func fault(_ kind: LayoutFault.Kind, _ rest: LinearSum, of index: Int, _ reason: String, isCertain: Bool)
        -> LayoutFault
    {
        let pins = rest.terms.compactMap { $0.unknown >= slack ? conditions[$0.unknown - slack].name : nil }.distinct
        let item = conditions[index].axis.item
        return LayoutFault(kind: kind, pins: pins, reason: reason, item: item, isCertain: isCertain)
    }
}
