package import FlipbookCore
package import FlipbookFiles
import Glibc

/// The difference between two pictures of equal size, in 8-bit levels from 0 to 255. Colors are premultiplied first.
package struct LevelDifference: Hashable, Sendable {
    package private(set) var worst = 0.0
    package private(set) var mean = 0.0
    /// The number of pixels in which a sample differs by more than the tolerance.
    package private(set) var pixelCount = 0
    /// The mean of the largest differences of the pixels counted in ``pixelCount``, or 0 if there are none.
    package private(set) var typical = 0.0
    package private(set) var worstColumn = 0, worstRow = 0
    /// The smallest rectangle that contains the pixels counted in ``pixelCount``, or ``PixelRect/zero`` if there are none.
    package private(set) var area = PixelRect.zero

    /// Compares two straight RGBA pictures of equal size and depth. ``pixelCount`` ignores differences up to `tolerance`
    /// levels.
    package init(
        _ first: Picture,
        _ second: Picture,
        tolerance: Double = 0,
        visit: (_ column: Int, _ row: Int, _ levels: Double) -> Void = { _, _, _ in }
    ) {
        precondition(
            first.size == second.size && first.format == second.format,
            "the pictures must have the same size and depth"
        )
        switch first.format {
        case .rgba: add(first, second, UInt8.self, tolerance, visit)
        case .rgba64: add(first, second, UInt16.self, tolerance, visit)
        default: preconditionFailure("only straight RGBA pictures can be compared")
        }
    }

    private mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
        _ first: Picture,
        _ second: Picture,
        _: Sample.Type,
        _ tolerance: Double,
        _ visit: (Int, Int, Double) -> Void
    ) {
        let (width, height) = (first.size.width, first.size.height)
        let levels = 255 / Double(Int64(Sample.max) * Int64(Sample.max))
        let tolerated = Int64((tolerance / levels).rounded(.down))
        var (worst, sum, typical) = (Int64(0), UInt64(0), 0.0)
        var (left, right, top, bottom) = (width, 0, height, 0)
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                let (ours, theirs) = (first.bindMemory(to: Sample.self), second.bindMemory(to: Sample.self))
                let rowBytes = width * 4 * MemoryLayout<Sample>.size
                for row in 0..<height {
                    guard let one = first.baseAddress, let other = second.baseAddress,
                        memcmp(one + row * rowBytes, other + row * rowBytes, rowBytes) != 0
                    else { continue }
                    for column in 0..<width {
                        let place = (row * width + column) * 4
                        let (alpha, otherAlpha) = (Int64(ours[place + 3]), Int64(theirs[place + 3]))
                        var greatest = (alpha - otherAlpha).magnitude * UInt64(Sample.max)
                        sum += greatest
                        for channel in place..<place + 3 {
                            let difference = (Int64(ours[channel]) * alpha - Int64(theirs[channel]) * otherAlpha)
                                .magnitude
                            sum += difference
                            greatest = max(greatest, difference)
                        }
                        guard greatest > 0 else { continue }
                        visit(column, row, Double(greatest) * levels)
                        if greatest > tolerated {
                            pixelCount += 1
                            typical += Double(greatest)
                            (left, right) = (min(left, column), max(right, column))
                            (top, bottom) = (min(top, row), row)
                        }
                        if greatest > worst { (worst, worstColumn, worstRow) = (Int64(greatest), column, row) }
                    }
                }
            }
        }
        self.worst = Double(worst) * levels
        self.typical = typical * levels / Double(max(1, pixelCount))
        if pixelCount > 0 { area = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1) }
        mean = Double(sum) * levels / Double(max(1, first.size.area * 4))
    }

    /// Returns a grayscale picture of the difference, reduced to `size`. Each pixel shows the largest difference in its area.
    package static func picture(of first: Picture, _ second: Picture, size: PixelSize, amplification: Double)
        throws(MachineShortage) -> Picture
    {
        let (width, height) = (first.size.width, first.size.height)
        var gray = [UInt8](repeating: 0, count: size.area)
        _ = LevelDifference(first, second) { column, row, levels in
            let place = row * size.height / height * size.width + column * size.width / width
            let amplified = UInt8(min(255, max(1, levels * amplification)))
            gray[place] = max(gray[place], amplified)
        }
        return try Picture(size: size, format: .rgba) { target in
            for (place, value) in gray.enumerated() {
                (target[4 * place], target[4 * place + 1], target[4 * place + 2]) = (value, value, value)
                target[4 * place + 3] = 255
            }
        }
    }
}
