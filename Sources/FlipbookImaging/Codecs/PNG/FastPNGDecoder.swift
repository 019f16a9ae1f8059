internal import CImageKernels
internal import FlipbookCore

/// Decodes the most common PNG frames, 8-bit RGB and RGBA without interlacing, twice as fast as libpng.
///
/// If a checksum, a chunk, or a length is doubtful, libpng decodes the file instead. Of the crafted files that
/// libpng would reject, only one kind is decoded: a stream with correct checksums and an incomplete Huffman code, which zlib
/// rejects and ISA-L accepts.
struct FastPNGDecoder {
    /// The unpacked length of a block of rows, in bytes. A block with a single row may be longer.
    private static let blockLength = 128 << 10

    private let bytes: UnsafeRawBufferPointer
    private let size: PixelSize
    private let channels: Int
    private var input: PNGDataReader
    private let inflater: Inflater
    private let scratch: Scratch

    /// Returns `nil` if this decoder does not support the file. `bytes` contains the whole file.
    init?(_ bytes: UnsafeRawBufferPointer, preamble: PNGPreamble, scratch: Scratch) {
        let header = preamble.header
        guard preamble.isPlain, let imageData = preamble.imageData,
            header.bitDepth == 8, header.colorModel == .rgb, !header.isInterlaced,
            let inflater = scratch.inflater
        else { return nil }
        (self.bytes, self.inflater, self.scratch) = (bytes, inflater, scratch)
        size = header.size
        channels = header.hasAlpha ? 4 : 3
        input = PNGDataReader(bytes, at: imageData, staging: scratch.bytes)
    }

    mutating func decode() -> Picture? {
        guard hasWholeWindow() else { return nil }
        inflater.begin()
        // A shortage of memory is reported by libpng.
        guard let storage = try? Picture.memory(size, .rgba) else { return nil }
        return try? Picture(size: size, format: .rgba, storage: storage) { (pixels) throws(Declined) in
            try fill(pixels)
            try finish()
        }
    }

    private struct Declined: Error {}

    private var scanlineLength: Int { 1 + channels * size.width }

    /// Returns `true` if the declared window covers every distance. zlib may reject a distance outside it.
    private func hasWholeWindow() -> Bool {
        guard let first = input.firstByte else { return false }
        let (method, windowBits) = (first & 0x0F, Int(first >> 4) + 8)
        guard method == 8, windowBits <= 15 else { return false }
        return windowBits == 15 || 1 << windowBits >= scanlineLength * size.height
    }

    private mutating func fill(_ pixels: UnsafeMutableRawBufferPointer) throws(Declined) {
        let rowsPerBlock = max(1, min(size.height, Self.blockLength / scanlineLength))
        let stride = size.width * 4
        let blockLength = (rowsPerBlock * scanlineLength + 63) & ~63
        // A row of zeros after the block serves as the row above the first row.
        guard let block = scratch.rows.room(for: blockLength + stride),
            let zeros = block[blockLength...].initializeMemory(as: UInt8.self, repeating: 0).baseAddress,
            let pixels = pixels.address
        else { throw Declined() }

        var row = 0
        while row < size.height {
            let count = min(rowsPerBlock, size.height - row)
            let part = UnsafeMutableRawBufferPointer(rebasing: block[..<(count * scanlineLength)])
            try unpack(into: part)
            guard let lines = part.address else { throw Declined() }
            let start = pixels + row * stride
            let above = row == 0 ? UnsafePointer(zeros) : UnsafePointer(start - stride)
            guard flipbook_unfilter(start, above, lines, size.width, count, channels) == count else { throw Declined() }
            row += count
        }
    }

    private mutating func unpack(into part: UnsafeMutableRawBufferPointer) throws(Declined) {
        var rest = part
        while !rest.isEmpty {
            let before = (input.pending.count, rest.count)
            let status = inflater.run(&input.pending, &rest)
            guard status != .doubtful else { throw Declined() }
            if status == .ended { break }
            // An inflater that made no progress needs more input.
            if (input.pending.count, rest.count) == before, !input.advance() { break }
        }
        guard rest.isEmpty else { throw Declined() }
    }

    private mutating func finish() throws(Declined) {
        // The row buffer is no longer needed, so any excess bytes, which are an error, are unpacked into it.
        guard let spare = scratch.rows.room(for: 64) else { throw Declined() }
        while true {
            var rest = spare
            let status = inflater.run(&input.pending, &rest)
            guard status != .doubtful, rest.count == spare.count else { throw Declined() }
            if status == .ended { break }
            guard input.pending.isEmpty, input.advance() else { throw Declined() }
        }
        guard input.pending.isEmpty, !input.advance(), !input.isDamaged else { throw Declined() }
        guard endsProperly(from: input.offset) else { throw Declined() }
    }

    private func endsProperly(from offset: Int) -> Bool {
        for chunk in PNGChunk.row(in: bytes, from: offset) {
            guard chunk.isIntact(in: bytes) else { return false }
            if chunk.type == .end { return chunk.length == 0 }
            guard chunk.type.isAncillary, chunk.length <= PNGPreamble.longestPlainChunk else { return false }
        }
        return false
    }
}
