import FlipbookCore

/// The form of a key's values in manifests, in the command's options, and in the schema.
package struct ManifestForm<Value: Sendable>: Sendable {
    /// The valid values as members of a JSON Schema, without braces.
    let schema: String
    /// Reads a node. If the node is invalid, reports a mistake and returns `nil`.
    var read: @Sendable (ManifestDecoder) -> Value?
    /// Writes a value, or returns `nil` if it cannot be written.
    var write: @Sendable (Value) -> ManifestValue?
    /// Parses an option's text. If `nil`, there is no option, or the value's type has its own parser.
    var parse: (@Sendable (String) throws(ParsingError) -> Value)?
    var numbers: NumberRange?
}

struct NumberRange: Hashable, Sendable {
    let range: ClosedRange<Double>
    /// The noun for one number, with its article.
    let noun: String
    /// A Boolean value that indicates whether the number is a length. A length that a program sets has no upper bound.
    var isLength = false

    func nearest(to number: Double) -> Double {
        max(range.lowerBound, isLength ? number : min(number, range.upperBound))
    }

    /// Returns the value that a view adopts when a program sets a number, or `nil` if the view ignores the number.
    func taken(_ number: Double) -> Double? {
        number.isNaN || isLength && number < range.lowerBound ? nil : nearest(to: number)
    }

    /// Returns a message with the allowed range, or `nil` if the number is valid.
    func refusal(of number: Double) -> String? {
        guard taken(number) != number else { return nil }
        let least = Int(range.lowerBound)
        let right = isLength ? "at least \(least) points" : "a number from \(least) to \(Int(range.upperBound))"
        return "The \(noun.drop { $0 != " " }.dropFirst()) is \(number); it must be \(right)."
    }
}

/// Creates a parser for an option's text. `advice` is the end of the message for invalid text.
func optionParser<Value>(_ advice: String, _ value: @escaping @Sendable (String) -> Value?)
    -> @Sendable (String) throws(ParsingError) -> Value
{
    { text throws(ParsingError) in
        if let value = value(text) { return value }
        throw ParsingError(text, "property.text", "\(advice)")
    }
}

extension ManifestForm {
    /// Returns the valid value nearest to `value`, which may be out of range because a spring can overshoot.
    func nearest(to value: Value) -> Value {
        guard let numbers, let number = value as? Double else { return value }
        return numbers.nearest(to: number) as? Value ?? value
    }

    /// A form for multiple numbers, in a mapping or in a list in the order of the keys.
    static func numbers(
        _ keys: [String],
        of definition: String = "coordinate",
        in range: ClosedRange<Double> = SequenceManifest.coordinates,
        expected: String? = nil,
        areAllNeeded: Bool = true,
        make: @escaping @Sendable (ManifestDecoder, [Double]) -> Value?,
        parts: @escaping @Sendable (Value) -> [Double]
    ) -> Self {
        let number = ##"{"$ref": "#/$defs/\##(definition)"}"##
        let members = keys.map { "\"\($0)\": \(number)" }.joined(separator: ", ")
        let required = areAllNeeded ? #""required": [\#(keys.inSchema)], "# : ""
        return .init(
            schema: #""oneOf": [{"type": "object", "additionalProperties": false, \#(required)"#
                + #""properties": {\#(members)}}, "#
                + #"{"type": "array", "items": \#(number), "minItems": \#(keys.count), "maxItems": \#(keys.count)}]"#,
            read: { decoder in
                let numbers = decoder.numbers(keys, in: range, expected: expected, areAllNeeded: areAllNeeded)
                return numbers.flatMap { make(decoder, $0) }
            },
            write: { ManifestValue(keys, parts($0)) }
        )
    }

    /// A form for lists. If `allowsOne` is `true`, a single item is treated as a list of one.
    static func list<Item>(
        of item: ManifestForm<Item>,
        atMost most: Int,
        _ noun: String,
        allowsOne: Bool = false,
        expected: String
    ) -> Self where Value == [Item] {
        .init(
            schema: #""type": "array", "maxItems": \#(most), "items": {\#(item.schema)}"#,
            read: { decoder in
                decoder.items(atMost: most, noun, allowsOne: allowsOne, expected: expected)?.compactMap(item.read)
            },
            write: { .list($0.compactMap(item.write)) }
        )
    }
}

extension [String] { var inSchema: String { map { "\"\($0)\"" }.joined(separator: ", ") } }

extension ManifestForm {
    static var flag: ManifestForm<Bool> {
        .init(schema: #""type": "boolean""#, read: { $0.flag() }, write: { .word(String($0)) })
    }

    static var text: ManifestForm<String> { text(expected: "text") }

    static func text(expected: String) -> ManifestForm<String> {
        .init(schema: #""type": "string""#, read: { $0.text(expected: expected) }, write: { .text($0) })
    }

    static var layer: ManifestForm<String> {
        .init(
            schema: #""type": "string", "minLength": 1"#,
            read: { decoder in
                guard let name = decoder.text(expected: "a layer name") else { return nil }
                return name.isEmpty ? decoder.refuse("Write a layer name, or omit the key.") : name
            },
            write: { .text($0) },
            parse: optionParser("is not a layer name. Use one such as diffuse.") { $0.isEmpty ? nil : $0 }
        )
    }

    static var file: ManifestForm<FilePath> { file(example: "poster.png") }

    static func file(example: String) -> ManifestForm<FilePath> {
        .init(
            schema: ##""$ref": "#/$defs/path""##,
            read: { $0.path().map { FilePath($0) } },
            write: { .text($0.string) },
            parse: optionParser("is not a file name. Use one such as \(example).") { text in
                text.isEmpty || text.utf8.contains(0) ? nil : FilePath(text)
            }
        )
    }

    static var version: ManifestForm<Int> {
        .init(
            schema: #""const": \#(SequenceManifest.version)"#,
            read: { $0.wholeNumber(in: SequenceManifest.version...SequenceManifest.version) },
            write: { .word(String($0)) }
        )
    }

    static func wholeNumber(_ range: ClosedRange<Int>) -> ManifestForm<Int> {
        .init(
            schema: #""type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)"#,
            read: { $0.wholeNumber(in: range) },
            write: { .word(String($0)) }
        )
    }

    /// A number of cycles. Options also accept `forever`.
    static var cycles: ManifestForm<Int> {
        let most = SequenceManifest.largestRepeatCount
        return changing(wholeNumber(0...most)) {
            $0.parse = optionParser("is not a number of cycles. Use 1 to \(most), or forever.") { text in
                let count = text == "forever" ? 0 : text.utf8.allSatisfy { $0.isDigit } ? Int(text) : nil
                return count.flatMap { $0 <= most ? $0 : nil }
            }
        }
    }

    /// A number in a range whose bounds are whole numbers. The option's message uses `noun`.
    static func number(_ range: ClosedRange<Double>, noun: String, isLength: Bool = false) -> ManifestForm<Double> {
        let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
        return .init(
            schema: #""type": "number", "minimum": \#(least), "maximum": \#(most)"#,
            read: { $0.number(in: range) },
            write: { ManifestValue($0) },
            parse: optionParser("is not \(noun). Use a number from \(least) to \(most).") { text in
                Double(text).flatMap { range.contains($0) ? $0 : nil }
            },
            numbers: NumberRange(range: range, noun: noun, isLength: isLength)
        )
    }

    static var alpha: ManifestForm<Double> { number(0...1, noun: "an alpha") }
    static var inset: ManifestForm<Double> { number(0...Overlay.largestInset, noun: "an inset") }
    static var repeatCount: ManifestForm<Double> {
        number(0...Double(SequenceManifest.largestRepeatCount), noun: "a count")
    }
    static var cornerRadius: ManifestForm<Double> {
        number(0...Double(SequenceManifest.largestSide), noun: "a corner radius", isLength: true)
    }

    static var coordinate: ManifestForm<Double> { coordinate(SequenceManifest.coordinates) }
    static var extent: ManifestForm<Double> { coordinate(0...SequenceManifest.largestCoordinate) }

    private static func coordinate(_ range: ClosedRange<Double>) -> ManifestForm<Double> {
        .init(schema: ##""$ref": "#/$defs/coordinate""##, read: { $0.number(in: range) }, write: { ManifestValue($0) })
    }

    static var cycleDuration: ManifestForm<RationalTime> { seconds("cycleDuration", zeroIsAllowed: true) }
    static var frameDuration: ManifestForm<RationalTime> { seconds("frameDuration", zeroIsAllowed: false) }

    private static func seconds(_ definition: String, zeroIsAllowed: Bool) -> ManifestForm<RationalTime> {
        .init(
            schema: ##""$ref": "#/$defs/\##(definition)""##,
            read: { $0.duration(zeroIsAllowed: zeroIsAllowed) },
            write: { ManifestValue($0) },
            parse: RationalTime.init(parsing:)
        )
    }

    static var rate: ManifestForm<FrameRate> {
        .init(
            schema: ##""$ref": "#/$defs/frameRate""##,
            read: { $0.rate() },
            write: { $0.denominator == 1 ? .word("\($0)") : .text("\($0)") },
            parse: FrameRate.init(parsing:)
        )
    }
}

extension ManifestForm where Value: CaseIterable & Equatable, Value.AllCases == [Value] {
    static func word(_ name: any KeyPath<Value, String> & Sendable, noun: String) -> Self {
        let words = Value.allCases.map { (name: $0[keyPath: name], value: $0) }
        let names = words.map(\.name)
        let advice = names.count == 2 ? names.joined(separator: " or ") : "one of \(names.joined(separator: ", "))"
        return .init(
            schema: #""enum": [\#(names.inSchema)]"#,
            read: { $0.word(words) },
            write: { .text($0[keyPath: name]) },
            parse: optionParser("is not \(noun). Use \(advice).") { text in words.first { $0.name == text }?.value }
        )
    }
}

extension ManifestForm where Value: OptionSet, Value.Element == Value {
    /// A list of names from an option set.
    static func names(
        _ named: [(name: String, value: Value)],
        expected: String,
        written list: @escaping @Sendable ([ManifestValue]) -> ManifestValue
    ) -> Self {
        let names = named.map(\.name)
        return .init(
            schema: #""type": "array", "items": {"enum": [\#(names.inSchema)]}"#,
            read: { decoder in
                decoder.faultless { Value(decoder.list(expected: expected).compactMap { $0.word(named) }) }
            },
            write: { set in list(named.filter { set.contains($0.value) }.map { .text($0.name) }) }
        )
    }
}
