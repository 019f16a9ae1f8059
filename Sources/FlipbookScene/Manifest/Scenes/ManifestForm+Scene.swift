import FlipbookCore

extension ManifestForm where Value == [ManifestView] {
    /// Views, the last one on top.
    static var views: Self {
        .init(
            schema: #""type": "array", "maxItems": \#(SequenceManifest.largestViewCount), "#
                + ##""items": {"$ref": "#/$defs/view"}"##,
            words: "a list of views",
            example: "[{id: label, image: label.png}]",
            read: { $0.views($1, $2) },
            write: { .list($0.map { ManifestValue(ManifestView.fields, of: $0) }) }
        )
    }
}

extension ManifestForm where Value == [ManifestAnimation] {
    /// What happens to views.
    static var animations: Self {
        .init(
            schema: #""type": "array", "maxItems": \#(SequenceManifest.largestAnimationCount), "#
                + ##""items": {"$ref": "#/$defs/animation"}"##,
            words: "a list of changes",
            example: "[{property: alpha, to: 0.5, duration: 1}]",
            read: { $0.animations($1, $2) },
            write: { .list($0.map(ManifestValue.init)) }
        )
    }
}

extension ManifestForm {
    /// Coordinates under keys, or as a list in their order.
    private static func schema(ofNumbers keys: [String]) -> String {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        let members = keys.map { "\"\($0)\": \(number)" }.joined(separator: ", ")
        return #""oneOf": [{"type": "object", "additionalProperties": false, "required": [\#(names)], "#
            + #""properties": {\#(members)}}, "#
            + #"{"type": "array", "items": \#(number), "minItems": \#(keys.count), "maxItems": \#(keys.count)}]"#
    }
}

extension ManifestForm where Value == Point {
    /// Two numbers.
    static var point: Self {
        .init(
            schema: schema(ofNumbers: ["x", "y"]),
            words: "`x` and `y`, or two numbers",
            example: "[10, 20]",
            read: { $0.numbers($1, $2, ["x", "y"]).map { Point(x: $0[0], y: $0[1]) } },
            write: { ManifestValue(["x": $0.x, "y": $0.y]) }
        )
    }
}

extension ManifestForm where Value == Point {
    /// One factor for both directions, or one for each.
    static var factors: Self {
        .init(
            schema: point.schema,
            words: "a number, or two",
            example: "2",
            read: { decoder, node, path in
                guard node.decimal != nil else { return point.read(&decoder, node, path) }
                return ManifestForm<Double>.coordinate.read(&decoder, node, path).map { Point(x: $0, y: $0) }
            },
            write: { $0.x == $0.y ? ManifestValue($0.x) : point.write($0) }
        )
    }
}

extension ManifestForm where Value == Double {
    /// A number of repetitions.
    static var repeatCount: Self { number(0...Double(SequenceManifest.largestRepeatCount), noun: "a count") }
}

extension ManifestForm where Value == Rect {
    /// A place and a size in points.
    static var rect: Self {
        .init(
            schema: schema(ofNumbers: ["x", "y", "width", "height"]),
            words: "`x`, `y`, `width` and `height`, or four numbers",
            example: "[0, 60, 20, 20]",
            read: { decoder, node, path in
                guard let numbers = decoder.numbers(node, path, ["x", "y", "width", "height"]) else { return nil }
                guard numbers[2] >= 0, numbers[3] >= 0 else {
                    decoder.fault(node.position, path, "width and height are at least 0")
                    return nil
                }
                return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            },
            write: { ManifestValue(["x": $0.minX, "y": $0.minY, "width": $0.size.width, "height": $0.size.height]) }
        )
    }
}

extension ManifestForm where Value == TransformParts {
    /// The parts that a view is turned, resized and moved by, or the six numbers of a matrix.
    static var transform: Self {
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        let pair = #"{"type": "array", "items": \#(number), "minItems": 2, "maxItems": 2}"#
        return .init(
            schema: #""oneOf": [{"type": "object", "additionalProperties": false, "properties": {"#
                + #""rotate": \#(number), "scale": {"oneOf": [\#(number), \#(pair)]}, "translate": \#(pair), "#
                + #""shear": \#(number)}}, {"type": "array", "items": \#(number), "minItems": 6, "maxItems": 6}]"#,
            words: "`rotate` in degrees, `scale`, `translate` and `shear`, or the six numbers of a matrix",
            example: "{rotate: 45}",
            read: { $0.transform($1, $2) },
            write: { ManifestValue($0) }
        )
    }
}

extension ManifestForm where Value == AnimationCurve {
    /// A curve's name, or its four numbers, or a spring.
    static var curve: Self {
        let names = AnimationCurve.named.map(\.name)
        let number = ##"{"$ref": "#/$defs/coordinate"}"##
        return .init(
            schema: #""oneOf": [{"enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]}, "#
                + #"{"type": "array", "items": \#(number), "minItems": 4, "maxItems": 4}, "#
                + #"{"type": "object", "additionalProperties": false, "required": ["damping"], "#
                + #""properties": {"damping": \#(number), "initialVelocity": \#(number)}}]"#,
            words: names.map { "`\($0)`" }.joined(separator: ", ")
                + ", four numbers of a cubic Bézier curve, or `damping` of a spring",
            example: "linear",
            read: { $0.curve($1, $2) },
            write: { ManifestValue($0) }
        )
    }
}
