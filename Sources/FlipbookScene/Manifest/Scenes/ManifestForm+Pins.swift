import FlipbookCore

extension ViewPins {
    /// The keys of pins, in the order in which they are written.
    static let fields: [ManifestField<ViewPins>] = [
        .init("leading", \.leading, .coordinate), .init("trailing", \.trailing, .coordinate),
        .init("top", \.top, .coordinate), .init("bottom", \.bottom, .coordinate),
        .init("centerX", \.centerX, .coordinate), .init("centerY", \.centerY, .coordinate),
        .init("width", \.width, .extent), .init("height", \.height, .extent),
        .init("fit", \.fit, .word(\.rawValue, noun: "a fit")), .init("margins", \.margins, .margins, default: .zero),
        .init("safeArea", \.isInSafeArea, .flag, default: false),
    ]
}

extension ManifestForm where Value == Double {
    /// A place in points.
    static var coordinate: Self { coordinate(from: -SequenceManifest.largestCoordinate) }

    /// A width or a height in points.
    static var extent: Self { coordinate(from: 0) }

    private static func coordinate(from least: Double) -> Self {
        .init(
            schema: ##""$ref": "#/$defs/coordinate""##,
            words: "a number",
            example: "8",
            read: { $0.number($1, $2, in: least...SequenceManifest.largestCoordinate) },
            write: { ManifestValue($0) }
        )
    }
}

extension ManifestForm where Value == EdgeInsets {
    /// One distance from all edges, or four.
    fileprivate static var margins: Self {
        .init(
            schema: ##""anyOf": [{"$ref": "#/$defs/inset"}, {\##(insets.schema)}]"##,
            words: insets.words,
            example: insets.example,
            read: { decoder, node, path in
                guard node.decimal != nil else { return decoder.insets(node, path) }
                let range = 0...Double(SequenceManifest.largestSide)
                return decoder.number(node, path, in: range).map { EdgeInsets(all: $0) }
            },
            write: insets.write
        )
    }
}

extension ManifestForm where Value == ViewPins {
    /// What holds a view in its superview.
    static var pins: Self {
        let members = ViewPins.fields.map { "\"\($0.key)\": {\($0.schemaMembers)}" }.joined(separator: ", ")
        return .init(
            schema: #""type": "object", "additionalProperties": false, "properties": {\#(members)}"#,
            words:
                "numbers in points under leading, trailing, top, bottom, centerX, centerY, width and height; or fit, "
                + "margins and safeArea",
            example: "{leading: 8, top: 8}",
            read: { $0.pins($1, $2) },
            write: { $0 == ViewPins() ? nil : ManifestValue(ViewPins.fields, of: $0) }
        )
    }
}

extension ManifestDecoder {
    /// What holds a view; too much of one axis is a mistake.
    fileprivate mutating func pins(_ node: ManifestNode, _ path: String) -> ViewPins? {
        var pins = ViewPins()
        guard let values = read(ViewPins.fields, of: node, path, into: &pins, example: "leading: 8") else { return nil }
        let axes: [(ViewPins.Fit, [String])] = [
            (.width, ["leading", "trailing", "centerX", "width"]), (.height, ["top", "bottom", "centerY", "height"]),
        ]
        for (fit, axis) in axes {
            let given = axis.filter { values[$0] != nil }
            if let other = given.first, pins.fit == fit || pins.fit == .both {
                let fact = "the key fit says already where that side of the view begins and ends"
                fault(node.position, path, "\(fact); remove \(other), or fit")
                return nil
            }
            let hasMiddle = given.contains(axis[2]) && (given.contains(axis[0]) || given.contains(axis[1]))
            guard given.count > 2 || hasMiddle else { continue }
            let names = given.joined(separator: ", ")
            fault(node.position, path, "\(names) say more than one place and one length; remove one")
            return nil
        }
        return pins
    }
}
