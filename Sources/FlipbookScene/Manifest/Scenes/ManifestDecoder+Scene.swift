import FlipbookCore

extension SequenceManifest {
    /// The most views in one list.
    public static let largestViewCount = 1000
    /// The most animations.
    public static let largestAnimationCount = 10_000
    /// The greatest depth of views.
    public static let largestViewDepth = 16
    /// The largest number of a place or a size, in points.
    public static let largestCoordinate = 1_000_000.0
}

extension ManifestDecoder {
    /// A list of views.
    mutating func views(_ node: ManifestNode, _ path: String) -> [ManifestView]? {
        let expected = "a list of views, each with keys such as image and frame"
        let items = items(node, path, atMost: SequenceManifest.largestViewCount, "views", expected: expected)
        guard let items else { return nil }
        // Each level has its list's brackets in the path.
        guard path.utf8.count(where: { $0 == UInt8(ascii: "[") }) < SequenceManifest.largestViewDepth else {
            fault(node.position, path, "views lie more than \(SequenceManifest.largestViewDepth) deep")
            return nil
        }
        return items.compactMap { view($0.node, $0.path) }
    }

    private mutating func view(_ node: ManifestNode, _ path: String) -> ManifestView? {
        var view = ManifestView()
        let values = read(ManifestView.fields, of: node, path, into: &view, example: "image: label.png")
        guard let values else { return nil }
        if view.timeline != nil, let images = values["animationImages"] {
            let place = "\(path).animationImages"
            fault(images.position, place, "there is a timeline, which says already which frames are shown; remove one")
        }
        if view.text != nil, view.hasPictures {
            fault(node.position, path, "a view shows a picture or a text; put the text into a view within")
        }
        return view
    }

    /// What happens to views.
    mutating func animations(_ node: ManifestNode, _ path: String) -> [ManifestAnimation]? {
        let expected = "a list of changes, each with keys such as view, property, from and to"
        let most = SequenceManifest.largestAnimationCount
        let items = items(node, path, atMost: most, "animations", expected: expected)
        return items?.compactMap { animation($0.node, $0.path) }
    }

    /// The names of what changes that is no property of a layer.
    static let events = ["image", "isHighlighted", "startAnimating", "stopAnimating"]

    private mutating func animation(_ node: ManifestNode, _ path: String) -> ManifestAnimation? {
        let example = "property: alpha"
        guard let values = mapping(node, path, names: Self.animationKeys, example: example) else { return nil }
        let names = AnimatableProperty.allCases.map(\.rawValue) + Self.events
        guard let property = values["property"] else {
            fault(node.position, path, "the key property is missing: what changes, such as alpha, center or transform")
            return nil
        }
        guard let name = word(property, "\(path).property", names.map { ($0, $0) }) else { return nil }
        let view = values["view"].flatMap { text($0, "\(path).view", expected: "the id of a view") }
        let delay = values["delay"].flatMap { duration($0, "\(path).delay", zeroIsAllowed: true) } ?? .zero
        let gesture = values["trigger"].flatMap { trigger($0, "\(path).trigger") }
        let change =
            AnimatableProperty(rawValue: name).map { track(of: $0, node, values, path) }
            ?? event(name, node, values, path)
        guard let change else { return nil }
        var animation = ManifestAnimation(view: view, change, at: delay, after: gesture)
        if let name = values["transition"] {
            guard let timed = timedTransition(name, values, path) else { return nil }
            animation.transition = timed
        }
        return animation
    }

    /// A gesture on a view.
    private mutating func trigger(_ node: ManifestNode, _ path: String) -> GestureTrigger? {
        let example = "gesture: tap"
        guard let values = mapping(node, path, names: ["view", "gesture"], example: example) else { return nil }
        guard let value = values["gesture"] else {
            fault(node.position, path, "the key gesture is missing: tap, longPress or pan")
            return nil
        }
        let gestures = Gesture.allCases.map { ($0.rawValue, $0) }
        guard let gesture = word(value, "\(path).gesture", gestures) else { return nil }
        let view = values["view"].flatMap { text($0, "\(path).view", expected: "the id of a view") }
        return GestureTrigger(view: view, gesture)
    }

    /// The keys of an animation, in the order of the schema.
    private static let animationKeys = ManifestRow.animationRows.map(\.key)
    /// The keys that say how a transition runs.
    static let transitionKeys = ["duration", "curve", "direction", "color"]

    /// The transition between the pictures before and after a change.
    mutating func timedTransition(
        _ name: ManifestNode,
        _ values: [String: ManifestNode],
        _ path: String
    ) -> TimedTransition? {
        guard let transition = transition(name, values["direction"], values["color"], path) else { return nil }
        guard let length = values["duration"] else {
            fault(name.position, path, "the key duration is missing: how many seconds the transition lasts")
            return nil
        }
        guard let duration = duration(length, "\(path).duration", zeroIsAllowed: false) else { return nil }
        var timed = TimedTransition(transition, duration: duration)
        if let value = values["curve"] {
            guard let curve = curve(value, "\(path).curve") else { return nil }
            timed.curve = curve
        }
        return timed
    }

    /// A change that happens at once, or by a transition.
    private mutating func event(
        _ name: String,
        _ node: ManifestNode,
        _ values: [String: ManifestNode],
        _ path: String
    ) -> ManifestAnimation.Change? {
        var wanted: Set = ["view", "property", "delay", "trigger"]
        if !name.hasSuffix("Animating") { wanted.insert("to") }
        if values["transition"] != nil { wanted.formUnion(Self.transitionKeys + ["transition"]) }
        for key in Self.animationKeys where !wanted.contains(key) {
            guard let value = values[key] else { continue }
            let advice =
                Self.transitionKeys.contains(key) && values["transition"] == nil
                ? "remove this key, or add transition: dissolve" : "remove this key"
            fault(value.position, "\(path).\(key)", "\(name) happens at once, at delay; \(advice)")
            return nil
        }
        switch name {
        case "startAnimating": return .startAnimating
        case "stopAnimating": return .stopAnimating
        default: break
        }
        guard let to = values["to"] else {
            fault(node.position, path, "the key to is missing: what \(name) becomes")
            return nil
        }
        guard name == "image" else { return flag(to, "\(path).to").map { .isHighlighted($0) } }
        if to.kind == .null { return .image(nil) }
        return self.path(to, "\(path).to", expected: "a file's name, or null for no picture")
            .map { .image(FilePath($0)) }
    }

    private mutating func track(
        of property: AnimatableProperty,
        _ node: ManifestNode,
        _ values: [String: ManifestNode],
        _ path: String
    ) -> ManifestAnimation.Change? {
        for key in ["transition", "direction", "color"] {
            guard let value = values[key] else { continue }
            let advice = "only a change of pictures has one. Remove this key; duration says how long it takes"
            fault(value.position, "\(path).\(key)", "\(property.rawValue) has no transition: \(advice)")
            return nil
        }
        guard let to = values["to"] else {
            fault(node.position, path, "the key to is missing: what \(property.rawValue) becomes")
            return nil
        }
        guard let end = property.read(to, "\(path).to", with: &self) else { return nil }
        var track = Track(property, to: end)
        if let from = values["from"] {
            guard let start = property.read(from, "\(path).from", with: &self) else { return nil }
            track.from = start
        }
        read(Track.fields, from: values, path, into: &track)
        if property.jumps, track.duration > .zero, let value = values["duration"] {
            fault(value.position, "\(path).duration", "\(property.rawValue) jumps, at delay; remove this key")
            return nil
        }
        return .track(track)
    }

    /// The parts that a view is turned, resized and moved by.
    mutating func transform(_ node: ManifestNode, _ path: String) -> TransformParts? {
        if case .list(let items) = node.content, items.count == 6 {
            guard let map = numbers(node, path, ["a", "b", "c", "d", "tx", "ty"]) else { return nil }
            return TransformParts(Transform(a: map[0], b: map[1], c: map[2], d: map[3], tx: map[4], ty: map[5]))
        }
        guard case .mapping = node.content else {
            fault(node, path, expected: "the keys rotate, scale, translate or shear, or the six numbers of a matrix")
            return nil
        }
        var parts = TransformParts()
        let count = faults.count
        _ = read(TransformParts.fields, of: node, path, into: &parts)
        return faults.count == count ? parts : nil
    }

    /// A curve's name, its numbers, or a spring.
    mutating func curve(_ node: ManifestNode, _ path: String) -> AnimationCurve? {
        switch node.content {
        case .list(let items) where items.count == 4:
            guard let numbers = numbers(node, path, ["x1", "y1", "x2", "y2"]) else { return nil }
            guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
                fault(node.position, path, "the first and the third number of a curve are from 0 to 1")
                return nil
            }
            return .cubic(numbers[0], numbers[1], numbers[2], numbers[3])
        case .mapping:
            guard let values = mapping(node, path, names: ["damping", "initialVelocity"]) else { return nil }
            guard let value = values["damping"] else {
                fault(node.position, path, "the key damping is missing: 1 does not swing, less does")
                return nil
            }
            guard let damping = number(value, "\(path).damping", in: 0...100) else { return nil }
            var velocity: Double? = 0
            if let value = values["initialVelocity"] {
                velocity = ManifestForm<Double>.coordinate.read(&self, value, "\(path).initialVelocity")
            }
            return velocity.map { .spring(damping: damping, initialVelocity: $0) }
        default: return word(node, path, AnimationCurve.named, or: ["[0.4, 0, 0.2, 1]", "{damping: 0.5}"])
        }
    }
}

extension Track {
    /// The keys of how a change proceeds, in the order in which they are written.
    static let fields: [ManifestField<Track>] = [
        .init("duration", \.duration, .cycleDuration, default: .zero),
        .init("curve", \.curve, .curve, default: .easeInOut),
        .init("repeatCount", \.repeatCount, .repeatCount, default: 1),
        .init("autoreverses", \.autoreverses, .flag, default: false),
        .init("beginsFromCurrentState", \.beginsFromCurrentState, .flag, default: false),
    ]
}

extension TransformParts {
    /// The keys of a transform, in the order in which they are written.
    static let fields: [ManifestField<TransformParts>] = [
        .init("rotate", \.rotation, .coordinate, default: 0), .init("shear", \.shear, .coordinate, default: 0),
        .init("scale", \.scale, .factors, default: Point(x: 1, y: 1)),
        .init("translate", \.translation, .point, default: .zero),
    ]
}
