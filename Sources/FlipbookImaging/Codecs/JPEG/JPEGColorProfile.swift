internal import FlipbookCore

extension ColorProfile {
    /// Finds the ICC profile in the APP2 segments (ICC.1:2022, annex B.4), or Adobe RGB in the EXIF data if there is no
    /// profile.
    init?(ofJPEG bytes: UnsafeRawBufferPointer) {
        let name = Array("ICC_PROFILE\0".utf8)
        var parts: [Int: Range<Int>] = [:]
        var (count, isAdobeRGB) = (0, false)
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] != 0xFF || bytes[offset + 1] != 0xDA {
            if bytes[offset] != 0xFF || [0, 0xFF].contains(bytes[offset + 1]) {
                offset += 1
                continue
            }
            let end = offset + 2 + Int(bytes.bigEndian16(at: offset + 2))
            guard end <= bytes.count, end >= offset + 4 else { break }
            let payload = offset + 4..<end
            if bytes[offset + 1] == 0xE2, payload.count > 14, bytes[payload].starts(with: name) {
                count = Int(bytes[payload.lowerBound + 13])
                parts[Int(bytes[payload.lowerBound + 12])] = payload.dropFirst(14)
            }
            let isEXIF = bytes[offset + 1] == 0xE1 && bytes[payload].starts(with: "Exif\0\0".utf8)
            if isEXIF, var file = try? FileReader(bytes) {
                let exif = try? TIFFDirectory.exif(at: payload.lowerBound + 6, of: &file)
                isAdobeRGB = (try? exif?.isAdobeRGB(&file)) ?? false
            }
            offset = end
        }
        guard !parts.isEmpty else {
            guard isAdobeRGB else { return nil }
            self = .standard(.adobeRGB)
            return
        }
        var profile: [UInt8] = []
        for number in 1...max(1, count) {
            guard let part = parts[number] else {
                self = .damaged
                return
            }
            profile += bytes[part]
        }
        self = .icc(profile)
    }
}
