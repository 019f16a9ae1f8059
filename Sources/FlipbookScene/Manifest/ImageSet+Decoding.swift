package import FlipbookCore

extension ImageSet {
    /// Decodes a `Contents.json`. Unknown keys, which newer versions of the format may add, are ignored.
    package init(decoding node: ManifestNode, name: String, file: FilePath) throws(ManifestError) {
        let decoder = ManifestDecoder(node)
        let root = decoder.anyValues()
        let variants = root["images"].map { $0.list(expected: "a list in brackets").map { $0.variant() } }
        if variants == nil, case .mapping = node.content {
            decoder.fault("the required key is missing (a list of the set's images)", path: "images")
        }
        let isTemplate = root["properties"]?.anyValues().isTemplate()
        try decoder.finish(file)
        self.init(name: name, variants: variants ?? [], rendersAsTemplate: isTemplate)
    }

    /// Returns whether a group's `Contents.json` provides a namespace, which makes the group's name part of its images' names.
    package static func providesNamespace(decoding node: ManifestNode, file: FilePath) throws(ManifestError) -> Bool {
        let decoder = ManifestDecoder(node)
        let value = decoder.anyValues()["properties"]?.anyValues()["provides-namespace"]?.flag()
        try decoder.finish(file)
        return value ?? false
    }
}

extension ManifestDecoder {
    fileprivate func anyValues() -> [String: ManifestDecoder] {
        guard case .mapping = node.content else { return refuse(expected: "keys and values in braces") ?? [:] }
        return Dictionary(names(example: "").map { ($0.key, $0.value) }) { first, _ in first }
    }

    fileprivate func variant() -> ImageSet.Variant {
        let values = anyValues()
        var variant = ImageSet.Variant(at: node.position)
        variant.filename = values["filename"]?.fileName()
        variant.idiom = values["idiom"]?.text()
        variant.locale = values["locale"]?.text()
        variant.scale = values["scale"]?.word([("1x", 1), ("2x", 2), ("3x", 3)])
        variant.languageDirection =
            values["language-direction"]?.word([("left-to-right", .leftToRight), ("right-to-left", .rightToLeft)])
        variant.resizing = values["resizing"]?.resizing()
        variant.alignmentInsets = values["alignment-insets"]?.insets() ?? .zero
        for item in values["appearances"]?.list(expected: "a list in brackets") ?? [] {
            let values = item.anyValues()
            guard let appearance = values["appearance"], let value = values["value"] else {
                item.fault("the keys 'appearance' and 'value' are both required")
                continue
            }
            if let key = appearance.text(), let look = value.text() { variant.appearances[key] = look }
        }
        variant.rendersAsTemplate = values.isTemplate()
        return variant
    }

    private func fileName() -> String? {
        guard let name = path() else { return nil }
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".."
        else { return refuse(expected: "the name of a file in the set's own folder") }
        return name
    }

    private func resizing() -> ImageSet.Resizing? {
        let values = anyValues()
        let center = values["center"]?.anyValues() ?? [:]
        let range = 0...65536
        return ImageSet.Resizing(
            parts: values["mode"]?.word(of: ImageSet.Resizing.Parts.allCases) ?? .nine,
            capInsets: values["cap-insets"]?.insets() ?? .zero,
            mode: center["mode"]?.word(ResizingMode.allCases.map { ($0.name, $0) }) ?? .tile,
            centerWidth: center["width"]?.wholeNumber(in: range),
            centerHeight: center["height"]?.wholeNumber(in: range)
        )
    }

    private func insets() -> EdgeInsets {
        let values = anyValues()
        let sides = ["top", "left", "bottom", "right"].map { values[$0]?.number(in: 0...65536) ?? 0 }
        return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }
}
