internal import CImageKernels
package import FlipbookCore

/// Writes pictures as TIFF files.
package enum TIFFEncoder {
    /// The bytes of a TIFF file (TIFF 6.0) of RGBA, 8 or 16 bits a channel: strips of packed differences between neighbours.
    /// - Parameters:
    ///   - opaque: Whether to leave alpha out and write RGB.
    ///   - standard: What the file says that its numbers mean.
    package static func encode(
        _ picture: Picture,
        opaque: Bool,
        standard: InputProfile.Standard = .sRGB
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
        return file(
            of: strips,
            size: picture.size,
            channels: channels,
            bits: bytes * 8,
            rowsPerStrip: rowsPerStrip,
            profile: StandardProfile.icc(of: standard)
        )
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

    /// The header, the directory of tags in ascending order, and the strips.
    private static func file(
        of strips: [[UInt8]],
        size: PixelSize,
        channels: Int,
        bits: Int,
        rowsPerStrip: Int,
        profile: [UInt8]
    ) -> [UInt8] {
        let count = strips.count
        let entryCount = channels == 4 ? 13 : 12
        // Behind the directory: the bits of each channel, where strips are and how long, and the profile.
        let bitsPlace = 8 + 2 + entryCount * 12 + 4
        let offsetsPlace = bitsPlace + channels * 2
        let lengthsPlace = offsetsPlace + count * 4
        let profilePlace = lengthsPlace + count * 4
        var place = profilePlace + profile.count
        var offsets: [UInt8] = []
        for strip in strips {
            offsets += little(place, 4)
            place += strip.count
        }
        let lengths = strips.flatMap { little($0.count, 4) }
        // Of a single strip the number itself stands in the entry.
        func list(_ tag: Int, _ values: [UInt8], at place: Int) -> [UInt8] {
            little(tag, 2) + little(4, 2) + little(count, 4) + (count == 1 ? values : little(place, 4))
        }
        func short(_ tag: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(3, 2) + little(1, 4) + little(value, 2) + [0, 0]
        }
        func long(_ tag: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4)
        }
        var directory = little(entryCount, 2) + long(256, size.width) + long(257, size.height)
        directory += little(258, 2) + little(3, 2) + little(channels, 4) + little(bitsPlace, 4)
        // Packed as zlib does; RGB.
        directory += short(259, 8) + short(262, 2)
        directory += list(273, offsets, at: offsetsPlace) + short(277, channels) + long(278, rowsPerStrip)
        directory += list(279, lengths, at: lengthsPlace)
        // Channels side by side, as differences.
        directory += short(284, 1) + short(317, 2)
        // The fourth channel is alpha that colours are not multiplied by.
        if channels == 4 { directory += short(338, 2) }
        directory += little(34_675, 2) + little(7, 2) + little(profile.count, 4) + little(profilePlace, 4)
        let head = Array("II".utf8) + little(42, 2) + little(8, 4)
        let bitsOfChannels = (0..<channels).flatMap { _ in little(bits, 2) }
        return head + directory + little(0, 4) + bitsOfChannels + offsets + lengths + profile + strips.flatMap { $0 }
    }
}
