internal import CImageKernels
internal import FlipbookCore
internal import Synchronization

/// The commonest kind of OpenEXR file, read without its library: one part of rows that fill the display window, packed by ZIP
/// or ZIPS, whose shown channels are red, green and blue in half precision.
///
/// ISA-L unpacks in half of zlib's time, and a table says what each of the 65,536 numbers is shown as. What is anything else,
/// or damaged, is left to the library.
package struct EXRZip {
    private let header: EXRHeader
    private let view: LightView
    private let rowsPerChunk: Int
    /// The place where each shown channel begins in a row, in bytes.
    private let places: [Int]
    private let bytesPerRow: Int

    /// How much is unpacked at once: 64 MiB, which 16K with 20 channels do not fill.
    private static let mostBytes = 1 << 26

    /// Working memory, kept for the next call.
    private final class Scratch {
        let bytes = GrowableMemory()
        let inflater = Inflater()

        static let pool = Pool {
            Scratch()
        } trimming: {
            $0.bytes.trim()
        }
    }

    /// `nil` for a file of another kind, or where light is shown in another way than by a curve.
    init?(_ header: EXRHeader, _ view: LightView) {
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
        (self.header, self.view, rowsPerChunk) = (header, view, rows)
        (self.places, bytesPerRow) = (places, offset)
    }

    /// The picture in the bytes of a file, or `nil` for a file of another kind, or one that is not as it should be.
    package static func picture(
        in bytes: UnsafeRawBufferPointer,
        _ request: DecodingRequest
    ) throws(ImageError) -> Picture? {
        let file = try FileReader(bytes)
        var window = try FileWindow(file)
        let header = try EXRHeader(file, &window, request.colors.channels)
        let view = LightView(request.colors, of: header.primaries ?? .bt709)
        return try EXRZip(header, view)?.picture(bytes, header.imageHeader, request)
    }

    /// The picture of a file, or `nil` if the file is not as it should be.
    func picture(
        _ file: UnsafeRawBufferPointer,
        _ image: ImageHeader,
        _ request: DecodingRequest
    ) throws(ImageError) -> Picture? {
        let isDeep = request.isDeep(image)
        var isWhole = true
        let picture = try Picture.exposed(size: image.size, format: isDeep ? .rgba64 : .rgba) { target in
            let clipped = show(file, in: target, isDeep: isDeep)
            isWhole = clipped != nil
            return clipped ?? 0
        }
        return isWhole ? picture : nil
    }

    /// Shows all pixels in memory of RGBA, and returns how many were clipped.
    private func show(
        _ file: UnsafeRawBufferPointer,
        in target: UnsafeMutableRawBufferPointer,
        isDeep: Bool
    ) -> Int? {
        let size = header.data.size
        let count = (size.height + rowsPerChunk - 1) / rowsPerChunk
        guard let list = header.list, list + count * 8 <= file.count else { return nil }
        let shown = HalfTable.of(view)
        return Scratch.pool.withOne { (scratch) -> Int? in
            guard let bytes = scratch.bytes.room(for: bytesPerRow * rowsPerChunk) else { return nil }
            var clipped = 0
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
                    let pixels = target.baseAddress.map {
                        $0 + (index * rowsPerChunk + row) * size.width * (isDeep ? 8 : 4)
                    }
                    guard let pixels else { return nil }
                    show(row, of: source, areApart: isPacked, in: pixels, isDeep: isDeep, shown, &clipped)
                }
            }
            return clipped
        }
    }

    private func unpack(
        _ packed: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawBufferPointer,
        _ scratch: Scratch
    ) -> Bool {
        guard let inflater = scratch.inflater else { return false }
        var (input, output) = (packed, target)
        inflater.begin()
        guard case .ended = inflater.run(&input, &output), output.isEmpty,
            let start = target.bindMemory(to: UInt8.self).baseAddress
        else { return false }
        flipbook_exr_sum(start, target.count)
        return true
    }

    /// Shows a row of those that were unpacked together.
    /// - Parameter areApart: Whether the lower bytes of all numbers come before the upper ones, as they are packed.
    private func show(
        _ row: Int,
        of source: UnsafeRawBufferPointer,
        areApart: Bool,
        in pixels: UnsafeMutableRawPointer,
        isDeep: Bool,
        _ shown: HalfTable,
        _ clipped: inout Int
    ) {
        guard let start = source.bindMemory(to: UInt8.self).baseAddress else { return }
        let width = header.data.size.width
        let channels = places.map { place in
            let offset = row * bytesPerRow + place
            return areApart
                ? flipbook_exr_channel(low: start + offset / 2, high: start + source.count / 2 + offset / 2)
                : flipbook_exr_channel(low: start + offset, high: start + offset + 1)
        }
        let step = areApart ? 1 : 2
        func light(_ channel: Int, _ x: Int) -> Float {
            Float(
                Float16(
                    bitPattern: UInt16(channels[channel].low[x * step]) | UInt16(channels[channel].high[x * step]) << 8
                )
            )
        }
        let sink = PixelSink(pixels, isDeep: isDeep)
        var (x, count) = (0, 0)
        while true {
            x = flipbook_exr_show(
                pixels,
                channels,
                channels.count > 3 ? 1 : 0,
                step,
                x,
                width,
                isDeep ? 1 : 0,
                shown.values,
                shown.brightest,
                &count
            )
            guard x < width else { break }
            // Colours that are multiplied by alpha.
            view.show(light(0, x), light(1, x), light(2, x), alpha: light(3, x), in: sink, at: x, &clipped)
            x += 1
        }
        clipped += count
    }
}

/// What a view shows of every number of half precision.
private final class HalfTable: Sendable {
    let values: [UInt16]
    /// The first number that is brighter than white.
    let brightest: UInt16

    private init(_ view: LightView) {
        var (values, brightest) = ([UInt16](), UInt16(0x7C00))
        values.reserveCapacity(1 << 16)
        for bits in UInt16.min...UInt16.max {
            var clipped = 0
            values.append(view.values(ofGray: Float(Float16(bitPattern: bits)), &clipped)[0])
            if clipped > 0 { brightest = min(brightest, bits) }
        }
        (self.values, self.brightest) = (values, brightest)
    }

    private static let known = Mutex<[(view: LightView, table: HalfTable)]>([])

    /// The table of a plain view, made once.
    static func of(_ view: LightView) -> HalfTable {
        known.withLock { known in
            if let table = known.first(where: { $0.view.showsPlainly(as: view) })?.table { return table }
            let table = HalfTable(view)
            known = known.suffix(3) + [(view, table)]
            return table
        }
    }
}
