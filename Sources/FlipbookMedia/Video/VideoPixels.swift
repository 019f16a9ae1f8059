import FlipbookCore
import FlipbookImaging
import GStreamer

/// The pixels that a video's pictures become.
struct VideoPixels {
    /// Columns and rows.
    let size: PixelSize
    /// Whether they have 16 bits a channel, and not 8.
    let isDeep: Bool
    /// Whether the pictures have transparency. Where there is none, GStreamer leaves what it likes in its place.
    let hasAlpha: Bool
    /// Whether the file says that all numbers of luma and chroma are used, which holds before what the decoder says.
    let isFullRange: Bool

    /// Copies a row that is as deep as the pixels.
    func copy<Channel: FixedWidthInteger>(
        _ source: UnsafeRawPointer,
        as channel: Channel.Type,
        to target: UnsafeMutableRawBufferPointer,
        at first: Int
    ) {
        let from = source.assumingMemoryBound(to: Channel.self)
        let out = target.assumingMemoryBound(to: Channel.self)
        for index in 0..<4 * size.width { out[first + index] = from[index] }
        guard !hasAlpha else { return }
        for pixel in 0..<size.width { out[first + 4 * pixel + 3] = .max }
    }

    /// Copies a row of 16 bits a channel, each rounded to 8.
    func narrow(_ source: UnsafeRawPointer, to target: UnsafeMutableRawBufferPointer, at first: Int) {
        let from = source.assumingMemoryBound(to: UInt16.self)
        for index in 0..<4 * size.width {
            let isAlpha = index % 4 == 3
            target[first + index] = isAlpha && !hasAlpha ? 255 : UInt8((UInt32(from[index]) * 255 + 32895) >> 16)
        }
    }
}

extension VideoReader {
    /// Writes the picture's rows, without padding; `false` where they cannot be read.
    func write(_ pixels: VideoPixels, to target: UnsafeMutableRawBufferPointer) -> Bool {
        withContent { content in
            switch content {
            case .pixels(let start, let bytesPerRow, let areDeep):
                for row in 0..<pixels.size.height {
                    let (source, first) = (start + row * bytesPerRow, row * pixels.size.width * 4)
                    switch (areDeep, pixels.isDeep) {
                    case (true, true): pixels.copy(source, as: UInt16.self, to: target, at: first)
                    case (true, false): pixels.narrow(source, to: target, at: first)
                    default: pixels.copy(source, as: UInt8.self, to: target, at: first)
                    }
                }
            case .planes(let planes, var coding):
                coding.isFullRange = coding.isFullRange || pixels.isFullRange
                Self.write(planes, coding, pixels, to: target)
            }
            return true
        } ?? false
    }

    private static func write(
        _ planes: [(start: UnsafeRawPointer, bytesPerRow: Int)],
        _ coding: VideoCoding,
        _ pixels: VideoPixels,
        to target: UnsafeMutableRawBufferPointer
    ) {
        let planes = planes.map { YCbCrPlanes.Plane(start: $0.start, bytesPerRow: $0.bytesPerRow) }
        if planes.count == 3 {
            return YCbCrPlanes(planes[0], planes[1], planes[2], YCbCrPlanes.Coding(coding))
                .write(pixels.size, isDeep: pixels.isDeep, to: target)
        }
        // Luma alone has no colour in any row.
        var gray = YCbCrPlanes.Coding(coding)
        (gray.halvesColumns, gray.halvesRows) = (false, false)
        [UInt8](repeating: 128, count: pixels.size.width).withUnsafeBytes { none in
            guard let start = none.baseAddress else { return }
            let chroma = YCbCrPlanes.Plane(start: start, bytesPerRow: 0)
            YCbCrPlanes(planes[0], chroma, chroma, gray).write(pixels.size, isDeep: pixels.isDeep, to: target)
        }
    }
}

extension YCbCrPlanes.Coding {
    /// What the numbers mean that GStreamer hands out.
    fileprivate init(_ coding: VideoCoding) {
        self.init(
            red: coding.red,
            blue: coding.blue,
            isFullRange: coding.isFullRange,
            bitDepth: coding.bitDepth,
            halvesColumns: coding.halvesColumns,
            halvesRows: coding.halvesRows,
            isLeftSited: coding.isLeftSited
        )
    }
}
