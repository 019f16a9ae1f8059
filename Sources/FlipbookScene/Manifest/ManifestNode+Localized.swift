package import FlipbookCore

extension ManifestNode {
    /// What a document says for the language that is wanted most: the keys of `localized` for that language go before its own.
    ///
    /// Without a language that is wanted, those for `Base` do.
    package func localized(_ preferences: LanguagePreferences) -> ManifestNode {
        guard case .mapping(let entries) = content, let (place, languages) = localizations else { return self }
        let names = languages.map(\.key)
        guard
            let choice = preferences.choice(among: names) ?? names.first(where: { $0 == LanguagePreferences.base }),
            let chosen = languages.first(where: { $0.key == choice }), case .mapping(let own) = chosen.value.content
        else { return self }
        let keys = Set(own.map(\.key))
        let rest = ManifestNode(.mapping(languages.filter { $0.key != choice }), at: entries[place].value.position)
        var merged = entries.filter { !keys.contains($0.key) && $0.key != ManifestKey.localized.rawValue }
        merged.append(Entry(key: entries[place].key, position: entries[place].position, value: rest))
        return ManifestNode(.mapping(merged + own), at: position)
    }

    /// The languages that a document has keys for.
    package var languages: [String] { localizations?.languages.map(\.key) ?? [] }

    /// The place of a document's keys for languages, and the languages.
    private var localizations: (place: Int, languages: [Entry])? {
        guard case .mapping(let entries) = content,
            let place = entries.firstIndex(where: { $0.key == ManifestKey.localized.rawValue }),
            case .mapping(let languages) = entries[place].value.content
        else { return nil }
        return (place, languages)
    }
}

extension ManifestForm where Value == [String] {
    /// The values in other languages: keys of a manifest by the name of each language.
    static var localized: Self {
        .init(
            schema: #""type": "object", "additionalProperties": {"type": "object"}"#,
            words: "keys of a manifest by language",
            example: "{fr: {title: Marche}}",
            read: { decoder, node, path in
                let languages = decoder.names(node, path, example: "fr: {animationImages: marche.####.png}")
                for language in languages {
                    let path = "\(path).\(language.key)"
                    guard language.key == LanguagePreferences.base || LanguagePreferences.isLanguage(language.key)
                    else {
                        decoder.fault(
                            language.position,
                            path,
                            "this is no language; write one such as fr, pt-BR or zh-Hant"
                        )
                        continue
                    }
                    guard let values = decoder.mapping(language.value, path, keys: ManifestKey.self) else { continue }
                    var given = SequenceManifest()
                    for row in ManifestRow.all {
                        guard let value = values[row.key] else { continue }
                        guard row.key != .localized else {
                            decoder.fault(value.position, path, "a language has no languages; remove this key")
                            continue
                        }
                        row.read(value, &decoder, &given)
                    }
                }
                return languages.map(\.key)
            },
            write: { _ in nil }
        )
    }
}
