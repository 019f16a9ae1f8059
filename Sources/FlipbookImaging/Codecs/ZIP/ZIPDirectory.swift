import FlipbookCore
import FlipbookFiles

/// The files in an archive's central directory (PKWARE's APPNOTE 6.3, sections 4.3.12 and 4.3.16).
struct ZIPDirectory {
    struct Entry {
        let name: String
        let isDeflated: Bool
        let obstacle: String?
        let checksum: UInt32
        let storedCount, byteCount, offset: Int

        var shownName: String { name.escapingControlCharacters }
        var components: [Substring] { name.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }
        var lastComponent: String { components.last.map { String($0) } ?? "" }
        var folder: String { components.dropLast().filter { $0 != "." }.map { "\($0)/" }.joined() }
    }

    private static let longestName = 4096

    let entries: [Entry]

    init(_ file: borrowing FileReader) throws(ImageError) {
        // The end record has 22 bytes, plus a comment of at most 65,535 bytes.
        let tailCount = min(file.byteCount, 22 + 65_535)
        let end = try file.withBytes(at: file.byteCount - tailCount, count: tailCount) { End(lastIn: $0) }
        guard let end else { throw .truncated }
        guard !end.isLarge else {
            throw .tooLarge(reason: "a ZIP64 archive (over 65,534 files or 4 GiB); unpack it, and specify the folder")
        }
        guard end.offset <= file.byteCount, end.byteCount <= file.byteCount - end.offset else { throw .truncated }
        let entries = try file.withBytes(at: end.offset, count: end.byteCount) { Self.entries(in: $0) }
        guard let entries, entries.count <= end.count else { throw .corrupt(reason: "the list of files is damaged") }
        self.entries = entries.filter { !$0.name.hasSuffix("/") }
    }

    private struct End {
        let count, byteCount, offset: Int

        /// A Boolean value that indicates whether the numbers are stored in a ZIP64 record.
        var isLarge: Bool { count == 0xFFFF || byteCount == 0xFFFF_FFFF || offset == 0xFFFF_FFFF }

        init?(lastIn tail: UnsafeRawBufferPointer) {
            guard tail.count >= 22 else { return nil }
            for place in stride(from: tail.count - 22, through: 0, by: -1)
            where tail[place] == 0x50 && tail.littleEndian32(at: place) == 0x0605_4B50
                && place + 22 + Int(tail.littleEndian16(at: place + 20)) == tail.count
            {
                count = Int(tail.littleEndian16(at: place + 10))
                byteCount = Int(tail.littleEndian32(at: place + 12))
                offset = Int(tail.littleEndian32(at: place + 16))
                return
            }
            return nil
        }
    }

    private static func entries(in bytes: UnsafeRawBufferPointer) -> [Entry]? {
        var (entries, place): ([Entry], Int) = ([], 0)
        while place < bytes.count {
            guard place + 46 <= bytes.count, bytes.littleEndian32(at: place) == 0x0201_4B50 else { return nil }
            func count(_ offset: Int) -> Int { Int(bytes.littleEndian16(at: place + offset)) }
            let end = place + 46 + count(28)
            guard end <= bytes.count, count(28) <= longestName else { return nil }
            let (flags, method) = (count(8), count(10))
            let packing = [0, 8].contains(method) ? nil : "is compressed with method \(method)"
            entries.append(
                Entry(
                    name: String(decoding: bytes[(place + 46)..<end], as: UTF8.self),
                    isDeflated: method == 8,
                    obstacle: flags & 1 != 0 ? "is encrypted" : packing,
                    checksum: bytes.littleEndian32(at: place + 16),
                    storedCount: Int(bytes.littleEndian32(at: place + 20)),
                    byteCount: Int(bytes.littleEndian32(at: place + 24)),
                    offset: Int(bytes.littleEndian32(at: place + 42))
                )
            )
            place = end + count(30) + count(32)
        }
        return entries
    }
}

extension ZIPDirectory.Entry {
    func check(in archive: UnsafeRawBufferPointer, _ limits: DecodingLimits) throws(ImageError) {
        if let obstacle { throw .unsupported("a ZIP archive whose \(shownName) \(obstacle)", .archive) }
        guard offset + 30 <= archive.count, archive.littleEndian32(at: offset) == 0x0403_4B50 else {
            throw damage("it is not at its listed position")
        }
        let start = start(in: archive)
        guard start <= archive.count, storedCount <= archive.count - start else { throw damage("it is truncated") }
        guard byteCount > 0 else { throw damage("it is empty") }
        try limits.check(fileOf: byteCount, named: name)
        // Deflate makes data at most 1032 times smaller.
        guard !isDeflated || byteCount / 1032 <= storedCount else { throw damage("its listed length is impossible") }
    }

    private func start(in archive: UnsafeRawBufferPointer) -> Int {
        offset + 30 + Int(archive.littleEndian16(at: offset + 26)) + Int(archive.littleEndian16(at: offset + 28))
    }

    private func stored(in archive: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = start(in: archive)
        return UnsafeRawBufferPointer(rebasing: archive[start..<start + storedCount])
    }

    /// Passes the first bytes of a checked, deflated file to a closure, or fewer bytes if the file is damaged.
    func withHead(in archive: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Void)
        throws(ImageError)
    {
        var head = [UInt8](repeating: 0, count: min(byteCount, FileReader.windowLength))
        let count = head.withUnsafeMutableBytes { target in
            var room = target
            unpack(stored(in: archive), into: &room)
            return target.count - room.count
        }
        try Array(head[..<count]).lendingBytes(body)
    }

    func withBytes<Result>(
        in archive: UnsafeRawBufferPointer,
        _ limits: DecodingLimits,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try check(in: archive, limits)
        let stored = stored(in: archive)
        guard isDeflated else {
            guard storedCount == byteCount, stored.crc32 == checksum else { throw damage("its checksum is wrong") }
            return try body(stored)
        }
        return try Scratch.files.withOne { (scratch) throws(ImageError) in
            guard let buffer = scratch.bytes.room(for: byteCount) else { throw .memory(byteCount) }
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<byteCount])
            let isWhole = unpack(stored, into: target)
            let bytes = UnsafeRawBufferPointer(target)
            guard isWhole, bytes.crc32 == checksum else { throw damage("its checksum is wrong") }
            return try body(bytes)
        }
    }

    private func unpack(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
        var room = target
        return unpack(stored, into: &room) && room.isEmpty
    }

    /// Unpacks deflated bytes into `room` until it is full, and sets `room` to its unused part. Returns `true` if there was no
    /// error.
    @discardableResult
    private func unpack(_ stored: UnsafeRawBufferPointer, into room: inout UnsafeMutableRawBufferPointer) -> Bool {
        guard let inflater = Inflater() else { return false }
        inflater.begin()
        // The inflater expects zlib's header, which archives omit. They also omit the checksum, so the inflater keeps waiting
        // for more input.
        let front: [UInt8] = [0x78, 0x01]
        let hasBegun = front.withUnsafeBytes { front in
            var input = front
            return inflater.run(&input, &room) != .doubtful
        }
        var input = stored
        return hasBegun && inflater.run(&input, &room) != .doubtful
    }

    private func damage(_ reason: String) -> ImageError { .corrupt(reason: "\(shownName): \(reason)") }
}
