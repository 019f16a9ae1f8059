/// The preferred languages for pictures, in order, as BCP 47 tags: `fr`, `pt-BR`, `zh-Hant-TW`. One language is chosen for a
/// whole folder or document. For `en-GB`, `en` is tried before the next language.
public struct LanguagePreferences: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The languages in order of preference. If empty, the fallback is used.
    public let languages: [String]

    /// The name of the fallback for all languages.
    public static let base = "Base"

    /// Creates preferences from languages in order of preference. Names that are not languages, such as `Base`, are left out.
    public init(_ languages: [String]) {
        var seen: Set<String> = []
        self.languages = languages.map { $0.replacing("_", with: "-") }.filter { language in
            language.lowercased() != Self.base.lowercased() && Self.isLanguage(language)
                && seen.insert(language).inserted
        }
    }

    /// Creates preferences from a literal.
    public init(arrayLiteral languages: String...) { self.init(languages) }

    /// Reads the preferences from a process's environment: `LANGUAGE`, then `LC_ALL`, `LC_MESSAGES` or `LANG`, as GNU gettext
    /// does. `C` and `POSIX` mean no preference.
    public init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let languages = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init).compactMap(Self.language)
        self.init(Self.language(ofLocale: locale).map { languages.isEmpty ? [$0] : languages } ?? [])
    }

    /// Returns `true` if a string is a language tag or `Base`.
    public static func isName(_ text: String) -> Bool { text == base || isLanguage(text) }

    /// Returns `true` if a string has the form of a language tag: letters and digits, separated by hyphens.
    public static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy({ $0.isLetter })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isAlphanumeric }
        }
    }

    /// Returns the language of a locale: `pt-BR` for `pt_BR.UTF-8`, or `nil` for `C` and `POSIX`.
    private static func language(ofLocale name: String) -> String? {
        let plain = String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
        guard !["", "C", "POSIX"].contains(plain), isLanguage(plain) else { return nil }
        let script = [
            "zh-TW": "zh-Hant-TW", "zh-HK": "zh-Hant-HK", "zh-MO": "zh-Hant-MO", "zh-CN": "zh-Hans-CN",
            "zh-SG": "zh-Hans-SG",
        ]
        return script[plain] ?? plain
    }

    private static func names(of language: String) -> [String] {
        let parts = language.split(separator: "-").map(String.init)
        var names = (1...parts.count).reversed().map { parts.prefix($0).joined(separator: "-") }
        // If there are three parts, the middle one is the script, which is often omitted: zh-TW.
        if parts.count == 3 { names.insert("\(parts[0])-\(parts[2])", at: 1) }
        return names
    }

    /// The names to search for pictures, from specific to general: `pt-BR`, `pt_BR`, `pt`. RFC 5646 defines the capitalization.
    package var tags: [String] {
        languages.flatMap { Self.names(of: Self.capitalizing($0)) }.flatMap { [$0, $0.replacing("-", with: "_")] }
            .distinct
    }

    private static func capitalizing(_ language: String) -> String {
        language.lowercased().split(separator: "-").enumerated().map { place, part in
            guard place > 0, [2, 4].contains(part.count) else { return String(part) }
            return part.count == 2 ? part.uppercased() : part.prefix(1).uppercased() + part.dropFirst()
        }
        .joined(separator: "-")
    }

    /// Returns the best of the available languages, or `nil` if none matches.
    /// - Parameter available: The available languages, in any spelling: `pt_BR`, `PT-br`.
    public func choice(among available: some Sequence<String>) -> String? {
        func key(_ name: String) -> String { name.replacing("_", with: "-").lowercased() }
        let known = Dictionary(available.map { (key($0), $0) }) { first, _ in first }
        return languages.lazy.flatMap { Self.names(of: $0) }.compactMap { known[key($0)] }.first
    }

    /// Returns the languages to try, in order: the best one, then `Base` or, if there is none, the first one in alphabetical
    /// order.
    public func order(of available: some Sequence<String>) -> [String] {
        let names = available.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let fallback = names.first { $0.lowercased() == Self.base.lowercased() } ?? names.first
        return [choice(among: names), fallback].compactMap { $0 }.distinct
    }

    /// The layout direction of the most preferred language.
    public var layoutDirection: LayoutDirection {
        let parts = (languages.first ?? "").lowercased().split(separator: "-").map(String.init)
        let scripts: Set = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm"]
        let written = ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
        if !scripts.isDisjoint(with: parts.dropFirst()) { return .rightToLeft }
        let isUsual = !parts.dropFirst().contains("latn") && parts.first.map(written.contains) ?? false
        return isUsual ? .rightToLeft : .leftToRight
    }
}
