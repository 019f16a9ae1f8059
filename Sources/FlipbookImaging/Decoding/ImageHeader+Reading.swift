public import FlipbookCore

extension ImageHeader {
    /// How much of a file's beginning is read: in practice all that precedes the pixels, but for a long ICC profile.
    static let headLength = 4096

    /// Reads the header of the file at `path`, and sees whether the file has an end.
    ///
    /// Two reads of a few bytes: the first 4 KiB, and the last few, which in an ordinary file are its
    /// end. Where they are not, chunks or markers are walked, so bytes after the picture are no fault and a
    /// cut-off file is found. The pixels are not looked at.
    /// - Throws: ``ImageError`` for a file that cannot be read, is empty, is of no format that is decoded, has a
    ///   header that is against the rules, or is truncated.
    public static func read(contentsOf path: FilePath) throws(ImageError) -> ImageHeader {
        let file = try FileReader(path)
        let header = try withHead(of: file) { (head) throws(ImageError) -> ImageHeader? in
            guard head.starts(with: FileSignature.png) else {
                try checkIsDecoded(head)
                return nil
            }
            let header = try PNGPreamble(head).header
            try checkEnd(of: file, head: head)
            return header
        }
        return if let header { header } else { try ImageDetails.read(file).header }
    }

    /// What the bytes of a file in memory say; of a PNG, its end is not looked at.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        if bytes.starts(with: FileSignature.png) { return try PNGPreamble(bytes).header }
        try checkIsDecoded(bytes)
        return try ImageDetails.read(bytes).header
    }

    /// Throws ``ImageError/notAnImage(found:)`` where what begins with `head` is of no format that is decoded.
    static func checkIsDecoded(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        let found = FileSignature.describe(head)
        guard ImageFormat.allCases.contains(where: { $0.isDecoded && $0.noun == found }) else {
            throw .notAnImage(found: found)
        }
    }

    /// Reads the headers of many files on all cores; a result's index is its path's.
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func readAll(
        _ paths: [FilePath]
    ) async throws(CancellationError) -> [Result<ImageHeader, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path) }
        }
    }

    /// Lends the first bytes of `file` to `body`.
    static func withHead<R>(
        of file: borrowing FileReader,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> R
    ) throws(ImageError) -> R {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(headLength, file.byteCount), alignment: 16)
        defer { buffer.deallocate() }
        let count = try file.read(into: buffer, at: 0)
        return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// How many bytes follow the IEND chunk; throws ``ImageError/truncated`` where there is none.
    @discardableResult
    static func checkEnd(of file: borrowing FileReader, head: UnsafeRawBufferPointer) throws(ImageError) -> Int {
        // A small file is known whole: icons are read with one read.
        if file.byteCount <= head.count, head.suffix(endChunk.count).elementsEqual(endChunk) { return 0 }
        let tail = UnsafeMutableRawBufferPointer.allocate(byteCount: PNGChunk.overhead, alignment: 16)
        defer { tail.deallocate() }
        if file.byteCount >= tail.count {
            let count = try file.read(into: tail, at: file.byteCount - tail.count)
            if tail[..<count].elementsEqual(endChunk) { return 0 }
        }
        return try file.byteCount - walk(file, from: PNGPreamble.afterHeader)
    }

    /// Where the file's IEND chunk ends. Follows the chunks, reading no more of each than its length and type.
    private static func walk(_ file: borrowing FileReader, from start: Int) throws(ImageError) -> Int {
        let window = UnsafeMutableRawBufferPointer.allocate(byteCount: headLength, alignment: 16)
        defer { window.deallocate() }
        var (offset, windowStart, windowCount) = (start, 0, 0)
        while offset + PNGChunk.overhead <= file.byteCount {
            if offset < windowStart || offset + 8 > windowStart + windowCount {
                windowStart = offset
                windowCount = try file.read(into: window, at: offset)
                guard windowCount >= 8 else { throw .truncated }
            }
            let bytes = UnsafeRawBufferPointer(rebasing: window[..<windowCount])
            guard let chunk = PNGChunk(in: bytes, at: offset - windowStart) else {
                throw .corrupt(reason: "there is no chunk where one should begin, at byte \(offset)")
            }
            offset += PNGChunk.overhead + chunk.length
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// The chunk that ends every PNG: no payload, type IEND, its CRC.
    private static let endChunk: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
