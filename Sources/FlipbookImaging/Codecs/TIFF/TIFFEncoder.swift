internal import CImageKernels
package import FlipbookCore

/// Writes pictures as TIFF files.
package enum TIFFEncoder {
    /// What the file says about itself, in UTF-8.
    package struct Texts: Sendable {
        let documentName, description, artist: String?
        /// A packet of XMP; empty for none.
        let xmp: [UInt8]

        /// Texts; by default none.
        package init(
            documentName: String? = nil,
            description: String? = nil,
            artist: String? = nil,
            xmp: [UInt8] = []
        ) {
            (self.documentName, self.description, self.artist, self.xmp) = (documentName, description, artist, xmp)
        }
    }

    /// The bytes of a TIFF file (TIFF 6.0) of RGBA, 8 or 16 bits a channel: strips of packed differences between neighbours.
    /// - Parameters:
    ///   - opaque: Whether to leave alpha out and write RGB.
    ///   - standard: What the file says that its numbers mean.
    ///   - texts: What it says about itself.
    package static func encode(
        _ picture: Picture,
        opaque: Bool,
        standard: InputProfile.Standard = .sRGB,
        texts: Texts = Texts()
    ) -> [UInt8] {
        precondition(picture.format == .rgba || picture.format == .rgba64, "TIFF stores RGB")
        let (width, height, bytes) = (picture.size.width, picture.size.height, picture.format.isDeep ? 2 : 1)
        let channels = opaque ? 3 : 4
        let rowLength = width * channels * bytes
        let rowsPerStrip = max(1, min(height, (1 << 18) / rowLength))
        var strips: [[UInt8]] = []
        picture.withUnsafeBytes { pixels in
            for top in stride(from: 0, to: height, by: rowsPerStrip) {
                var strip: [UInt8] = []
                strip.reserveCapacity(rowsPerStrip * rowLength)
                for y in top..<min(height, top + rowsPerStrip) {
                    let row = UnsafeRawBufferPointer(
                        rebasing: pixels[(y * width * 4 * bytes)..<((y + 1) * width * 4 * bytes)]
                    )
                    strip += differences(of: row, width: width, channels: channels, isDeep: bytes == 2)
                }
                strips.append(packed(strip))
            }
        }
        let colors = Array(repeating: bytes * 8, count: channels)
        var entries: [Entry] = [
            .longs(256, [width]), .longs(257, [height]), .shorts(258, colors),
            // Packed as zlib does; RGB.
            .shorts(259, [8]), .shorts(262, [2]),
            .shorts(277, [channels]), .longs(278, [rowsPerStrip]), .longs(279, strips.map(\.count)),
            // Channels side by side, as differences.
            .shorts(284, [1]), .shorts(317, [2]), .bytes(34_675, StandardProfile.icc(of: standard)),
        ]
        // The fourth channel is alpha that colours are not multiplied by.
        if !opaque { entries.append(.shorts(338, [2])) }
        for (tag, text) in [(269, texts.documentName), (270, texts.description), (315, texts.artist)] {
            if let text { entries.append(.text(tag, text)) }
        }
        if !texts.xmp.isEmpty { entries.append(Entry(tag: 700, type: 1, count: texts.xmp.count, value: texts.xmp)) }
        return file(of: strips, entries)
    }

    /// An entry of the directory.
    private struct Entry {
        let tag, type, count: Int
        let value: [UInt8]

        static func shorts(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 3, count: values.count, value: values.flatMap { little($0, 2) })
        }

        static func longs(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 4, count: values.count, value: values.flatMap { little($0, 4) })
        }

        static func bytes(_ tag: Int, _ value: [UInt8]) -> Entry {
            Entry(tag: tag, type: 7, count: value.count, value: value)
        }

        static func text(_ tag: Int, _ text: String) -> Entry {
            Entry(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
        }
    }

    /// A row, each channel as its difference from the pixel's left neighbour (TIFF 6.0, section 14).
    private static func differences(
        of row: UnsafeRawBufferPointer,
        width: Int,
        channels: Int,
        isDeep: Bool
    ) -> [UInt8] {
        func values<Channel: FixedWidthInteger>(_ type: Channel.Type) -> [Channel] {
            let pixels = row.bindMemory(to: type)
            return [Channel](unsafeUninitializedCapacity: width * channels) { target, count in
                count = width * channels
                for x in 0..<width {
                    for channel in 0..<channels {
                        let left = x == 0 ? 0 : pixels[x * 4 - 4 + channel]
                        target[x * channels + channel] = pixels[x * 4 + channel] &- left
                    }
                }
            }
        }
        return isDeep ? values(UInt16.self).withUnsafeBytes { Array($0) } : values(UInt8.self)
    }

    /// The strip as a zlib stream.
    private static func packed(_ strip: [UInt8]) -> [UInt8] {
        let capacity = flipbook_deflate_capacity(strip.count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            guard let start = target.baseAddress else { return }
            count = flipbook_deflate(start, capacity, strip, strip.count)
        }
    }

    /// The header, the directory of tags in ascending order, what has no room in it, and the strips.
    private static func file(of strips: [[UInt8]], _ entries: [Entry]) -> [UInt8] {
        // Where the strips lie is known when all else is.
        let offsets = Entry.longs(273, strips.map { _ in 0 })
        let sorted = (entries + [offsets]).sorted { $0.tag < $1.tag }
        let directory = 8 + 2 + sorted.count * 12 + 4
        func length(_ entry: Entry) -> Int { entry.value.count > 4 ? (entry.value.count + 1) / 2 * 2 : 0 }
        var place = directory + sorted.reduce(0) { $0 + length($1) }
        let places = strips.map { strip in
            defer { place += strip.count }
            return place
        }
        var (head, values) = (Array("II".utf8) + little(42, 2) + little(8, 4) + little(sorted.count, 2), [UInt8]())
        for entry in sorted {
            let value = entry.tag == 273 ? places.flatMap { little($0, 4) } : entry.value
            head += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            if length(entry) == 0 {
                head += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                head += little(directory + values.count, 4)
                values += value + [UInt8](repeating: 0, count: length(entry) - value.count)
            }
        }
        // The strips are appended in place: joined by flatMap and + they are copied again.
        var file: [UInt8] = []
        file.reserveCapacity(place)
        file += head + little(0, 4) + values
        for strip in strips { file += strip }
        return file
    }
}
