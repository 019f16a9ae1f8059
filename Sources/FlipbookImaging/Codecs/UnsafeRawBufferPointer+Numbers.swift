extension UnsafeRawBufferPointer {
    /// The unsigned number whose `count` bytes, eight at most, begin at `offset`, the highest first.
    package func bigEndian(at offset: Int, count: Int) -> UInt64 {
        self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The unsigned number whose `count` bytes, eight at most, begin at `offset`, the lowest first.
    package func littleEndian(at offset: Int, count: Int) -> UInt64 {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    package func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    package func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    package func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The first place from `start` on where a word stands, or `nil` if there is none.
    func place(of word: String, from start: Int = 0) -> Int? {
        let word = Array(word.utf8)
        guard count - word.count >= start else { return nil }
        return (start...count - word.count).first { self[$0] == word[0] && self[$0...].starts(with: word) }
    }
}

extension [UInt8] {
    /// Lends the bytes to `body` for the length of the call, whose error keeps its type.
    func lendingBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try withUnsafeBytes { bytes in Swift.Result { () throws(ImageError) in try body(bytes) } }.get()
    }
}

/// A number in so many bytes, the highest first.
package func big(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] { little(value, count).reversed() }

/// A number in so many bytes, the lowest first.
package func little(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
