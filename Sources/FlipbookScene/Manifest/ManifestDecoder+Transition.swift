package import FlipbookCore

/// The names of transitions, with what is asked for besides.
package enum TransitionName: String, CaseIterable, Sendable {
    case dissolve, fade, dip, wipe, push, slide

    /// The transition of that name.
    package func transition(_ direction: Transition.Direction, _ color: Color) -> Transition {
        switch self {
        case .dissolve: .dissolve
        case .fade: .fade
        case .dip: .dip(to: color)
        case .wipe: .wipe(direction)
        case .push: .push(direction)
        case .slide: .slide(direction)
        }
    }

    /// Whether it has a direction.
    var hasDirection: Bool { [.wipe, .push, .slide].contains(self) }
}

extension Transition {
    /// The name without direction and colour, and these.
    package var parts: (name: TransitionName, direction: Direction?, color: Color?) {
        switch self {
        case .dissolve: (.dissolve, nil, nil)
        case .fade: (.fade, nil, nil)
        case .dip(let color): (.dip, nil, color)
        case .wipe(let direction): (.wipe, direction, nil)
        case .push(let direction): (.push, direction, nil)
        case .slide(let direction): (.slide, direction, nil)
        }
    }
}

extension ManifestDecoder {
    /// A transition's name with what belongs to it: the direction of one that moves, the colour of a dip.
    mutating func transition(
        _ node: ManifestNode,
        _ direction: ManifestNode?,
        _ color: ManifestNode?,
        _ path: String
    ) -> Transition? {
        let names = TransitionName.allCases.map { (name: $0.rawValue, value: $0) }
        guard let name = word(node, "\(path).transition", names) else { return nil }
        var (way, shade) = (Transition.Direction.left, Color.black)
        if let direction {
            guard name.hasDirection else {
                isMeaningless(direction, "\(path).direction", name, "wipe, push and slide have")
                return nil
            }
            let words = Transition.Direction.allCases.map { (name: $0.rawValue, value: $0) }
            guard let read = word(direction, "\(path).direction", words) else { return nil }
            way = read
        }
        if let color {
            guard name == .dip else {
                isMeaningless(color, "\(path).color", name, "only dip has")
                return nil
            }
            guard let read = ManifestForm<Color>.color.read(&self, color, "\(path).color") else { return nil }
            shade = read
        }
        return name.transition(way, shade)
    }

    private mutating func isMeaningless(_ node: ManifestNode, _ path: String, _ name: TransitionName, _ holder: String)
    {
        fault(node.position, path, "a \(name.rawValue) has none; \(holder) one. Remove the key.")
    }
}

extension ManifestValue {
    /// The fields of a transition and of the time that it takes.
    static func fields(of transition: Transition, lasting duration: RationalTime) -> [Field] {
        let (name, direction, color) = transition.parts
        var fields = [Field("transition", .text(name.rawValue)), Field("duration", ManifestValue(duration))]
        if let direction { fields.append(Field("direction", .text(direction.rawValue))) }
        if let color { fields.append(Field("color", .text(color.description))) }
        return fields
    }
}
