import FlipbookCore

package enum ManifestValue: Hashable, Sendable {
    /// A number, `true` or `false`.
    case word(String)
    /// A string, in quotes if necessary.
    case text(String)
    /// Values, one per line.
    case list([ManifestValue])
    /// Values on one line.
    case sequence([ManifestValue])
    /// Keys and values on one line.
    case flow([Field])

    package struct Field: Hashable, Sendable {
        package let key: String
        package let value: ManifestValue

        package init(_ key: String, _ value: ManifestValue) { (self.key, self.value) = (key, value) }
    }

    /// Seconds, as an exact decimal if possible.
    init(_ time: RationalTime) {
        self = time.decimal.map { .word($0) } ?? .text("\(time.numerator)/\(time.denominator)")
    }

    init(_ scale: DisplayScale) {
        let text = scale.description
        self = text.contains("/") ? .text(text) : .word(text)
    }

    /// A number, or `nil` if it is not finite, because JSON has only finite numbers.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self = .word(number.shortest)
    }

    /// Numbers by key, or `nil` if one of them is not finite.
    init?(_ keys: [String], _ numbers: [Double]) {
        let fields = zip(keys, numbers).compactMap { key, number in ManifestValue(number).map { Field(key, $0) } }
        guard fields.count == numbers.count else { return nil }
        self = .flow(fields)
    }

    package func json(indent: String = "") -> String {
        switch self {
        case .word(let word): return word
        case .text(let text): return text.quotedForJSON()
        case .list(let items):
            let lines = items.map { "\(indent)  \($0.json(indent: indent + "  "))" }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .sequence(let items): return "[" + items.map { $0.json(indent: indent) }.joined(separator: ", ") + "]"
        case .flow(let fields):
            return "{"
                + fields.map { "\($0.key.quotedForJSON()): \($0.value.json(indent: indent))" }.joined(separator: ", ")
                + "}"
        }
    }

    /// The value as YAML, including the separator from its key.
    package func yaml(indent: String = "") -> String {
        switch self {
        case .word(let word): return " \(word)"
        case .text(let text): return " \(Self.plainOrQuoted(text))"
        case .list(let items): return items.map { "\n\(indent)  -\($0.yaml(indent: indent + "  "))" }.joined()
        case .sequence(let items):
            return " [" + items.map { String($0.onOneLine.yaml().dropFirst()) }.joined(separator: ", ") + "]"
        case .flow(let fields):
            return " {" + fields.map { "\($0.key):\($0.value.onOneLine.yaml())" }.joined(separator: ", ") + "}"
        }
    }

    private var onOneLine: ManifestValue { if case .list(let items) = self { .sequence(items) } else { self } }

    /// The string without quotes if YAML reads it back as the same string, otherwise in quotes.
    private static func plainOrQuoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, first.isLetter || first == UInt8(ascii: "."),
            last != UInt8(ascii: ":"), ManifestNode.kind(of: text) == .text
        else { return text.quotedForJSON() }
        // A number sign begins a comment only after a space.
        return bytes.allSatisfy { $0.isAlphanumeric || "._-/+#".utf8.contains($0) } ? text : text.quotedForJSON()
    }

    init<Root>(_ fields: [ManifestField<Root>], of root: Root) { self = .flow(Self.written(fields, of: root)) }

    static func written<Root>(_ fields: [ManifestField<Root>], of root: Root) -> [Field] {
        fields.compactMap { field in field.value(root).map { Field(field.key, $0) } }
    }

    /// The value of the only field, if that value can be written without its key.
    var shortened: ManifestValue {
        if case .flow(let fields) = self, fields.count == 1 { fields[0].value } else { self }
    }

    static func fields(of transition: Transition, lasting duration: RationalTime) -> [Field] {
        let (name, direction, color) = transition.parts
        var fields = [Field("transition", .text(name.rawValue)), Field("duration", ManifestValue(duration))]
        if let direction { fields.append(Field("direction", .text(direction.rawValue))) }
        if let color { fields.append(Field("color", .text(color.description))) }
        return fields
    }
    static func fields(of timed: TimedTransition) -> [Field] {
        let curve = timed.curve == .linear ? [] : [Field("curve", ManifestValue(timed.curve))]
        return fields(of: timed.transition, lasting: timed.duration) + curve
    }

    init(_ animation: ManifestAnimation) {
        var fields: [Field] = []
        if let view = animation.view { fields.append(Field("view", .text(view))) }
        func property(_ name: String, _ to: ManifestValue?) {
            fields.append(Field("property", .text(name)))
            if let to { fields.append(Field("to", to)) }
        }
        switch animation.change {
        case .image(let path): property("image", path.map { .text($0.string) } ?? .word("null"))
        case .isHighlighted(let flag): property("isHighlighted", .word(String(flag)))
        case .startAnimating: property("startAnimating", nil)
        case .stopAnimating: property("stopAnimating", nil)
        case .track(let track):
            fields.append(Field("property", .text(track.property.rawValue)))
            if let from = track.from.flatMap(track.property.written) { fields.append(Field("from", from)) }
            if let to = track.property.written(track.to) { fields.append(Field("to", to)) }
        }
        if let trigger = animation.trigger {
            let view = trigger.view.map { [Field("view", .text($0))] } ?? []
            fields.append(Field("trigger", .flow(view + [Field("gesture", .text(trigger.gesture.rawValue))])))
        }
        if animation.delay > .zero { fields.append(Field("delay", ManifestValue(animation.delay))) }
        if let timed = animation.transition { fields += Self.fields(of: timed) }
        if case .track(let track) = animation.change { fields += Self.written(Track.fields, of: track) }
        self = .flow(fields)
    }

    init(_ curve: AnimationCurve) {
        if let name = AnimationCurve.named.first(where: { $0.value == curve })?.name {
            self = .text(name)
            return
        }
        switch curve {
        case .bezier(let first, let second):
            self = .sequence([first.x, first.y, second.x, second.y].compactMap { ManifestValue($0) })
        case .spring(let damping, let velocity):
            self = ManifestValue(["damping", "initialVelocity"], [damping, velocity]) ?? .text("easeInOut")
        }
    }

    init(_ item: Timeline.Item) {
        switch item {
        case .gap(let time): self = .flow([Field("gap", ManifestValue(time))])
        case .transition(let passage):
            let offset = passage.inOffset.map { [Field("inOffset", ManifestValue($0))] } ?? []
            self = .flow(Self.fields(of: passage.transition, lasting: passage.duration) + offset)
        case .clip(let clip): self = ManifestValue(Timeline.Clip.fields, of: clip)
        }
    }

    /// A rule, or `nil` if it refers to a view without an id.
    init?(_ rule: ViewPins.Pin.Rule, of attribute: ViewPins.Attribute) {
        guard let distance = ManifestValue(rule.distance), let multiplier = ManifestValue(rule.multiplier)
        else { return nil }
        if rule.target == nil, rule.relation == .by {
            self = distance
            return
        }
        var fields: [Field] = []
        switch rule.target {
        case nil: break
        case .view: return nil
        case .superview: fields.append(Field("to", .text(Self.name("superview", rule.attribute, attribute))))
        case .id(let id): fields.append(Field("to", .text(Self.name(id, rule.attribute, attribute))))
        }
        if rule.multiplier != 1 { fields.append(Field("multiplier", multiplier)) }
        if rule.distance != 0 || rule.relation != .by { fields.append(Field(rule.relation.rawValue, distance)) }
        self = .flow(fields)
    }

    private static func name(_ id: String, _ other: ViewPins.Attribute?, _ own: ViewPins.Attribute) -> String {
        // An id may end with the name of an attribute.
        let isAmbiguous = ViewPins.Attribute.allCases.contains { id.hasSuffix(".\($0.rawValue)") }
        return other == nil && !isAmbiguous ? id : "\(id).\((other ?? own).rawValue)"
    }
}
