import FlipbookCore

extension ManifestForm where Value: OptionSet, Value.Element == Value {
    /// A list of the names of what a set holds.
    /// - Parameter list: Puts the names together, as they are written.
    static func names(
        _ named: [(name: String, value: Value)],
        example: String,
        expected: String,
        written list: @escaping @Sendable ([ManifestValue]) -> ManifestValue
    ) -> Self {
        let names = named.map(\.name)
        return .init(
            schema: #""type": "array", "items": {"enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]}"#,
            words: "a list of " + names.map { "`\($0)`" }.joined(separator: ", "),
            example: example,
            read: { decoder, node, path in
                guard case .list = node.content else {
                    decoder.fault(node, path, expected: expected)
                    return nil
                }
                var set: Value = []
                for item in decoder.list(node, path, expected: expected) {
                    guard let part = decoder.word(item.node, item.path, named) else { return nil }
                    set.insert(part)
                }
                return set
            },
            write: { set in list(named.filter { set.contains($0.value) }.map { .text($0.name) }) }
        )
    }
}

extension ManifestForm where Value == AutoresizingMask {
    /// A list of what is flexible, by UIKit's names.
    static var autoresizingMask: Self {
        let expected = "a list such as [flexibleWidth, flexibleTopMargin]"
        return names(AutoresizingMask.named, example: "[flexibleWidth]", expected: expected) { .sequence($0) }
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
                let names = ["transition"] + ManifestDecoder.transitionKeys
                guard let values = decoder.mapping(node, path, names: names, example: example) else { return nil }
                guard let name = values["transition"] else {
                    decoder.fault(node.position, path, "the key transition is missing: dissolve, fade, wipe or another")
                    return nil
                }
                return decoder.timedTransition(name, values, path)
            },
            write: { timed in
                let curve = timed.curve == .linear ? [] : [ManifestValue.Field("curve", ManifestValue(timed.curve))]
                return .flow(ManifestValue.fields(of: timed.transition, lasting: timed.duration) + curve)
            }
        )
    }
}
