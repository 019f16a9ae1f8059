package import FlipbookCore

extension SequenceEvidence {
    /// Whether a number has zeros in front.
    package var isZeroPadded: Bool {
        guard let width = pattern?.padding.width, width > 1 else { return false }
        return frames.indices.contains { String(frames[$0].number?.magnitude ?? 0).utf8.count < width }
    }

    /// The first two neighbours that come the other way round when names are sorted as text; `nil` where none do.
    package var misplacedAsText: (early: FilePath, late: FilePath)? {
        guard kind == .animation else { return nil }
        // Numbers of one length sort as text as they sort as numbers.
        if let width = pattern?.padding.width, let first = frames.first?.number, let last = frames.last?.number,
            first >= 0, String(last).utf8.count <= width
        {
            return nil
        }
        let names = frames.lazy.filter { $0.number != nil && $0.scale == frames[0].scale }.map(\.path)
        for (name, next) in zip(names, names.dropFirst())
        where next.string.utf8.lexicographicallyPrecedes(name.string.utf8) {
            return (FilePath(next.lastComponent), FilePath(name.lastComponent))
        }
        return nil
    }
}
