internal import CImageKernels
package import FlipbookCore
import FlipbookFiles

/// The rows of one picture, which come from the first to the last, some at a time: enough to draw it without holding it.
package protocol PictureRows: AnyObject {
    var size: PixelSize { get }
    var format: PixelFormat { get }
    /// The number of rows that come at a time: an even number, or all.
    var step: Int { get }
    /// The least and the greatest value of the colors in the rows until now, in the numbers of the file, or `nil` if
    /// they are not measured.
    var values: ClosedRange<Double>? { get }
    /// The pixels in the rows until now that are not shown as they are.
    var lightLoss: LightLoss { get }
    /// Decodes the next rows, ``step`` of them or as many as are left, without padding.
    func next(into target: UnsafeMutableRawPointer) throws(ImageError)
}

/// A session of pictures whose rows may come one after another.
protocol RowSession: ImageSession {
    /// The rows of a picture; they end with the session. `nil` where they do not come one after another.
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

    /// All of them as pictures of ``step`` rows, the last of fewer, which are made one after another.
    package func forEachBand(_ body: (Picture) throws(ImageError) -> Void) throws(ImageError) {
        for top in stride(from: 0, to: size.height, by: step) {
            let band = PixelSize(width: size.width, height: min(step, size.height - top))
            try body(
                Picture.decoded(size: band, format: format) { (pixels) throws(ImageError) in
                    guard let start = pixels.baseAddress else { throw .empty }
                    try next(into: start)
                }
            )
        }
    }

    /// The mean of each block of `divisor` by `divisor` pixels, in the memory of the result and of some rows.
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
    package func turned(_ orientation: ImageOrientation) -> PixelSize {
        switch orientation {
        case .up, .down, .upMirrored, .downMirrored: self
        case .left, .right, .leftMirrored, .rightMirrored: PixelSize(width: height, height: width)
        }
    }

    /// The largest of 1, 2, 4 and 8 by which both sides can be divided so that at least so many pixels are left.
    func divisor(leaving detail: PixelSize) -> Int {
        [8, 4, 2].first { width >= detail.width * $0 && height >= detail.height * $0 } ?? 1
    }

    func divided(by divisor: Int) -> PixelSize {
        PixelSize(width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
    }
}
