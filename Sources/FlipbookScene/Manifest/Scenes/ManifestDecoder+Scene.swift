import FlipbookCore

extension SequenceManifest {
    /// The most views in one list.
    public static let largestViewCount = 1000
    /// The most animations.
    public static let largestAnimationCount = 10_000
    /// How deep views may lie within others.
    public static let largestViewDepth = 16
    /// The largest number of a place or a size, in points.
    public static let largestCoordinate = 1_000_000.0
}

extension ManifestDecoder {
    private static var coordinates: ClosedRange<Double> {
        -SequenceManifest.largestCoordinate...SequenceManifest.largestCoordinate
    }

    /// A list of views.
    mutating func views(_ node: ManifestNode, _ path: String) -> [ManifestView]? {
        guard case .list(let items) = node.content else {
            fault(node, path, expected: "a list of views, each with keys such as image and frame")
            return nil
        }
        guard items.count <= SequenceManifest.largestViewCount else {
            fault(
                node.position,
                path,
                "there are \(items.count) views; the most are \(SequenceManifest.largestViewCount)"
            )
            return nil
        }
        // Each level has its list's brackets in the path.
        guard path.utf8.count(where: { $0 == UInt8(ascii: "[") }) < SequenceManifest.largestViewDepth else {
            fault(node.position, path, "views lie more than \(SequenceManifest.largestViewDepth) deep")
            return nil
        }
        return items.enumerated().compactMap { index, item in view(item, "\(path)[\(index)]") }
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
        guard case .list(let items) = node.content else {
            fault(node, path, expected: "a list of changes, each with keys such as view, property, from and to")
            return nil
        }
        guard items.count <= SequenceManifest.largestAnimationCount else {
            let most = SequenceManifest.largestAnimationCount
            fault(node.position, path, "there are \(items.count) animations; the most are \(most)")
            return nil
        }
        return items.enumerated().compactMap { index, item in animation(item, "\(path)[\(index)]") }
    }

    /// The names of what changes that is no property of a layer.
    static let events = ["image", "isHighlighted", "startAnimating", "stopAnimating"]

    private mutating func animation(_ node: ManifestNode, _ path: String) -> ManifestAnimation? {
        let example = "property: alpha"
        guard let values = mapping(node, path, keys: ManifestAnimationKey.self, example: example) else { return nil }
        let names = AnimatableProperty.allCases.map(\.rawValue) + Self.events
        guard let property = values[.property] else {
            fault(node.position, path, "the key property is missing: what changes, such as alpha, center or transform")
            return nil
        }
        guard let name = word(property, "\(path).property", names.map { ($0, $0) }) else { return nil }
        var view: String?
        if let value = values[.view] { view = text(value, "\(path).view", expected: "the id of a view") }
        var delay = RationalTime.zero
        if let value = values[.delay] { delay = duration(value, "\(path).delay", zeroIsAllowed: true) ?? .zero }
        var gesture: GestureTrigger?
        if let value = values[.trigger] { gesture = trigger(value, "\(path).trigger") }
        let change =
            AnimatableProperty(rawValue: name).map { track(of: $0, node, values, path) }
            ?? event(name, node, values, path)
        guard let change else { return nil }
        var animation = ManifestAnimation(view: view, change, at: delay, after: gesture)
        if let name = values[.transition] {
            guard let timed = timedTransition(name, values, path) else { return nil }
            animation.transition = timed
        }
        return animation
    }

    /// A gesture on a view.
    private mutating func trigger(_ node: ManifestNode, _ path: String) -> GestureTrigger? {
        let example = "gesture: tap"
        guard let values = mapping(node, path, keys: ManifestTriggerKey.self, example: example) else { return nil }
        guard let value = values[.gesture] else {
            fault(node.position, path, "the key gesture is missing: tap, longPress or pan")
            return nil
        }
        let gestures = Gesture.allCases.map { ($0.rawValue, $0) }
        guard let gesture = word(value, "\(path).gesture", gestures) else { return nil }
        var view: String?
        if let value = values[.view] { view = text(value, "\(path).view", expected: "the id of a view") }
        return GestureTrigger(view: view, gesture)
    }

    /// The keys that say how a transition runs.
    private static let transitionKeys: [ManifestAnimationKey] = [.duration, .curve, .direction, .color]

    /// How long and how the pictures before and after a change take turns.
    mutating func timedTransition(
        _ name: ManifestNode,
        _ values: [ManifestAnimationKey: ManifestNode],
        _ path: String
    ) -> TimedTransition? {
        guard let transition = transition(name, values[.direction], values[.color], path) else { return nil }
        guard let length = values[.duration] else {
            fault(name.position, path, "the key duration is missing: how many seconds the transition lasts")
            return nil
        }
        guard let duration = duration(length, "\(path).duration", zeroIsAllowed: false) else { return nil }
        var timed = TimedTransition(transition, duration: duration)
        if let value = values[.curve] {
            guard let curve = curve(value, "\(path).curve") else { return nil }
            timed.curve = curve
        }
        return timed
    }

    /// What happens at once, or by a transition.
    private mutating func event(
        _ name: String,
        _ node: ManifestNode,
        _ values: [ManifestAnimationKey: ManifestNode],
        _ path: String
    ) -> ManifestAnimation.Change? {
        var wanted: Set<ManifestAnimationKey> = [.view, .property, .delay, .trigger]
        if !name.hasSuffix("Animating") { wanted.insert(.to) }
        if values[.transition] != nil { wanted.formUnion([.transition, .duration, .curve, .direction, .color]) }
        for key in ManifestAnimationKey.allCases where !wanted.contains(key) {
            guard let value = values[key] else { continue }
            let advice =
                Self.transitionKeys.contains(key) && values[.transition] == nil
                ? "remove this key, or add transition: dissolve" : "remove this key"
            fault(value.position, "\(path).\(key.rawValue)", "\(name) happens at once, at delay; \(advice)")
            return nil
        }
        switch name {
        case "startAnimating": return .startAnimating
        case "stopAnimating": return .stopAnimating
        default: break
        }
        guard let to = values[.to] else {
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
        _ values: [ManifestAnimationKey: ManifestNode],
        _ path: String
    ) -> ManifestAnimation.Change? {
        for key in [ManifestAnimationKey.transition, .direction, .color] {
            guard let value = values[key] else { continue }
            let advice = "only a change of pictures has one. Remove this key; duration says how long it takes"
            fault(value.position, "\(path).\(key.rawValue)", "\(property.rawValue) has no transition: \(advice)")
            return nil
        }
        guard let to = values[.to] else {
            fault(node.position, path, "the key to is missing: what \(property.rawValue) becomes")
            return nil
        }
        guard let end = property.read(to, "\(path).to", with: &self) else { return nil }
        var track = Track(property, to: end)
        if let from = values[.from] {
            guard let start = property.read(from, "\(path).from", with: &self) else { return nil }
            track.from = start
        }
        if let value = values[.duration] {
            track.duration = duration(value, "\(path).duration", zeroIsAllowed: true) ?? .zero
            if property.jumps, track.duration > .zero {
                fault(value.position, "\(path).duration", "\(property.rawValue) jumps, at delay; remove this key")
                return nil
            }
        }
        if let value = values[.curve] { track.curve = curve(value, "\(path).curve") ?? track.curve }
        if let value = values[.repeatCount] {
            let range = 0...Double(SequenceManifest.largestRepeatCount)
            track.repeatCount = number(value, "\(path).repeatCount", in: range) ?? 1
        }
        if let value = values[.autoreverses] { track.autoreverses = flag(value, "\(path).autoreverses") ?? false }
        if let value = values[.beginsFromCurrentState] {
            track.beginsFromCurrentState = flag(value, "\(path).beginsFromCurrentState") ?? false
        }
        return .track(track)
    }

    /// Numbers under keys, or in their order.
    mutating func numbers(_ node: ManifestNode, _ path: String, _ keys: [String]) -> [Double]? {
        switch node.content {
        case .list(let items) where items.count == keys.count:
            let numbers = items.enumerated().map { index, item in
                number(item, "\(path)[\(index)]", in: Self.coordinates)
            }
            return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
        case .mapping:
            var numbers: [String: Double] = [:]
            for entry in names(node, path, example: "\(keys[0]): 10") {
                guard keys.contains(entry.key) else {
                    let advice = "the keys here are \(keys.joined(separator: ", "))"
                    fault(entry.position, "\(path).\(entry.key)", "there is no such key; \(advice)")
                    return nil
                }
                guard let value = number(entry.value, "\(path).\(entry.key)", in: Self.coordinates) else { return nil }
                numbers[entry.key] = value
            }
            if let missing = keys.first(where: { numbers[$0] == nil }) {
                fault(node.position, path, "the key \(missing) is missing")
                return nil
            }
            return keys.compactMap { numbers[$0] }
        default:
            fault(node, path, expected: "\(keys.count) numbers, \(keys.joined(separator: ", ")), in points")
            return nil
        }
    }

    /// What a view is turned, resized and moved by.
    mutating func transform(_ node: ManifestNode, _ path: String) -> TransformParts? {
        if case .list(let items) = node.content, items.count == 6 {
            guard let numbers = numbers(node, path, ["a", "b", "c", "d", "tx", "ty"]) else { return nil }
            return TransformParts(
                Transform(
                    a: numbers[0],
                    b: numbers[1],
                    c: numbers[2],
                    d: numbers[3],
                    tx: numbers[4],
                    ty: numbers[5]
                )
            )
        }
        guard case .mapping = node.content else {
            fault(node, path, expected: "the keys rotate, scale, translate or shear, or the six numbers of a matrix")
            return nil
        }
        guard let values = mapping(node, path, keys: ManifestTransformKey.self) else { return nil }
        var parts = TransformParts()
        if let value = values[.rotate] {
            guard let degrees = number(value, "\(path).rotate", in: Self.coordinates) else { return nil }
            parts.rotation = degrees
        }
        if let value = values[.shear] {
            guard let shear = number(value, "\(path).shear", in: Self.coordinates) else { return nil }
            parts.shear = shear
        }
        if let value = values[.scale] {
            if value.decimal != nil {
                guard let scale = number(value, "\(path).scale", in: Self.coordinates) else { return nil }
                parts.scale = Point(x: scale, y: scale)
            } else {
                guard let scale = numbers(value, "\(path).scale", ["x", "y"]) else { return nil }
                parts.scale = Point(x: scale[0], y: scale[1])
            }
        }
        if let value = values[.translate] {
            guard let shift = numbers(value, "\(path).translate", ["x", "y"]) else { return nil }
            parts.translation = Point(x: shift[0], y: shift[1])
        }
        return parts
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
            guard let values = mapping(node, path, keys: ManifestSpringKey.self) else { return nil }
            guard let value = values[.damping] else {
                fault(node.position, path, "the key damping is missing: 1 does not swing, less does")
                return nil
            }
            guard let damping = number(value, "\(path).damping", in: 0...100) else { return nil }
            var velocity = 0.0
            if let value = values[.initialVelocity] {
                guard let number = number(value, "\(path).initialVelocity", in: Self.coordinates) else { return nil }
                velocity = number
            }
            return .spring(damping: damping, initialVelocity: velocity)
        default: return word(node, path, AnimationCurve.named, or: ["[0.4, 0, 0.2, 1]", "{damping: 0.5}"])
        }
    }
}

/// A key of a transform.
enum ManifestTransformKey: String, CaseIterable, Sendable {
    /// Degrees, clockwise.
    case rotate
    /// A factor, or one across and one down.
    case scale
    /// Points to the right and down.
    case translate
    /// Points to the right for each point down.
    case shear
}

/// A key of a gesture that an animation waits for.
package enum ManifestTriggerKey: String, CaseIterable, Sendable {
    /// The view that it is made on.
    case view
    /// What is done.
    case gesture
}

/// A key of a spring.
enum ManifestSpringKey: String, CaseIterable, Sendable {
    /// How soon it comes to rest.
    case damping
    /// How fast it is at first.
    case initialVelocity
}
