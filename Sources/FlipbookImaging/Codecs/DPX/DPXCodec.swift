internal import FlipbookCore
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension ImageCodec {
    /// Digital Picture Exchange, SMPTE 268M: grey and RGB with and without alpha, 8 to 16 bits, both byte orders.
    ///
    /// Printing density is shown by the usual points, black at 95 and white at 685 of 1023; light by sRGB's curve;
    /// all other numbers as they are.
    public static let dpx = ImageCodec(
        "DPX",
        extensions: ["dpx"],
        matches: DPXLayout.matches,
        details: { (file, window) throws(ImageError) in
            let layout = try DPXLayout(window.bytes, byteCount: file.byteCount)
            return ImageDetails(
                header: layout.header,
                byteCount: file.byteCount,
                orientation: layout.orientation.exifValue
            )
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let layout = try DPXLayout(bytes, byteCount: bytes.count)
            return try Picture.decoded(header, request) { sink in layout.fill(sink, bytes) }
        }
    )
}

extension DPXLayout {
    /// Sets the pixels.
    fileprivate func fill(_ sink: PixelSink, _ bytes: UnsafeRawBufferPointer) {
        let colors = DPXCurves.shared.values(transfer, bits: bitDepth)
        let alphas = DPXCurves.shared.values(.shown, bits: bitDepth)
        let (width, count) = (size.width, channels.count)
        var row = [UInt16](repeating: 0, count: width * count)
        for y in 0..<size.height {
            unpack(UnsafeRawBufferPointer(rebasing: bytes[(pixelOffset + y * bytesPerRow)...]), into: &row)
            for x in 0..<width {
                let (place, index) = (x &* count, y &* width &+ x)
                func color(_ channel: Int) -> UInt16 { colors[Int(row[place &+ channel])] }
                switch channels {
                case .gray: sink.set(index, color(0), color(0), color(0))
                case .rgb: sink.set(index, color(0), color(1), color(2))
                case .rgba: sink.set(index, color(0), color(1), color(2), alphas[Int(row[place &+ 3])])
                case .abgr: sink.set(index, color(3), color(2), color(1), alphas[Int(row[place])])
                }
            }
        }
    }

    /// The numbers of a row.
    private func unpack(_ bytes: UnsafeRawBufferPointer, into row: inout [UInt16]) {
        switch (bitDepth, packing) {
        case (8, _): for index in row.indices { row[index] = UInt16(bytes[index]) }
        case (16, _): for index in row.indices { row[index] = UInt16(order.number16(bytes, at: index &* 2)) }
        case (12, .high), (12, .low):
            let shift: UInt16 = packing == .high ? 4 : 0
            for index in row.indices { row[index] = UInt16(order.number16(bytes, at: index &* 2)) >> shift & 0xFFF }
        case (10, .high), (10, .low):
            let lowest: UInt32 = packing == .high ? 2 : 0
            for index in row.indices {
                let word = UInt32(order.number32(bytes, at: index / 3 &* 4))
                row[index] = UInt16(word >> (lowest + UInt32(2 - index % 3) * 10) & 0x3FF)
            }
        default:
            let mask = UInt64(1) << UInt64(bitDepth) - 1
            var (held, heldBits, offset) = (UInt64(0), UInt64(0), 0)
            for index in row.indices {
                if heldBits < bitDepth {
                    held |= UInt64(order.number32(bytes, at: offset)) << heldBits
                    heldBits += 32
                    offset += 4
                }
                row[index] = UInt16(held & mask)
                held >>= UInt64(bitDepth)
                heldBits -= UInt64(bitDepth)
            }
        }
    }
}

/// What each number of a DPX file is shown as, in 16 bits: computed once for a transfer and a depth.
private final class DPXCurves: Sendable {
    static let shared = DPXCurves()

    private struct Key: Hashable {
        let transfer: DPXTransfer
        let bits: Int
    }

    private let known = Mutex<[Key: [UInt16]]>([:])

    func values(_ transfer: DPXTransfer, bits: Int) -> [UInt16] {
        let key = Key(transfer: transfer, bits: bits)
        if let values = known.withLock({ $0[key] }) { return values }
        let largest = 1 << bits - 1
        let values = (0...largest).map { number -> UInt16 in
            let part = Double(number) / Double(largest)
            let shown =
                switch transfer {
                case .shown: part
                case .linear: SceneLight.encoded(part)
                case .density: SceneLight.encoded(Self.light(ofDensity: part * 1023))
                }
            return UInt16((shown * 65_535).rounded())
        }
        known.withLock { $0[key] = values }
        return values
    }

    /// The light of a code of Cineon's: black at 95, white at 685, 0.002 of density each, film's gamma 0.6.
    private static func light(ofDensity code: Double) -> Double {
        let black = pow(10, (95 - 685) * 0.002 / 0.6)
        let light = pow(10, (code - 685) * 0.002 / 0.6)
        return min(1, max(0, (light - black) / (1 - black)))
    }
}
