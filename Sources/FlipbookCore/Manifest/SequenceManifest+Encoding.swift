extension SequenceManifest {
    /// The manifest as JSON, two spaces deep, what is `nil` left out. Reading it gives the same manifest, where
    /// every value is within the bounds of its key; numbers that are not finite are left out.
    public var json: String {
        let fields = fields.map { field in
            "  \(Self.quoted(field.key.rawValue)): \(field.value.json(indent: "  "))"
        }
        return fields.isEmpty ? "{}\n" : "{\n" + fields.joined(separator: ",\n") + "\n}\n"
    }

    /// The manifest as YAML, what is `nil` left out. Reading it gives the same manifest, as of ``json``.
    /// - Parameter hints: whether a comment tells what else can be said.
    public func yaml(hints: Bool = false) -> String {
        var text = ""
        for field in fields { text += "\(field.key.rawValue):\(field.value.yaml(indent: ""))\n" }
        return hints ? text + hint : text
    }

    /// What a newcomer may want to set next. Comments only, and only on keys that are not set.
    private var hint: String {
        var lines: [String] = []
        if frameRate == nil, animationDuration == nil {
            lines.append("# frameRate: 24               # frames per second: 24, 23.976, 24000/1001, ntsc; else 30")
        }
        if animationRepeatCount == nil {
            lines.append("# animationRepeatCount: 1     # whole cycles; 0 is for ever")
        }
        if missing == nil, case .pattern = animationImages {
            lines.append("# missing: hold               # show the previous frame where a number is missing")
        }
        if case .pattern = animationImages {
            lines.append("# To time each frame, list them:")
            lines.append("# animationImages:")
            lines.append("#   - walk.0001.png                            # one slot, 1/frameRate")
            lines.append("#   - {image: walk.0002.png, hold: 2}          # two slots: on twos")
            lines.append("#   - {image: walk.0003.png, duration: 0.25}   # a quarter of a second")
        }
        return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
    }

    /// What is set, in the order of the keys.
    private var fields: [(key: ManifestKey, value: Value)] {
        var fields: [(ManifestKey, Value)] = []
        func add(_ key: ManifestKey, _ value: Value?) {
            if let value { fields.append((key, value)) }
        }
        add(.title, title.map(Value.text))
        add(.description, summary.map(Value.text))
        add(.animationImages, animationImages.map(Value.init))
        add(.animationDuration, animationDuration.map(Value.init))
        add(.animationRepeatCount, animationRepeatCount.map { .word(String($0)) })
        add(.frameRate, frameRate.map { $0.denominator == 1 ? .word("\($0)") : .text("\($0)") })
        add(.image, image.map { .text($0.string) })
        add(.highlightedImage, highlightedImage.map { .text($0.string) })
        add(.highlightedAnimationImages, highlightedAnimationImages.map(Value.init))
        add(.contentMode, contentMode.map { .text($0.name) })
        add(.isHighlighted, isHighlighted.map { .word(String($0)) })
        add(.capInsets, capInsets.flatMap(Value.init))
        add(.resizingMode, resizingMode.map { .text($0.name) })
        add(.leftCapWidth, leftCapWidth.map { .word(String($0)) })
        add(.topCapHeight, topCapHeight.map { .word(String($0)) })
        add(.contentStretch, contentStretch.flatMap(Value.init))
        add(.orientation, orientation.map { .text($0.name) })
        add(.flipsForRightToLeftLayoutDirection, flipsForRightToLeftLayoutDirection.map { .word(String($0)) })
        add(.semanticContentAttribute, semanticContentAttribute.map { .text($0.name) })
        add(.filter, filter.map { .text($0.rawValue) })
        add(.pixelPolicy, pixelPolicy.map { .text($0.rawValue) })
        add(.clipsToBounds, clipsToBounds.map { .word(String($0)) })
        add(.isUserInteractionEnabled, isUserInteractionEnabled.map { .word(String($0)) })
        add(.isOpaque, isOpaque.map { .word(String($0)) })
        add(.alpha, alpha.flatMap(Value.init))
        add(.backgroundColor, backgroundColor.map { .text($0.description) })
        add(.tintColor, tintColor.map { .text($0.description) })
        add(.overlays, overlays.map { .list($0.map(Value.init)) })
        add(.size, size.map { .text("\($0.width)x\($0.height)") })
        add(.scale, scale.map(Value.init))
        add(.dialect, dialect.map { .text($0.rawValue) })
        add(.missing, missing.map { .text($0.rawValue) })
        add(.maxGap, maximumGap.map { .word(String($0)) })
        add(.mismatch, mismatch.map { .text($0.rawValue) })
        return fields
    }

    /// A value on its way into a text.
    private enum Value {
        /// A number, `true` or `false`.
        case word(String)
        case text(String)
        case list([Value])
        /// Keys and values on one line.
        case flow([(String, Value)])

        init(_ images: Images) {
            switch images {
            case .pattern(let pattern): self = .text(pattern)
            case .list(let entries): self = .list(entries.map(Value.init))
            }
        }

        init(_ entry: Entry) {
            let image = Value.text(entry.image.string)
            switch entry.timing {
            case .slots(1): self = image
            case .slots(let count): self = .flow([("image", image), ("hold", .word(String(count)))])
            case .duration(let time): self = .flow([("image", image), ("duration", Value(time))])
            }
        }

        init(_ overlay: Overlay) {
            var fields: [(String, Value)] = [("image", .text(overlay.image.string))]
            let plain = Overlay(image: overlay.image)
            if overlay.position != plain.position { fields.append(("position", .text(overlay.position.name))) }
            if overlay.alpha != plain.alpha, let alpha = Value(overlay.alpha) { fields.append(("alpha", alpha)) }
            if overlay.clipsToBounds { fields.append(("clipsToBounds", .word("true"))) }
            if overlay.inset != plain.inset, let inset = Value(overlay.inset) { fields.append(("inset", inset)) }
            self = fields.count == 1 ? fields[0].1 : .flow(fields)
        }

        /// Seconds, as a decimal where that is exact.
        init(_ time: RationalTime) {
            self = time.decimal.map { .word($0) } ?? .text("\(time.numerator)/\(time.denominator)")
        }

        init(_ scale: DisplayScale) {
            let text = scale.description
            self = text.contains("/") ? .text(text) : .word(text)
        }

        /// `nil` for what is no finite number, which JSON cannot say and no key takes.
        init?(_ number: Double) {
            guard number.isFinite else { return nil }
            self = .word(Int(exactly: number).map { String($0) } ?? String(number))
        }

        /// `nil` where an edge is no finite number.
        init?(_ rect: Rect) {
            let edges = [("x", rect.minX), ("y", rect.minY), ("width", rect.size.width), ("height", rect.size.height)]
            let values = edges.compactMap { edge in Value(edge.1).map { (edge.0, $0) } }
            guard values.count == edges.count else { return nil }
            self = .flow(values)
        }

        /// `nil` where a side is no finite number.
        init?(_ insets: EdgeInsets) {
            let sides = [
                ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom), ("right", insets.right),
            ]
            let values = sides.compactMap { side in Value(side.1).map { (side.0, $0) } }
            guard values.count == sides.count else { return nil }
            self = .flow(values)
        }

        func json(indent: String) -> String {
            switch self {
            case .word(let word): return word
            case .text(let text): return quoted(text)
            case .list(let items):
                let lines = items.map { "\(indent)  \($0.json(indent: indent + "  "))" }
                return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
            case .flow(let fields):
                return "{" + fields.map { "\(quoted($0.0)): \($0.1.json(indent: indent))" }.joined(separator: ", ")
                    + "}"
            }
        }

        /// The value with what separates it from its key.
        func yaml(indent: String) -> String {
            switch self {
            case .word(let word): return " \(word)"
            case .text(let text): return " \(plainOrQuoted(text))"
            case .list(let items):
                return items.map { "\n\(indent)  -\($0.yaml(indent: indent + "  "))" }.joined()
            case .flow(let fields):
                return " {" + fields.map { "\($0.0):\($0.1.yaml(indent: indent))" }.joined(separator: ", ") + "}"
            }
        }
    }

    /// The text without quotes where YAML reads it back as the same text, else in quotes.
    private static func plainOrQuoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32) }
        let isSafe = { (byte: UInt8) in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-/+".utf8.contains(byte)
        }
        guard let first = bytes.first, let last = bytes.last, isLetter(first) || first == UInt8(ascii: "."),
            last != UInt8(ascii: ":"), ManifestNode.kind(of: text) == .text
        else { return quoted(text) }
        // A number sign begins a comment only behind a space, a space ends nothing but at the end.
        let rest = { (byte: UInt8) in isSafe(byte) || byte == UInt8(ascii: "#") }
        return bytes.allSatisfy(rest) ? text : quoted(text)
    }

    /// The text in double quotes, as JSON and YAML both read it.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            // What YAML does not print, or takes for a line break.
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension RationalTime {
    /// The seconds as a decimal number; `nil` where no decimal of 18 digits is exact, and below 0.
    public var decimal: String? {
        guard numerator >= 0 else { return nil }
        var (scale, digits): (Int64, Int) = (1, 0)
        while scale % denominator != 0 {
            guard digits < 15 else { return nil }
            scale *= 10
            digits += 1
        }
        let (value, overflow) = numerator.multipliedReportingOverflow(by: scale / denominator)
        guard !overflow, value < 1_000_000_000_000_000_000 else { return nil }
        guard digits > 0 else { return String(value) }
        let text = String(value)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
