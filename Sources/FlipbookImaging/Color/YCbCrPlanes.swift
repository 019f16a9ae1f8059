internal import CImageKernels
package import FlipbookCore

/// A picture as decoders of video have it: a plane of luma, and two of chroma that may have half its columns and rows.
package struct YCbCrPlanes {
    /// One plane, lent by what decoded it.
    package struct Plane {
        /// Its first row.
        package let start: UnsafeRawPointer
        /// From a row to the next, in bytes.
        package let bytesPerRow: Int

        /// A plane in memory.
        package init(start: UnsafeRawPointer, bytesPerRow: Int) {
            (self.start, self.bytesPerRow) = (start, bytesPerRow)
        }
    }

    /// What the numbers mean (ITU-T H.273, sections 8.3 and 8.7).
    package struct Coding: Hashable, Sendable {
        /// How much red and blue weigh in luma.
        package var red, blue: Double
        /// Whether all numbers of the bits are used, and not only those from 16 to 235 of 8 bits, or to 240 of chroma.
        package var isFullRange: Bool
        /// The bits of a sample, 8 to 12; those of more than 8 are in two bytes.
        package var bitDepth: Int
        /// Whether chroma has half the columns.
        package var halvesColumns: Bool
        /// Whether chroma has half the rows.
        package var halvesRows: Bool
        /// Whether a halved sample stands at the first of its two columns, as in MPEG-2 and H.264, and not between them, as
        /// in JPEG.
        package var isLeftSited: Bool

        /// Numbers with a meaning; by default that of BT.709 in 8 bits, halved both ways.
        package init(
            red: Double = 0.2126,
            blue: Double = 0.0722,
            isFullRange: Bool = false,
            bitDepth: Int = 8,
            halvesColumns: Bool = true,
            halvesRows: Bool = true,
            isLeftSited: Bool = true
        ) {
            (self.red, self.blue, self.isFullRange, self.bitDepth) = (red, blue, isFullRange, bitDepth)
            (self.halvesColumns, self.halvesRows, self.isLeftSited) = (halvesColumns, halvesRows, isLeftSited)
        }
    }

    private let luma, blueDifference, redDifference: Plane
    private let coding: Coding

    /// A picture of three planes.
    package init(_ luma: Plane, _ blueDifference: Plane, _ redDifference: Plane, _ coding: Coding) {
        (self.luma, self.blueDifference, self.redDifference) = (luma, blueDifference, redDifference)
        self.coding = coding
    }

    /// Writes the picture's rows as opaque RGBA, 8 bits a channel, or 16 where `isDeep`: chroma is linear between its
    /// samples, and each channel is rounded once.
    /// - Parameter target: Memory for all pixels of `size`, rows without padding.
    package func write(_ size: PixelSize, isDeep: Bool, to target: UnsafeMutableRawBufferPointer) {
        let bytesPerRow = size.width * (isDeep ? 8 : 4)
        precondition(target.count >= bytesPerRow * size.height)
        var matrix = coding.matrix
        let isWide: Int32 = coding.bitDepth > 8 ? 1 : 0
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * size.width) { chroma in
            guard let out = target.baseAddress, let blue = chroma.baseAddress else { return }
            let red = blue + size.width
            for y in 0..<size.height {
                for (plane, row) in [(blueDifference, blue), (redDifference, red)] {
                    let (near, far) = coding.rows(at: y, of: size.height)
                    flipbook_chroma_row(
                        row,
                        plane.start + near * plane.bytesPerRow,
                        plane.start + far * plane.bytesPerRow,
                        coding.halvesRows ? 3 : 4,
                        isWide,
                        size.width,
                        coding.halvesColumns ? 1 : 0,
                        coding.isLeftSited ? 1 : 0
                    )
                }
                flipbook_ycbcr_row(
                    out + y * bytesPerRow,
                    luma.start + y * luma.bytesPerRow,
                    blue,
                    red,
                    size.width,
                    isWide,
                    isDeep ? 1 : 0,
                    &matrix
                )
            }
        }
    }
}

extension YCbCrPlanes.Coding {
    /// The row of chroma that is nearest to a row of luma, and the one on its other side.
    fileprivate func rows(at y: Int, of height: Int) -> (near: Int, far: Int) {
        guard halvesRows else { return (y, y) }
        let near = y / 2
        let far = y % 2 == 0 ? near - 1 : near + 1
        return (near, min(max(far, 0), (height - 1) / 2))
    }

    /// The numbers that the kernel multiplies by: chroma comes to it sixteen times as large.
    fileprivate var matrix: flipbook_ycbcr {
        let unit = Double(1 << (bitDepth - 8))
        let most = Double(1 << bitDepth - 1)
        let (lumaRange, chromaRange) = isFullRange ? (most, most) : (219 * unit, 224 * unit)
        let green = 1 - red - blue
        let scale = 1 / (16 * chromaRange)
        return flipbook_ycbcr(
            black: isFullRange ? 0 : Float(16 * unit),
            luma: Float(1 / lumaRange),
            center: Float(16 * 128 * unit),
            red_of_red: Float(2 * (1 - red) * scale),
            green_of_blue: Float(-2 * (1 - blue) * blue / green * scale),
            green_of_red: Float(-2 * (1 - red) * red / green * scale),
            blue_of_blue: Float(2 * (1 - blue) * scale)
        )
    }
}
