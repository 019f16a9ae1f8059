import FlipbookCore

extension ManifestForm where Value: CustomStringConvertible {
    /// A form of what is written as a colour.
    private static func colored(
        _ words: String,
        example: String,
        _ parse: @escaping @Sendable (String) throws(ParsingError) -> Value
    ) -> Self {
        .init(
            // The names themselves a schema does not know.
            schema:
                ##""type": "string", "pattern": "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+)$""##,
            words: words,
            example: example,
            read: { decoder, node, path in
                // A number in quotes would be no colour either.
                let text = node.numberOrText ?? decoder.text(node, path, expected: "a colour")
                return decoder.parsed(text, node, path, by: parse)
            },
            write: { .text($0.description) },
            parse: parse
        )
    }
}

extension ManifestForm where Value == Color {
    /// A colour.
    static var color: Self {
        colored("`#RRGGBB[AA]` or a CSS name", example: "\"#FF0000\"", Color.init(parsing:))
    }
}

extension ManifestForm where Value == Background {
    /// A colour or the checkerboard.
    static var background: Self {
        colored(
            "`#RRGGBB[AA]`, a CSS name, `clear` or `checkerboard`",
            example: "checkerboard",
            Background.init(parsing:)
        )
    }
}

extension ManifestForm where Value == ImageOrientation {
    /// One of UIKit's names, or EXIF's number.
    static var orientation: Self {
        let names = ImageOrientation.allCases.map(\.name)
        return .init(
            schema: #""enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", ")), 1, 2, 3, 4, 5, 6, 7, 8]"#,
            words: names.map { "`\($0)`" }.joined(separator: ", ") + ", or EXIF's 1 to 8",
            example: "rightMirrored",
            read: { $0.orientation($1, $2) },
            write: { .text($0.name) },
            parse: { text in
                let number = Int(text).flatMap { ImageOrientation(exifValue: $0) }
                let advice = "Write one of \(names.joined(separator: ", ")), or 1 to 8 as EXIF does."
                let orientation = ImageOrientation(name: text) ?? number
                return try PropertyTextError.value(orientation, of: text, "is not an orientation. \(advice)")
            }
        )
    }
}

extension ManifestForm where Value == DisplayScale {
    /// Pixels per point.
    static var scale: Self {
        .init(
            schema: #""default": 1, "oneOf": [{"type": "number", "minimum": 1, "maximum": 8}, {"type": "string", "#
                + #""pattern": "^([1-7](\\.[0-9]*)?|8(\\.0*)?|[1-9][0-9]*/[1-9][0-9]*)$"}]"#,
            words: "\(DisplayScale.form)",
            example: "1.5",
            read: { decoder, node, path in
                let scale = node.numberOrText.flatMap { DisplayScale($0) }
                if scale == nil { decoder.fault(node, path, expected: DisplayScale.form) }
                return scale
            },
            write: { ManifestValue($0) },
            parse: { text in
                let advice = "is not a scale factor. Write \(DisplayScale.form)."
                return try PropertyTextError.value(DisplayScale(text), of: text, advice)
            }
        )
    }
}

extension ManifestForm where Value == PixelSize {
    /// Width and height in pixels.
    static var size: Self {
        let side = "0*([1-9][0-9]{0,3}|1[0-5][0-9]{3}|16[0-2][0-9]{2}|163[0-7][0-9]|1638[0-4])"
        return .init(
            schema: #""oneOf": [{"type": "string", "pattern": "^\#(side)x\#(side)$"}, "#
                + #"{"type": "object", "additionalProperties": false, "required": ["width", "height"], "#
                + ##""properties": {"width": {"$ref": "#/$defs/side"}, "height": {"$ref": "#/$defs/side"}}}]"##,
            words: "`1920x1080`, or `width` and `height`",
            example: "64x48",
            read: { $0.size($1, $2) },
            write: { .text("\($0.width)x\($0.height)") },
            parse: { text in
                let most = SequenceManifest.largestSide
                let advice = "is not a size. Write width x height in pixels, each from 1 to \(most): 1920x1080."
                return try PropertyTextError.value(ManifestDecoder.size(text), of: text, advice)
            }
        )
    }
}

extension ManifestForm where Value == EdgeInsets {
    /// Four margins in points.
    static var insets: Self {
        let side = ##"{"$ref": "#/$defs/inset"}"##
        return .init(
            schema: #""oneOf": [{"type": "object", "additionalProperties": false, "properties": {"top": \#(side), "#
                + #""left": \#(side), "bottom": \#(side), "right": \#(side)}}, "#
                + #"{"type": "array", "items": \#(side), "minItems": 4, "maxItems": 4}]"#,
            words: "`top`, `left`, `bottom` and `right` in points, or four numbers",
            example: "[1, 2.5, 3, 4]",
            read: { $0.insets($1, $2) },
            write: { ManifestValue(["top": $0.top, "left": $0.left, "bottom": $0.bottom, "right": $0.right]) },
            parse: { text in
                let sides = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
                let most = SequenceManifest.largestSide
                guard sides.count == 4, sides.allSatisfy((0...Double(most)).contains) else {
                    throw PropertyTextError(
                        text,
                        "is not four insets. Write top, left, bottom and right in points, each from 0 to \(most): 6,6,6,6."
                    )
                }
                return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
            }
        )
    }
}

extension ManifestForm where Value == Rect {
    /// A part of a picture, in fractions of its size.
    static var unitRect: Self {
        let edge = ##"{"$ref": "#/$defs/fraction"}"##
        return .init(
            schema: #""oneOf": [{"type": "object", "additionalProperties": false, "#
                + #""required": ["x", "y", "width", "height"], "#
                + #""properties": {"x": \#(edge), "y": \#(edge), "width": \#(edge), "height": \#(edge)}}, "#
                + #"{"type": "array", "items": \#(edge), "minItems": 4, "maxItems": 4}]"#,
            words: "`x`, `y`, `width` and `height` from 0 to 1, or four numbers",
            example: "[0, 0.5, 1, 0.5]",
            read: { $0.unitRect($1, $2) },
            write: { ManifestValue(["x": $0.minX, "y": $0.minY, "width": $0.size.width, "height": $0.size.height]) }
        )
    }
}
