internal import FlipbookCore
import FlipbookImaging

/// Composites one frame over the backdrop, row by row from top to bottom. No intermediate picture is needed.
struct RowCompositor<Depth: ChannelDepth> {
    enum Source {
        case nothing
        case unscaled(Depth.ReadPixels)
        /// A straight, unscaled picture with 8 bits per channel. Rows are converted as they are drawn.
        case narrow(UnsafePointer<UInt8>)
        case scaled(ScaledRows<Depth>)
    }

    let backdrop: Backdrop<Depth>
    let placement: Placement?
    let scratch: Depth.Pixels
    var source: Source
    var stencil: [Depth.Channel]?
    let effects: ViewEffects<Depth>
    let rows: RangeSet<Int>

    private var width: Int { backdrop.width }

    var isOpaque: Bool {
        effects.isFlattened || (backdrop.isOpaque && effects.opacity == .max && effects.corners == nil)
    }

    mutating func write(row y: Int, to target: Depth.Pixels) {
        writeView(row: y, to: target)
        effects.apply(to: target, row: y, width: width)
    }

    mutating func writeStraight(row y: Int, to target: Depth.Pixels) {
        write(row: y, to: target)
        if !isOpaque { Depth.unpremultiply(target, target, width) }
    }

    private mutating func writeView(row y: Int, to target: Depth.Pixels) {
        guard let placement, placement.visible.rows.contains(y) else {
            backdrop.write(row: y, columns: 0..<width, to: target)
            return
        }
        let columns = placement.visible.columns
        backdrop.write(row: y, columns: 0..<columns.lowerBound, to: target)
        backdrop.write(row: y, columns: columns.upperBound..<width, to: target)
        switch source {
        case .nothing: return backdrop.write(row: y, columns: columns, to: target)
        case .unscaled(let picture):
            let pixels = Self.pixels(of: picture, row: y, placement: placement)
            return writeView(pixels, row: y, columns: columns, to: target)
        case .narrow(let picture):
            Depth.adopt(scratch, Self.pixels(of: picture, row: y, placement: placement), columns.count)
            return writeView(scratch, row: y, columns: columns, to: target)
        case .scaled(var rows):
            // `source` is emptied while its rows are changed, so that Swift does not copy their arrays.
            source = .nothing
            rows.write(y - placement.visible.y, to: scratch)
            source = .scaled(rows)
        }
        if let stencil { Depth.stencil(scratch, scratch, columns.count, stencil) }
        cover(row: y, columns: columns, of: target)
    }

    private func writeView(_ pixels: Depth.ReadPixels, row y: Int, columns: Range<Int>, to target: Depth.Pixels) {
        if let stencil = stencil {
            Depth.stencil(scratch, pixels, columns.count, stencil)
            cover(row: y, columns: columns, of: target)
        } else if let color = backdrop.color(ofRow: y), backdrop.isOpaque {
            Depth.straightOverOpaque(target + columns.lowerBound * 4, pixels, columns.count, color)
        } else {
            Depth.premultiply(scratch, pixels, columns.count)
            cover(row: y, columns: columns, of: target)
        }
    }

    private func cover(row y: Int, columns: Range<Int>, of target: Depth.Pixels) {
        let place = target + columns.lowerBound * 4
        if let color = backdrop.color(ofRow: y) {
            Depth.overColor(place, scratch, columns.count, color)
        } else {
            backdrop.write(row: y, columns: columns, to: target)
            Depth.over(place, scratch, columns.count)
        }
    }

    /// Returns the picture's pixels for the whole canvas row `y`, if they are opaque and unscaled.
    func opaqueRow(_ y: Int) -> Depth.ReadPixels? {
        guard let placement, case .unscaled(let picture) = source, stencil == nil, !effects.change(row: y),
            placement.visible.columns == 0..<width, placement.visible.rows.contains(y)
        else { return nil }
        let pixels = Self.pixels(of: picture, row: y, placement: placement)
        return Depth.isOpaque(pixels, width) ? pixels : nil
    }

    static func pixels<Channel>(of picture: UnsafePointer<Channel>, row y: Int, placement: Placement)
        -> UnsafePointer<Channel>
    {
        let row = y - placement.target.y
        return picture + (row * placement.source.width + placement.visible.x - placement.target.x) * 4
    }

    mutating func writeRows(as format: PixelFormat, to target: UnsafeMutableRawBufferPointer) {
        guard let base = target.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
        for y in rows.ranges.joined() {
            let row = base + y * width * 4
            write(row: y, to: row)
            guard format != Depth.premultiplied else { continue }
            if !isOpaque { Depth.unpremultiply(row, row, width) }
            Depth.finish(row, width, as: format)
        }
    }
}
