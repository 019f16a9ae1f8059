import FlipbookCore

struct PNMLayout {
    let size: PixelSize
    /// The number of channels: 1 for gray, 2 for gray with alpha, 3 for colors, 4 for colors with alpha.
    let channels: Int
    let maximum: Int
    let isText, isBits: Bool
    let pixelOffset: Int

    var bytesPerSample: Int { maximum > 255 ? 2 : 1 }
    /// The length of the pixels, in bytes. For text, this is the shortest possible length.
    var byteCount: Int {
        if isText { return isBits ? size.area : size.area * channels * 2 - 1 }
        return isBits ? (size.width + 7) / 8 * size.height : size.area * channels * bytesPerSample
    }

    var header: ImageHeader {
        let bits = maximum == 1 ? 1 : maximum > 255 ? 16 : 8
        var header = ImageHeader(size, .pnm, bits: bits, channels < 3 ? .gray : .rgb, hasAlpha: channels % 2 == 0)
        if maximum != 1 << bits - 1 { header.storedRange = ValueRange(black: 0, white: Double(maximum)) }
        return header
    }

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        head.count >= 3 && head[0] == UInt8(ascii: "P") && (0x31...0x37).contains(head[1])
            && (isSpace(head[2]) || head[2] == UInt8(ascii: "#"))
    }

    init(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        var words = Words(bytes: head, offset: 2)
        let kind = head[1] - 0x30
        if kind == 7 {
            (size, channels, maximum) = try Self.pam(&words)
            (isText, isBits) = (false, false)
        } else {
            size = PixelSize(width: try words.number(), height: try words.number())
            (isBits, isText) = (kind == 1 || kind == 4, kind <= 3)
            channels = kind == 3 || kind == 6 ? 3 : 1
            maximum = isBits ? 1 : try words.number()
        }
        // A single whitespace character ends the header.
        pixelOffset = words.offset + (kind == 7 ? 0 : 1)
        let sides = 1..<1 << 31
        try require(sides.contains(size.width) && sides.contains(size.height), "the header declares a size of \(size)")
        try require((1...65_535).contains(maximum), "the maximum value is \(maximum)")
        guard (1...4).contains(channels) else { throw .unsupported("a PAM file with \(channels) channels") }
    }

    /// Returns the end of the pixels. Text ends at the first byte that is neither a digit nor a whitespace character.
    func end(in file: inout FileReader) throws(ImageError) -> Int {
        var end = pixelOffset + byteCount
        while isText, end < file.byteCount,
            let bytes = try file.bytes(at: end, count: min(FileReader.windowLength, file.byteCount - end))
        {
            let place = bytes.firstIndex { !(0x30...0x39).contains($0) && !Self.isSpace($0) }
            end += place ?? bytes.count
            if place != nil { break }
        }
        return end
    }

    private static func pam(_ words: inout Words) throws(ImageError) -> (PixelSize, Int, Int) {
        var values: [String: Int] = [:]
        while true {
            let word = try words.word()
            switch word {
            case "ENDHDR":
                words.skipLine()
                guard let width = values["WIDTH"], let height = values["HEIGHT"], let depth = values["DEPTH"],
                    let maximum = values["MAXVAL"]
                else { throw .corrupt(reason: "the header lacks a size, a depth or a maximum value") }
                return (PixelSize(width: width, height: height), depth, maximum)
            case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL": values[word] = try words.number()
            // The tuple type is ignored, since the number of channels determines their meaning.
            case "TUPLTYPE": words.skipLine()
            default: throw .corrupt(reason: "unknown word '\(word)' in the header")
            }
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    struct Words {
        let bytes: UnsafeRawBufferPointer
        var offset: Int

        mutating func skipLine() {
            while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
            offset += 1
        }

        mutating func skipSpace() {
            while offset < bytes.count {
                if bytes[offset] == UInt8(ascii: "#") {
                    skipLine()
                } else if isSpace(bytes[offset]) {
                    offset += 1
                } else {
                    return
                }
            }
        }

        mutating func word() throws(ImageError) -> String {
            skipSpace()
            let start = offset
            while offset < bytes.count, !isSpace(bytes[offset]), offset - start < 20 { offset += 1 }
            guard offset < bytes.count else { throw .truncated }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }

        /// Parses a number. At the end of a file, the number may be incomplete.
        mutating func number(ofDigits most: Int = 9, mayEndFile: Bool = false) throws(ImageError) -> Int {
            skipSpace()
            let start = offset
            var value = 0
            while offset < bytes.count, offset - start < most, (0x30...0x39).contains(bytes[offset]) {
                value = value * 10 + Int(bytes[offset] - 0x30)
                offset += 1
            }
            guard mayEndFile && offset > start || offset < bytes.count else { throw .truncated }
            try require(offset > start, "a number is missing at byte \(start)")
            return value
        }
    }
}
