extension UnsafeRawBufferPointer {
    package func bigEndian(at offset: Int, count: Int) -> UInt64 {
        self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    package func littleEndian(at offset: Int, count: Int) -> UInt64 {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package func bigEndian32(at offset: Int) -> UInt32 { UInt32(bigEndian: load(offset)) }
    package func bigEndian16(at offset: Int) -> UInt16 { UInt16(bigEndian: load(offset)) }
    package func littleEndian32(at offset: Int) -> UInt32 { UInt32(littleEndian: load(offset)) }
    package func littleEndian16(at offset: Int) -> UInt16 { UInt16(littleEndian: load(offset)) }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
        loadUnaligned(fromByteOffset: offset, as: Number.self)
    }

    func place(of word: String, from start: Int = 0) -> Int? {
        let word = Array(word.utf8)
        guard count - word.count >= start else { return nil }
        return (start...count - word.count).first { self[$0] == word[0] && self[$0...].starts(with: word) }
    }

    var address: UnsafePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }

    var head: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: prefix(FileReader.windowLength)) }
}

extension UnsafeMutableRawBufferPointer {
    var address: UnsafeMutablePointer<UInt8>? { bindMemory(to: UInt8.self).baseAddress }
}

extension [UInt8] {
    func lendingBytes<Value>(_ body: (UnsafeRawBufferPointer) throws(ImageError) -> Value) throws(ImageError) -> Value {
        try withUnsafeBytes { bytes in Result { () throws(ImageError) in try body(bytes) } }.get()
    }
}

package func big(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] { little(value, count).reversed() }

package func little(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
