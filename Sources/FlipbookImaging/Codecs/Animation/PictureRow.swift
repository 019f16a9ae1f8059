import FlipbookCore

/// Concatenated pictures of one format, as made by `cat *.png`.
struct PictureRow: Sendable {
    let header: ImageHeader
    /// The byte range of each picture. If the last picture is damaged, its range extends to the end of the file.
    let places: [Range<Int>]
    private(set) var previews = 0

    private static let formats: Set<ImageFormat> = [.png, .jpeg, .gif, .webp, .bmp, .pnm, .dpx]

    /// Finds the pictures. Returns `nil` for a single picture or an animation. Throws an error if other data follows the second
    /// or a later picture.
    init?(_ file: borrowing FileReader, _ codecs: ImageCodecs) throws(ImageError) {
        let codec = try codecs.codec(of: file)
        guard Self.formats.contains(codec.format) else { return nil }
        var (places, place, first): ([Range<Int>], Int, ImageHeader?) = ([], 0, nil)
        var largestPreview = 0
        while place < file.byteCount, places.count < FrameSet.maximumCount {
            var member = FileReader(file, from: place, as: .member)
            guard codec.matches(try member.head()) else {
                if places.count < 2 { return nil }
                throw .notAnImage(found: .row(of: codec.format, count: places.count, until: place))
            }
            var header: ImageHeader?
            do throws(ImageError) {
                header = try codec.readHeader(&member)
            } catch {
                if error.shortage != nil { throw error }
                if first == nil { return nil }
            }
            if header?.holdsSeveralPictures ?? false { return nil }
            let end = header == nil ? nil : member.end.map { place + $0 }
            if codec.format == .jpeg, let header, header.size.area <= largestPreview {
                previews += 1
            } else {
                places.append(place..<(end ?? file.byteCount))
                if codec.format == .jpeg { largestPreview = header?.largestPreview ?? 0 }
            }
            first = first ?? header
            guard let end else { break }
            place = try end + file.fillerCount(at: end)
        }
        guard places.count > 1, let first else { return nil }
        header = changing(first) { $0.holdsSeveralPictures = true }
        self.places = places
    }

    init?(_ file: borrowing FileReader, _ codecs: ImageCodecs, refusedBy error: ImageError) throws(ImageError) {
        guard case .notAnImage(let found) = error.reason, case .pictures = found.kind else { return nil }
        try self.init(file, codecs)
    }

    func withPicture<Result>(_ number: Int, at path: FilePath, _ body: (inout FileReader) throws(ImageError) -> Result)
        throws(ImageError) -> Result
    {
        try withPicture(number, in: FileReader(path), body)
    }

    private func withPicture<Result>(
        _ number: Int,
        in file: borrowing FileReader,
        _ body: (inout FileReader) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        let place = places[number]
        guard place.upperBound <= file.byteCount else { throw .corrupt(reason: "it changed while being read") }
        var picture = FileReader(file, from: place.lowerBound, count: place.count)
        return try body(&picture)
    }
}

struct PictureRowSession: ImageSession {
    let row: PictureRow
    let path: FilePath
    let decoder: ImageDecoder
    let hasIndependentFrames = true

    var header: ImageHeader { row.header }
    var frameCount: Int { row.places.count }

    var remarks: [String] {
        let small = row.previews.of("small picture")
        return row.previews == 0 ? [] : ["\(small) after larger ones were skipped; cameras add such previews"]
    }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        try row.withPicture(number, at: path) { (file) throws(ImageError) in
            let codec = try decoder.codecs.codec(for: file.head())
            return try changing(codec.readHeader(&file)) { $0.isArchived = true }
        }
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try row.withPicture(number, at: path) { (file) throws(ImageError) in
            try decoder.limits.withBytes(of: file) { (bytes) throws(ImageError) in try decoder.decode(bytes) }
        }
    }
}
