package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLintModel
import FlipbookRender
import FlipbookSequences

/// A change to a picture: padding or cropping around its center, scaling, or removal of its alpha channel.
package struct Redrawing: Hashable, Sendable, CustomStringConvertible {
    package let size: PixelSize
    /// The new size. Added parts are transparent, or repeat the edges of an opaque picture.
    package let newSize: PixelSize
    package var isScaled = false
    package let hasAlpha: Bool
    package var dropsAlpha = false

    var pads: Bool { newSize.width > size.width || newSize.height > size.height }
    var crops: Bool { newSize.width < size.width || newSize.height < size.height }

    func together(with other: Redrawing) -> Redrawing? {
        let (sizing, rest) = newSize == size ? (other, self) : (self, other)
        guard rest.newSize == rest.size || rest == sizing else { return nil }
        // Transparent padding requires an alpha channel.
        let drops = (dropsAlpha || other.dropsAlpha) && !(sizing.pads && !sizing.isScaled)
        return Redrawing(
            size: size,
            newSize: sizing.newSize,
            isScaled: sizing.isScaled,
            hasAlpha: sizing.hasAlpha && !drops,
            dropsAlpha: drops
        )
    }

    func redrawn(_ file: UnsafeRawBufferPointer) throws(FixPictureError) -> [UInt8] {
        let picture: Picture
        do {
            // The new file gets the color profile of the old one.
            var decoder = ImageDecoder()
            decoder.convertsColors = false
            picture = try decoder.decode(file)
        } catch { throw FixPictureError(reason: "\(error.reason)") }
        guard picture.size == size else { throw FixPictureError(reason: "it is \(picture.size) px now, not \(size)") }
        if dropsAlpha, !hasAlpha, PictureFacts(picture).leastAlpha < 255 {
            throw FixPictureError(reason: "not all of its pixels are opaque")
        }
        do {
            return PNGMetadata(of: file).replacing(in: try PNGEncoder.encode(try sized(picture), opaque: !hasAlpha))
        } catch { throw FixPictureError(reason: "it \(error)") }
    }

    private func sized(_ picture: Picture) throws(PNGEncodingError) -> Picture {
        if newSize == size { return picture }
        return try PNGEncodingError.ofMachine { () throws(MachineShortage) in
            isScaled ? try picture.scaled(to: newSize) : try placed(picture)
        }
    }

    /// Centers a picture on a canvas of the new size. An odd pixel is added or cropped on the right or at the bottom. Without an
    /// alpha channel, the added parts repeat the pixels at the edges.
    private func placed(_ picture: Picture) throws(MachineShortage) -> Picture {
        let shared = PixelSize(width: min(size.width, newSize.width), height: min(size.height, newSize.height))
        let (left, top) = ((size.width - shared.width) / 2, (size.height - shared.height) / 2)
        let part = PixelRect(x: left, y: top, width: shared.width, height: shared.height)
        let (x, y) = ((newSize.width - shared.width) / 2, (newSize.height - shared.height) / 2)
        if hasAlpha { return try .assembled(of: [(picture, part, x, y)], size: newSize, format: .rgba) }
        let wide = PixelSize(width: newSize.width, height: shared.height)
        let columns = (0..<wide.width).map { column in
            let source = left + min(max(column - x, 0), shared.width - 1)
            return (picture, PixelRect(x: source, y: top, width: 1, height: shared.height), column, 0)
        }
        let middle = try Picture.assembled(of: columns, size: wide, format: .rgba)
        let rows = (0..<newSize.height).map { row in
            (middle, PixelRect(x: 0, y: min(max(row - y, 0), shared.height - 1), width: wide.width, height: 1), 0, row)
        }
        return try .assembled(of: rows, size: newSize, format: .rgba)
    }

    /// A description of the change: `crop 200x90 px to 160x90 px`, `scale 320x180 px to 160x90 px`.
    package var description: String {
        var words: [String] = []
        if isScaled {
            words.append("scale \(size) px to \(newSize) px")
        } else if pads || crops {
            let verb = [pads ? "pad" : nil, crops ? "crop" : nil].compactMap { $0 }.joined(separator: " and ")
            words.append("\(verb) \(size) px to \(newSize) px")
        }
        if dropsAlpha { words.append("drop the alpha channel") }
        return words.isEmpty ? "rewrite it" : words.joined(separator: ", ")
    }
}

struct FixPictureError: Error { let reason: String }
