import FlipbookCore

struct ManifestPlaces: Hashable, Sendable {
    private var positions: [String: ManifestNode.Position] = [:]
    private var items: [String: [ManifestNode.Position]] = [:]

    init(_ node: ManifestNode) {
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries where positions[entry.key] == nil {
            positions[entry.key] = entry.value.position
            if case .list(let list) = entry.value.content { items[entry.key] = list.map(Self.image(of:)) }
            if [ManifestKey.views, .animations, .timeline].map(\.rawValue).contains(entry.key) {
                addPlaces(in: entry.value, at: entry.key)
            }
        }
    }

    private mutating func addPlaces(in node: ManifestNode, at path: String) {
        positions[path] = positions[path] ?? node.position
        switch node.content {
        case .list(let list): for (index, item) in list.enumerated() { addPlaces(in: item, at: "\(path)[\(index)]") }
        case .mapping(let entries): for entry in entries { addPlaces(in: entry.value, at: "\(path).\(entry.key)") }
        case .plain, .quoted: break
        }
    }

    init(items: [String: [ManifestNode.Position]]) { self.items = items }

    /// Returns the position of a frame's file in the text. A frame is either the file's name or a mapping with the name as a
    /// value.
    private static func image(of item: ManifestNode) -> ManifestNode.Position {
        guard case .mapping(let entries) = item.content else { return item.position }
        let image = entries.first { entry in ["image", "input"].contains { $0.utf8.elementsEqual(entry.key.utf8) } }
        return image?.value.position ?? item.position
    }

    var scenePositions: [String: ManifestNode.Position] {
        positions.filter {
            $0.key.hasPrefix(ManifestKey.views.rawValue) || $0.key.hasPrefix(ManifestKey.animations.rawValue)
        }
    }

    /// Returns the position of a path such as `animationImages[3]`, or the beginning of the text if the position is unknown.
    func position(of path: String) -> ManifestNode.Position {
        if path.utf8.contains(UInt8(ascii: ".")), let position = positions[path] { return position }
        if path.utf8.last == UInt8(ascii: "]"), let bracket = path.lastIndex(of: "["),
            let index = Int(path[path.index(after: bracket)...].dropLast()),
            let list = items[String(path[..<bracket])], list.indices.contains(index)
        {
            return list[index]
        }
        if let position = positions[path] { return position }
        guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }), end > path.startIndex
        else { return ManifestNode.Position(line: 1, column: 1) }
        return position(of: String(path[..<end]))
    }

    func position(ofItem index: Int, at path: String) -> ManifestNode.Position {
        guard let list = items[path], list.indices.contains(index) else { return position(of: "\(path)[\(index)]") }
        return list[index]
    }

    func fault(at path: String, _ explanation: Explanation) -> ManifestFault {
        ManifestFault(at: position(of: path), path: path, explanation)
    }
}
