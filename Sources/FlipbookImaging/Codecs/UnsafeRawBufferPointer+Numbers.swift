extension UnsafeRawBufferPointer {
    /// The unsigned number whose four bytes begin at `offset`, the highest first.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The unsigned number whose two bytes begin at `offset`, the highest first.
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The unsigned number whose four bytes begin at `offset`, the lowest first.
    func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The unsigned number whose two bytes begin at `offset`, the lowest first.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
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
