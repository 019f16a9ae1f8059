internal import CImageKernels
package import FlipbookCore

/// A decoded video picture: a luma plane and two chroma planes, which may be subsampled.
package struct YCbCrPlanes {
    package struct Plane {
        package let start: UnsafeRawPointer
        package let bytesPerRow: Int

        package init(start: UnsafeRawPointer, bytesPerRow: Int) {
            (self.start, self.bytesPerRow) = (start, bytesPerRow)
        }
    }

    /// The coding of the samples (ITU-T H.273, sections 8.3 and 8.7).
    package struct Coding: Hashable, Sendable {
        package var luma: LumaCoding
        package var layout: LumaPlanes
        /// A Boolean value that indicates whether chroma samples are at the left of their two columns, as in H.264, rather than
        /// between them, as in JPEG.
        package var isLeftSited: Bool

        package init(_ luma: LumaCoding = .bt709, _ layout: LumaPlanes = .halved, isLeftSited: Bool = true) {
            (self.luma, self.layout, self.isLeftSited) = (luma, layout, isLeftSited)
        }

        fileprivate func rows(at y: Int, of height: Int) -> (near: Int, far: Int) {
            guard layout.hasHalfRows else { return (y, y) }
            let near = y / 2
            return (near, min(max(y % 2 == 0 ? near - 1 : near + 1, 0), (height - 1) / 2))
        }

        fileprivate var matrix: flipbook_ycbcr {
            let (red, blue, isFullRange) = (luma.red, luma.blue, luma.isFullRange)
            let (unit, most) = (Double(1 << (layout.bits - 8)), Double(1 << layout.bits - 1))
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

        /// JPEG's 8-bit encoding (ITU-T T.871, section 7).
        static let jfif = Self(LumaCoding(red: 0.299, blue: 0.114, isFullRange: true), isLeftSited: false)

        /// The coding of lossy WebP (RFC 6386, section 9.2).
        static let webP = Self(.bt601, isLeftSited: false)

        var recoding: flipbook_recoding {
            let (red, blue, isFullRange) = (luma.red, luma.blue, luma.isFullRange)
            let green = 1 - red - blue
            let (lumaRange, chromaRange) = isFullRange ? (255.0, 255.0) : (219, 224)
            // The scale of the blue and red color differences, and the share of each in BT.709's luma.
            let (blueStep, redStep) = (2 * (1 - blue), 2 * (1 - red))
            let ofBlue = (0.0722 - 0.7152 * blue / green) * blueStep
            let ofRed = (0.2126 - 0.7152 * red / green) * redStep
            let (blueWidth, redWidth) = (2 * (1 - 0.0722), 2 * (1 - 0.2126))
            func chroma(_ part: Double) -> Int16 { Int16((part * 224 / chromaRange * 16_384).rounded()) }
            let step = 219 / lumaRange
            return flipbook_recoding(
                luma: UInt16((step * 16_384).rounded()),
                black: Int16(((16 - (isFullRange ? 0 : 16) * step) * 64).rounded()),
                luma_of_blue: Int16((ofBlue * 219 / chromaRange * 65_536).rounded()),
                luma_of_red: Int16((ofRed * 219 / chromaRange * 65_536).rounded()),
                blue_of_blue: chroma((blueStep - ofBlue) / blueWidth),
                blue_of_red: chroma(-ofRed / blueWidth),
                red_of_blue: chroma(-ofBlue / redWidth),
                red_of_red: chroma((redStep - ofRed) / redWidth),
                halves_columns: layout.hasHalfColumns ? 1 : 0,
                halves_rows: layout.hasHalfRows ? 1 : 0,
                is_left: isLeftSited ? 1 : 0
            )
        }
    }

    private let luma, blueDifference, redDifference: Plane
    private let coding: Coding

    package init(_ luma: Plane, _ blueDifference: Plane, _ redDifference: Plane, _ coding: Coding) {
        (self.luma, self.blueDifference, self.redDifference) = (luma, blueDifference, redDifference)
        self.coding = coding
    }

    func picture(_ header: ImageHeader, _ request: DecodingRequest) throws(ImageError) -> Picture {
        let size = header.size
        if request.takesPlanes, coding.layout.bits == 8, size == size.roundedUpToEven {
            return try Picture.decoded(size: size, format: .i420) { writeI420(size, to: $0) }
        }
        let isDeep = request.isDeep(header)
        return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { write(size, isDeep: isDeep, to: $0) }
    }

    /// Writes opaque RGBA rows without padding, and interpolates chroma linearly. If `isDeep`, channels have 16 bits.
    package func write(_ size: PixelSize, isDeep: Bool, to target: UnsafeMutableRawBufferPointer) {
        let bytesPerRow = size.width * (isDeep ? 8 : 4)
        precondition(target.count >= bytesPerRow * size.height)
        var matrix = coding.matrix
        let (isWide, hasWords): (Int32, Int32) = (coding.layout.bits > 8 ? 1 : 0, isDeep ? 1 : 0)
        let (isHalved, isLeft): (Int32, Int32) = (coding.layout.hasHalfColumns ? 1 : 0, coding.isLeftSited ? 1 : 0)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * size.width) { chroma in
            guard let out = target.baseAddress, let blue = chroma.baseAddress else { return }
            let red = blue + size.width
            for y in 0..<size.height {
                for (plane, row) in [(blueDifference, blue), (redDifference, red)] {
                    let rows = coding.rows(at: y, of: size.height)
                    let near = plane.start + rows.near * plane.bytesPerRow
                    let far = plane.start + rows.far * plane.bytesPerRow
                    let weight: Int32 = coding.layout.hasHalfRows ? 3 : 4
                    flipbook_chroma_row(row, near, far, weight, isWide, size.width, isHalved, isLeft)
                }
                let (pixels, samples) = (out + y * bytesPerRow, luma.start + y * luma.bytesPerRow)
                flipbook_ycbcr_row(pixels, samples, blue, red, size.width, isWide, hasWords, &matrix)
            }
        }
    }

    /// Writes 8-bit planes with even sides as ``PixelFormat/i420``, without converting them to RGB in between. Each sample is
    /// rounded and clamped once.
    package func writeI420(_ size: PixelSize, to target: UnsafeMutableRawBufferPointer) {
        precondition(coding.layout.bits == 8 && size.width % 2 == 0 && size.height % 2 == 0)
        precondition(target.count >= Picture.byteCount(size: size, format: .i420))
        guard let out = target.address else { return }
        var recoding = coding.recoding
        let (width, last) = (size.width, size.height / 2 - 1)
        let blue = out + size.area
        let red = blue + size.area / 4
        func row(_ plane: Plane, _ y: Int) -> UnsafePointer<UInt8> {
            (plane.start + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4 * (width + 2)) { scratch in
            guard let scratch = scratch.baseAddress else { return }
            for y in 0...last {
                let near =
                    coding.layout.hasHalfRows ? [max(y - 1, 0), y, min(y + 1, last)] : [2 * y, 2 * y, 2 * y + 1]
                let (upper, lower) = (out + 2 * y * width, out + (2 * y + 1) * width)
                let (first, second) = (row(luma, 2 * y), row(luma, 2 * y + 1))
                let blues: [UnsafePointer<UInt8>?] = near.map { row(blueDifference, $0) }
                let reds: [UnsafePointer<UInt8>?] = near.map { row(redDifference, $0) }
                let (cb, cr) = (blue + y * width / 2, red + y * width / 2)
                flipbook_planes_to_i420(upper, lower, cb, cr, first, second, blues, reds, width, &recoding, scratch)
            }
        }
    }
}
