import FlipbookImaging

/// The boxes of an MPEG-4 or QuickTime file in memory (ISO/IEC 14496-12, 4.2).
package struct MPEG4Boxes {
    /// The bytes of the file, or of its tables alone.
    package let file: UnsafeRawBufferPointer

    /// The boxes of a file, or of its tables.
    package init(file: UnsafeRawBufferPointer) { self.file = file }

    /// The contents of `moov`.
    package var movie: [Range<Int>] { contents(of: "moov", in: [0..<file.count]) }

    /// The contents of the boxes of a type that lie directly in these parts; of several types, each in the one before.
    package func contents(of types: String..., in parts: [Range<Int>]) -> [Range<Int>] {
        types.reduce(parts) { parts, type in
            parts.flatMap { MediaBoxes(in: $0, of: file).boxes }.filter { $0.type == type }.map(\.contents)
        }
    }

    /// The contents of the track with a handler of a type, such as `vide`, or `nil` if there is none.
    package func track(ofType type: String) -> Range<Int>? {
        contents(of: "trak", in: movie).first { track in
            contents(of: "mdia", "hdlr", in: [track]).contains { handler in
                handler.count >= 12 && file[handler.lowerBound + 8..<handler.lowerBound + 12].elementsEqual(type.utf8)
            }
        }
    }
}

extension OutputColors.CodePoints {
    /// The colors that an MPEG-4 file states in the box `colr` (ISO/IEC 14496-12, 12.1.5), or `nil` if it states none.
    /// GStreamer's demultiplexer tells it for some codecs alone.
    package init?(ofMPEG4 file: UnsafeRawBufferPointer) {
        let boxes = MPEG4Boxes(file: file)
        guard let track = boxes.track(ofType: "vide") else { return nil }
        // The first description: behind 8 bytes of the table's own and 8 of its head come 78 bytes, then boxes.
        let description = boxes.contents(of: "mdia", "minf", "stbl", "stsd", in: [track]).map { $0.dropFirst(94) }
        guard let place = boxes.contents(of: "colr", in: description).first, place.count >= 10 else { return nil }
        let colors = UnsafeRawBufferPointer(rebasing: file[place])
        // QuickTime's form, `nclc`, has no range.
        let hasRange = colors.count >= 11 && colors.starts(with: "nclx".utf8)
        self.init(
            primaries: Int(colors.bigEndian16(at: 4)),
            transfer: Int(colors.bigEndian16(at: 6)),
            matrix: Int(colors.bigEndian16(at: 8)),
            isFullRange: hasRange ? colors[10] & 0x80 != 0 : nil
        )
    }
}
