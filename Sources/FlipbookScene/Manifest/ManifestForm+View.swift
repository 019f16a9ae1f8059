import FlipbookCore

extension ManifestForm where Value: CustomStringConvertible {
    private static func parsed(
        _ schema: String,
        _ text: @escaping @Sendable (ManifestDecoder) -> String?,
        _ parse: @escaping @Sendable (String) throws(ParsingError) -> Value
    ) -> Self {
        .init(schema: schema, read: { $0.parsed(text($0), by: parse) }, write: { .text($0.description) }, parse: parse)
    }

    fileprivate static func colored(_ parse: @escaping @Sendable (String) throws(ParsingError) -> Value) -> Self {
        // The schema omits the CSS names. It also rejects a number in quotes.
        let schema =
            ##""type": "string", "pattern": "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+)$""##
        return parsed(schema, { $0.node.numberOrText ?? $0.text(expected: "a color") }, parse)
    }
}

extension ManifestForm {
    static var color: ManifestForm<Color> { .colored(Color.init(parsing:)) }

    static var background: ManifestForm<Background> { .colored(Background.init(parsing:)) }

    static var inputProfile: ManifestForm<InputProfile> {
        let schema = #""type": "string", "minLength": 1"#
        return .parsed(schema, { $0.path(expected: "a color profile") }, InputProfile.init(parsing:))
    }

    static var levels: ManifestForm<Levels> {
        let schema = #""type": "string", "pattern": "^([Aa][Uu][Tt][Oo]|[-+0-9.eE]+\\.\\.[-+0-9.eE]+)$""#
        return .parsed(schema, { $0.text(expected: "two values such as 0..4095, or auto") }, Levels.init(parsing:))
    }

    static var channels: ManifestForm<ChannelNames> {
        let schema = #""type": "string", "pattern": "^[^,]+(,[^,]+){0,3}$""#
        return .parsed(schema, { $0.text(expected: "channel names") }, ChannelNames.init(parsing:))
    }

    static var orientation: ManifestForm<ImageOrientation> {
        let names = ImageOrientation.allCases.map(\.name)
        return .init(
            schema: #""enum": [\#(names.inSchema), 1, 2, 3, 4, 5, 6, 7, 8]"#,
            read: { decoder in
                guard let decimal = decoder.node.decimal
                else { return decoder.word(ImageOrientation.allCases.map { ($0.name, $0) }) }
                return Int(decimal).flatMap { ImageOrientation(exifValue: $0) }
                    ?? decoder.refuse(
                        expected: "one of UIKit's names such as right, or a number from 1 to 8 as in EXIF"
                    )
            },
            write: { .text($0.name) },
            parse: optionParser(
                "is not an orientation. Use one of \(names.joined(separator: ", ")), or 1 to 8 as in EXIF."
            ) { text in ImageOrientation(name: text) ?? Int(text).flatMap { ImageOrientation(exifValue: $0) } }
        )
    }

    static var scale: ManifestForm<DisplayScale> {
        .init(
            schema: #""default": 1, "oneOf": [{"type": "number", "minimum": 1, "maximum": 8}, {"type": "string", "#
                + #""pattern": "^([1-7](\\.[0-9]*)?|8(\\.0*)?|[1-9][0-9]*/[1-9][0-9]*)$"}]"#,
            read: { $0.node.numberOrText.flatMap { DisplayScale($0) } ?? $0.refuse(expected: DisplayScale.form) },
            write: { ManifestValue($0) },
            parse: optionParser("is not a scale factor. Use \(DisplayScale.form).") { DisplayScale($0) }
        )
    }

    private static var sides: ClosedRange<Int> { 1...SequenceManifest.largestSide }

    static var size: ManifestForm<PixelSize> {
        let side = "0*([1-9][0-9]{0,3}|1[0-5][0-9]{3}|16[0-2][0-9]{2}|163[0-7][0-9]|1638[0-4])"
        return .init(
            schema: #""oneOf": [{"type": "string", "pattern": "^\#(side)x\#(side)$"}, "#
                + #"{"type": "object", "additionalProperties": false, "required": ["width", "height"], "#
                + ##""properties": {"width": {"$ref": "#/$defs/side"}, "height": {"$ref": "#/$defs/side"}}}]"##,
            read: { decoder in
                guard case .mapping = decoder.node.content else {
                    let form = "width x height in pixels, each from 1 to \(sides.upperBound), such as 1920x1080"
                    return decoder.node.numberOrText.flatMap(size) ?? decoder.refuse(expected: form)
                }
                guard let values = decoder.mapping(names: ["width", "height"]) else { return nil }
                guard let width = values["width"], let height = values["height"]
                else { return decoder.refuse("width and height are both required, in pixels") }
                guard let columns = width.wholeNumber(in: sides), let rows = height.wholeNumber(in: sides)
                else { return nil }
                return PixelSize(width: columns, height: rows)
            },
            write: { .text("\($0.width)x\($0.height)") },
            parse: optionParser(
                "is not a size. Use width x height in pixels, each from 1 to \(sides.upperBound): 1920x1080. "
                    + "Pictures keep their proportions.",
                size
            )
        )
    }

    private static func size(_ text: String) -> PixelSize? {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
            side.utf8.allSatisfy { $0.isDigit } ? Int(side) ?? 0 : 0
        }
        guard numbers.count == 2, numbers.allSatisfy(sides.contains) else { return nil }
        return PixelSize(width: numbers[0], height: numbers[1])
    }

    private static var distances: ClosedRange<Double> { 0...Double(SequenceManifest.largestSide) }

    static var insets: ManifestForm<EdgeInsets> {
        var form = ManifestForm<EdgeInsets>.numbers(
            ["top", "left", "bottom", "right"],
            of: "inset",
            in: distances,
            expected: "the keys top, left, bottom and right, or four numbers in this order",
            areAllNeeded: false,
            make: { EdgeInsets(top: $1[0], left: $1[1], bottom: $1[2], right: $1[3]) },
            parts: { [$0.top, $0.left, $0.bottom, $0.right] }
        )
        form.parse = optionParser(
            "is not a list of four insets. Use top, left, bottom and right in points, each from 0 to "
                + "\(SequenceManifest.largestSide): 6,6,6,6."
        ) { text in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            guard numbers.count == 4, numbers.allSatisfy(distances.contains) else { return nil }
            return EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
        }
        return form
    }

    /// One distance for all edges, or one for each edge.
    static var margins: ManifestForm<EdgeInsets> {
        .init(
            schema: ##""anyOf": [{"$ref": "#/$defs/inset"}, {\##(insets.schema)}]"##,
            read: { decoder in
                guard decoder.node.decimal != nil else { return insets.read(decoder) }
                return decoder.number(in: distances).map { EdgeInsets(all: $0) }
            },
            write: insets.write
        )
    }

    /// A part of a picture, in fractions of its size.
    static var unitRect: ManifestForm<Rect> {
        let expected = "the keys x, y, width and height, or four numbers in this order, from 0 to 1"
        return rect(of: "fraction", in: 0...1, expected: expected) { decoder, rect in
            guard rect.maxX <= 1 + 1e-9, rect.maxY <= 1 + 1e-9
            else { return decoder.refuse("the rectangle extends beyond 1; x + width and y + height must be at most 1") }
            return rect
        }
    }

    static var rect: ManifestForm<Rect> {
        rect { decoder, rect in
            guard rect.size.width >= 0, rect.size.height >= 0
            else { return decoder.refuse("width and height must be at least 0") }
            return rect
        }
    }

    private static func rect(
        of definition: String = "coordinate",
        in range: ClosedRange<Double> = SequenceManifest.coordinates,
        expected: String? = nil,
        _ check: @escaping @Sendable (ManifestDecoder, Rect) -> Rect?
    ) -> ManifestForm<Rect> {
        .numbers(
            ["x", "y", "width", "height"],
            of: definition,
            in: range,
            expected: expected,
            make: { check($0, Rect(x: $1[0], y: $1[1], width: $1[2], height: $1[3])) },
            parts: { [$0.minX, $0.minY, $0.size.width, $0.size.height] }
        )
    }

    static var point: ManifestForm<Point> {
        .numbers(["x", "y"], make: { Point(x: $1[0], y: $1[1]) }, parts: { [$0.x, $0.y] })
    }

    /// A scale factor for both axes, or one factor for each axis.
    static var factors: ManifestForm<Point> {
        .init(
            schema: point.schema,
            read: { decoder in
                guard decoder.node.decimal != nil else { return point.read(decoder) }
                return ManifestForm<Double>.coordinate.read(decoder).map { Point(x: $0, y: $0) }
            },
            write: { $0.x == $0.y ? ManifestValue($0.x) : point.write($0) }
        )
    }

    static var contentMode: ManifestForm<ContentMode> { .word(\.name, noun: "a content mode") }
}
