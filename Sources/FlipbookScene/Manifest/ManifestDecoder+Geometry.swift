import FlipbookCore

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
        let expected = "the keys x, y, width and height, or four numbers in this order, from 0 to 1"
        let keys = ManifestUnitRectKey.allCases.map(\.rawValue)
        guard let numbers = numbers(node, path, keys, in: 0...1, expected: expected) else { return nil }
        let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard rect.maxX <= 1 + 1e-9, rect.maxY <= 1 + 1e-9 else {
            fault(node.position, path, "the rectangle reaches beyond 1; x + width and y + height are at most 1")
            return nil
        }
        return rect
    }

    /// Numbers under keys, or as a list in their order; what may be left out is 0.
    mutating func numbers(
        _ node: ManifestNode,
        _ path: String,
        _ keys: [String],
        in range: ClosedRange<Double> = -SequenceManifest.largestCoordinate...SequenceManifest.largestCoordinate,
        expected: String? = nil,
        areAllNeeded: Bool = true
    ) -> [Double]? {
        var items: [(path: String, node: ManifestNode?)] = []
        switch node.content {
        case .list(let nodes) where nodes.count == keys.count:
            items = nodes.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
        case .mapping:
            guard let nodes = mapping(node, path, names: keys) else { return nil }
            items = keys.map { ("\(path).\($0)", nodes[$0]) }
            if areAllNeeded, let missing = keys.first(where: { nodes[$0] == nil }) {
                fault(node.position, path, "the key \(missing) is missing; \(keys.listed(by: "and")) are needed")
                return nil
            }
        default:
            fault(node, path, expected: expected ?? "\(keys.count) numbers, \(keys.joined(separator: ", ")), in points")
            return nil
        }
        let count = faults.count
        let numbers = items.map { item in item.node.flatMap { number($0, item.path, in: range) } ?? 0 }
        return faults.count == count ? numbers : nil
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
        if let size = node.numberOrText.flatMap(Self.size) { return size }
        fault(node, path, expected: "width x height in pixels, each from 1 to \(sides.upperBound), such as 1920x1080")
        return nil
    }

    /// A size as an option and a manifest say it, or `nil` if it is none.
    static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
            side.utf8.allSatisfy { $0.isDigit } ? Int(side) ?? 0 : 0
        }
        guard sides.count == 2, sides.allSatisfy((1...SequenceManifest.largestSide).contains) else { return nil }
        return PixelSize(width: sides[0], height: sides[1])
    }

    /// A mapping of sides, or a list in the order top, left, bottom, right.
    mutating func insets(_ node: ManifestNode, _ path: String) -> EdgeInsets? {
        let expected = "the keys top, left, bottom and right, or four numbers in this order"
        let range = 0...Double(SequenceManifest.largestSide)
        let keys = ManifestInsetsKey.allCases.map(\.rawValue)
        return numbers(node, path, keys, in: range, expected: expected, areAllNeeded: false)
            .map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
    }
}
