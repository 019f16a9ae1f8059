package import FlipbookImaging

/// The container of a video, which specifies the length of its file. A shorter file has been truncated.
package enum VideoContainer: Sendable {
    /// MP4 and QuickTime: boxes with lengths (ISO/IEC 14496-12, section 4.2).
    case boxes
    /// Matroska and WebM: EBML elements with lengths (RFC 8794).
    case elements
    /// AVI: one or more RIFF chunks.
    case riff

    package init?(_ head: UnsafeRawBufferPointer) {
        func has(_ text: String, at place: Int) -> Bool {
            head.count >= place + 4 && head[place..<place + 4].elementsEqual(text.utf8)
        }
        if ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"].contains(where: { has($0, at: 4) }) {
            self = .boxes
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .elements
        } else if has("RIFF", at: 0), has("AVI ", at: 8) {
            self = .riff
        } else {
            return nil
        }
    }

    /// Returns whether the file ends before its outermost parts do, and is therefore truncated. If the lengths of the parts are
    /// unknown, the file is treated as complete.
    package func isCut(_ file: inout FileReader) throws(ImageError) -> Bool {
        if case .boxes = self {
            let boxes = try MediaBoxes(of: &file)
            return boxes.fault != nil && boxes.boxes.count < MediaBoxes.most
        }
        var place = 0
        // A file usually has only a few parts. A fragmented file has a few for each fragment.
        for _ in 0..<MediaBoxes.most where place < file.byteCount {
            guard let head = try file.bytes(at: place, count: min(12, file.byteCount - place)),
                let length = length(head)
            else { return false }
            guard length <= file.byteCount - place else { return true }
            place += length
        }
        return false
    }

    private func length(_ head: UnsafeRawBufferPointer) -> Int? {
        if case .riff = self {
            guard let chunk = RIFFChunk(in: head, at: 0), chunk.type == "RIFF" else { return nil }
            return chunk.next
        }
        guard head[0] >= 0x10 else { return nil }
        guard let element = EBML.Head(head) else { return .max }
        return element.length.map { element.count + $0 }
    }

    /// Returns whether the `colr` box of an MP4 (ISO/IEC 14496-12, section 12.1.5) specifies full range. For other containers,
    /// GStreamer reports the range.
    package func isFullRange(_ file: inout FileReader) throws(ImageError) -> Bool {
        let colors = try withMovie(of: &file) { (tables, _) in OutputColors.CodePoints(ofMPEG4: tables) }
        return colors??.isFullRange ?? false
    }

    /// Returns whether a sample is too long for GStreamer's demultiplexer to read in one piece. In version 1.22, the MP4
    /// demultiplexer reads at most 32 MiB at once.
    package func hasLongSample(_ file: inout FileReader) throws(ImageError) -> Bool {
        let most = 16 << 20
        let isLong = try withMovie(of: &file) { (tables, _) in
            let boxes = MPEG4Boxes(file: tables)
            let tracks = boxes.contents(of: "trak", in: boxes.movie)
            return boxes.contents(of: "mdia", "minf", "stbl", "stsz", in: tracks).contains { table in
                // The table contains a version, the common length of all samples or 0, their count, and their lengths.
                stride(from: table.lowerBound + 4, through: table.upperBound - 4, by: 4).contains { place in
                    place != table.lowerBound + 8 && tables.bigEndian32(at: place) > most
                }
            }
        }
        return isLong == true && file.byteCount > most
    }

    func withMovie<Result>(
        of file: inout FileReader,
        _ body: (_ tables: UnsafeRawBufferPointer, _ place: Int) -> Result
    ) throws(ImageError) -> Result? {
        guard case .boxes = self, let movie = try MediaBoxes(of: &file, upTo: "moov").boxes.last,
            movie.type == "moov"
        else { return nil }
        return try file.withBytes(of: movie) { body($0, movie.start) }
    }
}
