import FlipbookCore
import FlipbookFiles

/// The files that an archive holds, as its central directory lists them (PKWARE's APPNOTE 6.3, sections 4.3.12 and 4.3.16).
struct ZIPDirectory {
    struct Entry {
        /// The name with its folders, separated by `/`.
        let name: String
        /// A Boolean value that indicates whether the bytes are compressed by deflate; else they are stored.
        let isDeflated: Bool
        /// The reason why the bytes cannot be read, or `nil` if they can.
        let obstacle: String?
        let checksum: UInt32
        let storedCount: Int
        let byteCount: Int
        let offset: Int

        /// The names of the folders, and the file's own.
        var components: [Substring] { name.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }
        var lastComponent: String { components.last.map { String($0) } ?? "" }
        /// The folders of the name, with a slash behind; empty for none.
        var folder: String { components.dropLast().filter { $0 != "." }.map { "\($0)/" }.joined() }
    }

    /// The longest path that Linux has: an archive of longer ones cannot be unpacked.
    private static let longestName = 4096

    let entries: [Entry]

    /// Reads the directory at the end of an archive.
    init(_ file: borrowing FileReader) throws(ImageError) {
        // The end record is 22 bytes, and a comment of at most 65,535 follows it.
        let tailCount = min(file.byteCount, 22 + 65_535)
        let end = try file.withBytes(at: file.byteCount - tailCount, count: tailCount) { End(lastIn: $0) }
        guard let end else { throw .truncated }
        guard !end.isLarge else {
            throw .tooLarge(
                reason:
                    "the archive is of the ZIP64 form, for more than 65,534 files or 4 GiB; unpack it, and give the folder"
            )
        }
        guard end.offset <= file.byteCount, end.byteCount <= file.byteCount - end.offset else { throw .truncated }
        let entries = try file.withBytes(at: end.offset, count: end.byteCount) { Self.entries(in: $0) }
        guard let entries, entries.count <= end.count else {
            throw .corrupt(reason: "the list of its files is damaged")
        }
        self.entries = entries.filter { !$0.name.hasSuffix("/") }
    }

    private struct End {
        let count: Int
        let byteCount: Int
        let offset: Int

        /// A Boolean value that indicates whether the real numbers stand in a record of the ZIP64 form.
        var isLarge: Bool { count == 0xFFFF || byteCount == 0xFFFF_FFFF || offset == 0xFFFF_FFFF }

        /// The last record whose comment ends with the file.
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

    /// The entries of a central directory, or `nil` if it is damaged.
    private static func entries(in bytes: UnsafeRawBufferPointer) -> [Entry]? {
        var (entries, place): ([Entry], Int) = ([], 0)
        while place < bytes.count {
            guard place + 46 <= bytes.count, bytes.littleEndian32(at: place) == 0x0201_4B50 else { return nil }
            func count(_ offset: Int) -> Int { Int(bytes.littleEndian16(at: place + offset)) }
            let end = place + 46 + count(28)
            guard end <= bytes.count, count(28) <= longestName else { return nil }
            let (flags, method) = (count(8), count(10))
            let obstacle =
                flags & 1 != 0
                ? "it is encrypted" : [0, 8].contains(method) ? nil : "it is compressed by method \(method)"
            entries.append(
                Entry(
                    name: String(decoding: bytes[(place + 46)..<end], as: UTF8.self),
                    isDeflated: method == 8,
                    obstacle: obstacle,
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
    /// Throws where the bytes cannot be there, or are beyond the limits.
    func check(in archive: UnsafeRawBufferPointer, _ limits: DecodingLimits) throws(ImageError) {
        if let obstacle {
            let name = name.escapingControlCharacters
            throw .notAnImage(found: FileContents("a ZIP archive with \(name), and \(obstacle)", .archive))
        }
        guard offset + 30 <= archive.count, archive.littleEndian32(at: offset) == 0x0403_4B50 else {
            throw damage("it is not where the archive's list says")
        }
        let start = start(in: archive)
        guard start <= archive.count, storedCount <= archive.count - start else { throw damage("it is cut short") }
        guard byteCount > 0 else { throw damage("it is empty") }
        try limits.check(fileOf: byteCount, named: name)
        // Deflate makes 1032 bytes of one at most.
        guard !isDeflated || byteCount / 1032 <= storedCount else {
            throw damage("the list says more bytes than it can have")
        }
    }

    /// The place of the stored bytes, behind the entry's own header.
    private func start(in archive: UnsafeRawBufferPointer) -> Int {
        offset + 30 + Int(archive.littleEndian16(at: offset + 26)) + Int(archive.littleEndian16(at: offset + 28))
    }

    private func stored(in archive: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = start(in: archive)
        return UnsafeRawBufferPointer(rebasing: archive[start..<start + storedCount])
    }

    /// Lends the first bytes of a checked, deflated file, or as many as can be unpacked.
    func withHead(
        in archive: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        var head = [UInt8](repeating: 0, count: min(byteCount, FileReader.windowLength))
        let count = head.withUnsafeMutableBytes { target in
            var room = target
            unpack(stored(in: archive), into: &room)
            return target.count - room.count
        }
        try Array(head[..<count]).lendingBytes(body)
    }

    /// Lends the bytes of the file, unpacked into memory of the size that the directory states, if that is possible.
    func withBytes<Result>(
        in archive: UnsafeRawBufferPointer,
        _ limits: DecodingLimits,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try check(in: archive, limits)
        let stored = stored(in: archive)
        guard isDeflated else {
            guard storedCount == byteCount, ZIPDirectory.checksum(of: stored) == checksum else {
                throw damage("its bytes do not have the checksum of the list")
            }
            return try body(stored)
        }
        return try Scratch.files.withOne { (scratch) throws(ImageError) in
            guard let buffer = scratch.bytes.room(for: byteCount) else { throw .memory(byteCount) }
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<byteCount])
            guard unpack(stored, into: target),
                ZIPDirectory.checksum(of: UnsafeRawBufferPointer(target)) == checksum
            else { throw damage("its bytes do not have the checksum of the list") }
            return try body(UnsafeRawBufferPointer(target))
        }
    }

    /// Unpacks deflated bytes; whether they fill the target.
    private func unpack(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
        var room = target
        return unpack(stored, into: &room) && room.isEmpty
    }

    /// The same as far as there is room, which becomes what is left of it; whether nothing was wrong with the bytes.
    @discardableResult
    private func unpack(_ stored: UnsafeRawBufferPointer, into room: inout UnsafeMutableRawBufferPointer) -> Bool {
        guard let inflater = Inflater() else { return false }
        inflater.begin()
        // Archives hold deflate without zlib's two bytes in front, and without its checksum, for which the inflater waits.
        let front: [UInt8] = [0x78, 0x01]
        let hasBegun = front.withUnsafeBytes { front in
            var input = front
            return inflater.run(&input, &room) != .doubtful
        }
        var input = stored
        return hasBegun && inflater.run(&input, &room) != .doubtful
    }

    private func damage(_ reason: String) -> ImageError {
        .corrupt(reason: "\(name.escapingControlCharacters): \(reason)")
    }
}
