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

    /// `1920x1080`, or a mapping of width and height.
    mutating func size(_ node: ManifestNode, _ path: String) -> PixelSize? {
        let sides = 1...SequenceManifest.largestSide
        if case .mapping = node.content {
            guard let values = mapping(node, path, keys: ManifestSizeKey.self) else { return nil }
            guard let width = values[.width], let height = values[.height] else {
                fault(node.position, path, "both width and height are needed, in pixels")
                return nil
            }
            guard
                let columns = wholeNumber(width, "\(path).width", in: sides),
                let rows = wholeNumber(height, "\(path).height", in: sides)
            else { return nil }
            return PixelSize(width: columns, height: rows)
        }
        if case .plain(let text) = node.content, let size = Self.size(text) { return size }
        if case .quoted(let text) = node.content, let size = Self.size(text) { return size }
        fault(node, path, expected: "width x height in pixels, each from 1 to \(sides.upperBound), such as 1920x1080")
        return nil
    }

    /// A size as an option and a manifest say it; `nil` where it is none.
    static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side -> Int in
            let isWhole = side.utf8.allSatisfy { $0.isDigit }
            return isWhole ? Int(side) ?? 0 : 0
        }
        guard sides.count == 2, sides.allSatisfy((1...SequenceManifest.largestSide).contains) else { return nil }
        return PixelSize(width: sides[0], height: sides[1])
    }

    /// A mapping of sides, or a list in the order top, left, bottom, right.
    mutating func insets(_ node: ManifestNode, _ path: String) -> EdgeInsets? {
        let range = 0...Double(SequenceManifest.largestSide)
        var sides: [ManifestInsetsKey: Double] = [:]
        switch node.content {
        case .list(let items) where items.count == 4:
            for (index, (key, item)) in zip(ManifestInsetsKey.allCases, items).enumerated() {
                guard let value = number(item, "\(path)[\(index)]", in: range) else { return nil }
                sides[key] = value
            }
        case .mapping:
            guard let values = mapping(node, path, keys: ManifestInsetsKey.self) else { return nil }
            for key in ManifestInsetsKey.allCases {
                guard let item = values[key] else { continue }
                guard let value = number(item, "\(path).\(key.rawValue)", in: range) else { return nil }
                sides[key] = value
            }
        default:
            fault(node, path, expected: "the keys top, left, bottom and right, or four numbers in this order")
            return nil
        }
        return EdgeInsets(
            top: sides[.top] ?? 0,
            left: sides[.left] ?? 0,
            bottom: sides[.bottom] ?? 0,
            right: sides[.right] ?? 0
        )
    }
}
