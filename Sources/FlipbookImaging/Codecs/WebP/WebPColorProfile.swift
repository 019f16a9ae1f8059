extension ColorProfile {
    /// The ICC profile of a WebP file, a chunk before the pixels (RFC 9649, section 2.7.1.4).
    init?(ofWebP bytes: UnsafeRawBufferPointer) {
        var place = 12
        while place + 8 <= bytes.count {
            let length = Int(bytes.littleEndian32(at: place + 4))
            if bytes[place..<place + 4].elementsEqual("ICCP".utf8) {
                self = length <= bytes.count - place - 8 ? .icc(Array(bytes[place + 8..<place + 8 + length])) : .damaged
                return
            }
            place += 8 + length + length % 2
        }
        return nil
    }
}
