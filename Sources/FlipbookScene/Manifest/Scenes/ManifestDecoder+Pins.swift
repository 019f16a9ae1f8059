import FlipbookCore

extension ManifestDecoder {
    /// The pin of an attribute: a number, a mapping, or a list of pins.
    fileprivate func pin(of attribute: ViewPins.Attribute) -> ViewPins.Pin? {
        switch node.content {
        case .mapping: return faultless { rules(of: attribute).map { ViewPins.Pin(rules: $0) } }
        case .list:
            return faultless {
                let pins = list(expected: "a list of pins").compactMap { $0.pin(of: attribute) }
                return ViewPins.Pin(rules: pins.flatMap(\.rules))
            }
        default:
            let form: ManifestForm<Double> = attribute.isLength ? .extent : .coordinate
            return form.read(self).map { ViewPins.Pin($0) }
        }
    }

    private func rules(of attribute: ViewPins.Attribute) -> [ViewPins.Pin.Rule]? {
        let relations = ViewPins.Pin.Relation.allCases
        let names = ["to", "multiplier"] + relations.map(\.rawValue)
        guard let values = mapping(names: names, example: "to: icon.trailing") else { return nil }
        var rule = ViewPins.Pin.Rule()
        if let named = values["to"]?.text(expected: "a view and its edge, such as icon.trailing") {
            let parts = named.split(separator: ".", omittingEmptySubsequences: false)
            let other = parts.count > 1 ? parts.last.flatMap { ViewPins.Attribute(rawValue: String($0)) } : nil
            let id = other == nil ? named : parts.dropLast().joined(separator: ".")
            rule.target = id == "superview" ? .superview : .id(id)
            rule.attribute = other == attribute ? nil : other
        } else if let multiplier = values["multiplier"] {
            return multiplier.refuse("there is nothing to multiply; add to: icon.width, or remove this key")
        }
        if let multiplier = values["multiplier"] {
            rule.multiplier = ManifestForm<Double>.coordinate.read(multiplier) ?? 1
        }
        let distances = relations.compactMap { relation in values[relation.rawValue].map { (relation, $0) } }
        if distances.count > 1, distances[0].0 == .by {
            let advice = "give \(distances[1].0.rawValue) its own pin: [{by: 8}, {\(distances[1].0.rawValue): 9}]"
            return refuse("the key 'by' already sets the distance; \(advice)")
        }
        guard !distances.isEmpty || rule.target != nil
        else { return refuse("one of the keys \(names.listed(by: "or")) is required") }
        guard !distances.isEmpty else { return [rule] }
        return distances.map { relation, value in
            changing(rule) { ($0.relation, $0.distance) = (relation, ManifestForm<Double>.coordinate.read(value) ?? 0) }
        }
    }

    /// Checks a list of views, and reports pins that contradict each other at every size.
    func checkPins(of views: [ManifestView]) {
        let items = list(expected: "a list of views")
        guard items.count == views.count, views.contains(where: { $0.pins != nil }) else { return }
        let room = Rect(x: 0, y: 0, width: 1000, height: 1000)
        let layout = views.layout(in: room, .leftToRight) { _ in (Size(width: 100, height: 100), .zero) }
        for fault in layout.faults where fault.isCertain { items[fault.item]["pins"]?.fault("\(fault.sentence)") }
    }

    fileprivate func ratio() -> Double? {
        let parts = (node.numberOrText ?? "").split(separator: "/", omittingEmptySubsequences: false)
            .map { Double($0) ?? 0 }
        let ratio = parts.count == 2 ? parts[0] / parts[1] : parts.count == 1 ? parts[0] : 0
        guard ratio > 0, ratio <= SequenceManifest.largestCoordinate
        else { return refuse(expected: "the width divided by the height, such as 1.5 or 16/9") }
        return ratio
    }
}

extension ViewPins {
    static let fields: [ManifestField<ViewPins>] =
        Attribute.allCases.map { .init($0.rawValue, \.[$0], .pin(of: $0)) } + [
            .init("aspectRatio", \.aspectRatio, .aspectRatio),
            .init("fit", \.fit, .word(\.rawValue, noun: "a fit")),
            .init("margins", \.margins, .margins, default: .zero),
            .init("safeArea", \.isInSafeArea, .flag, default: false),
        ]
}

extension ManifestForm {
    static var pins: ManifestForm<ViewPins> {
        let members = ViewPins.fields.map { "\"\($0.key)\": {\($0.schemaMembers)}" }.joined(separator: ", ")
        return .init(
            schema: #""type": "object", "additionalProperties": false, "properties": {\#(members)}"#,
            read: { decoder in
                var pins = ViewPins()
                return decoder.read(ViewPins.fields, into: &pins, example: "leading: 8").map { _ in pins }
            },
            write: { $0 == ViewPins() ? nil : ManifestValue(ViewPins.fields, of: $0) }
        )
    }

    fileprivate static func pin(of attribute: ViewPins.Attribute) -> ManifestForm<ViewPins.Pin> {
        .init(
            schema: ##""$ref": "#/$defs/pin""##,
            read: { $0.pin(of: attribute) },
            write: { pin in
                let rules = pin.rules.compactMap { ManifestValue($0, of: attribute) }
                guard rules.count == pin.rules.count else { return nil }
                return rules.count == 1 ? rules[0] : .sequence(rules)
            }
        )
    }

    fileprivate static var aspectRatio: ManifestForm<Double> {
        .init(
            schema: #""oneOf": [{"type": "number", "exclusiveMinimum": 0}, "#
                + #"{"type": "string", "pattern": "^[0-9.]+/[0-9.]+$"}]"#,
            read: { $0.ratio() },
            write: { ManifestValue($0) }
        )
    }
}
