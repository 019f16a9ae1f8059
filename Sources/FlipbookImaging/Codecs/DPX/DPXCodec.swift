internal import FlipbookCore
internal import FlipbookFiles
internal import Glibc

extension ImageCodec {
    /// Digital Picture Exchange, SMPTE 268M: gray and RGB with or without alpha, 8 to 16 bits, in either byte order.
    ///
    /// Printing density is converted to light with the usual reference points: of the codes 0 to 1023, 95 is black and 685 is
    /// white. A lookup table, if there is one, maps the density instead. The ``SourceColors`` of a request map light to colors.
    public static let dpx: ImageCodec = ImageCodec(
        "DPX",
        extensions: ["dpx"],
        matches: DPXLayout.matches,
        details: { (file) throws(ImageError) in
            let layout = try DPXLayout(file.head(), byteCount: file.byteCount)
            try ImageFormat.dpx.checkSole(&file, after: layout.pixelOffset + layout.bytesPerRow * layout.size.height)
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let layout = try DPXLayout(bytes, byteCount: bytes.count)
            // A profile overrides the transfer function in the header.
            let transfer = request.colors.profile == nil ? layout.transfer : .shown
            // For light and density, this codec applies the levels to the stored values. For other values, a later step applies
            // them.
            let view = LightView(changing(request.colors) { $0.levels = nil })
            let levels = header.isSceneLinear ? request.colors.levels : nil
            return try Picture.exposed(header, request) { sink in layout.fill(sink, bytes, transfer, levels, view) }
        }
    )
}

extension DPXLayout {
    fileprivate func fill(
        _ sink: PixelSink,
        _ bytes: UnsafeRawBufferPointer,
        _ transfer: DPXTransfer,
        _ levels: ValueRange?,
        _ view: LightView
    ) -> LightLoss {
        // Each stored value maps to one displayed value, unless a lookup table or a change of primaries mixes channels.
        let opacity = DPXCurves.plain(bits: bitDepth)
        let table =
            transfer == .shown
            ? DPXCurves.plain(bits: bitDepth, levels) : DPXCurves.shown(transfer, bits: bitDepth, levels, by: view)
        let light = table == nil ? DPXCurves.light(transfer, bits: bitDepth, levels, isLooked: view.hasTable) : []
        let (width, count) = (size.width, channels.count)
        let places = channels == .gray ? [0, 0, 0] : channels == .abgr ? [3, 2, 1, 0] : [0, 1, 2, 3]
        let (red, green, blue, alpha) = (places[0], places[1], places[2], count == 4 ? places[3] : nil)
        var loss = LightLoss()
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width * count) { row in
            for y in 0..<size.height {
                unpack(UnsafeRawBufferPointer(rebasing: bytes[(pixelOffset + y * bytesPerRow)...]), into: row)
                guard let table else {
                    for x in 0..<width {
                        func number(_ channel: Int) -> Int { Int(row[x &* count &+ channel]) }
                        let color = SIMD4(light[number(red)], light[number(green)], light[number(blue)], 0)
                        let (at, alpha) = (y &* width &+ x, alpha.map { opacity.values[number($0)] } ?? .max)
                        let shown = view.values(color, at: at, &loss)
                        sink.set(at, shown.x, shown.y, shown.z, alpha)
                    }
                    continue
                }
                table.values.withUnsafeBufferPointer { values in
                    for x in 0..<width {
                        let (pixel, index) = (x &* count, y &* width &+ x)
                        let (first, second, third) = (row[pixel &+ red], row[pixel &+ green], row[pixel &+ blue])
                        let alpha = alpha.map { opacity.values[Int(row[pixel &+ $0])] } ?? .max
                        if Int(max(first, second, third)) > table.white { loss.clippedCount &+= 1 }
                        sink.set(index, values[Int(first)], values[Int(second)], values[Int(third)], alpha)
                    }
                }
            }
        }
        return loss
    }

    private func unpack(_ bytes: UnsafeRawBufferPointer, into row: UnsafeMutableBufferPointer<UInt16>) {
        switch (bitDepth, packing) {
        case (8, _): for index in row.indices { row[index] = UInt16(bytes[index]) }
        case (16, _): for index in row.indices { row[index] = UInt16(order.number16(bytes, at: index &* 2)) }
        case (12, .high), (12, .low):
            let shift: UInt16 = packing == .high ? 4 : 0
            for index in row.indices { row[index] = UInt16(order.number16(bytes, at: index &* 2)) >> shift & 0xFFF }
        case (10, .high), (10, .low):
            let lowest: UInt32 = packing == .high ? 2 : 0
            var offset = 0
            for index in stride(from: 0, to: row.count, by: 3) {
                let word = UInt32(order.number32(bytes, at: offset)) >> lowest
                row[index] = UInt16(truncatingIfNeeded: word >> 20 & 0x3FF)
                if index &+ 1 < row.count { row[index &+ 1] = UInt16(truncatingIfNeeded: word >> 10 & 0x3FF) }
                if index &+ 2 < row.count { row[index &+ 2] = UInt16(truncatingIfNeeded: word & 0x3FF) }
                offset &+= 4
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

private enum DPXCurves {
    private struct Key: Equatable {
        let transfer: DPXTransfer
        let bits: Int
        let levels: ValueRange?
        var view: LightView.Plain?

        var parts: [Double] {
            let all = ValueRange(black: 0, white: Double(1 << bits - 1))
            return (0..<1 << bits).map { min(1, max(0, (levels ?? all).fraction(of: Double($0)))) }
        }
    }

    /// The 16-bit value for each stored value. `white` is the highest stored value that is not clipped.
    struct Table {
        let values: [UInt16]
        let white: Int
    }

    private static let lights = RecentValues<Key, [Float]>(), tables = RecentValues<Key, Table>()

    static func plain(bits: Int, _ levels: ValueRange? = nil) -> Table {
        let key = Key(transfer: .shown, bits: bits, levels: levels)
        return tables.value(for: key) {
            Table(values: key.parts.map { UInt16(($0 * 65_535).rounded()) }, white: 1 << bits - 1)
        }
    }

    /// Returns the displayed values for light or density in a view, or `nil` if the view mixes channels.
    static func shown(_ transfer: DPXTransfer, bits: Int, _ levels: ValueRange?, by view: LightView) -> Table? {
        guard let plain = view.plain else { return nil }
        return tables.value(for: Key(transfer: transfer, bits: bits, levels: levels, view: plain)) {
            var (values, white) = ([UInt16](), -1)
            for light in light(transfer, bits: bits, levels, isLooked: false) {
                var loss = LightLoss()
                values.append(view.values(ofGray: light, at: 0, &loss).x)
                if loss.clippedCount == 0 { white += 1 }
            }
            return Table(values: values, white: white)
        }
    }

    /// Returns light, where 1 is white. If `isLooked` is `true`, returns the stored values, since the lookup table expects film
    /// density.
    static func light(_ transfer: DPXTransfer, bits: Int, _ levels: ValueRange?, isLooked: Bool) -> [Float] {
        let key = Key(transfer: isLooked ? .linear : transfer, bits: bits, levels: levels)
        return lights.value(for: key) {
            key.parts.map { Float(key.transfer == .density ? light(ofDensity: $0 * 1023) : $0) }
        }
    }

    /// Returns the light for a Cineon code. Code 95 is black, and 685 is white, with a density of 0.002 per code and a film
    /// gamma of 0.6.
    private static func light(ofDensity code: Double) -> Double {
        let black = pow(10, (95 - 685) * 0.002 / 0.6)
        return max(0, (pow(10, (code - 685) * 0.002 / 0.6) - black) / (1 - black))
    }
}
