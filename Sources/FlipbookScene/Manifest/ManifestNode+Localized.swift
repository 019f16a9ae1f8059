package import FlipbookCore

extension ManifestNode {
    /// The document in the preferred language or, if there is none, `Base`: keys of `localized` replace the document's own.
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

extension ManifestForm where Value == [String] {
    static var localized: Self {
        .init(
            schema: #""type": "object", "additionalProperties": {"type": "object"}"#,
            read: { decoder in
                let languages = decoder.names(example: "fr: {animationImages: marche.####.png}")
                for (language, position, keys) in languages {
                    guard language == LanguagePreferences.base || LanguagePreferences.isLanguage(language) else {
                        let message: Explanation = "this is not a language; write one such as fr, pt-BR or zh-Hant"
                        decoder.fault(message, at: position, path: keys.path)
                        continue
                    }
                    guard var values = keys.mapping(names: ManifestRow.all.map(\.base.key)) else { continue }
                    if let inner = values.removeValue(forKey: ManifestKey.localized.rawValue) {
                        let message: Explanation = "a language cannot contain languages; remove this key"
                        inner.fault(message, path: keys.path)
                    }
                    var given = SequenceManifest()
                    values.read(ManifestRow.all.map(\.base), into: &given)
                }
                return languages.map(\.key)
            },
            write: { _ in nil }
        )
    }
}
