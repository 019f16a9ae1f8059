/// The payloads of a PNG's IDAT chunks, one after another, their CRCs checked.
///
/// Some encoders write chunks of 4 KiB; a step of unpacking costs the same
/// whether it gets 4 or 256, so short payloads are gathered first.
struct PNGDataReader {
    /// Bytes not yet taken by the reader's owner.
    var pending = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The place where the next chunk begins.
    private(set) var offset: Int
    /// A Boolean value that indicates whether an IDAT chunk was met whose CRC is wrong or whose end is missing.
    private(set) var isDamaged = false

    private let bytes: UnsafeRawBufferPointer
    private let staging: GrowableMemory

    /// Payloads that are handed on in one piece.
    private static let stagingLength = 256 << 10
    /// Payloads from this length on are handed on where they lie.
    private static let longPayload = 64 << 10

    /// A reader of the IDAT chunks that begin at `offset`.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int, staging: GrowableMemory) {
        (self.bytes, self.offset, self.staging) = (bytes, offset, staging)
    }

    /// The first byte of the first payload, or `nil` if it is empty.
    var firstByte: UInt8? {
        guard let chunk = PNGChunk(in: bytes, at: offset), chunk.length > 0, chunk.payload < bytes.count else {
            return nil
        }
        return bytes[chunk.payload]
    }

    /// Makes the next payloads ``pending``; `false` when there are none, or they are damaged.
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
            let payload = UnsafeRawBufferPointer(rebasing: bytes[chunk.payload..<chunk.payload + chunk.length])
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

    /// The next IDAT chunk, unless it is too long to be gathered with those before it.
    private mutating func nextChunk(notLongerThan room: Int) -> PNGChunk? {
        guard let chunk = PNGChunk(in: bytes, at: offset), chunk.type == .imageData else { return nil }
        let isGathered = room != .max
        return isGathered && (chunk.length > room || chunk.length >= Self.longPayload) ? nil : chunk
    }
}
