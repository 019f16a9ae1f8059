extension ColorProfile {
    /// The ICC profile of a WebP file, a chunk before the pixels (RFC 9649, section 2.7.1.4).
    init?(ofWebP bytes: UnsafeRawBufferPointer) {
        guard let place = bytes.place(ofWebPChunk: "ICCP") else { return nil }
        let length = Int(bytes.littleEndian32(at: place + 4))
        self = length <= bytes.count - place - 8 ? .icc(Array(bytes[place + 8..<place + 8 + length])) : .damaged
    }
}

extension UnsafeRawBufferPointer {
    /// Where the first chunk of a WebP file begins that has a name; `nil` where none has it.
    func place(ofWebPChunk name: String) -> Int? {
        var place = 12
        while place + 8 <= count {
            if self[place..<place + 4].elementsEqual(name.utf8) { return place }
            let length = Int(littleEndian32(at: place + 4))
            place += 8 + length + length % 2
        }
        return nil
    }
}
