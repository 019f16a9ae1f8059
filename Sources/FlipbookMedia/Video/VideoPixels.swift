import FlipbookCore
import FlipbookImaging
import GStreamer

extension VideoReader {
    /// Writes the picture's rows, without padding; `false` where they cannot be read.
    /// - Parameters:
    ///   - header: What the pictures have. Without transparency, GStreamer leaves what it likes in its place.
    ///   - isDeep: Whether the rows have 16 bits a channel, and not 8.
    ///   - isFullRange: Whether the file says that all numbers of luma and chroma are used, before what the decoder says.
    func write(
        _ header: ImageHeader,
        isDeep: Bool,
        isFullRange: Bool,
        to target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        withContent { content in
            switch content {
            case .pixels(let start, let bytesPerRow, let areDeep):
                RGBARows(start: start, bytesPerRow: bytesPerRow, isDeep: areDeep, hasAlpha: header.hasAlpha)
                    .write(header.size, isDeep: isDeep, to: target)
            case .planes(let planes, var coding):
                coding.isFullRange = coding.isFullRange || isFullRange
                Self.write(planes, coding, header.size, isDeep: isDeep, to: target)
            }
            return true
        } ?? false
    }

    private static func write(
        _ planes: [(start: UnsafeRawPointer, bytesPerRow: Int)],
        _ coding: VideoCoding,
        _ size: PixelSize,
        isDeep: Bool,
        to target: UnsafeMutableRawBufferPointer
    ) {
        let planes = planes.map { YCbCrPlanes.Plane(start: $0.start, bytesPerRow: $0.bytesPerRow) }
        if planes.count == 3 {
            return YCbCrPlanes(planes[0], planes[1], planes[2], YCbCrPlanes.Coding(coding))
                .write(size, isDeep: isDeep, to: target)
        }
        // Luma alone has no color in any row.
        var gray = YCbCrPlanes.Coding(coding)
        (gray.layout.hasHalfColumns, gray.layout.hasHalfRows) = (false, false)
        [UInt8](repeating: 128, count: size.width).withUnsafeBytes { none in
            guard let start = none.baseAddress else { return }
            let chroma = YCbCrPlanes.Plane(start: start, bytesPerRow: 0)
            YCbCrPlanes(planes[0], chroma, chroma, gray).write(size, isDeep: isDeep, to: target)
        }
    }
}

extension YCbCrPlanes.Coding {
    /// The coding of the numbers that GStreamer hands out.
    fileprivate init(_ coding: VideoCoding) {
        let (hasHalfColumns, hasHalfRows) = (coding.halvesColumns, coding.halvesRows)
        self.init(
            LumaCoding(red: coding.red, blue: coding.blue, isFullRange: coding.isFullRange),
            LumaPlanes(bits: coding.bitDepth, hasHalfColumns: hasHalfColumns, hasHalfRows: hasHalfRows),
            isLeftSited: coding.isLeftSited
        )
    }
}
