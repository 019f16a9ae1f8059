import FlipbookCore

extension ManifestDecoder {
    /// A list of files, or of mappings.
    mutating func overlays(_ node: ManifestNode, _ path: String) -> [Overlay]? {
        let expected = "a list of files, or of the keys image, position, alpha, inset and clipsToBounds"
        let most = SequenceManifest.largestOverlayCount
        let items = items(node, path, atMost: most, "overlays", expected: expected)
        let count = faults.count
        let overlays = items?.compactMap { overlay($0.node, $0.path) }
        return faults.count == count ? overlays : nil
    }

    private mutating func overlay(_ node: ManifestNode, _ path: String) -> Overlay? {
        guard case .mapping = node.content else {
            let name = self.path(node, path, expected: "a file's name, or the keys image, position, alpha and inset")
            return name.map { Overlay(image: FilePath($0)) }
        }
        var overlay = Overlay(image: "")
        let count = faults.count
        guard let values = read(Overlay.fields, of: node, path, into: &overlay) else { return nil }
        if values["image"] == nil { fault(node.position, path, "the key image is missing: the file to show") }
        return faults.count == count ? overlay : nil
    }
}

extension Overlay {
    /// The keys of an overlay, in the order in which it is written.
    package static let fields: [ManifestField<Overlay>] = [
        .init("image", \.image, .file, default: nil),
        .init("position", \.position, .contentMode, default: .bottomRight),
        .init("alpha", \.alpha, .alpha, default: 1), .init("clipsToBounds", \.clipsToBounds, .flag, default: false),
        .init("inset", \.inset, .inset, default: 0),
    ]
}

extension ManifestForm where Value == Double {
    /// Insets from the edges of the canvas.
    static var inset: Self { number(0...Overlay.largestInset, noun: "an inset") }
}

extension SequenceManifest {
    /// The most overlays: each is kept as pixels.
    public static let largestOverlayCount = 64
}
