extension ManifestDecoder {
    /// A list of files, or of mappings.
    mutating func overlays(_ node: ManifestNode, _ path: String) -> [Overlay]? {
        guard case .list(let items) = node.content else {
            fault(
                node,
                path,
                expected: "a list of files, or of the keys image, position, alpha, inset and clipsToBounds"
            )
            return nil
        }
        guard items.count <= SequenceManifest.largestOverlayCount else {
            fault(
                node.position,
                path,
                "there are \(items.count) overlays; the most are \(SequenceManifest.largestOverlayCount)"
            )
            return nil
        }
        let overlays = items.enumerated().map { index, item in overlay(item, "\(path)[\(index)]") }
        return overlays.contains(where: { $0 == nil }) ? nil : overlays.compactMap { $0 }
    }

    private mutating func overlay(_ node: ManifestNode, _ path: String) -> Overlay? {
        guard case .mapping = node.content else {
            let name = self.path(node, path, expected: "a file's name, or the keys image, position, alpha and inset")
            return name.map { Overlay(image: FilePath($0)) }
        }
        guard let values = mapping(node, path, keys: ManifestOverlayKey.self) else { return nil }
        guard let image = values[.image] else {
            fault(node.position, path, "the key image is missing: the file to show")
            return nil
        }
        guard let name = self.path(image, "\(path).image") else { return nil }
        var overlay = Overlay(image: FilePath(name))
        if let value = values[.position] {
            let modes = ContentMode.allCases.map { ($0.name, $0) }
            guard let position = word(value, "\(path).position", modes) else { return nil }
            overlay.position = position
        }
        if let value = values[.alpha] {
            guard let alpha = number(value, "\(path).alpha", in: 0...1) else { return nil }
            overlay.alpha = alpha
        }
        if let value = values[.clipsToBounds] {
            guard let clips = flag(value, "\(path).clipsToBounds") else { return nil }
            overlay.clipsToBounds = clips
        }
        if let value = values[.inset] {
            guard let inset = number(value, "\(path).inset", in: 0...Overlay.largestInset) else { return nil }
            overlay.inset = inset
        }
        return overlay
    }
}

extension SequenceManifest {
    /// The most overlays: each is kept as pixels.
    public static let largestOverlayCount = 64
}
