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
    /// Printing density becomes light by the usual points, black at 95 and white at 685 of 1023, but for a lookup table,
    /// which takes it as it is. Light is shown by a request's ``SourceColors``, and all other numbers as they are.
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
            // A profile says better than the header what the numbers mean.
            let transfer = request.colors.profile == nil ? layout.transfer : .shown
            return try Picture.exposed(header, request) { sink in
                layout.fill(sink, bytes, transfer, LightView(request.colors))
            }
        }
    )
}

extension DPXLayout {
    /// Sets the pixels, and counts those that are clipped.
    fileprivate func fill(
        _ sink: PixelSink,
        _ bytes: UnsafeRawBufferPointer,
        _ transfer: DPXTransfer,
        _ view: LightView
    ) -> Int {
        let values = DPXCurves.shared.values(bits: bitDepth)
        let light = transfer == .shown ? [] : DPXCurves.shared.light(transfer, bits: bitDepth, isLooked: view.hasTable)
        let (width, count) = (size.width, channels.count)
        // Where red, green, blue and alpha stand in a pixel.
        let (red, green, blue, alpha): (Int, Int, Int, Int?) =
            switch channels {
            case .gray: (0, 0, 0, nil)
            case .rgb: (0, 1, 2, nil)
            case .rgba: (0, 1, 2, 3)
            case .abgr: (3, 2, 1, 0)
            }
        var row = [UInt16](repeating: 0, count: width * count)
        var clipped = 0
        for y in 0..<size.height {
            unpack(UnsafeRawBufferPointer(rebasing: bytes[(pixelOffset + y * bytesPerRow)...]), into: &row)
            for x in 0..<width {
                let (place, index) = (x &* count, y &* width &+ x)
                func number(_ channel: Int) -> Int { Int(row[place &+ channel]) }
                let color: SIMD3<UInt16> =
                    light.isEmpty
                    ? SIMD3(values[number(red)], values[number(green)], values[number(blue)])
                    : view.values(light[number(red)], light[number(green)], light[number(blue)], &clipped)
                sink.set(index, color.x, color.y, color.z, alpha.map { values[number($0)] } ?? .max)
            }
        }
        return clipped
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

/// What each number of a DPX file stands for, computed once for a transfer and a depth.
private final class DPXCurves: Sendable {
    static let shared = DPXCurves()

    private struct Key: Hashable {
        let transfer: DPXTransfer
        let bits: Int
    }

    private let known = Mutex<[Key: [Float]]>([:])

    /// Values of 16 bits, for numbers that are shown as they are.
    func values(bits: Int) -> [UInt16] {
        let largest = 1 << bits - 1
        return (0...largest).map { UInt16((Double($0) / Double(largest) * 65_535).rounded()) }
    }

    /// Amounts of light, 1 for white; for a lookup table, which film's densities are made for, the numbers themselves.
    func light(_ transfer: DPXTransfer, bits: Int, isLooked: Bool) -> [Float] {
        let key = Key(transfer: isLooked ? .linear : transfer, bits: bits)
        if let light = known.withLock({ $0[key] }) { return light }
        let largest = 1 << bits - 1
        let light = (0...largest).map { number in
            let part = Double(number) / Double(largest)
            return Float(key.transfer == .density ? Self.light(ofDensity: part * 1023) : part)
        }
        known.withLock { $0[key] = light }
        return light
    }

    /// The light of a code of Cineon's: black at 95, white at 685, 0.002 of density each, film's gamma 0.6.
    private static func light(ofDensity code: Double) -> Double {
        let black = pow(10, (95 - 685) * 0.002 / 0.6)
        let light = pow(10, (code - 685) * 0.002 / 0.6)
        return max(0, (light - black) / (1 - black))
    }
}
