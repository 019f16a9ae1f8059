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
