import FlipbookCore

extension ManifestDocument {
    /// The manifest that the keys mean.
    /// - Throws: ``ManifestError`` for keys and values that no manifest has.
    func manifest(in file: FilePath) throws(ManifestError) -> SequenceManifest {
        // A manifest has to show something; a part of a plan says elsewhere what.
        let node = adding("animationImages", .text("#.png")).without("resizing").node
        return try SequenceManifest(decoding: node, file: file)
    }

    /// The slices of an asset catalog; `nil` where there are none.
    /// - Throws: ``ManifestError`` for what is none.
    func slices(in file: FilePath) throws(ManifestError) -> ImageSet.Resizing? {
        guard let slices = value("resizing") else { return nil }
        let set = ManifestDocument.Value.object(["images": .list([.object(["resizing": slices])])])
        return try ImageSet(decoding: set.node, name: "plan", file: file).variants.first?.resizing
    }
}

extension ManifestDocument.Value {
    /// The value as the readers of a manifest take it.
    var node: ManifestNode {
        let content: ManifestNode.Content =
            switch self {
            case .flag(let flag): .plain("\(flag)")
            case .whole(let number): .plain("\(number)")
            case .number(let number): .plain("\(number)")
            case .text(let text): .quoted(text)
            case .list(let list): .list(list.map(\.node))
            case .object(let values):
                .mapping(
                    values.sorted { $0.key < $1.key }.map { key, value in
                        ManifestNode.Entry(key: key, position: Self.nowhere, value: value.node)
                    }
                )
            }
        return ManifestNode(content, at: Self.nowhere)
    }

    private static let nowhere = ManifestNode.Position(line: 1, column: 1)
}
