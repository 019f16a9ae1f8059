import FlipbookCore

extension ManifestForm {
    static var images: ManifestForm<SequenceManifest.Images> {
        .init(
            schema: ##""$ref": "#/$defs/images""##,
            read: { $0.images() },
            write: { images in
                switch images {
                case .pattern(let pattern): .text(pattern)
                case .list(let entries):
                    .list(entries.map { ManifestValue(SequenceManifest.Entry.fields, of: $0).shortened })
                }
            }
        )
    }

    fileprivate static var overlay: ManifestForm<Overlay> {
        .init(
            schema: ##""oneOf": [{"$ref": "#/$defs/path"}, {"$ref": "#/$defs/overlay"}]"##,
            read: { $0.overlay() },
            write: { ManifestValue(Overlay.fields, of: $0).shortened }
        )
    }

    static var overlays: ManifestForm<[Overlay]> {
        let expected = "a list of files, or of items with the keys image, position, alpha, inset and clipsToBounds"
        return .list(of: .overlay, atMost: SequenceManifest.largestOverlayCount, "overlays", expected: expected)
    }

    static var viewText: ManifestForm<TextLabel> { text { $0.viewText() } }

    fileprivate static func text(_ read: @escaping @Sendable (ManifestDecoder) -> TextLabel?) -> ManifestForm<TextLabel>
    {
        .init(
            schema: ##""oneOf": [{"type": "string"}, {"$ref": "#/$defs/text"}]"##,
            read: read,
            write: { ManifestValue(TextLabel.fields, of: $0).shortened }
        )
    }

    static var texts: ManifestForm<[TextLabel]> {
        let (item, most) = (ManifestForm<TextLabel>.text { $0.label() }, SequenceManifest.largestTextCount)
        let expected = "a list of texts, or of items with the keys text, font, size and color"
        return .list(of: item, atMost: most, "texts", allowsOne: true, expected: expected)
    }

    static var localized: ManifestForm<[String]> {
        .init(
            schema: #""type": "object", "additionalProperties": {"type": "object"}"#,
            read: { decoder in
                let languages = decoder.names(example: "fr: {animationImages: marche.####.png}")
                for (language, position, keys) in languages {
                    guard language == LanguagePreferences.base || LanguagePreferences.isLanguage(language) else {
                        let message: Explanation = "this is not a language code; write one such as fr, pt-BR or zh-Hant"
                        decoder.fault(message, at: position, path: keys.path)
                        continue
                    }
                    guard var values = keys.mapping(names: ManifestRow.all.map(\.base.key)) else { continue }
                    if let inner = values.removeValue(forKey: ManifestKey.localized.rawValue) {
                        let message: Explanation = "languages cannot be nested; remove this key"
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

    static var traits: ManifestForm<AccessibilityTraits> {
        .names(AccessibilityTraits.named, expected: "a list of traits such as [image, button]") { .list($0) }
    }
}

extension ManifestDecoder {
    fileprivate func images() -> SequenceManifest.Images? {
        let expected = "a pattern such as walk.####.png, or a list of files"
        guard case .list(let items) = node.content else { return path(expected: expected).map { .pattern($0) } }
        if items.isEmpty { return refuse(expected: expected) }
        var entries: [SequenceManifest.Entry] = []
        entries.reserveCapacity(items.count)
        var slots = 0
        for item in list(expected: expected) {
            if isFull { break }
            guard let entry = item.entry() else { continue }
            if case .slots(let count) = entry.timing { slots += count } else { slots += 1 }
            guard slots <= FrameSet.maximumCount
            else { return item.refuse("more than \(FrameSet.maximumCount) frames in all; reduce hold") }
            entries.append(entry)
        }
        return entries.count == items.count ? .list(entries) : nil
    }

    private func entry() -> SequenceManifest.Entry? {
        guard case .mapping = node.content else {
            let name = path(expected: "a file's name, or the keys image, duration or hold")
            return name.map { SequenceManifest.Entry(image: FilePath($0)) }
        }
        return faultless {
            var entry = SequenceManifest.Entry(image: "")
            guard let values = read(SequenceManifest.Entry.fields, into: &entry) else { return nil }
            if values["hold"] != nil, let duration = values["duration"] {
                return duration.refuse("the key 'hold' already sets the duration; remove one")
            }
            return needed("image", in: values, "the file to show").map { _ in entry }
        }
    }

    fileprivate func overlay() -> Overlay? {
        guard case .mapping = node.content else {
            let name = path(expected: "a file's name, or the keys image, position, alpha and inset")
            return name.map { Overlay(image: FilePath($0)) }
        }
        var overlay = Overlay(image: "")
        guard let values = read(Overlay.fields, into: &overlay) else { return nil }
        return needed("image", in: values, "the file to show").map { _ in overlay }
    }

    fileprivate func label() -> TextLabel? {
        guard case .mapping = node.content else { return text().flatMap { checked(TextLabel($0)) } }
        var label = TextLabel("")
        guard let values = read(TextLabel.fields, into: &label) else { return nil }
        return needed("text", in: values, "the text to show")?.checked(label)
    }

    private func checked(_ label: TextLabel) -> TextLabel? {
        do throws(TextLabel.UnknownField) { _ = try label.pieces() } catch {
            let names = TextLabel.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            let name = error.name.prefix(40).description.escapingControlCharacters
            return refuse("there is no field {\(name)}; use one of \(names), or write {{ for a brace")
        }
        return label
    }

    /// The text of a view. The text cannot have a position of its own.
    fileprivate func viewText() -> TextLabel? {
        if case .mapping(let entries) = node.content {
            for key in ["position", "alpha", "inset"] {
                guard let entry = entries.first(where: { $0.key == key }) else { continue }
                let message: Explanation = "the view already sets this for its text; remove this key"
                fault(message, at: entry.position, path: "\(path).\(key)")
                return nil
            }
        }
        return faultless {
            guard let label = label() else { return nil }
            let message: Explanation = "a view's text cannot contain fields; use the texts key instead"
            return label.plainText == nil ? refuse(message) : label
        }
    }
}
