internal import FlipbookCore
import FlipbookImaging

/// A picture that differs in some rows alone from the one to be drawn, for the same target.
struct FormerPicture {
    let picture: Picture
    /// The rows of the canvas that are drawn again, in pairs, since two share their chroma in some formats.
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

    /// The canvas rows in which some layers, each over those before, may show something else than others do. Where a row
    /// has the same layers in the same order, it is the same. Layers are known by their memory: one that was drawn again
    /// counts as another.
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
