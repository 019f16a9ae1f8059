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
        let numbers = numbers(node, path, ManifestUnitRectKey.self, in: 0...1, expected: expected, areAllNeeded: true)
        guard let numbers else { return nil }
        let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard rect.maxX <= 1 + 1e-9, rect.maxY <= 1 + 1e-9 else {
            fault(node.position, path, "the rectangle reaches beyond 1; x + width and y + height are at most 1")
            return nil
        }
        return rect
    }

    /// Numbers under keys, or as a list in their order; what is left out is 0.
    private mutating func numbers<Key: RawRepresentable & CaseIterable & Hashable>(
        _ node: ManifestNode,
        _ path: String,
        _ keys: Key.Type,
        in range: ClosedRange<Double>,
        expected: String,
        areAllNeeded: Bool = false
    ) -> [Double]? where Key.RawValue == String {
        var items: [(path: String, node: ManifestNode?)] = []
        switch node.content {
        case .list(let nodes) where nodes.count == Key.allCases.count:
            items = nodes.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
        case .mapping:
            guard let nodes = mapping(node, path, keys: keys) else { return nil }
            items = Key.allCases.map { ("\(path).\($0.rawValue)", nodes[$0]) }
            if areAllNeeded, let missing = Key.allCases.first(where: { nodes[$0] == nil }) {
                let names = Key.allCases.map(\.rawValue).listed(by: "and")
                fault(node.position, path, "the key \(missing.rawValue) is missing; \(names) are needed")
                return nil
            }
        default:
            fault(node, path, expected: expected)
            return nil
        }
        var numbers: [Double] = []
        for item in items {
            guard let given = item.node else {
                numbers.append(0)
                continue
            }
            guard let value = number(given, item.path, in: range) else { return nil }
            numbers.append(value)
        }
        return numbers
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
        let expected = "the keys top, left, bottom and right, or four numbers in this order"
        let range = 0...Double(SequenceManifest.largestSide)
        return numbers(node, path, ManifestInsetsKey.self, in: range, expected: expected)
            .map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
    }
}
