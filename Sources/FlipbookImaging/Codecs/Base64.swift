extension String {
    /// The bytes in base 64 (RFC 4648, section 4), with padding.
    package init(base64 bytes: [UInt8]) {
        self.init(decoding: [UInt8](base64: bytes[...]), as: UTF8.self)
    }
}

extension [UInt8] {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The base 64 of `data`, with padding.
    init(base64 data: ArraySlice<UInt8>) {
        self = Self.letters.withUnsafeBufferPointer { letters in
            data.withUnsafeBufferPointer { data in
                [UInt8](unsafeUninitializedCapacity: (data.count + 2) / 3 * 4) { target, count in
                    count = (data.count + 2) / 3 * 4
                    for group in 0..<count / 4 {
                        let rest = data.count - 3 * group
                        let word =
                            UInt32(data[3 * group]) << 16 | (rest > 1 ? UInt32(data[3 * group + 1]) << 8 : 0)
                            | (rest > 2 ? UInt32(data[3 * group + 2]) : 0)
                        target[4 * group] = letters[Int(word >> 18)]
                        target[4 * group + 1] = letters[Int(word >> 12 & 63)]
                        target[4 * group + 2] = rest > 1 ? letters[Int(word >> 6 & 63)] : UInt8(ascii: "=")
                        target[4 * group + 3] = rest > 2 ? letters[Int(word & 63)] : UInt8(ascii: "=")
                    }
                }
            }
        }
    }
}
