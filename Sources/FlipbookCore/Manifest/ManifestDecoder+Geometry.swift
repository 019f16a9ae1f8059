extension ManifestDecoder {
    /// One of UIKit's names, or EXIF's number.
    mutating func orientation(_ node: ManifestNode, _ path: String) -> ImageOrientation? {
        if let decimal = node.decimal {
            if let found = Int(decimal).flatMap({ ImageOrientation(exifValue: $0) }) { return found }
            fault(node, path, expected: "one of UIKit's names such as right, or a number from 1 to 8 as EXIF has it")
            return nil
        }
        return word(node, path, ImageOrientation.allCases.map { ($0.name, $0) })
    }

    /// A mapping of x, y, width and height, or a list in this order, all within 0 to 1.
    mutating func unitRect(_ node: ManifestNode, _ path: String) -> Rect? {
        let keys = ManifestUnitRectKey.allCases
        var values: [ManifestUnitRectKey: Double] = [:]
        switch node.content {
        case .list(let items) where items.count == keys.count:
            for (index, (key, item)) in zip(keys, items).enumerated() {
                guard let value = number(item, "\(path)[\(index)]", in: 0...1) else { return nil }
                values[key] = value
            }
        case .mapping:
            guard let nodes = mapping(node, path, keys: ManifestUnitRectKey.self) else { return nil }
            for key in keys {
                guard let item = nodes[key] else {
                    fault(node.position, path, "the key \(key.rawValue) is missing; x, y, width and height are needed")
                    return nil
                }
                guard let value = number(item, "\(path).\(key.rawValue)", in: 0...1) else { return nil }
                values[key] = value
            }
        default:
            fault(node, path, expected: "the keys x, y, width and height, or four numbers in this order, from 0 to 1")
            return nil
        }
        let rect = Rect(
            x: values[.x] ?? 0,
            y: values[.y] ?? 0,
            width: values[.width] ?? 0,
            height: values[.height] ?? 0
        )
        guard rect.maxX <= 1 + 1e-9, rect.maxY <= 1 + 1e-9 else {
            fault(node.position, path, "the rectangle reaches beyond 1; x + width and y + height are at most 1")
            return nil
        }
        return rect
    }
}
