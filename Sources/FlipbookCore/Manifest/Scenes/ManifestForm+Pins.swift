/// A key of what holds a view.
enum ManifestPinKey: String, CaseIterable, Sendable {
    case leading, trailing, top, bottom, centerX, centerY, width, height

    /// The field that it sets.
    var field: WritableKeyPath<ViewPins, Double?> {
        switch self {
        case .leading: \.leading
        case .trailing: \.trailing
        case .top: \.top
        case .bottom: \.bottom
        case .centerX: \.centerX
        case .centerY: \.centerY
        case .width: \.width
        case .height: \.height
        }
    }
}

extension ManifestForm where Value == ViewPins {
    /// What holds a view in its superview.
    static var pins: Self {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        let members = ManifestPinKey.allCases.map { "\"\($0.rawValue)\": \(number)" }.joined(separator: ", ")
        return .init(
            schema: #""type": "object", "additionalProperties": false, "properties": {\#(members)}"#,
            words: "numbers in points under leading, trailing, top, bottom, centerX, centerY, width and height",
            example: "{leading: 8, top: 8}",
            read: { $0.pins($1, $2) },
            write: { pins in
                let given = ManifestPinKey.allCases.compactMap { key in
                    pins[keyPath: key.field].flatMap { ManifestValue($0) }.map { ManifestValue.Field(key.rawValue, $0) }
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
            let isLength = key == .width || key == .height
            pins[keyPath: key.field] = number(value, "\(path).\(key.rawValue)", in: (isLength ? 0 : -most)...most)
        }
        let axes: [[ManifestPinKey]] = [[.leading, .trailing, .centerX, .width], [.top, .bottom, .centerY, .height]]
        for axis in axes {
            let given = axis.filter { values[$0] != nil }
            let hasMiddle = given.contains(axis[2]) && (given.contains(axis[0]) || given.contains(axis[1]))
            guard given.count > 2 || hasMiddle else { continue }
            let names = given.map(\.rawValue).joined(separator: ", ")
            fault(node.position, path, "\(names) say more than one place and one length; remove one")
            return nil
        }
        return pins
    }
}
