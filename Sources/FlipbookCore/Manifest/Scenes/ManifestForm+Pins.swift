/// A key of what holds a view.
enum ManifestPinKey: String, CaseIterable, Sendable {
    case leading, trailing, top, bottom, centerX, centerY, width, height, fit, margins, safeArea

    /// The number that it sets; `nil` for one that is none.
    var field: WritableKeyPath<ViewPins, Double?>? {
        switch self {
        case .leading: \.leading
        case .trailing: \.trailing
        case .top: \.top
        case .bottom: \.bottom
        case .centerX: \.centerX
        case .centerY: \.centerY
        case .width: \.width
        case .height: \.height
        case .fit, .margins, .safeArea: nil
        }
    }
}

extension ManifestForm where Value == ViewPins {
    /// What holds a view in its superview.
    static var pins: Self {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        let fits = ViewPins.Fit.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let margin = ##"{"$ref": "#/$defs/inset"}"##
        let members = ManifestPinKey.allCases.map { key in
            let schema =
                switch key {
                case .fit: #"{"enum": [\#(fits)]}"#
                case .margins: #"{"anyOf": [\#(margin), {\#(ManifestForm<EdgeInsets>.insets.schema)}]}"#
                case .safeArea: #"{"type": "boolean"}"#
                default: number
                }
            return "\"\(key.rawValue)\": \(schema)"
        }
        .joined(separator: ", ")
        return .init(
            schema: #""type": "object", "additionalProperties": false, "properties": {\#(members)}"#,
            words:
                "numbers in points under leading, trailing, top, bottom, centerX, centerY, width and height; or fit, "
                + "margins and safeArea",
            example: "{leading: 8, top: 8}",
            read: { $0.pins($1, $2) },
            write: { pins in
                let given = ManifestPinKey.allCases.compactMap { key in
                    key.value(of: pins).map { ManifestValue.Field(key.rawValue, $0) }
                }
                return given.isEmpty ? nil : .flow(given)
            }
        )
    }
}

extension ManifestDecoder {
    /// What holds a view; too much of one axis is a mistake.
    fileprivate mutating func pins(_ node: ManifestNode, _ path: String) -> ViewPins? {
        guard let values = mapping(node, path, keys: ManifestPinKey.self, example: "leading: 8") else { return nil }
        let most = SequenceManifest.largestCoordinate
        var pins = ViewPins()
        for key in ManifestPinKey.allCases {
            guard let value = values[key] else { continue }
            let place = "\(path).\(key.rawValue)"
            let isLength = key == .width || key == .height
            switch key {
            case .fit: pins.fit = word(value, place, ViewPins.Fit.allCases.map { ($0.rawValue, $0) })
            case .margins: pins.margins = margins(value, place) ?? .zero
            case .safeArea: pins.isInSafeArea = flag(value, place) ?? false
            default:
                guard let field = key.field else { continue }
                pins[keyPath: field] = number(value, place, in: (isLength ? 0 : -most)...most)
            }
        }
        let axes: [(ViewPins.Fit, [ManifestPinKey])] = [
            (.width, [.leading, .trailing, .centerX, .width]), (.height, [.top, .bottom, .centerY, .height]),
        ]
        for (fit, axis) in axes {
            let given = axis.filter { values[$0] != nil }
            if let other = given.first, pins.fit == fit || pins.fit == .both {
                let fact = "the key fit says already where that side of the view begins and ends"
                fault(node.position, path, "\(fact); remove \(other.rawValue), or fit")
                return nil
            }
            let hasMiddle = given.contains(axis[2]) && (given.contains(axis[0]) || given.contains(axis[1]))
            guard given.count > 2 || hasMiddle else { continue }
            let names = given.map(\.rawValue).joined(separator: ", ")
            fault(node.position, path, "\(names) say more than one place and one length; remove one")
            return nil
        }
        return pins
    }

    /// One distance from all edges, or four.
    private mutating func margins(_ node: ManifestNode, _ path: String) -> EdgeInsets? {
        guard node.decimal != nil else { return insets(node, path) }
        return number(node, path, in: 0...Double(SequenceManifest.largestSide)).map { EdgeInsets(all: $0) }
    }
}

extension ManifestPinKey {
    /// What pins say under the key; `nil` for nothing.
    fileprivate func value(of pins: ViewPins) -> ManifestValue? {
        switch self {
        case .fit: pins.fit.map { .text($0.rawValue) }
        case .margins: pins.margins == .zero ? nil : ManifestForm<EdgeInsets>.insets.write(pins.margins)
        case .safeArea: pins.isInSafeArea ? .word("true") : nil
        default: field.flatMap { pins[keyPath: $0] }.flatMap { ManifestValue($0) }
        }
    }
}
