import FlipbookCore
package import FlipbookImaging

/// What a video's pictures are packed in, and how long the file says that it is: a file that was cut short is shorter.
package enum VideoContainer: Sendable {
    /// Boxes, each with its length (ISO/IEC 14496-12, section 4.2): MP4 and QuickTime.
    case boxes
    /// Elements of EBML, each with its length (RFC 8794): Matroska and WebM.
    case matroska
    /// One chunk of RIFF, or several: AVI.
    case riff

    /// The container of a file that begins with these bytes; `nil` for anything else.
    package init?(_ head: UnsafeRawBufferPointer) {
        func has(_ text: String, at place: Int) -> Bool {
            head.count >= place + 4 && head[place..<place + 4].elementsEqual(text.utf8)
        }
        if ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"].contains(where: { has($0, at: 4) }) {
            self = .boxes
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if has("RIFF", at: 0), has("AVI ", at: 8) {
            self = .riff
        } else {
            return nil
        }
    }

    /// Whether the file ends before its outermost parts do. One that does not say how long they are is taken for whole.
    package func isCut(_ file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) -> Bool {
        var place = 0
        // Files have a few such parts; one in pieces has some for each piece.
        for _ in 0..<100_000 where place < file.byteCount {
            guard let end = try end(at: place, of: file, &window) else { return false }
            guard end > place, end <= file.byteCount else { return true }
            place = end
        }
        return false
    }

    /// Whether the file says that all numbers of luma and chroma are used: the flag of an MP4's `colr` box (ISO/IEC 14496-12,
    /// section 12.1.5). What other containers say, GStreamer hands on.
    package func isFullRange(
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        guard case .boxes = self else { return false }
        var place = 0
        // From box to box, and into those that lead to the description of the pictures: behind the last box in one comes the
        // one that follows it.
        for _ in 0..<10_000 where place <= file.byteCount - 8 {
            guard let head = try window.bytes(at: place, count: 8, of: file) else { return false }
            let kind = String(decoding: head[4..<8], as: UTF8.self)
            guard let next = try self.end(at: place, of: file, &window), next > place else { return false }
            if let inside = Self.insides[kind] {
                place += inside
                continue
            }
            if kind == "colr", let color = try window.bytes(at: place + 8, count: 11, of: file) {
                return color.starts(with: "nclx".utf8) && color[10] & 0x80 != 0
            }
            place = next
        }
        return false
    }

    /// Whether a sample is longer than GStreamer's demultiplexer reads at once, of containers whose demultiplexer takes longer ones
    /// piece by piece: that of boxes reads 32 MiB in version 1.22.
    package func hasLongSample(
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        let most = 16 << 20
        guard case .boxes = self, file.byteCount > most else { return false }
        var place = 0
        for _ in 0..<10_000 where place <= file.byteCount - 8 {
            guard let head = try window.bytes(at: place, count: 8, of: file) else { return false }
            let kind = String(decoding: head[4..<8], as: UTF8.self)
            guard let next = try self.end(at: place, of: file, &window), next > place else { return false }
            // A version, the length that all samples have or 0, their count, and their lengths.
            if kind == "stsz", let table = try window.bytes(at: place + 8, count: 12, of: file) {
                let common = Self.number(table, 4..<8)
                if common > most { return true }
                var entry = common == 0 ? place + 20 : next
                while entry + 4 <= next {
                    let count = min(FileWindow.length, next - entry) & ~3
                    guard let lengths = try window.bytes(at: entry, count: count, of: file) else { return false }
                    let isLong = stride(from: 0, to: count, by: 4).contains {
                        Self.number(lengths, $0..<$0 + 4) > most
                    }
                    if isLong { return true }
                    entry += count
                }
            }
            place = ["moov", "trak", "mdia", "minf", "stbl"].contains(kind) ? place + 8 : next
        }
        return false
    }

    /// How far into a box those within begin.
    private static let insides = [
        "moov": 8, "trak": 8, "mdia": 8, "minf": 8, "stbl": 8, "stsd": 16, "avc1": 86, "avc3": 86, "hvc1": 86,
        "hev1": 86,
        "av01": 86, "vp08": 86, "vp09": 86,
    ]

    /// Where the part that begins at `place` ends; `nil` where it does not say.
    private func end(
        at place: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Int? {
        switch self {
        case .boxes:
            guard let head = try window.bytes(at: place, count: 8, of: file) else { return Int.max }
            let length = Self.number(head, 0..<4)
            if length == 0 { return nil }
            guard length == 1 else { return place + length }
            guard let long = try window.bytes(at: place, count: 16, of: file) else { return Int.max }
            return place.addingClamped(Self.number(long, 8..<16))
        case .riff:
            guard let head = try window.bytes(at: place, count: 8, of: file) else { return nil }
            guard head.starts(with: "RIFF".utf8) else { return nil }
            let length = (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
            return place + 8 + length + length % 2
        case .matroska:
            // An element's id, and its length: as many bytes each as the first of them has zeros at its front, and one.
            guard let id = try window.bytes(at: place, count: 1, of: file)?[0], id > 0 else { return nil }
            let start = place + id.leadingZeroBitCount + 1
            guard let first = try window.bytes(at: start, count: 1, of: file)?[0], first > 0 else { return Int.max }
            let width = first.leadingZeroBitCount + 1
            guard let bytes = try window.bytes(at: start, count: width, of: file) else { return Int.max }
            let length = Self.number(bytes, 0..<width) & (1 << (7 * width) - 1)
            return length == 1 << (7 * width) - 1 ? nil : (start + width).addingClamped(length)
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        Int(truncatingIfNeeded: range.reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) } & UInt64(Int.max))
    }
}

extension Int {
    /// The sum; the largest number where there is none.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
