package import FlipbookCore

extension ManifestNode {
    /// The meaning of a word without quotes in YAML 1.2's core schema, which includes JSON's words.
    package enum Kind: Hashable { case null, flag, number, text }

    package var kind: Kind? {
        switch content {
        case .quoted: .text
        case .plain(let text): Self.kind(of: text)
        case .list, .mapping: nil
        }
    }

    package var word: String? {
        switch content {
        case .plain(let text), .quoted(let text): text
        case .list, .mapping: nil
        }
    }

    package var list: [ManifestNode]? { if case .list(let items) = content { items } else { nil } }

    package subscript(key: String) -> ManifestNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    static func kind(of word: String) -> Kind {
        switch word {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE", "false", "False", "FALSE": .flag
        default: isNumber(word) ? .number : .text
        }
    }

    /// The number without an exponent or a plus sign, or `nil` if it is not a finite decimal number or has more than 38 digits.
    package var decimal: String? {
        guard case .plain(let text) = content, kind == .number else { return nil }
        return Self.decimal(text)
    }

    package var numberOrText: String? {
        switch content {
        case .plain(let word): kind == .number ? decimal : kind == .text ? word : nil
        case .quoted(let text): text
        case .list, .mapping: nil
        }
    }

    package var summary: String {
        switch content {
        case .plain(let text) where text.isEmpty: "nothing"
        case .plain(let text), .quoted(let text): "'\(Self.shortened(text))'"
        case .list(let items): items.isEmpty ? "an empty list" : "a list"
        case .mapping: "keys and values"
        }
    }

    private static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return text.escapingControlCharacters }
        return String(String.UnicodeScalarView(scalars.prefix(60))).escapingControlCharacters + "..."
    }

    private static func isNumber(_ word: String) -> Bool {
        let rest = Substring(word.first == "-" || word.first == "+" ? word.dropFirst() : word[...])
        // Most words can be ruled out by their first character.
        guard let first = rest.utf8.first, first.isDigit || first == UInt8(ascii: ".") else { return false }
        if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(rest) { return true }
        if rest.hasPrefix("0x") || rest.hasPrefix("0o") {
            let digits = rest.utf8.dropFirst(2)
            return !digits.isEmpty
                && digits.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 32) }
        }
        return rest.utf8.allSatisfy { $0.isDigit || ".eE+-".utf8.contains($0) } && Double(rest) != nil
    }

    /// Expands a number's exponent exactly: `1.5e-3` becomes `0.0015`.
    static func decimal(_ word: String) -> String? {
        let parts = word.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let pieces = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, (-40...40).contains(exponent),
            var number = Int128(pieces.joined())
        else { return nil }
        var places = pieces.dropFirst().joined().utf8.count - exponent
        while places > 0, number.isMultiple(of: 10) { (number, places) = (number / 10, places - 1) }
        let digits = number.magnitude.digits(max(0, places) + 1) + String(repeating: "0", count: max(0, -places))
        let whole = (number < 0 ? "-" : "") + digits.dropLast(max(0, places))
        return places > 0 ? "\(whole).\(digits.suffix(places))" : whole
    }

    /// The document in the preferred language or, if that is missing, in `Base`. The language's keys replace the document's
    /// own.
    package func localized(_ preferences: LanguagePreferences) -> ManifestNode {
        guard case .mapping(let entries) = content, let (place, languages) = localizations else { return self }
        let names = languages.map(\.key)
        guard let choice = preferences.choice(among: names) ?? names.first(where: { $0 == LanguagePreferences.base }),
            let chosen = languages.first(where: { $0.key == choice }), case .mapping(let own) = chosen.value.content
        else { return self }
        let keys = Set(own.map(\.key))
        let rest = ManifestNode(.mapping(languages.filter { $0.key != choice }), at: entries[place].value.position)
        var merged = entries.filter { !keys.contains($0.key) && $0.key != ManifestKey.localized.rawValue }
        merged.append(Entry(key: entries[place].key, position: entries[place].position, value: rest))
        return ManifestNode(.mapping(merged + own), at: position)
    }

    package var languages: [String] { localizations?.languages.map(\.key) ?? [] }

    private var localizations: (place: Int, languages: [Entry])? {
        guard case .mapping(let entries) = content,
            let place = entries.firstIndex(where: { $0.key == ManifestKey.localized.rawValue }),
            case .mapping(let languages) = entries[place].value.content
        else { return nil }
        return (place, languages)
    }
}
