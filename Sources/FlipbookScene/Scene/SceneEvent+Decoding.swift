package import FlipbookCore

extension [SceneEvent] {
    /// The events that a tree of values means, in the order of their times.
    /// - Parameter file: where the tree was read from, for messages.
    /// - Throws: `ManifestError` with every mistake.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        var decoder = ManifestDecoder()
        self = decoder.events(node).sorted { $0.time < $1.time }
        if let faults = decoder.faultsInOrder { throw ManifestError(file: file, faults: faults) }
    }
}

extension ManifestDecoder {
    fileprivate mutating func events(_ node: ManifestNode) -> [SceneEvent] {
        let expected = "a list of events such as {\"tap\": \"button\", \"at\": 0.5}"
        let items = items(node, "", atMost: SceneEvent.largestCount, "events", expected: expected) ?? []
        return items.compactMap { event($0.node, $0.path) }
    }

    private mutating func event(_ node: ManifestNode, _ path: String) -> SceneEvent? {
        let names = Gesture.allCases.map(\.rawValue) + ["by", "at", "duration"]
        guard let values = mapping(node, path, names: names, example: "tap: button") else { return nil }
        let given = Gesture.allCases.compactMap { gesture in values[gesture.rawValue].map { (gesture, $0) } }
        guard let (gesture, value) = given.first, given.count == 1 else {
            fault(node.position, path, "an event has one of the keys tap, longPress and pan")
            return nil
        }
        guard let place = place(value, "\(path).\(gesture.rawValue)") else { return nil }
        guard let at = values["at"] else {
            fault(node.position, path, "the key at is missing: when the finger comes down, in seconds")
            return nil
        }
        guard let time = duration(at, "\(path).at", zeroIsAllowed: true) else { return nil }
        var event = SceneEvent(gesture, at: place, time: time)
        if let value = values["duration"] {
            event.duration = duration(value, "\(path).duration", zeroIsAllowed: true) ?? event.duration
        }
        if let value = values["by"] {
            guard gesture == .pan else {
                fault(value.position, "\(path).by", "a finger moves in a pan only; remove this key")
                return nil
            }
            event.translation = ManifestForm<Point>.point.read(&self, value, "\(path).by") ?? .zero
        } else if gesture == .pan {
            fault(node.position, path, "the key by is missing: how far the finger moves, in points, such as [40, 0]")
            return nil
        }
        return event
    }

    private mutating func place(_ node: ManifestNode, _ path: String) -> SceneEvent.Place? {
        if let id = node.numberOrText { return .view(id) }
        return numbers(node, path, ["x", "y"]).map { .point(Point(x: $0[0], y: $0[1])) }
    }
}
