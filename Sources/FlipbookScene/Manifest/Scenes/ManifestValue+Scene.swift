import FlipbookCore

extension ManifestValue {
    init(_ animation: ManifestAnimation) {
        var fields: [Field] = []
        if let view = animation.view { fields.append(Field("view", .text(view))) }
        func property(_ name: String, _ to: ManifestValue?) {
            fields.append(Field("property", .text(name)))
            if let to { fields.append(Field("to", to)) }
        }
        switch animation.change {
        case .image(let path): property("image", path.map { .text($0.string) } ?? .word("null"))
        case .isHighlighted(let flag): property("isHighlighted", .word(String(flag)))
        case .startAnimating: property("startAnimating", nil)
        case .stopAnimating: property("stopAnimating", nil)
        case .track(let track):
            fields.append(Field("property", .text(track.property.rawValue)))
            if let from = track.from.flatMap(track.property.written) { fields.append(Field("from", from)) }
            if let to = track.property.written(track.to) { fields.append(Field("to", to)) }
        }
        if let trigger = animation.trigger {
            let view = trigger.view.map { [Field("view", .text($0))] } ?? []
            fields.append(Field("trigger", .flow(view + [Field("gesture", .text(trigger.gesture.rawValue))])))
        }
        if animation.delay > .zero { fields.append(Field("delay", ManifestValue(animation.delay))) }
        if let timed = animation.transition {
            fields += Self.fields(of: timed.transition, lasting: timed.duration)
            if timed.curve != .linear { fields.append(Field("curve", ManifestValue(timed.curve))) }
        }
        if case .track(let track) = animation.change {
            let plain = Track(track.property, to: track.to)
            if track.duration > .zero { fields.append(Field("duration", ManifestValue(track.duration))) }
            if track.curve != plain.curve { fields.append(Field("curve", ManifestValue(track.curve))) }
            if track.repeatCount != 1, let count = ManifestValue(track.repeatCount) {
                fields.append(Field("repeatCount", count))
            }
            if track.autoreverses { fields.append(Field("autoreverses", .word("true"))) }
            if track.beginsFromCurrentState { fields.append(Field("beginsFromCurrentState", .word("true"))) }
        }
        self = .flow(fields)
    }

    init?(_ parts: TransformParts) {
        var fields: [Field] = []
        func pair(_ point: Point) -> ManifestValue? { ManifestForm<Point>.point.write(point) }
        let plain = TransformParts()
        let numbers = [("rotate", parts.rotation, plain.rotation), ("shear", parts.shear, plain.shear)]
        for (key, number, usual) in numbers where number != usual {
            guard let value = ManifestValue(number) else { return nil }
            fields.append(Field(key, value))
        }
        if parts.scale != plain.scale {
            guard let value = parts.scale.x == parts.scale.y ? ManifestValue(parts.scale.x) : pair(parts.scale) else {
                return nil
            }
            fields.append(Field("scale", value))
        }
        if parts.translation != plain.translation {
            guard let value = pair(parts.translation) else { return nil }
            fields.append(Field("translate", value))
        }
        self = fields.isEmpty ? .flow([Field("rotate", .word("0"))]) : .flow(fields)
    }

    init(_ curve: AnimationCurve) {
        if let name = AnimationCurve.named.first(where: { $0.value == curve })?.name {
            self = .text(name)
            return
        }
        switch curve {
        case .bezier(let first, let second):
            self = .sequence([first.x, first.y, second.x, second.y].compactMap { ManifestValue($0) })
        case .spring(let damping, let velocity):
            self = ManifestValue(["damping": damping, "initialVelocity": velocity]) ?? .text("easeInOut")
        }
    }
}
