package import FlipbookCore

extension ImageSet {
    /// Reads the tree of a `Contents.json`.
    ///
    /// Keys that are not known are left alone: newer versions of the format have more
    /// of them, and they say nothing about pixels.
    /// - Parameters:
    ///   - node: the document.
    ///   - name: the set's name, without `.imageset`.
    ///   - file: where the document was read from, for messages.
    /// - Throws: `ManifestError` with every mistake and its place.
    package init(decoding node: ManifestNode, name: String, file: FilePath) throws(ManifestError) {
        var decoder = ManifestDecoder()
        let root = decoder.values(node, "")
        var variants: [Variant] = []
        if let images = root["images"] {
            for (index, item) in decoder.items(images, "images").enumerated() {
                variants.append(decoder.variant(item, "images[\(index)]"))
            }
        } else if decoder.faults.isEmpty {
            decoder.fault(node.position, "images", "the key is missing: a list of the set's images")
        }
        let properties = root["properties"].map { decoder.values($0, "properties") } ?? [:]
        let isTemplate = decoder.isTemplate(properties, "properties")
        guard decoder.faults.isEmpty else { throw ManifestError(file: file, faults: decoder.faults) }
        self.init(name: name, variants: variants, rendersAsTemplate: isTemplate)
    }

    /// The insets and the centres that are taken for such, in pixels.
    fileprivate static let (insets, centers) = (0.0...65536.0, 0...65536)
}

extension ManifestDecoder {
    /// The values of a mapping by their keys, known or not.
    fileprivate mutating func values(_ node: ManifestNode, _ path: String) -> [String: ManifestNode] {
        guard case .mapping(let entries) = node.content else {
            fault(node, path, expected: "keys and values in braces")
            return [:]
        }
        var values: [String: ManifestNode] = [:]
        for entry in entries where values.updateValue(entry.value, forKey: entry.key) != nil {
            fault(entry.position, inside(path, entry.key), "the key is there twice; remove one")
        }
        return values
    }

    fileprivate mutating func items(_ node: ManifestNode, _ path: String) -> [ManifestNode] {
        if case .list(let items) = node.content { return items }
        fault(node, path, expected: "a list in brackets")
        return []
    }

    private func inside(_ path: String, _ key: String) -> String {
        String((path.isEmpty ? key : "\(path).\(key)").prefix(200))
    }

    fileprivate mutating func variant(_ node: ManifestNode, _ path: String) -> ImageSet.Variant {
        let values = values(node, path)
        var variant = ImageSet.Variant(at: node.position)
        if let name = values["filename"] { variant.filename = fileName(name, "\(path).filename") }
        if let idiom = values["idiom"] { variant.idiom = text(idiom, "\(path).idiom") }
        if let locale = values["locale"] { variant.locale = text(locale, "\(path).locale") }
        variant.scale = values["scale"].flatMap { word($0, "\(path).scale", [("1x", 1), ("2x", 2), ("3x", 3)]) }
        let directions = ImageSet.LanguageDirection.allCases.map { (name: $0.rawValue, value: $0) }
        let direction = values["language-direction"]
        variant.languageDirection = direction.flatMap { word($0, "\(path).language-direction", directions) }
        if let resizing = values["resizing"] { variant.resizing = self.resizing(resizing, "\(path).resizing") }
        variant.alignmentInsets = values["alignment-insets"].map { insets($0, "\(path).alignment-insets") } ?? .zero
        variant.appearances = values["appearances"].map { appearances($0, "\(path).appearances") } ?? [:]
        variant.rendersAsTemplate = isTemplate(values, path)
        return variant
    }

    /// The name of a file beside `Contents.json`.
    private mutating func fileName(_ node: ManifestNode, _ path: String) -> String? {
        guard let name = self.path(node, path) else { return nil }
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
            fault(node, path, expected: "the name of a file in the set's own folder")
            return nil
        }
        return name
    }

    fileprivate mutating func isTemplate(_ values: [String: ManifestNode], _ path: String) -> Bool? {
        let (key, words) = ("template-rendering-intent", [(name: "template", value: true), ("original", false)])
        return values[key].flatMap { word($0, "\(path).\(key)", words) }
    }

    private mutating func resizing(_ node: ManifestNode, _ path: String) -> ImageSet.Resizing? {
        let values = values(node, path)
        let parts = ImageSet.Resizing.Parts.allCases.map { (name: $0.rawValue, value: $0) }
        var resizing = ImageSet.Resizing(capInsets: .zero, mode: .tile)
        if let mode = values["mode"] { resizing.parts = word(mode, "\(path).mode", parts) ?? .nine }
        if let caps = values["cap-insets"] { resizing.capInsets = insets(caps, "\(path).cap-insets") }
        let place = "\(path).center"
        let center = values["center"].map { self.values($0, place) } ?? [:]
        let modes = ResizingMode.allCases.map { (name: $0.name, value: $0) }
        if let mode = center["mode"] { resizing.mode = word(mode, "\(place).mode", modes) ?? .tile }
        resizing.centerWidth = center["width"].flatMap { wholeNumber($0, "\(place).width", in: ImageSet.centers) }
        resizing.centerHeight = center["height"].flatMap { wholeNumber($0, "\(place).height", in: ImageSet.centers) }
        return resizing
    }

    private mutating func insets(_ node: ManifestNode, _ path: String) -> EdgeInsets {
        let values = values(node, path)
        var insets = EdgeInsets.zero
        let sides: [(String, WritableKeyPath<EdgeInsets, Double>)] = [
            ("top", \.top), ("left", \.left), ("bottom", \.bottom), ("right", \.right),
        ]
        for (name, side) in sides {
            guard let value = values[name] else { continue }
            insets[keyPath: side] = number(value, "\(path).\(name)", in: ImageSet.insets) ?? 0
        }
        return insets
    }

    private mutating func appearances(_ node: ManifestNode, _ path: String) -> [String: String] {
        var appearances: [String: String] = [:]
        for (index, item) in items(node, path).enumerated() {
            let place = "\(path)[\(index)]"
            let values = values(item, place)
            guard let appearance = values["appearance"], let value = values["value"] else {
                fault(item.position, place, "the keys appearance and value are both needed")
                continue
            }
            guard let key = text(appearance, "\(place).appearance"), let look = text(value, "\(place).value") else {
                continue
            }
            appearances[key] = look
        }
        return appearances
    }
}
