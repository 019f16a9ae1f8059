internal import FlipbookCore
import FlipbookImaging

/// A previous picture for the same target. Only some of its rows differ from those of the requested picture.
struct FormerPicture {
    let picture: Picture
    /// The rows to draw again. They come in pairs, because in some formats two rows share chroma.
    let changedRows: RangeSet<Int>

    func copy(to memory: UnsafeMutableRawBufferPointer) { picture.withUnsafeBytes { memory.copyMemory(from: $0) } }
}

extension RangeSet<Int> {
    var rowCount: Int { ranges.reduce(0) { $0 + $1.count } }
}

extension RenderTarget {
    var rows: RangeSet<Int> { RangeSet(0..<size.height) }
}
