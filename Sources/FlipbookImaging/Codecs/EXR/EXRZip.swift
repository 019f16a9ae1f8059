internal import CImageKernels
internal import FlipbookCore
internal import FlipbookFiles

/// Decodes the most common kind of OpenEXR file, twice as fast as the library: a single part with scan lines that fill the
/// display window, in RGB with half precision, compressed with ZIP or ZIPS.
package struct EXRZip {
    private let file: UnsafeRawBufferPointer
    private let header: EXRHeader
    private let view: LightView
    private let rowsPerChunk: Int
    private let places: [Int]
    private let bytesPerRow: Int

    /// The maximum number of bytes decompressed at once. The limit suffices for 16K frames with 20 channels.
    private static let mostBytes = 1 << 26

    /// Returns `nil` for files with different compression or structure, and for views that do more than apply a gain and a
    /// curve.
    init?(_ file: UnsafeRawBufferPointer, _ header: EXRHeader, _ view: LightView) {
        let rows = [2: 1, 3: 16][header.compression]
        guard let rows, header.tile == nil, !header.isMultipart, header.list != nil, view.isPlain,
            header.shown.count >= 3, header.data == header.display
        else { return nil }
        var (starts, halves, offset) = ([String: Int](), Set<String>(), 0)
        for channel in header.channels {
            guard channel.isFull, (0...2).contains(channel.type), starts[channel.name] == nil else { return nil }
            starts[channel.name] = offset
            if channel.type == 1 { halves.insert(channel.name) }
            offset += header.data.size.width * (channel.type == 1 ? 2 : 4)
        }
        let places = header.shown.compactMap { halves.contains($0) ? starts[$0] : nil }
        guard places.count == header.shown.count, offset <= Self.mostBytes / rows else { return nil }
        (self.file, self.header, self.view) = (file, header, view)
        (self.places, bytesPerRow, rowsPerChunk) = (places, offset, rows)
    }

    package static func picture(in bytes: UnsafeRawBufferPointer, _ request: DecodingRequest)
        throws(ImageError) -> Picture?
    {
        var file = try FileReader(bytes)
        let header = try EXRHeader(&file, request.colors.channels)
        let view = LightView(request.colors, of: header.primaries ?? .bt709)
        return try EXRZip(bytes, header, view)?.picture(header.imageHeader, request)
    }

    func picture(_ image: ImageHeader, _ request: DecodingRequest) throws(ImageError) -> Picture? {
        let isDeep = request.isDeep(image)
        var isWhole = true
        let picture = try Picture.exposed(size: image.size, format: isDeep ? .rgba64 : .rgba) { target in
            let loss = show(in: target, isDeep: isDeep)
            isWhole = loss != nil
            return loss ?? LightLoss()
        }
        return isWhole ? picture : nil
    }

    private func show(in target: UnsafeMutableRawBufferPointer, isDeep: Bool) -> LightLoss? {
        let size = header.data.size
        let count = (size.height + rowsPerChunk - 1) / rowsPerChunk
        guard let list = header.list, list + count * 8 <= file.count else { return nil }
        let shown = HalfTable.of(view)
        return Scratch.decoders.withOne { (scratch) -> LightLoss? in
            guard let bytes = scratch.bytes.room(for: bytesPerRow * rowsPerChunk) else { return nil }
            var loss = LightLoss()
            for index in 0..<count {
                let rows = min(rowsPerChunk, size.height - index * rowsPerChunk)
                let place = Int(file.littleEndian32(at: list + index * 8))
                guard file.littleEndian32(at: list + index * 8 + 4) == 0, place + 8 <= file.count,
                    Int(Int32(bitPattern: file.littleEndian32(at: place))) == header.data.top + index * rowsPerChunk,
                    case let length = Int(file.littleEndian32(at: place + 4)), place + 8 + length <= file.count
                else { return nil }
                let packed = UnsafeRawBufferPointer(rebasing: file[place + 8..<place + 8 + length])
                let unpacked = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(bytesPerRow * rows)])
                let isPacked = length < unpacked.count
                guard isPacked ? unpack(packed, to: unpacked, scratch) : length == unpacked.count else { return nil }
                let source = isPacked ? UnsafeRawBufferPointer(unpacked) : packed
                for row in 0..<rows {
                    let y = index * rowsPerChunk + row
                    guard let pixels = target.baseAddress else { return nil }
                    show(row, of: source, areApart: isPacked, in: pixels, isDeep: isDeep, shown, y, &loss)
                }
            }
            return loss
        }
    }

    private func unpack(_ packed: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, _ scratch: Scratch)
        -> Bool
    {
        guard let inflater = scratch.inflater else { return false }
        var (rest, room) = (packed, target)
        inflater.begin()
        guard case .ended = inflater.run(&rest, &room), room.isEmpty, let all = target.address else { return false }
        flipbook_exr_sum(all, target.count)
        return true
    }

    /// Displays one of the decompressed rows. `areApart` indicates that all low bytes precede the high bytes.
    private func show(
        _ row: Int,
        of source: UnsafeRawBufferPointer,
        areApart: Bool,
        in pixels: UnsafeMutableRawPointer,
        isDeep: Bool,
        _ shown: HalfTable,
        _ y: Int,
        _ loss: inout LightLoss
    ) {
        guard let start = source.address else { return }
        let width = header.data.size.width
        let channels = places.map { place in
            let offset = row * bytesPerRow + place
            return areApart
                ? flipbook_exr_channel(low: start + offset / 2, high: start + source.count / 2 + offset / 2)
                : flipbook_exr_channel(low: start + offset, high: start + offset + 1)
        }
        let step = areApart ? 1 : 2
        func light(_ channel: Int, _ x: Int) -> Float {
            let (low, high) = (channels[channel].low[x * step], channels[channel].high[x * step])
            return Float(Float16(bitPattern: UInt16(low) | UInt16(high) << 8))
        }
        let sink = PixelSink(pixels, isDeep: isDeep)
        let (hasAlpha, depth): (Int32, Int32) = (channels.count > 3 ? 1 : 0, isDeep ? 1 : 0)
        let (table, brightest) = (shown.values, shown.brightest)
        let (line, at) = (pixels + y * width * (isDeep ? 8 : 4), y * width)
        var (x, count, marks) = (0, 0, UInt64(0))
        while true {
            x = flipbook_exr_show(line, channels, hasAlpha, step, x, width, depth, table, brightest, at, &count, &marks)
            guard x < width else { break }
            let color = SIMD4(light(0, x), light(1, x), light(2, x), light(3, x))
            view.show(color, in: sink, at: at + x, &loss)
            x += 1
        }
        loss.clippedCount += count
        loss.clippedMarks &+= marks
        guard channels.contains(where: { flipbook_exr_has_stray($0.high, step, width) != 0 }) else { return }
        for x in 0..<width where channels.contains(where: { $0.high[x * step] & 0x7C == 0x7C }) {
            loss.addStray(x: x, y: y)
        }
    }
}

private final class HalfTable: Sendable {
    let values: [UInt16]
    let brightest: UInt16

    private init(_ view: LightView) {
        var (values, brightest) = ([UInt16](), UInt16(0x7C00))
        values.reserveCapacity(1 << 16)
        for bits in UInt16.min...UInt16.max {
            var loss = LightLoss()
            values.append(view.values(ofGray: Float(Float16(bitPattern: bits)), at: 0, &loss)[0])
            if loss.clippedCount > 0 { brightest = min(brightest, bits) }
        }
        (self.values, self.brightest) = (values, brightest)
    }

    private static let known = RecentValues<LightView.Plain?, HalfTable>()

    static func of(_ view: LightView) -> HalfTable { known.value(for: view.plain) { HalfTable(view) } }
}
