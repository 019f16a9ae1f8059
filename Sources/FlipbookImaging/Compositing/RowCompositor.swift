internal import CImageKernels
internal import FlipbookCore

/// One frame over the backdrop, made row by row from top to bottom.
///
/// A row stays in the processor's cache from compositing to the conversion that
/// follows, and no picture is needed between the decoded one and the result.
struct RowCompositor {
    /// The pixels of the frame that are drawn.
    enum Source {
        /// None: the backdrop alone.
        case nothing
        /// Each pixel of a straight RGBA picture on one pixel of the canvas.
        case unscaled(UnsafePointer<UInt8>)
        /// The rows of a picture drawn at another size.
        case scaled(ScaledRows)
        /// The rows of a resizable picture: caps, and what is stretched or tiled between them.
        case sliced(SlicedRows)
    }

    /// What lies beneath.
    let backdrop: Backdrop
    /// The pixels of a canvas row.
    let width: Int
    /// Where the frame lies.
    let placement: Placement?
    /// A row of memory for premultiplied pixels.
    let scratch: UnsafeMutablePointer<UInt8>
    /// What is drawn.
    var source: Source
    /// What becomes of frame and backdrop.
    let effects: ViewEffects

    /// Whether every pixel's alpha is 255.
    var isOpaque: Bool { effects.isFlattened || (backdrop.isOpaque && effects.opacity == 255) }

    /// Writes canvas row `y` to `target`, premultiplied.
    mutating func write(row y: Int, to target: UnsafeMutablePointer<UInt8>) {
        writeView(row: y, to: target)
        effects.apply(to: target, row: y, width: width)
    }

    /// Writes the frame over the backdrop.
    private mutating func writeView(row y: Int, to target: UnsafeMutablePointer<UInt8>) {
        guard let placement, placement.visible.rows.contains(y) else {
            backdrop.write(row: y, columns: 0..<width, to: target)
            return
        }
        let columns = placement.visible.columns
        backdrop.write(row: y, columns: 0..<columns.lowerBound, to: target)
        backdrop.write(row: y, columns: columns.upperBound..<width, to: target)
        let place = target + columns.lowerBound * 4
        switch source {
        case .nothing:
            backdrop.write(row: y, columns: columns, to: target)
        case .unscaled(let picture):
            let pixels = Self.pixels(of: picture, row: y, placement: placement)
            if let tint = effects.tint {
                flipbook_stencil(scratch, pixels, columns.count, tint)
                cover(row: y, columns: columns, of: target)
            } else if let color = backdrop.color, backdrop.isOpaque {
                flipbook_straight_over_opaque(place, pixels, columns.count, color)
            } else {
                flipbook_premultiply(scratch, pixels, columns.count)
                cover(row: y, columns: columns, of: target)
            }
        case .scaled(var rows):
            // Taken out while it changes, so that its arrays are not copied.
            source = .nothing
            rows.write(y - placement.target.y - placement.visibleInTarget.y, to: scratch)
            source = .scaled(rows)
            if let tint = effects.tint { flipbook_stencil(scratch, scratch, columns.count, tint) }
            cover(row: y, columns: columns, of: target)
        case .sliced(var rows):
            source = .nothing
            rows.write(y - placement.visible.y, to: scratch)
            source = .sliced(rows)
            if let tint = effects.tint { flipbook_stencil(scratch, scratch, columns.count, tint) }
            cover(row: y, columns: columns, of: target)
        }
    }

    /// Writes the premultiplied pixels in `scratch`, over the backdrop, to `columns` of the row at `target`.
    private func cover(row y: Int, columns: Range<Int>, of target: UnsafeMutablePointer<UInt8>) {
        let place = target + columns.lowerBound * 4
        if let color = backdrop.color {
            flipbook_over_color(place, scratch, columns.count, color)
        } else {
            backdrop.write(row: y, columns: columns, to: target)
            flipbook_over(place, scratch, columns.count)
        }
    }

    /// The frame's own pixels that make up the whole of canvas row `y`, when these are opaque and unscaled.
    func opaqueRow(_ y: Int) -> UnsafePointer<UInt8>? {
        guard let placement, case .unscaled(let picture) = source, !effects.change(row: y),
            placement.visible.columns == 0..<width, placement.visible.rows.contains(y)
        else { return nil }
        let pixels = Self.pixels(of: picture, row: y, placement: placement)
        return flipbook_is_opaque(pixels, width) != 0 ? pixels : nil
    }

    /// The first visible pixel of an unscaled picture in canvas row `y`.
    static func pixels(of picture: UnsafePointer<UInt8>, row y: Int, placement: Placement) -> UnsafePointer<UInt8> {
        let row = y - placement.target.y
        return picture + (row * placement.source.width + placement.visible.x - placement.target.x) * 4
    }
}
