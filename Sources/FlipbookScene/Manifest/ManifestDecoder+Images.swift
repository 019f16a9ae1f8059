import FlipbookCore

extension ManifestDecoder {
    /// A pattern, a list of files, or a list of mappings.
    mutating func images(_ node: ManifestNode, _ path: String) -> SequenceManifest.Images? {
        let expected = "a pattern such as walk.####.png, or a list of files"
        guard case .list(let items) = node.content else {
            guard let pattern = self.path(node, path, expected: expected) else { return nil }
            return .pattern(pattern)
        }
        if items.isEmpty {
            fault(node, path, expected: expected)
            return nil
        }
        var entries: [SequenceManifest.Entry] = []
        entries.reserveCapacity(items.count)
        var slots = 0
        for (index, item) in items.enumerated() {
            if isFull { break }
            guard let entry = entry(item, "\(path)[\(index)]") else { continue }
            if case .slots(let count) = entry.timing { slots += count } else { slots += 1 }
            if slots > FrameSet.maximumCount {
                fault(
                    item.position,
                    "\(path)[\(index)]",
                    "more than \(FrameSet.maximumCount) frames in all; hold fewer"
                )
                return nil
            }
            entries.append(entry)
        }
        return entries.count == items.count ? .list(entries) : nil
    }

    private mutating func entry(_ node: ManifestNode, _ path: String) -> SequenceManifest.Entry? {
        guard case .mapping = node.content else {
            let name = self.path(node, path, expected: "a file's name, or the keys image, duration or hold")
            return name.map { SequenceManifest.Entry(image: FilePath($0)) }
        }
        guard let values = mapping(node, path, keys: ManifestEntryKey.self) else { return nil }
        var timing: SequenceManifest.Timing? = .slots(1)
        if let value = values[.hold] {
            timing = wholeNumber(value, "\(path).hold", in: 1...SequenceManifest.longestHold).map { .slots($0) }
        }
        if let value = values[.duration] {
            if values[.hold] != nil {
                fault(
                    value.position,
                    "\(path).duration",
                    "hold says already how long it is shown; remove one of the two"
                )
                return nil
            }
            timing = duration(value, "\(path).duration", zeroIsAllowed: false).map { .duration($0) }
        }
        guard let value = values[.image] else {
            fault(node.position, path, "the key image is missing: the file to show")
            return nil
        }
        guard let name = self.path(value, "\(path).image"), let timing else { return nil }
        return SequenceManifest.Entry(image: FilePath(name), timing: timing)
    }
}
