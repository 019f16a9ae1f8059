package import FlipbookCore
package import FlipbookFiles

package enum TIFFEncoder {
    package struct Texts: Sendable {
        let documentName, description, artist: String?
        let xmp: [UInt8]

        package init(documentName: String?, description: String?, artist: String?, xmp: [UInt8]) {
            (self.documentName, self.description, self.artist, self.xmp) = (documentName, description, artist, xmp)
        }
    }

    package static func encode(
        _ picture: Picture,
        opaque: Bool,
        compression: TIFFCompression = .deflate,
        standard: InputProfile.Standard = .sRGB,
        texts: Texts? = nil
    ) throws(MachineShortage) -> [UInt8] {
        precondition(picture.format == .rgba || picture.format == .rgba64, "a TIFF file needs RGBA pixels")
        let (width, height, bytes) = (picture.size.width, picture.size.height, picture.format.isDeep ? 2 : 1)
        let (channels, rowBytes) = (opaque ? 3 : 4, width * 4 * bytes)
        let rowLength = width * channels * bytes
        let rowsPerStrip = max(1, min(height, (1 << 18) / rowLength))
        // The directory comes after the strips, since it contains their lengths.
        var file = Array("II".utf8) + little(42, 2) + little(0, 4)
        let capacity = (height / rowsPerStrip + 1) * compression.capacity(of: rowsPerStrip * rowLength)
        try MachineRoom.file(capacity).check()
        file.reserveCapacity(capacity)
        var (places, counts): ([Int], [Int]) = ([], [])
        picture.withUnsafeBytes { pixels in
            for top in stride(from: 0, to: height, by: rowsPerStrip) {
                var strip: [UInt8] = []
                strip.reserveCapacity(rowsPerStrip * rowLength)
                for y in top..<min(height, top + rowsPerStrip) {
                    let row = UnsafeRawBufferPointer(rebasing: pixels[y * rowBytes..<(y + 1) * rowBytes])
                    strip += numbers(of: row, channels, bytes, areDifferences: compression.packsDifferences)
                }
                places.append(file.count)
                file += compression.packed(strip, rowLength: rowLength)
                counts.append(file.count - places[places.count - 1])
            }
        }
        let colors = Array(repeating: bytes * 8, count: channels)
        var entries: [Entry] = [
            .longs(256, [width]), .longs(257, [height]), .shorts(258, colors),
            .shorts(259, [compression.number]), .shorts(262, [2]),
            .shorts(277, [channels]), .longs(273, places), .longs(278, [rowsPerStrip]), .longs(279, counts),
            .shorts(284, [1]), .bytes(34_675, 7, StandardProfile.icc(of: standard)),
        ]
        if compression.packsDifferences { entries.append(.shorts(317, [2])) }
        // The fourth channel is straight alpha.
        if !opaque { entries.append(.shorts(338, [2])) }
        for (tag, text) in [(269, texts?.documentName), (270, texts?.description), (315, texts?.artist)] {
            if let text { entries.append(.bytes(tag, 2, Array(text.utf8) + [0])) }
        }
        if let xmp = texts?.xmp, !xmp.isEmpty { entries.append(.bytes(700, 1, xmp)) }
        append(entries, to: &file)
        return file
    }

    private struct Entry {
        let tag, type, count: Int
        let value: [UInt8]

        static func shorts(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 3, count: values.count, value: values.flatMap { little($0, 2) })
        }

        static func longs(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 4, count: values.count, value: values.flatMap { little($0, 4) })
        }

        static func bytes(_ tag: Int, _ type: Int, _ value: [UInt8]) -> Entry {
            Entry(tag: tag, type: type, count: value.count, value: value)
        }
    }

    /// Returns the samples of a row. If `areDifferences` is `true`, returns the difference between each sample and the one in
    /// the pixel to its left (TIFF 6.0, section 14).
    private static func numbers(of row: UnsafeRawBufferPointer, _ channels: Int, _ bytes: Int, areDifferences: Bool)
        -> [UInt8]
    {
        let width = row.count / (4 * bytes)
        func values<Channel: FixedWidthInteger>(_ type: Channel.Type) -> [Channel] {
            let pixels = row.bindMemory(to: type)
            return [Channel](unsafeUninitializedCapacity: width * channels) { target, count in
                count = width * channels
                for x in 0..<width {
                    for channel in 0..<channels {
                        let left = x == 0 || !areDifferences ? 0 : pixels[x * 4 - 4 + channel]
                        target[x * channels + channel] = pixels[x * 4 + channel] &- left
                    }
                }
            }
        }
        return bytes == 2 ? values(UInt16.self).withUnsafeBytes { Array($0) } : values(UInt8.self)
    }

    /// Sorts the directory by tag, and appends it with the values that do not fit into it. The directory's offset is written to
    /// the header.
    private static func append(_ entries: [Entry], to file: inout [UInt8]) {
        if file.count % 2 != 0 { file.append(0) }
        file.replaceSubrange(4..<8, with: little(file.count, 4))
        let start = file.count + 2 + entries.count * 12 + 4
        file += little(entries.count, 2)
        var values: [UInt8] = []
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            file += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            if entry.value.count <= 4 {
                file += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                file += little(start + values.count, 4)
                values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
            }
        }
        file += little(0, 4) + values
    }
}
