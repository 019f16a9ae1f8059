/// EXIF data of files that cameras write.
public enum EXIFSample {
    /// The first segment of a JPEG with EXIF data that say Adobe RGB by the interoperability index R03, whose last
    /// directory lies `distance` bytes behind the others.
    public static func adobeRGB(isBigEndian: Bool = true, distance: Int = 0) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        func directory(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(1, 2) + number(tag, 2) + number(type, 2) + number(count, 4) + value + number(0, 4)
        }
        let data =
            Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
            + directory(0x8769, 4, 1, number(26, 4)) + directory(0xA005, 4, 1, number(44 + distance, 4))
            + [UInt8](repeating: 0, count: distance) + directory(1, 2, 4, Array("R03\0".utf8))
        let length = data.count + 8
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + data
    }
}
