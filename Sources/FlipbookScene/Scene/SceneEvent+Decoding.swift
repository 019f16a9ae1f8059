package import FlipbookCore

extension [SceneEvent] {
    /// Decodes events, sorted by time.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        let decoder = ManifestDecoder(node)
        let expected = "a list of events such as {\"tap\": \"button\", \"at\": 0.5}"
        let items = decoder.items(atMost: SceneEvent.largestCount, "events", expected: expected) ?? []
        self = items.compactMap { $0.event() }.sorted { $0.time < $1.time }
        try decoder.finish(file)
    }
}

extension ManifestDecoder {
    fileprivate func event() -> SceneEvent? {
        let names = Gesture.allCases.map(\.rawValue) + ["by", "at", "duration"]
        guard let values = mapping(names: names, example: "tap: button") else { return nil }
        let given = Gesture.allCases.compactMap { gesture in values[gesture.rawValue].map { (gesture, $0) } }
        guard let (gesture, value) = given.first, given.count == 1 else {
            let names = Gesture.allCases.map(\.rawValue).listed(by: "or")
            return refuse("an event requires exactly one of the keys \(names)")
        }
        let id = value.node.numberOrText.map { SceneEvent.Place.view($0) }
        guard let place = id ?? ManifestForm.point.read(value).map({ .point($0) }),
            let at = needed("at", in: values, "the time of the touch, in seconds"),
            let time = at.duration(zeroIsAllowed: true)
        else { return nil }
        var event = SceneEvent(gesture, at: place, time: time)
        event.duration = values["duration"]?.duration(zeroIsAllowed: true) ?? event.duration
        func by(_ meaning: String) -> ManifestDecoder? { needed("by", in: values, meaning) }
        switch gesture {
        case .pan:
            event.translation = by("the movement in points, such as [40, 0]").flatMap(ManifestForm.point.read) ?? .zero
        case .pinch: event.scale = by("the scale factor, such as 2")?.number(in: 0.01...100) ?? 1
        case .rotation: event.rotation = by("the angle in degrees, such as 90")?.number(in: -36_000...36_000) ?? 0
        case .tap, .longPress, .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
            values["by"]?.fault("only pans, pinches and rotations have this key; remove it")
        }
        return event
    }
}
