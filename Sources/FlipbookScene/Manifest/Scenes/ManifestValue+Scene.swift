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
        if case .track(let track) = animation.change { fields += Self.written(Track.fields, of: track) }
        self = .flow(fields)
    }

    init(_ parts: TransformParts) {
        let fields = Self.written(TransformParts.fields, of: parts)
        self = .flow(fields.isEmpty ? [Field("rotate", .word("0"))] : fields)
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
