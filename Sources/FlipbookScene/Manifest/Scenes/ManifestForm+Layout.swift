import FlipbookCore

extension ManifestForm where Value == AutoresizingMask {
    /// A list of what is flexible, by UIKit's names.
    static var autoresizingMask: Self {
        let names = AutoresizingMask.named.map(\.name)
        return .init(
            schema: #""type": "array", "items": {"enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]}"#,
            words: "a list of " + names.map { "`\($0)`" }.joined(separator: ", "),
            example: "[flexibleWidth]",
            read: { decoder, node, path in
                guard case .list(let items) = node.content else {
                    decoder.fault(node, path, expected: "a list such as [flexibleWidth, flexibleTopMargin]")
                    return nil
                }
                var mask: AutoresizingMask = []
                for (index, item) in items.enumerated() {
                    guard let part = decoder.word(item, "\(path)[\(index)]", AutoresizingMask.named) else { return nil }
                    mask.insert(part)
                }
                return mask
            },
            write: { mask in
                .sequence(AutoresizingMask.named.filter { mask.contains($0.value) }.map { .text($0.name) })
            }
        )
    }
}

extension AutoresizingMask {
    /// The parts by UIKit's names, as manifests write them.
    package static let named: [(name: String, value: AutoresizingMask)] = [
        ("flexibleLeftMargin", .flexibleLeftMargin), ("flexibleWidth", .flexibleWidth),
        ("flexibleRightMargin", .flexibleRightMargin), ("flexibleTopMargin", .flexibleTopMargin),
        ("flexibleHeight", .flexibleHeight), ("flexibleBottomMargin", .flexibleBottomMargin),
    ]
}

/// A key of how a view's pictures take one another's places.
enum ManifestTransitionKey: String, CaseIterable, Sendable {
    case transition, duration, curve, direction, color

    /// The key of an animation that says the same.
    var key: ManifestAnimationKey {
        switch self {
        case .transition: .transition
        case .duration: .duration
        case .curve: .curve
        case .direction: .direction
        case .color: .color
        }
    }
}

extension ManifestForm where Value == TimedTransition {
    /// How pictures take one another's places, by the keys that an animation has for it.
    static var transition: Self {
        let names = TransitionName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let directions = Transition.Direction.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return .init(
            schema: #""type": "object", "additionalProperties": false, "required": ["transition", "duration"], "#
                + #""properties": {"transition": {"enum": [\#(names)]}, "#
                + #""duration": {\#(ManifestForm<RationalTime>.cycleDuration.schema)}, "#
                + #""curve": {\#(ManifestForm<AnimationCurve>.curve.schema)}, "#
                + #""direction": {"enum": [\#(directions)]}, "color": {\#(ManifestForm<Color>.color.schema)}}"#,
            words: "`transition` and `duration`, and `curve`, `direction` and `color`",
            example: "{transition: dissolve, duration: 0.5}",
            read: { decoder, node, path in
                let example = "transition: dissolve"
                guard let values = decoder.mapping(node, path, keys: ManifestTransitionKey.self, example: example)
                else { return nil }
                guard let name = values[.transition] else {
                    decoder.fault(node.position, path, "the key transition is missing: dissolve, fade, wipe or another")
                    return nil
                }
                let keys = Dictionary(uniqueKeysWithValues: values.map { ($0.key.key, $0.value) })
                return decoder.timedTransition(name, keys, path)
            },
            write: { timed in
                let curve = timed.curve == .linear ? [] : [ManifestValue.Field("curve", ManifestValue(timed.curve))]
                return .flow(ManifestValue.fields(of: timed.transition, lasting: timed.duration) + curve)
            }
        )
    }
}
