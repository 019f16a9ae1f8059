/// The languages that pictures are wanted in, the one that is wanted most first, as BCP 47 writes them: `fr`, `pt-BR`,
/// `zh-Hant-TW`.
///
/// One language is chosen for a whole folder or document. A language stands for those that are more general than itself:
/// a user that wants `en-GB` gets `en` before the next wish.
public struct LanguagePreferences: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The languages, the most wanted first; none for what all languages fall back on.
    public let languages: [String]

    /// The name of what all languages fall back on.
    public static let base = "Base"

    /// Wishes in their order. What is no language, such as `Base`, is left out.
    public init(_ languages: [String]) {
        var seen: Set<String> = []
        self.languages = languages.map { $0.replacing("_", with: "-") }.filter { language in
            language.lowercased() != Self.base.lowercased() && Self.isLanguage(language)
                && seen.insert(language).inserted
        }
    }

    /// Wishes in their order, as a literal.
    public init(arrayLiteral languages: String...) { self.init(languages) }

    /// The wishes in the environment of a process: `LANGUAGE`, then `LC_ALL`, `LC_MESSAGES` or `LANG`, as GNU gettext
    /// reads them. `C` and `POSIX` ask for nothing.
    public init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        guard let language = Self.language(ofLocale: locale) else {
            self.init([])
            return
        }
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").compactMap {
            Self.language(ofLocale: String($0))
        }
        self.init(list.isEmpty ? [language] : list)
    }

    /// Returns `true` for a language's name, and for `Base`.
    public static func isName(_ text: String) -> Bool { text == base || isLanguage(text) }

    /// Returns `true` for a text in the form of a language: parts of letters and digits with a hyphen between.
    public static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy({ $0.isLetter }) else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isAlphanumeric }
        }
    }

    /// The language of a locale's name: `pt-BR` of `pt_BR.UTF-8`, or `nil` if it is `C` or `POSIX`.
    private static func language(ofLocale name: String) -> String? {
        let plain = String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
        guard !["", "C", "POSIX"].contains(plain), isLanguage(plain) else { return nil }
        let script = [
            "zh-TW": "zh-Hant-TW", "zh-HK": "zh-Hant-HK", "zh-MO": "zh-Hant-MO", "zh-CN": "zh-Hans-CN",
            "zh-SG": "zh-Hans-SG",
        ]
        return script[plain] ?? plain
    }

    /// The names under which a language is looked for, the closest first.
    private static func names(of language: String) -> [String] {
        let parts = language.split(separator: "-").map(String.init)
        var names = (1...parts.count).reversed().map { parts.prefix($0).joined(separator: "-") }
        // Of three parts the one in the middle is the script, which many leave out: zh-TW.
        if parts.count == 3 { names.insert("\(parts[0])-\(parts[2])", at: 1) }
        return names
    }

    /// The names under which pictures of the languages are looked for, the closest to the most wanted first: `pt-BR`, `pt_BR`,
    /// `pt`, with capitals where RFC 5646, section 2.1.1, has them.
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

    /// The best one of some languages, or `nil` if none of them is wanted.
    /// - Parameter available: The languages that there are, in any spelling: `pt_BR`, `PT-br`.
    public func choice(among available: some Sequence<String>) -> String? {
        func key(_ name: String) -> String { name.replacing("_", with: "-").lowercased() }
        let known = Dictionary(available.map { (key($0), $0) }) { first, _ in first }
        for language in languages {
            if let name = Self.names(of: language).lazy.compactMap({ known[key($0)] }).first { return name }
        }
        return nil
    }

    /// Some languages in the order in which they are tried: the best one, then `Base`; where there is no `Base`, the one
    /// whose name comes first stands for it.
    public func order(of available: some Sequence<String>) -> [String] {
        let names = available.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let fallback = names.first { $0.lowercased() == Self.base.lowercased() } ?? names.first
        return [choice(among: names), fallback].compactMap { $0 }.distinct
    }

    /// The direction in which the language that is wanted most is written.
    public var layoutDirection: LayoutDirection {
        guard let parts = languages.first?.lowercased().split(separator: "-"), let language = parts.first else {
            return .leftToRight
        }
        if parts.dropFirst().contains(where: { ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm"].contains($0) }) {
            return .rightToLeft
        }
        if parts.dropFirst().contains("latn") { return .leftToRight }
        let written = ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
        return written.contains(String(language)) ? .rightToLeft : .leftToRight
    }
}
