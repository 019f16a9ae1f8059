package import FlipbookCore

/// The positions of pinned views in one superview.
///
/// A pinned view has two unknowns per axis: the start of its alignment rectangle, measured from the superview's leading or top
/// edge, and its length. Pins are linear equations, added in order of precedence; an equation that contradicts earlier ones is
/// dropped. A violated bound becomes the first equation, and the system is solved again.
package struct PinLayout {
    package struct Item: Sendable {
        var id: String?
        var serial: Int?
        var pins: ViewPins?
        /// The view's frame without its transform.
        var frame: Rect
        /// The lengths that pins do not determine. If `nil`, the frame's lengths are used.
        var size: Size?
        var alignmentRectInsets = EdgeInsets.zero
        var safeAreaInsets = EdgeInsets.zero

        var names: [ViewPins.Pin.Target] { [id.map { .id($0) }, serial.map { .view(serial: $0) }].compactMap { $0 } }
    }

    struct Axis: Hashable {
        let item: Int
        let isHorizontal: Bool
    }

    package private(set) var frames: [Rect]
    package private(set) var faults: [LayoutFault] = []
    let items: [Item]
    let bounds: Rect
    let direction: LayoutDirection
    /// The items, keyed by the names that pins use.
    private(set) var places: [ViewPins.Pin.Target: Int] = [:]

    package init(_ items: [Item], in bounds: Rect, _ direction: LayoutDirection) {
        self.init(items, in: bounds, direction, near: nil)
    }

    /// - Parameter names: The names of moved views. Only groups that are connected to these views are laid out. If `nil`, all
    ///   groups are.
    init(_ items: [Item], in bounds: Rect, _ direction: LayoutDirection, near names: Set<ViewPins.Pin.Target>?) {
        (self.items, self.bounds, self.direction, frames) = (items, bounds, direction, items.map(\.frame))
        let pinned = items.indices.filter { items[$0].pins != nil }
        let nameSiblings = pinned.contains { items[$0].pins?.nameSiblings ?? false }
        if nameSiblings {
            // If multiple views have the same name, the first one is used.
            for (index, item) in items.enumerated().reversed() { for name in item.names { places[name] = index } }
        }
        // Unless pins refer to siblings, most axes depend on a single pin.
        func isAlone(_ item: Int) -> Bool { !nameSiblings && items[item].pins?.aspectRatio == nil }
        for item in pinned where isAlone(item) {
            for isHorizontal in [true, false] { place([Axis(item: item, isHorizontal: isHorizontal)]) }
        }
        let near = names.map { names in
            let near = pinned.filter { item in
                (items[item].names + (items[item].pins?.siblings ?? [])).contains(where: names.contains)
            }
            return Set(near)
        }
        for group in groups(of: pinned.filter { !isAlone($0) }) {
            if near.map({ near in group.contains { near.contains($0.item) } }) ?? true { place(group) }
        }
    }

    /// Groups of axes that depend on each other directly or indirectly, in the order of their views.
    private func groups(of pinned: [Int]) -> [[Axis]] {
        let axes = pinned.flatMap { [Axis(item: $0, isHorizontal: true), Axis(item: $0, isHorizontal: false)] }
        let order = Dictionary(uniqueKeysWithValues: axes.enumerated().map { ($1, $0) })
        var first = Array(axes.indices)
        func root(of place: Int) -> Int {
            var place = place
            while first[place] != place { place = first[place] }
            return place
        }
        func join(_ axis: Axis, _ other: Axis) {
            guard let one = order[axis].map(root), let other = order[other].map(root) else { return }
            first[max(one, other)] = min(one, other)
        }
        for item in pinned {
            guard let pins = items[item].pins else { continue }
            let across = Axis(item: item, isHorizontal: true)
            if pins.aspectRatio != nil { join(across, Axis(item: item, isHorizontal: false)) }
            for attribute in ViewPins.Attribute.allCases {
                for rule in pins[attribute]?.rules ?? [] {
                    guard let target = rule.target.flatMap({ places[$0] }) else { continue }
                    let isHorizontal = (rule.attribute ?? attribute).isHorizontal
                    let held = Axis(item: item, isHorizontal: attribute.isHorizontal)
                    join(held, Axis(item: target, isHorizontal: isHorizontal))
                }
            }
        }
        let groups = Dictionary(grouping: axes.indices, by: root)
        return groups.keys.sorted().compactMap { groups[$0]?.map { axes[$0] } }
    }

    private mutating func place(_ group: [Axis]) {
        if group.count == 1, let extent = simpleExtent(of: group[0]) { return place(group[0], at: extent) }
        var solver = PinSolver(group, of: self)
        let extents = solver.solve()
        faults += solver.faults
        for (axis, extent) in zip(group, extents) { place(axis, at: (extent.start, extent.length)) }
    }

    private mutating func place(_ axis: Axis, at extent: (start: Double?, length: Double)) {
        // Input can be NaN, and products of factors can be huge.
        func bounded(_ value: Double, _ least: Double) -> Double { value.isNaN ? 0 : min(max(value, least), 1e7) }
        let extent = (start: extent.start.map { bounded($0, -1e7) }, length: bounded(extent.length, 0))
        let insets = items[axis.item].alignmentRectInsets
        if axis.isHorizontal {
            frames[axis.item].size.width = extent.length + insets.left + insets.right
            guard let start = extent.start else { return }
            let left = direction == .leftToRight ? bounds.minX + start : bounds.maxX - start - extent.length
            frames[axis.item].origin.x = left - insets.left
        } else {
            frames[axis.item].size.height = extent.length + insets.top + insets.bottom
            if let start = extent.start { frames[axis.item].origin.y = bounds.minY + start - insets.top }
        }
    }

    /// The extent of an axis whose pins are all plain numbers, which needs no equations. The start can be undetermined.
    private func simpleExtent(of axis: Axis) -> (start: Double?, length: Double)? {
        guard let pins = items[axis.item].pins, let numbers = pins.numbers(isHorizontal: axis.isHorizontal)
        else { return nil }
        let (margins, room) = (margins(of: axis), axis.isHorizontal ? bounds.width : bounds.height)
        let length = numbers[3] ?? ownLength(of: axis)
        let extent: (start: Double?, length: Double)? =
            switch (numbers[0], numbers[1], numbers[2]) {
            case (nil, nil, nil): (nil, length)
            case (let start?, nil, nil): (margins.start + start, length)
            case (nil, let end?, nil): (room - margins.end - end - length, length)
            case (nil, nil, let middle?): ((room + margins.start - margins.end - length) / 2 + middle, length)
            case (let start?, let end?, nil) where numbers[3] == nil:
                (margins.start + start, room - margins.start - margins.end - start - end)
            default: nil
            }
        return extent.flatMap { $0.length >= 0 ? $0 : nil }
    }

    /// The distances from the superview's edges to the edges that a view's pins refer to.
    func margins(of axis: Axis) -> (start: Double, end: Double) {
        let item = items[axis.item]
        let margins = item.pins?.margins ?? .zero
        let device = item.pins?.isInSafeArea ?? false ? item.safeAreaInsets : .zero
        guard axis.isHorizontal else { return (margins.top + device.top, margins.bottom + device.bottom) }
        let (left, right) = (margins.left + device.left, margins.right + device.right)
        return direction == .leftToRight ? (left, right) : (right, left)
    }

    /// The length of the alignment rectangle if pins do not determine it.
    func ownLength(of axis: Axis) -> Double {
        let (item, insets) = (items[axis.item], items[axis.item].alignmentRectInsets)
        let size = item.size ?? item.frame.size
        return axis.isHorizontal ? size.width - insets.left - insets.right : size.height - insets.top - insets.bottom
    }

    /// The start of an alignment rectangle of a given length whose left or top edge stays in place.
    func start(of axis: Axis, length: Double) -> Double {
        let aligned = frames[axis.item].inset(by: items[axis.item].alignmentRectInsets)
        guard axis.isHorizontal else { return aligned.minY - bounds.minY }
        return direction == .leftToRight ? aligned.minX - bounds.minX : bounds.maxX - aligned.minX - length
    }
}
