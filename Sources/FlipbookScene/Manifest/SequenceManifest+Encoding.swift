import FlipbookCore

extension SequenceManifest {
    /// The manifest as indented JSON without `nil` values. Decoding it produces the same manifest if all values are valid.
    public var json: String {
        let fields = fields.map { "  \($0.key.quotedForJSON()): \($0.value.json(indent: "  "))" }
        return fields.isEmpty ? "{}\n" : "{\n" + fields.joined(separator: ",\n") + "\n}\n"
    }

    /// The manifest as YAML, which can be decoded like ``json``.
    /// - Parameter hints: A Boolean value that indicates whether a comment lists additional keys.
    public func yaml(hints: Bool = false) -> String {
        let text = fields.map { "\($0.key):\($0.value.yaml())\n" }.joined()
        return hints ? text + hint : text
    }

    private var fields: [ManifestValue.Field] {
        ManifestRow.all.compactMap { row in row.value(self).map { .init(row.key.rawValue, $0) } }
    }

    /// Comments on useful keys that are not set.
    private var hint: String {
        var lines: [String] = []
        if properties.frameRate == nil, properties.$animationDuration == nil {
            lines.append("# frameRate: 24               # frames per second: 24, 23.976, 24000/1001, ntsc (default 30)")
        }
        if properties.$animationRepeatCount == nil {
            lines.append("# animationRepeatCount: 1     # number of cycles; 0 repeats forever")
        }
        if properties.$missing == nil, case .pattern = animationImages {
            lines.append("# missing: hold               # show the previous frame if a number is missing")
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
}
