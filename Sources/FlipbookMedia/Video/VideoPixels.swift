import FlipbookCore
import FlipbookImaging
import GStreamer

extension VideoReader {
    /// Writes the picture's rows without padding. Returns `false` if they cannot be read.
    /// - Parameters:
    ///   - header: The pictures' header. If they are opaque, GStreamer leaves the alpha bytes undefined.
    ///   - isDeep: A Boolean value that indicates whether the rows have 16 bits per channel instead of 8.
    ///   - isFullRange: A Boolean value that indicates whether the file specifies full range, which overrides the decoder's
    ///     value.
    func write(_ header: ImageHeader, isDeep: Bool, isFullRange: Bool, to target: UnsafeMutableRawBufferPointer) -> Bool
    {
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
    fileprivate init(_ coding: VideoCoding) {
        let (hasHalfColumns, hasHalfRows) = (coding.halvesColumns, coding.halvesRows)
        self.init(
            LumaCoding(red: coding.red, blue: coding.blue, isFullRange: coding.isFullRange),
            LumaPlanes(bits: coding.bitDepth, hasHalfColumns: hasHalfColumns, hasHalfRows: hasHalfRows),
            isLeftSited: coding.isLeftSited
        )
    }
}
