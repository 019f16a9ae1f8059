internal import FlipbookCore
internal import Glibc
internal import Synchronization

extension ImageCodec {
    /// Digital Picture Exchange, SMPTE 268M: grey and RGB with and without alpha, 8 to 16 bits, both byte orders.
    ///
    /// Printing density becomes light by the usual points, black at 95 and white at 685 of 1023, but for a lookup table,
    /// which takes it as it is. Light is shown by a request's ``SourceColors``, and all other numbers as they are.
    public static let dpx: ImageCodec = ImageCodec(
        "DPX",
        extensions: ["dpx"],
        matches: DPXLayout.matches,
        details: { (file, window) throws(ImageError) in
            let layout = try DPXLayout(window.bytes, byteCount: file.byteCount)
            let end = layout.pixelOffset + layout.bytesPerRow * layout.size.height
            try ImageFormat.dpx.checkSole(file, &window, after: end)
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
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
        let curves = DPXCurves.shared
        // Each number is shown as one value, unless a lookup table or primaries make one of three.
        let table = transfer == .shown ? curves.plain(bits: bitDepth) : curves.shown(transfer, bits: bitDepth, by: view)
        let light = table == nil ? curves.light(transfer, bits: bitDepth, isLooked: view.hasTable) : []
        let opacity = curves.plain(bits: bitDepth).values
        let (width, count) = (size.width, channels.count)
        // Where red, green, blue and alpha stand in a pixel.
        let (red, green, blue, alpha): (Int, Int, Int, Int?) =
            switch channels {
            case .gray: (0, 0, 0, nil)
            case .rgb: (0, 1, 2, nil)
            case .rgba: (0, 1, 2, 3)
            case .abgr: (3, 2, 1, 0)
            }
        var clipped = 0
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width * count) { row in
            for y in 0..<size.height {
                unpack(UnsafeRawBufferPointer(rebasing: bytes[(pixelOffset + y * bytesPerRow)...]), into: row)
                let start = y * width
                if let table {
                    table.values.withUnsafeBufferPointer { values in
                        for x in 0..<width {
                            let pixel = x &* count
                            let (first, second, third) = (row[pixel &+ red], row[pixel &+ green], row[pixel &+ blue])
                            if Int(max(first, second, third)) > table.white { clipped &+= 1 }
                            sink.set(
                                start &+ x,
                                values[Int(first)],
                                values[Int(second)],
                                values[Int(third)],
                                alpha.map { opacity[Int(row[pixel &+ $0])] } ?? .max
                            )
                        }
                    }
                } else {
                    for x in 0..<width {
                        func number(_ channel: Int) -> Int { Int(row[x &* count &+ channel]) }
                        let color = view.values(light[number(red)], light[number(green)], light[number(blue)], &clipped)
                        let opacity = alpha.map { opacity[number($0)] } ?? .max
                        sink.set(start &+ x, color.x, color.y, color.z, opacity)
                    }
                }
            }
        }
        return clipped
    }

    /// The numbers of a row.
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

/// What each number of a DPX file stands for, computed once for a transfer and a depth.
private final class DPXCurves: Sendable {
    static let shared = DPXCurves()

    private struct Key: Hashable {
        let transfer: DPXTransfer
        let bits: Int
    }

    /// What each number is shown as, in 16 bits, and the last number that is not clipped.
    struct Table {
        let values: [UInt16]
        let white: Int
    }

    private let known = Mutex<[Key: [Float]]>([:])
    private let plainTables = Mutex<[Int: Table]>([:])
    private let shownTables = Mutex<[(key: Key, view: LightView, table: Table)]>([])

    /// Numbers that are shown as they are.
    func plain(bits: Int) -> Table {
        plainTables.withLock { tables in
            if let table = tables[bits] { return table }
            let largest = 1 << bits - 1
            let values = (0...largest).map { UInt16((Double($0) / Double(largest) * 65_535).rounded()) }
            let table = Table(values: values, white: largest)
            tables[bits] = table
            return table
        }
    }

    /// The value that a view shows of each number of light or density, or `nil` if it makes a value of several.
    func shown(_ transfer: DPXTransfer, bits: Int, by view: LightView) -> Table? {
        guard view.isPlain else { return nil }
        let key = Key(transfer: transfer, bits: bits)
        let light = light(transfer, bits: bits, isLooked: false)
        return shownTables.withLock { tables in
            if let known = tables.first(where: { $0.key == key && $0.view.showsPlainly(as: view) }) {
                return known.table
            }
            var (values, white) = ([UInt16](), -1)
            for light in light {
                var clipped = 0
                values.append(view.values(ofGray: light, &clipped).x)
                if clipped == 0 { white += 1 }
            }
            let table = Table(values: values, white: white)
            tables = tables.suffix(3) + [(key, view, table)]
            return table
        }
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
