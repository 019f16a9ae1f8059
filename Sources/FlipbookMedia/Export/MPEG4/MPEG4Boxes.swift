/// The boxes of an MPEG-4 or QuickTime file (ISO/IEC 14496-12, 4.2) before its samples.
struct MPEG4Boxes {
    /// The bytes of the file.
    let file: UnsafeRawBufferPointer

    /// What is in the boxes of a type that lie directly in these parts of the file.
    func contents(of type: String, in ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.flatMap(boxes).filter { $0.type == type }.map(\.contents)
    }

    /// What is in the track whose handler is of a type, such as `vide`; `nil` where there is none.
    func track(ofType type: String) -> Range<Int>? {
        contents(of: "trak", in: contents(of: "moov", in: [0..<file.count])).first { track in
            contents(of: "hdlr", in: contents(of: "mdia", in: [track])).contains { handler in
                handler.count >= 12
                    && file[handler.lowerBound + 8..<handler.lowerBound + 12].elementsEqual(type.utf8)
            }
        }
    }

    /// A number of two bytes.
    func number16(at place: Int) -> Int { Int(file[place]) << 8 | Int(file[place + 1]) }

    private func boxes(_ range: Range<Int>) -> [(type: String, contents: Range<Int>)] {
        var (found, place): ([(String, Range<Int>)], Int) = ([], range.lowerBound)
        while place + 8 <= range.upperBound {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            // Only samples have longer boxes, with a length of 0 or 1 here.
            guard length >= 8, place + length <= range.upperBound else { break }
            found.append((String(decoding: file[place + 4..<place + 8], as: UTF8.self), place + 8..<place + length))
            place += length
        }
        return found
    }
}

extension OutputColors.CodePoints {
    /// What an MPEG-4 file says of its video, in the box `colr` (ISO/IEC 14496-12, 12.1.5); `nil` where it says nothing.
    ///
    /// GStreamer's demultiplexer tells it for some codecs alone.
    init?(ofMPEG4 file: UnsafeRawBufferPointer) {
        let boxes = MPEG4Boxes(file: file)
        var place = boxes.track(ofType: "vide").map { [$0] } ?? []
        for type in ["mdia", "minf", "stbl", "stsd"] { place = boxes.contents(of: type, in: place) }
        // The first description: behind 8 bytes of the table's own and 8 of its head come 78 bytes, then boxes.
        let description = place.filter { $0.count > 94 }.map { $0.lowerBound + 94..<$0.upperBound }
        guard let colors = boxes.contents(of: "colr", in: description).first, colors.count >= 10 else { return nil }
        let numbers = (0..<3).map { boxes.number16(at: colors.lowerBound + 4 + 2 * $0) }
        // QuickTime's form, `nclc`, has no range.
        let hasRange = colors.count >= 11 && file[colors.lowerBound..<colors.lowerBound + 4].elementsEqual("nclx".utf8)
        self.init(
            primaries: numbers[0],
            transfer: numbers[1],
            matrix: numbers[2],
            isFullRange: hasRange ? file[colors.lowerBound + 10] & 0x80 != 0 : nil
        )
    }
}
