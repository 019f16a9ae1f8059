/// A chunk of a WebP or AVI file (RFC 9649, section 2.3): a four-character code, a length, and a payload, which may be
/// truncated.
package struct RIFFChunk {
    package let type: String
    package let payload: Range<Int>

    package var next: Int { payload.upperBound + payload.count % 2 }

    package init?(in bytes: UnsafeRawBufferPointer, at place: Int) {
        guard place >= 0, place <= bytes.count - 8 else { return nil }
        type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        payload = place + 8..<place + 8 + Int(bytes.littleEndian32(at: place + 4))
    }

    package static func row(in bytes: UnsafeRawBufferPointer, from place: Int = 12) -> UnfoldSequence<RIFFChunk, Int> {
        sequence(state: place) { place in
            let chunk = RIFFChunk(in: bytes, at: place)
            if let chunk { place = chunk.next }
            return chunk
        }
    }
}
