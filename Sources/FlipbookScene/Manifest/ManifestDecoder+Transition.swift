package import FlipbookCore

package enum TransitionName: String, CaseIterable, Sendable {
    case dissolve, fade, dip, wipe, push, slide, flipFromLeft, flipFromRight, flipFromTop, flipFromBottom

    var hasDirection: Bool { [.wipe, .push, .slide].contains(self) }

    package func transition(_ direction: Transition.Direction, _ color: Color) -> Transition {
        switch self {
        case .dissolve: .dissolve
        case .fade: .fade
        case .dip: .dip(to: color)
        case .wipe: .wipe(direction)
        case .push: .push(direction)
        case .slide: .slide(direction)
        case .flipFromLeft: .flipFromLeft
        case .flipFromRight: .flipFromRight
        case .flipFromTop: .flipFromTop
        case .flipFromBottom: .flipFromBottom
        }
    }
}

extension Transition {
    package var parts: (name: TransitionName, direction: Direction?, color: Color?) {
        let (direction, color): (Direction?, Color?) =
            switch self {
            case .wipe(let direction), .push(let direction), .slide(let direction): (direction, nil)
            case .dip(let color): (nil, color)
            default: (nil, nil)
            }
        let name = TransitionName.allCases.first { $0.transition(direction ?? .left, color ?? .black) == self }
        return (name ?? .dissolve, direction, color)
    }
}

extension ManifestForm where Value == TimedTransition {
    static var transition: Self {
        .init(
            schema: #""type": "object", "additionalProperties": false, "required": ["transition", "duration"], "#
                + #""properties": {"transition": {"enum": [\#(TransitionName.allCases.map(\.rawValue).inSchema)]}, "#
                + #""duration": {\#(ManifestForm<RationalTime>.cycleDuration.schema)}, "#
                + #""curve": {\#(ManifestForm<AnimationCurve>.curve.schema)}, "#
                + #""direction": {"enum": [\#(Transition.Direction.allCases.map(\.rawValue).inSchema)]}, "#
                + #""color": {\#(ManifestForm<Color>.color.schema)}}"#,
            read: { decoder in
                let names = ["transition"] + ManifestDecoder.transitionKeys
                guard let values = decoder.mapping(names: names, example: "transition: dissolve") else { return nil }
                let name = decoder.needed("transition", in: values, "the type, such as dissolve, fade or wipe")
                return name.flatMap { _ in decoder.timedTransition(values) }
            },
            write: { .flow(ManifestValue.fields(of: $0)) },
            parse: TimedTransition.init(parsing:)
        )
    }
}

extension TimedTransition {
    /// Parses a transition in an option: its name, its duration in seconds, and its direction or color, separated by commas.
    fileprivate init(parsing text: String) throws(ParsingError) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let names = TransitionName.allCases.map(\.rawValue).joined(separator: ", ")
        let advice = "Use one of \(names). Seconds and a direction or color can follow, as in push,0.5,up."
        let fault = ParsingError(text, "property.text", "is not a transition. \(advice)")
        guard let name = TransitionName(rawValue: words[0]), words.count <= 3 else { throw fault }
        var (duration, direction, color) = (RationalTime(1, 2), Transition.Direction.left, Color.black)
        if words.count > 1 { duration = (try? RationalTime(parsing: words[1])) ?? .zero }
        if words.count == 3, name == .dip {
            color = try Color(parsing: words[2])
        } else if words.count == 3 {
            guard name.hasDirection, let known = Transition.Direction(rawValue: words[2]) else { throw fault }
            direction = known
        }
        guard duration > .zero else { throw fault }
        self.init(name.transition(direction, color), duration: duration)
    }
}
