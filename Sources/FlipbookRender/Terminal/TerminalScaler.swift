package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging

package struct TerminalScaler: Sendable {
    package let source, target: PixelSize
    private let scaler: Scaler?

    package init(from source: PixelSize, to target: PixelSize) {
        (self.source, self.target) = (source, target)
        let place = Placement(of: source, scale: 1, in: target, scale: 1, .scaleToFill, .snap)
        scaler = source == target ? nil : Scaler(place, filter: .automatic)
    }

    /// Returns the scaled picture as opaque RGBA. Each source pixel consists of B, G, R, and an unused byte.
    /// - Precondition: `bytes` are the pixels of ``source`` without padding.
    package func picture(of bytes: UnsafeRawBufferPointer) throws(MachineShortage) -> Picture {
        precondition(bytes.count >= source.area * 4, "the pixels are incomplete")
        return try Picture(size: target, format: .rgba) { (result) throws(MachineShortage) in
            guard let pixels = bytes.baseAddress, let base = result.baseAddress else { return }
            let rowBytes = target.width * 4
            if let scaler {
                try PictureMemory.shared.withScratch(ScaledRows<EightBits>.scratchByteCount(for: scaler)) { scratch in
                    let source = pixels.assumingMemoryBound(to: UInt8.self)
                    var rows = ScaledRows<EightBits>(scaler, of: source, scratch: scratch)
                    for y in 0..<target.height {
                        rows.write(y, to: (base + y * rowBytes).assumingMemoryBound(to: UInt8.self))
                    }
                }
            } else {
                result.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<result.count]))
            }
            let words = result.bindMemory(to: UInt32.self)
            for index in words.indices {
                // In little-endian order, B, G, R, X is 0xXXRRGGBB.
                let word = UInt32(littleEndian: words[index])
                let swapped = word & 0xFF00 | word >> 16 & 0xFF | (word & 0xFF) << 16 | 0xFF00_0000
                words[index] = swapped.littleEndian
            }
        }
    }
}
