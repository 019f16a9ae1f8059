import FlipbookImaging

/// The boxes of an MPEG-4 or QuickTime file in memory (ISO/IEC 14496-12, 4.2).
package struct MPEG4Boxes {
    package let file: UnsafeRawBufferPointer

    package init(file: UnsafeRawBufferPointer) { self.file = file }

    package var movie: [Range<Int>] { contents(of: "moov", in: [0..<file.count]) }

    /// Returns the contents of all boxes of the given type directly inside the given parts. Each additional type selects boxes
    /// inside the previous ones.
    package func contents(of types: String..., in parts: [Range<Int>]) -> [Range<Int>] {
        types.reduce(parts) { parts, type in
            parts.flatMap { MediaBoxes(in: $0, of: file).boxes }.filter { $0.type == type }.map(\.contents)
        }
    }

    package func track(ofType type: String) -> Range<Int>? {
        contents(of: "trak", in: movie).first { track in
            contents(of: "mdia", "hdlr", in: [track]).contains { handler in
                handler.count >= 12 && file[handler.lowerBound + 8..<handler.lowerBound + 12].elementsEqual(type.utf8)
            }
        }
    }
}

extension OutputColors.CodePoints {
    /// Reads the colors in the `colr` box of an MPEG-4 file (ISO/IEC 14496-12, 12.1.5), or returns `nil` if there is no such
    /// box. GStreamer's demultiplexer reports these colors only for some codecs.
    package init?(ofMPEG4 file: UnsafeRawBufferPointer) {
        let boxes = MPEG4Boxes(file: file)
        guard let track = boxes.track(ofType: "vide") else { return nil }
        // The boxes in the first description are preceded by 8 bytes of the table, 8 bytes of the description's head, and 78
        // bytes of its fields.
        let description = boxes.contents(of: "mdia", "minf", "stbl", "stsd", in: [track]).map { $0.dropFirst(94) }
        guard let place = boxes.contents(of: "colr", in: description).first, place.count >= 10 else { return nil }
        let colors = UnsafeRawBufferPointer(rebasing: file[place])
        // QuickTime's version, `nclc`, does not specify a range.
        let hasRange = colors.count >= 11 && colors.starts(with: "nclx".utf8)
        self.init(
            primaries: Int(colors.bigEndian16(at: 4)),
            transfer: Int(colors.bigEndian16(at: 6)),
            matrix: Int(colors.bigEndian16(at: 8)),
            isFullRange: hasRange ? colors[10] & 0x80 != 0 : nil
        )
    }
}
