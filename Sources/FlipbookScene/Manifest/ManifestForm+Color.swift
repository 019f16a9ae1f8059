import FlipbookCore

extension ManifestForm where Value == InputProfile {
    /// The name of a standard or of a file.
    static var inputProfile: Self {
        let names = InputProfile.Standard.allCases.map(\.rawValue)
        return .init(
            schema: #""type": "string", "minLength": 1"#,
            words: "a file such as `camera.icc`, or " + names.map { "`\($0)`" }.joined(separator: ", "),
            example: "acescg",
            read: { decoder, node, path in
                let text = decoder.path(node, path, expected: "a colour profile")
                return decoder.parsed(text, node, path, by: InputProfile.init(parsing:))
            },
            write: { .text($0.description) },
            parse: { try InputProfile(parsing: $0) }
        )
    }
}

extension ManifestForm where Value == String {
    /// The name of a layer.
    static var layer: Self {
        .init(
            schema: #""type": "string", "minLength": 1"#,
            words: "the name of a layer",
            example: "diffuse",
            read: { decoder, node, path in
                guard let name = decoder.text(node, path, expected: "the name of a layer") else { return nil }
                if !name.isEmpty { return name }
                decoder.fault(node.position, path, "Write the name of a layer, or leave the key out.")
                return nil
            },
            write: { .text($0) },
            parse: { text in
                let advice = "is not the name of a layer. Write one such as diffuse."
                return try PropertyTextError.value(text.isEmpty ? nil : text, of: text, advice)
            }
        )
    }
}

extension ManifestForm where Value == ChannelNames {
    /// Names with commas between them.
    static var channels: Self {
        .init(
            schema: #""type": "string", "pattern": "^[^,]+(,[^,]+){0,3}$""#,
            words: "one to four names with commas between them, such as `R,G,B,A`",
            example: "N.X,N.Y,N.Z",
            read: { decoder, node, path in
                let text = decoder.text(node, path, expected: "names of channels")
                return decoder.parsed(text, node, path, by: ChannelNames.init(parsing:))
            },
            write: { .text($0.description) },
            parse: { try ChannelNames(parsing: $0) }
        )
    }
}
