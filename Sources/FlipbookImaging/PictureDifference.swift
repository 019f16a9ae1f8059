internal import CImageKernels
import FlipbookCore
import Glibc

/// The accumulated difference between pictures and reference pictures.
package struct PictureDifference: Sendable {
    /// The sum of the squared sample differences, in which 1 is the largest possible difference.
    package private(set) var squares = 0.0
    package private(set) var sampleCount = 0
    private var similarities = 0.0
    private var windowCount = 0

    package init() {}

    package var isExact: Bool { squares == 0 }

    package var psnr: Double? { squares > 0 ? 10 * log10(Double(sampleCount) / squares) : nil }

    package var ssim: Double { windowCount > 0 ? similarities / Double(windowCount) : 1 }

    package static func += (sum: inout PictureDifference, other: PictureDifference) {
        sum.squares += other.squares
        sum.sampleCount += other.sampleCount
        sum.similarities += other.similarities
        sum.windowCount += other.windowCount
    }

    fileprivate mutating func add(_ found: flipbook_difference, peak: UInt32) {
        squares += found.squares / (Double(peak) * Double(peak))
        sampleCount += Int(found.samples)
        similarities += found.similarity
        windowCount += Int(found.windows)
    }
}

extension Picture {
    /// Compares this picture with pixels of the same size and format. Structural similarity is measured on luma, or on
    /// premultiplied RGB.
    package func difference(
        from bytes: UnsafeRawBufferPointer,
        planes others: [(offset: Int, bytesPerRow: Int)],
        hasAlpha: Bool
    ) -> PictureDifference {
        withUnsafeBytes { own in
            var sum = PictureDifference()
            guard let first = own.address, let second = bytes.address else { return sum }
            for channel in comparedChannels(hasAlpha: hasAlpha) {
                let (plane, other) = (planes[channel.plane], others[channel.plane])
                let end =
                    other.offset + (channel.size.height - 1) * other.bytesPerRow + channel.size.width * channel.pixel
                precondition(end <= bytes.count, "the other pixels must be inside the buffer")
                var compared = flipbook_compared()
                compared.first = first + plane.offset + channel.offset
                compared.second = second + other.offset + channel.offset
                (compared.first_row, compared.second_row) = (plane.bytesPerRow, other.bytesPerRow)
                (compared.width, compared.height) = (channel.size.width, channel.size.height)
                (compared.pixel, compared.sample) = (channel.pixel, format.isDeep ? 2 : 1)
                (compared.alpha, compared.peak) = (channel.alpha, format.peak)
                var found = flipbook_difference()
                flipbook_compare_channel(&found, &compared, channel.hasStructure ? 1 : 0)
                sum.add(found, peak: format.peak)
            }
            return sum
        }
    }

    private struct ComparedChannel {
        let plane: Int
        let size: PixelSize
        /// The byte offset of the first sample, the number of bytes per pixel, and the byte offset from a sample to its alpha.
        var (offset, pixel, alpha) = (0, 1, 0)
        var hasStructure = true
    }

    private func comparedChannels(hasAlpha: Bool) -> [ComparedChannel] {
        let sample = format.isDeep ? 2 : 1
        func plane(_ index: Int, _ size: PixelSize, hasStructure: Bool = true) -> ComparedChannel {
            ComparedChannel(plane: index, size: size, offset: 0, pixel: sample, alpha: 0, hasStructure: hasStructure)
        }
        switch format {
        case .rgba, .rgbaPremultiplied, .bgra, .rgba64, .rgba64Premultiplied:
            let isStraight = format != .rgbaPremultiplied && format != .rgba64Premultiplied
            return (0..<(hasAlpha ? 4 : 3)).map { channel in
                ComparedChannel(
                    plane: 0,
                    size: size,
                    offset: channel * sample,
                    pixel: 4 * sample,
                    alpha: hasAlpha && isStraight && channel < 3 ? (3 - channel) * sample : 0,
                    hasStructure: channel < 3
                )
            }
        case .gray16: return [plane(0, size)]
        case .gbra12: return (0..<(hasAlpha ? 4 : 3)).map { plane($0, size, hasStructure: $0 < 3) }
        case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
            let sizes = format.planes?.sizes(in: size) ?? []
            return sizes.prefix(hasAlpha ? 4 : 3).enumerated().map { plane($0, $1, hasStructure: $0 == 0) }
        }
    }
}

extension PixelFormat {
    fileprivate var peak: UInt32 { 1 << UInt32(planes?.bits ?? (self == .gbra12 ? 12 : isDeep ? 16 : 8)) - 1 }
}
