/// Reads the payloads of IDAT chunks with correct CRCs. Short chunks are combined, so that each decompression step has enough
/// input.
struct PNGDataReader {
    var pending = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var offset: Int
    private(set) var isDamaged = false

    private let bytes: UnsafeRawBufferPointer
    private let staging: GrowableMemory

    private static let stagingLength = 256 << 10
    /// Payloads of at least this length are not copied.
    private static let longPayload = 64 << 10

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int, staging: GrowableMemory) {
        (self.bytes, self.offset, self.staging) = (bytes, offset, staging)
    }

    var firstByte: UInt8? {
        PNGChunk(in: bytes, at: offset).flatMap { $0.length > 0 && $0.payload < bytes.count ? bytes[$0.payload] : nil }
    }

    /// Moves the next payloads to ``pending``. Returns `false` at the end or after damage.
    mutating func advance() -> Bool {
        guard let buffer = staging.room(for: Self.stagingLength) else {
            isDamaged = true
            return false
        }
        var filled = 0
        while let chunk = nextChunk(notLongerThan: filled == 0 ? .max : Self.stagingLength - filled) {
            guard chunk.isIntact(in: bytes) else {
                isDamaged = true
                return false
            }
            let payload = chunk.payload(in: bytes)
            offset = chunk.end
            if chunk.length >= Self.longPayload {
                pending = payload
                return true
            }
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: payload)
            filled += chunk.length
        }
        pending = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
        return filled > 0 && !isDamaged
    }

    private mutating func nextChunk(notLongerThan room: Int) -> PNGChunk? {
        guard let chunk = PNGChunk(in: bytes, at: offset), chunk.type == .imageData else { return nil }
        let isGathered = room != .max
        return isGathered && (chunk.length > room || chunk.length >= Self.longPayload) ? nil : chunk
    }
}
