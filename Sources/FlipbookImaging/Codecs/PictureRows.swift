internal import CImageKernels
package import FlipbookCore
import FlipbookFiles

/// The rows of one picture, from top to bottom. They are decoded a few at a time, so that the whole picture does not have to be
/// in memory.
package protocol PictureRows: AnyObject {
    var size: PixelSize { get }
    var format: PixelFormat { get }
    /// The number of rows that are decoded at a time. It is even, unless all rows are decoded at once.
    var step: Int { get }
    /// The range of the color values in the rows decoded so far, or `nil` if they are not measured.
    var values: ClosedRange<Double>? { get }
    var lightLoss: LightLoss { get }
    /// Decodes the next ``step`` rows, or the remaining rows, without padding.
    func next(into target: UnsafeMutableRawPointer) throws(ImageError)
}

protocol RowSession: ImageSession {
    /// Returns the rows of a picture, or `nil` if they are not stored in order. They are valid while the session exists.
    func rows(ofFrame number: Int) throws(ImageError) -> (any PictureRows)?
}

extension PictureRows {
    package var values: ClosedRange<Double>? { nil }
    package var lightLoss: LightLoss { LightLoss() }

    func picture() throws(ImageError) -> Picture {
        let picture = try Picture.decoded(size: size, format: format) { (pixels) throws(ImageError) in
            guard let start = pixels.baseAddress else { throw .empty }
            let bytesPerRow = pixels.count / size.height
            for row in stride(from: 0, to: size.height, by: step) { try next(into: start + row * bytesPerRow) }
        }
        return picture.measured(as: values, lightLoss)
    }

    package func forEachBand(_ body: (Picture) throws(ImageError) -> Void) throws(ImageError) {
        for top in stride(from: 0, to: size.height, by: step) { try body(nextBand(of: min(step, size.height - top))) }
    }

    func nextBand(of rows: Int) throws(ImageError) -> Picture {
        let band = PixelSize(width: size.width, height: rows)
        return try Picture.decoded(size: band, format: format) { (pixels) throws(ImageError) in
            guard let start = pixels.baseAddress else { throw .empty }
            try next(into: start)
        }
    }

    /// Returns the averages of blocks of `divisor` by `divisor` pixels. Only some rows are in memory at a time.
    func picture(dividedBy divisor: Int) throws(ImageError) -> Picture {
        guard divisor > 1 else { return try picture() }
        let (isWide, small) = (format == .rgba64, size.divided(by: divisor))
        let (pixelBytes, rowsAtOnce) = (isWide ? 8 : 4, min(step, size.height))
        let (bytesPerRow, sumBytes) = (size.width * pixelBytes, small.width * 16)
        let picture = try Picture.decoded(size: small, format: format) { (pixels) throws(ImageError) in
            guard let out = pixels.baseAddress else { throw .empty }
            let byteCount = sumBytes + bytesPerRow * rowsAtOnce
            let scratch = try ImageError.wrapping(PictureMemory.shared.take(byteCount))
            defer { PictureMemory.shared.give(scratch, byteCount) }
            let sums = scratch.initializeMemory(as: UInt32.self, repeating: 0, count: small.width * 4)
            for top in stride(from: 0, to: size.height, by: step) {
                try next(into: scratch + sumBytes)
                for y in top..<min(top + step, size.height) {
                    let row = scratch + sumBytes + (y - top) * bytesPerRow
                    flipbook_add_to_boxes(sums, row, size.width, divisor, isWide ? 1 : 0)
                    let count = y % divisor + 1
                    guard count == divisor || y == size.height - 1 else { continue }
                    let target = out + y / divisor * small.width * pixelBytes
                    flipbook_average_boxes(target, sums, size.width, divisor, count, isWide ? 1 : 0)
                }
            }
        }
        return picture.measured(as: values, lightLoss)
    }
}

extension PixelSize {
    /// Returns the largest divisor (1, 2, 4, or 8) for which the divided size still covers `detail`.
    func divisor(leaving detail: PixelSize) -> Int {
        [8, 4, 2].first { width >= detail.width * $0 && height >= detail.height * $0 } ?? 1
    }

    func divided(by divisor: Int) -> PixelSize {
        PixelSize(width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
    }
}
