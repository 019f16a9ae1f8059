extension ManifestForm where Value == InputProfile {
    /// The name of a standard or of a file.
    static var inputProfile: Self {
        let names = InputProfile.Standard.allCases.map(\.rawValue)
        return .init(
            schema: #""type": "string", "minLength": 1"#,
            words: "a file such as `camera.icc`, or " + names.map { "`\($0)`" }.joined(separator: ", "),
            example: "acescg",
            read: { decoder, node, path in
                guard let text = decoder.path(node, path, expected: "a colour profile") else { return nil }
                do throws(InputProfile.ParsingError) {
                    return try InputProfile(parsing: text)
                } catch {
                    decoder.fault(node.position, path, error.explanation)
                    return nil
                }
            },
            write: { .text($0.description) },
            parse: { try InputProfile(parsing: $0) }
        )
    }
}
