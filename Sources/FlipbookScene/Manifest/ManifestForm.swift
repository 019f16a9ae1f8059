import FlipbookCore

/// The form of a key's values: in a manifest, in an option of the command, in a schema and for people.
package struct ManifestForm<Value: Sendable>: Sendable {
    /// The values that there are: the members of a JSON Schema, without braces.
    let schema: String
    /// The values that there are, in a few words.
    let words: String
    /// A value that is not the default, as YAML.
    package let example: String
    /// The value of a node, or `nil` if it is none, which the decoder has noted then.
    let read: @Sendable (inout ManifestDecoder, ManifestNode, _ path: String) -> Value?
    /// The value as it is written, or `nil` if it cannot be.
    let write: @Sendable (Value) -> ManifestValue?
    /// The value that an option's text says, or `nil` if no option has it, or where the option knows its words itself.
    var parse: (@Sendable (String) throws -> Value)?
    /// The numbers that a program may set.
    var numbers: NumberRange?
}

/// The numbers that a property takes.
struct NumberRange: Hashable, Sendable {
    /// The numbers that a manifest and an option accept.
    let range: ClosedRange<Double>
    /// The noun for one, with its article.
    let noun: String
    /// A Boolean value that indicates a length in points. A program's is not bounded above, and one below the range changes
    /// nothing.
    var isLength = false

    /// The nearest number that there is.
    func nearest(to number: Double) -> Double {
        max(range.lowerBound, isLength ? number : min(number, range.upperBound))
    }

    /// The number of a view after a program has set this one, or `nil` for no change.
    func taken(_ number: Double) -> Double? {
        number.isNaN || isLength && number < range.lowerBound ? nil : nearest(to: number)
    }

    /// The fault of a number, with the allowed range, or `nil` for a good one.
    func refusal(of number: Double) -> String? {
        guard taken(number) != number else { return nil }
        let least = Int(range.lowerBound)
        let right = isLength ? "a number of points from \(least)" : "a number from \(least) to \(Int(range.upperBound))"
        return "The \(noun.drop { $0 != " " }.dropFirst()) is \(number); it must be \(right)."
    }
}

extension ManifestForm {
    /// The nearest value that there is: of a change beyond its end, as a spring's.
    func nearest(to value: Value) -> Value {
        guard let numbers, let number = value as? Double else { return value }
        return numbers.nearest(to: number) as? Value ?? value
    }
}

/// An option's text that is no value of its property.
package struct PropertyTextError: Error, Hashable, Sendable, CustomStringConvertible {
    private let text: String
    private let advice: String

    /// - Parameter advice: what the text is not, and what to write.
    package init(_ text: String, _ advice: String) { (self.text, self.advice) = (text, advice) }

    /// Returns the value that a text was found to be.
    /// - Throws: The error of the text, without a value.
    static func value<Value>(_ value: Value?, of text: String, _ advice: String) throws -> Value {
        guard let value else { throw PropertyTextError(text, advice) }
        return value
    }

    /// The fault, and what to write.
    package var description: String { "'\(text.escapingControlCharacters)' \(advice)" }
}

extension ManifestForm where Value == Bool {
    /// `true` or `false`.
    static var flag: Self {
        .init(
            schema: #""type": "boolean""#,
            words: "`true`, `false`",
            example: "true",
            read: { $0.flag($1, $2) },
            write: { .word(String($0)) }
        )
    }
}

extension ManifestForm where Value == String {
    /// Any text.
    static var text: Self { text(expected: "a text") }

    /// A text that is something.
    static func text(expected: String) -> Self {
        .init(
            schema: #""type": "string""#,
            words: expected,
            example: "Walk",
            read: { $0.text($1, $2, expected: expected) },
            write: { .text($0) }
        )
    }
}

extension ManifestForm where Value == FilePath {
    /// A picture's name.
    static var file: Self { file(example: "poster.png") }

    /// A file's name.
    static func file(example: String) -> Self {
        .init(
            schema: ##""$ref": "#/$defs/path""##,
            words: "a file",
            example: example,
            read: { decoder, node, path in decoder.path(node, path).map { FilePath($0) } },
            write: { .text($0.string) },
            parse: { text in
                guard !text.isEmpty, !text.utf8.contains(0) else {
                    throw PropertyTextError(text, "is not the name of a file. Write one such as \(example).")
                }
                return FilePath(text)
            }
        )
    }
}

extension ManifestForm where Value == SequenceManifest.Images {
    /// A pattern, or a list of frames.
    static var images: Self {
        .init(
            schema: ##""$ref": "#/$defs/images""##,
            words: "a pattern, or a list of files or frames",
            example: "walk.####.png",
            read: { $0.images($1, $2) },
            write: { ManifestValue($0) }
        )
    }
}

extension ManifestForm where Value == [Overlay] {
    /// A list of files or of overlays.
    static var overlays: Self {
        .init(
            schema: #""type": "array", "maxItems": \#(SequenceManifest.largestOverlayCount), "#
                + ##""items": {"oneOf": [{"$ref": "#/$defs/path"}, {"$ref": "#/$defs/overlay"}]}"##,
            words: "a list of files or overlays",
            example: "[logo.png]",
            read: { $0.overlays($1, $2) },
            write: { .list($0.map { ManifestValue(Overlay.fields, of: $0).shortened }) }
        )
    }
}

extension ManifestForm where Value == Int {
    /// The version of the format.
    static var version: Self {
        .init(
            schema: #""const": \#(SequenceManifest.version)"#,
            words: "\(SequenceManifest.version)",
            example: "\(SequenceManifest.version)",
            read: { $0.wholeNumber($1, $2, in: SequenceManifest.version...SequenceManifest.version) },
            write: { .word(String($0)) }
        )
    }

    /// A whole number of a range.
    static func wholeNumber(_ range: ClosedRange<Int>) -> Self {
        .init(
            schema: #""type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)"#,
            words: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            example: "3",
            read: { $0.wholeNumber($1, $2, in: range) },
            write: { .word(String($0)) }
        )
    }
}

extension ManifestForm where Value == Double {
    /// A number of a range whose bounds are whole.
    /// - Parameter noun: what it is, for the message on an option.
    static func number(_ range: ClosedRange<Double>, noun: String) -> Self {
        let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
        var form = Self(
            schema: #""type": "number", "minimum": \#(least), "maximum": \#(most)"#,
            words: "a number from \(least) to \(most)",
            example: "0.5",
            read: { $0.number($1, $2, in: range) },
            write: { ManifestValue($0) },
            parse: { text in
                let number = Double(text).flatMap { range.contains($0) ? $0 : nil }
                let advice = "is not \(noun). Write a number from \(least) to \(most)."
                return try PropertyTextError.value(number, of: text, advice)
            }
        )
        form.numbers = NumberRange(range: range, noun: noun)
        return form
    }

    /// A length in points.
    static func length(noun: String) -> Self {
        var form = number(0...Double(SequenceManifest.largestSide), noun: noun)
        form.numbers?.isLength = true
        return form
    }
}

extension ManifestForm where Value: CaseIterable & Equatable, Value.AllCases == [Value] {
    /// One of a few words.
    /// - Parameters:
    ///   - name: the word of a value.
    ///   - noun: what it is, for the message on an option.
    static func word(_ name: any KeyPath<Value, String> & Sendable, noun: String) -> Self {
        let words = Value.allCases.map { (name: $0[keyPath: name], value: $0) }
        let names = words.map(\.name)
        let advice = names.count == 2 ? names.joined(separator: " or ") : "one of \(names.joined(separator: ", "))"
        return .init(
            schema: #""enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]"#,
            words: names.map { "`\($0)`" }.joined(separator: ", "),
            example: names.last ?? "",
            read: { $0.word($1, $2, words) },
            write: { .text($0[keyPath: name]) },
            parse: { text in
                let found = words.first { $0.name == text }?.value
                return try PropertyTextError.value(found, of: text, "is not \(noun). Write \(advice).")
            }
        )
    }
}

extension ManifestForm where Value == RationalTime {
    /// Seconds from 0.
    static var cycleDuration: Self {
        .init(
            schema: ##""$ref": "#/$defs/cycleDuration""##,
            words: "seconds: `2`, `0.5`, `250ms`, `7/30`",
            example: "0.5",
            read: { $0.duration($1, $2, zeroIsAllowed: true) },
            write: { ManifestValue($0) },
            parse: { try RationalTime(parsing: $0) }
        )
    }
}

extension ManifestForm where Value == Int {
    /// A number of cycles, which an option may call `forever`.
    static var cycles: Self {
        let most = SequenceManifest.largestRepeatCount
        var form = wholeNumber(0...most)
        form.parse = { text in
            let count = text == "forever" ? 0 : text.utf8.allSatisfy { $0.isDigit } ? Int(text) : nil
            let advice = "is not a number of cycles. Write 1 to \(most), or forever."
            return try PropertyTextError.value(count.flatMap { $0 <= most ? $0 : nil }, of: text, advice)
        }
        return form
    }
}

extension ManifestForm where Value == FrameRate {
    /// Frames per second.
    static var rate: Self {
        .init(
            schema: ##""$ref": "#/$defs/frameRate""##,
            words: "`24`, `23.976`, `24000/1001`, `ntsc`, `film`, `pal`",
            example: "12",
            read: { $0.rate($1, $2) },
            write: { $0.denominator == 1 ? .word("\($0)") : .text("\($0)") },
            parse: { try FrameRate(parsing: $0) }
        )
    }
}
