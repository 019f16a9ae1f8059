/// A box in an ISO base media file (ISO/IEC 14496-12, 4.2), such as an MPEG-4, QuickTime, HEIF, or AVIF file.
package struct MediaBox: Sendable {
    package let type: String
    package let start: Int
    package let contents: Range<Int>

    /// Reads a box's header, which has at most 16 bytes. The box is inside a part of the file that ends at `end`.
    fileprivate init(_ head: UnsafeRawBufferPointer, at start: Int, before end: Int) throws(ImageError) {
        guard head.count >= 8 else { throw .truncated }
        var (length, headLength) = (Int(head.bigEndian32(at: 0)), 8)
        if length == 1 {
            guard head.count >= 16 else { throw .truncated }
            (length, headLength) = (Int(clamping: head.bigEndian(at: 8, count: 8)), 16)
        } else if length == 0 {
            length = end - start
        }
        try require(length >= headLength, "a box has \(length) bytes")
        guard length <= end - start else { throw .truncated }
        type = String(decoding: head[4..<8], as: UTF8.self)
        self.start = start
        contents = start + headLength..<start + length
    }
}

/// Consecutive boxes in a file or in a box.
package struct MediaBoxes: Sendable {
    /// The boxes before the first unreadable box.
    package private(set) var boxes: [MediaBox] = []
    package private(set) var fault: ImageError?

    /// The maximum number of boxes to read. A fragmented video has two boxes for each fragment.
    package static let most = 100_000

    /// Reads the top-level boxes of a file. If `type` is specified, reading stops after the first box of this type.
    package init(of file: inout FileReader, upTo type: String? = nil) throws(ImageError) {
        try self.init(0..<file.byteCount, upTo: type) { (place, count) throws(ImageError) in
            try file.bytes(at: place, count: count)
        }
    }

    package init(in part: Range<Int>, of file: UnsafeRawBufferPointer) {
        self.init(part, upTo: nil) { UnsafeRawBufferPointer(rebasing: file[$0..<$0 + $1]) }
    }

    private init<Failure: Error>(
        _ part: Range<Int>,
        upTo type: String?,
        _ bytes: (_ place: Int, _ count: Int) throws(Failure) -> UnsafeRawBufferPointer?
    ) throws(Failure) {
        var place = part.lowerBound
        while place < part.upperBound, fault == nil {
            let head = try bytes(place, min(16, part.upperBound - place))
            do throws(ImageError) {
                guard boxes.count < Self.most else { throw .tooLarge(reason: "it has more than \(Self.most) boxes") }
                guard let head else { throw .truncated }
                let box = try MediaBox(head, at: place, before: part.upperBound)
                boxes.append(box)
                place = box.type == type ? part.upperBound : box.contents.upperBound
            } catch { fault = error }
        }
    }

    func whole() throws(ImageError) -> [MediaBox] {
        if let fault { throw fault }
        return boxes
    }
}
