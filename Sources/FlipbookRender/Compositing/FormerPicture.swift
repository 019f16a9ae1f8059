internal import FlipbookCore
import FlipbookImaging

/// A previous picture for the same target that differs from the requested one only in some rows.
struct FormerPicture {
    let picture: Picture
    /// The rows to draw again, in pairs, since two rows share their chroma in some formats.
    let changedRows: RangeSet<Int>

    func copy(to memory: UnsafeMutableRawBufferPointer) { picture.withUnsafeBytes { memory.copyMemory(from: $0) } }
}

extension RangeSet<Int> {
    var rowCount: Int { ranges.reduce(0) { $0 + $1.count } }
}

extension RenderTarget {
    var rows: RangeSet<Int> { RangeSet(0..<size.height) }
}

extension DrawnLayer {
    private func isSame(as other: DrawnLayer) -> Bool {
        picture === other.picture && area == other.area && seen == other.seen
    }

    /// Returns the canvas rows in which two lists of layers may differ. A row with the same layers in the same order is
    /// unchanged. Layers are compared by identity, so a layer that was drawn again is treated as different.
    static func changedRows(from former: [DrawnLayer], to next: [DrawnLayer], height: Int) -> RangeSet<Int> {
        let start = zip(former, next).prefix { $0.isSame(as: $1) }.count
        var (old, new) = (former[start...], next[start...])
        while let last = old.last, let other = new.last, last.isSame(as: other) {
            old.removeLast()
            new.removeLast()
        }
        if old.count == new.count {
            let pairs = zip(old, new).filter { !$0.isSame(as: $1) }
            (old, new) = (pairs.map(\.0)[...], pairs.map(\.1)[...])
        }
        var rows = RangeSet<Int>()
        for layer in old + new {
            let seen = layer.seen.rows.clamped(to: 0..<height)
            rows.insert(contentsOf: seen.lowerBound & ~1..<min((seen.upperBound + 1) & ~1, height))
        }
        return rows
    }
}
