internal import CImageKernels
package import FlipbookCore

package struct RGBARows {
    private let start: UnsafeRawPointer
    private let bytesPerRow: Int
    private let isDeep, hasAlpha: Bool

    /// Creates rows with 16 bits per channel if `isDeep`. If `hasAlpha` is `false`, the fourth channel is undefined.
    package init(start: UnsafeRawPointer, bytesPerRow: Int, isDeep: Bool, hasAlpha: Bool) {
        (self.start, self.bytesPerRow, self.isDeep, self.hasAlpha) = (start, bytesPerRow, isDeep, hasAlpha)
    }

    package func write(_ size: PixelSize, isDeep: Bool, to target: UnsafeMutableRawBufferPointer) {
        let (width, length) = (size.width, size.width * (isDeep ? 8 : 4))
        let (bytes, words) = (UInt8.self, UInt16.self)
        guard let first = target.baseAddress, target.count >= length * size.height else { return }
        for y in 0..<size.height {
            let (from, to) = (start + y * bytesPerRow, first + y * length)
            switch (self.isDeep, isDeep) {
            case (true, false):
                flipbook_rgba64_narrow(to.assumingMemoryBound(to: bytes), from.assumingMemoryBound(to: words), width)
            case (false, true):
                flipbook_rgba64_widen(to.assumingMemoryBound(to: words), from.assumingMemoryBound(to: bytes), width)
            case (false, false), (true, true): to.copyMemory(from: from, byteCount: length)
            }
        }
        if hasAlpha { return }
        if isDeep { setAlpha(target.bindMemory(to: words)) } else { setAlpha(target.bindMemory(to: bytes)) }
    }

    private func setAlpha<Channel: FixedWidthInteger>(_ channels: UnsafeMutableBufferPointer<Channel>) {
        for place in stride(from: 3, to: channels.count, by: 4) { channels[place] = .max }
    }
}
