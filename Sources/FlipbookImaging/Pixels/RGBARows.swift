internal import CImageKernels
package import FlipbookCore

/// Decoded rows of straight RGBA, lent by the decoder.
package struct RGBARows {
    private let start: UnsafeRawPointer
    private let bytesPerRow: Int
    private let isDeep: Bool
    private let hasAlpha: Bool

    /// Creates rows with 16 bits a channel if `isDeep`. Without `hasAlpha`, the fourth channel is undefined.
    package init(start: UnsafeRawPointer, bytesPerRow: Int, isDeep: Bool, hasAlpha: Bool) {
        (self.start, self.bytesPerRow, self.isDeep, self.hasAlpha) = (start, bytesPerRow, isDeep, hasAlpha)
    }

    /// Writes the rows without padding, with 16 bits a channel if `isDeep`.
    package func write(_ size: PixelSize, isDeep: Bool, to target: UnsafeMutableRawBufferPointer) {
        let length = size.width * (isDeep ? 8 : 4)
        guard let first = target.baseAddress, target.count >= length * size.height else { return }
        for y in 0..<size.height {
            let (source, row) = (start + y * bytesPerRow, first + y * length)
            let (bytes, words) = (UInt8.self, UInt16.self)
            switch (self.isDeep, isDeep) {
            case (true, false):
                flipbook_rgba64_narrow(
                    row.assumingMemoryBound(to: bytes),
                    source.assumingMemoryBound(to: words),
                    size.width
                )
            case (false, true):
                flipbook_rgba64_widen(
                    row.assumingMemoryBound(to: words),
                    source.assumingMemoryBound(to: bytes),
                    size.width
                )
            case (false, false), (true, true): row.copyMemory(from: source, byteCount: length)
            }
        }
        if hasAlpha { return }
        if isDeep { Self.makeOpaque(target, as: UInt16.self) } else { Self.makeOpaque(target, as: UInt8.self) }
    }

    private static func makeOpaque<Channel: FixedWidthInteger>(
        _ target: UnsafeMutableRawBufferPointer,
        as _: Channel.Type
    ) {
        let channels = target.bindMemory(to: Channel.self)
        for place in stride(from: 3, to: channels.count, by: 4) { channels[place] = .max }
    }
}
