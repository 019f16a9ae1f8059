import FlipbookCore

extension ManifestDecoder {
    func view() -> ManifestView? {
        var view = ManifestView()
        let passedOver = PassedOverManifestKey.allCases.map(\.rawValue)
        let values = read(ManifestView.fields, into: &view, passingOver: passedOver, example: "image: label.png")
        guard let values else { return nil }
        if view.timeline != nil, let images = values["animationImages"] {
            images.fault("a timeline already sets the frames; remove one of the two")
        }
        if view.text != nil, view.hasPictures {
            fault("a view shows either a picture or text; put the text into a subview")
        }
        return view
    }

    /// The names of the changes that are not layer properties.
    static let events = ["image", "isHighlighted", "startAnimating", "stopAnimating"]
    private static let animationKeys = ManifestAnimation.fields.map(\.key)

    func animation() -> ManifestAnimation? {
        let meaning = "the property to change, such as alpha, center or transform"
        let names = AnimatableProperty.allCases.map(\.rawValue) + Self.events
        guard let values = mapping(names: Self.animationKeys, example: "property: alpha"),
            let name = needed("property", in: values, meaning)?.word(names.map { ($0, $0) })
        else { return nil }
        let view = values["view"]?.text(expected: "the id of a view")
        let delay = values["delay"]?.duration(zeroIsAllowed: true) ?? .zero
        let trigger = values["trigger"]?.trigger()
        let change = AnimatableProperty(rawValue: name).map { track(of: $0, values) } ?? event(name, values)
        guard let change else { return nil }
        var animation = ManifestAnimation(view: view, change, at: delay, after: trigger)
        if let value = values["transition"] {
            guard let timed = timedTransition(values) else { return nil }
            animation.transition = timed
            if case .track = change, view == nil {
                return value.refuse("only views support this transition, not the whole sequence; specify the view")
            }
        }
        return animation
    }

    private func trigger() -> GestureTrigger? {
        guard let values = mapping(names: ["view", "gesture"], example: "gesture: tap"),
            let gesture = needed("gesture", in: values, "the gesture, such as tap")?.word(of: Gesture.allCases)
        else { return nil }
        return GestureTrigger(view: values["view"]?.text(expected: "the id of a view"), gesture)
    }

    /// Reads a change that is not interpolated, but may have a transition.
    private func event(_ name: String, _ values: [String: ManifestDecoder]) -> ManifestAnimation.Change? {
        let hasTransition = values["transition"] != nil
        var wanted: Set = ["view", "property", "delay", "trigger"]
        if !name.hasSuffix("Animating") { wanted.insert("to") }
        if hasTransition { wanted.formUnion(Self.transitionKeys + ["transition"]) }
        for key in Self.animationKeys where !wanted.contains(key) {
            guard let value = values[key] else { continue }
            let isMeant = Self.transitionKeys.contains(key) && !hasTransition
            let advice = isMeant ? "remove this key, or add transition: dissolve" : "remove this key"
            return value.refuse("\(name) changes at once when the delay is over; \(advice)")
        }
        switch name {
        case "startAnimating": return .startAnimating
        case "stopAnimating": return .stopAnimating
        default: break
        }
        guard let to = needed("to", in: values, "the new value") else { return nil }
        guard name == "image" else { return to.flag().map { .isHighlighted($0) } }
        if to.node.kind == .null { return .image(nil) }
        return to.path(expected: "a file's name, or null for no picture").map { .image(FilePath($0)) }
    }

    private func track(of field: AnimatableProperty, _ values: [String: ManifestDecoder]) -> ManifestAnimation.Change? {
        let name = field.rawValue
        let isTransition = field.jumps && values["transition"] != nil
        if !isTransition, let value = ["transition", "direction", "color"].lazy.compactMap({ values[$0] }).first {
            return value.refuse("\(name) is animated gradually, so a transition cannot be used; remove this key")
        }
        guard let to = needed("to", in: values, "the new value"), let end = field.read(to) else { return nil }
        var track = Track(field, to: end)
        if let from = values["from"] {
            guard let start = field.read(from) else { return nil }
            track.from = start
        }
        // If there is a transition, the duration and the curve apply to it.
        values.read(Track.fields.filter { !isTransition || !Self.transitionKeys.contains($0.key) }, into: &track)
        if field.jumps, track.duration > .zero, let value = values["duration"] {
            return value.refuse("\(name) changes at once when the delay is over; remove this key")
        }
        return .track(track)
    }

    fileprivate func transform() -> TransformParts? {
        if let items = node.list, items.count == 6 {
            return numbers(["a", "b", "c", "d", "tx", "ty"]).map {
                TransformParts(Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]))
            }
        }
        guard case .mapping = node.content
        else { return refuse(expected: "the keys rotate, scale, translate or shear, or the six numbers of a matrix") }
        return faultless {
            var parts = TransformParts()
            _ = read(TransformParts.fields, into: &parts)
            return parts
        }
    }

    fileprivate func curve() -> AnimationCurve? {
        switch node.content {
        case .list(let items) where items.count == 4:
            guard let numbers = numbers(["x1", "y1", "x2", "y2"]) else { return nil }
            guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
            else { return refuse("the first and third numbers of a curve must be from 0 to 1") }
            return .cubic(numbers[0], numbers[1], numbers[2], numbers[3])
        case .mapping:
            guard let values = mapping(names: ["damping", "initialVelocity"]),
                let damping = needed(
                    "damping",
                    in: values,
                    "the damping ratio, where 1 does not oscillate"
                )?.number(in: 0...100)
            else { return nil }
            let velocity = values["initialVelocity"].map { ManifestForm<Double>.coordinate.read($0) } ?? 0
            return velocity.map { .spring(damping: damping, initialVelocity: $0) }
        default: return word(AnimationCurve.named, or: ["[0.4, 0, 0.2, 1]", "{damping: 0.5}"])
        }
    }
}

extension ManifestForm {
    fileprivate static var view: ManifestForm<ManifestView> {
        .init(
            schema: ##""$ref": "#/$defs/view""##,
            read: { $0.view() },
            write: { ManifestValue(ManifestView.fields, of: $0) }
        )
    }

    static var views: ManifestForm<[ManifestView]> {
        let expected = "a list of views, each with keys such as image and frame"
        let form: ManifestForm<[ManifestView]> =
            .list(of: .view, atMost: SequenceManifest.largestViewCount, "views", expected: expected)
        return changing(form) {
            $0.read = { decoder in
                // Each level adds its list's brackets to the path.
                let depth = decoder.path.utf8.count { $0 == UInt8(ascii: "[") }
                let most = SequenceManifest.largestViewDepth
                if depth >= most { return decoder.refuse("views are nested more than \(most) levels deep") }
                let views = form.read(decoder)
                decoder.checkPins(of: views ?? [])
                return views
            }
        }
    }

    fileprivate static var animation: ManifestForm<ManifestAnimation> {
        .init(schema: ##""$ref": "#/$defs/animation""##, read: { $0.animation() }, write: { ManifestValue($0) })
    }

    static var animations: ManifestForm<[ManifestAnimation]> {
        let expected = "a list of changes, each with keys such as view, property, from and to"
        return .list(of: .animation, atMost: SequenceManifest.largestAnimationCount, "animations", expected: expected)
    }

    static var autoresizingMask: ManifestForm<AutoresizingMask> {
        .names(AutoresizingMask.named, expected: "a list such as [flexibleWidth, flexibleTopMargin]") { .sequence($0) }
    }

    static var transform: ManifestForm<TransformParts> {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        let pair = #"{"type": "array", "items": \#(number), "minItems": 2, "maxItems": 2}"#
        return .init(
            schema: #""oneOf": [{"type": "object", "additionalProperties": false, "properties": {"#
                + #""rotate": \#(number), "scale": {"oneOf": [\#(number), \#(pair)]}, "translate": \#(pair), "#
                + #""shear": \#(number)}}, {"type": "array", "items": \#(number), "minItems": 6, "maxItems": 6}]"#,
            read: { $0.transform() },
            write: { parts in
                let fields = ManifestValue.written(TransformParts.fields, of: parts)
                return .flow(fields.isEmpty ? [.init("rotate", .word("0"))] : fields)
            }
        )
    }

    static var curve: ManifestForm<AnimationCurve> {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        return .init(
            schema: #""oneOf": [{"enum": [\#(AnimationCurve.named.map(\.name).inSchema)]}, "#
                + #"{"type": "array", "items": \#(number), "minItems": 4, "maxItems": 4}, "#
                + #"{"type": "object", "additionalProperties": false, "required": ["damping"], "#
                + #""properties": {"damping": \#(number), "initialVelocity": \#(number)}}]"#,
            read: { $0.curve() },
            write: { ManifestValue($0) }
        )
    }
}
