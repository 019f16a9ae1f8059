/// The base64 pictures in an SVG document, which librsvg decodes at full size.
enum SVGPictures {
    private static let headLength = 1 << 18

    static func sizes(in bytes: UnsafeRawBufferPointer) -> [(width: Int, height: Int)] {
        let mark = Array("base64,".utf8)
        var (result, place) = ([(width: Int, height: Int)](), 0)
        while place + mark.count <= bytes.count {
            // The comparison ignores case, since uppercase and lowercase letters differ in one bit.
            guard bytes[place] | 0x20 == mark[0], mark.indices.allSatisfy({ bytes[place + $0] | 0x20 == mark[$0] })
            else {
                place += 1
                continue
            }
            place += mark.count
            if let size = size(decoded(bytes[place...])) { result.append(size) }
        }
        return result
    }

    /// The values of base64 characters, or 255 for other characters.
    private static let values: [UInt32] = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return (UInt8.min...UInt8.max).map { letter in letters.firstIndex(of: letter).map { UInt32($0) } ?? 255 }
    }()

    /// Decodes the first bytes of base64 text. Skips whitespace and character references, which some programs insert.
    private static func decoded(_ text: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var (result, bits, count, isReference) = ([UInt8](), UInt32(0), 0, false)
        for letter in text {
            if isReference {
                // A character that cannot be part of a reference ends the text.
                isReference = letter != UInt8(ascii: ";")
                guard !isReference || letter == UInt8(ascii: "#") || values[Int(letter)] < 62 else { return result }
                continue
            }
            isReference = letter == UInt8(ascii: "&")
            if isReference || [9, 10, 13, 32].contains(letter) { continue }
            guard values[Int(letter)] < 64 else { return result }
            bits = bits << 6 | values[Int(letter)]
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            if result.count == headLength { return result }
        }
        return result
    }

    private static func size(_ head: [UInt8]) -> (width: Int, height: Int)? {
        func number(_ place: Int, _ count: Int) -> Int { head[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        if head.count >= 24, head.starts(with: PNGChunk.signature) { return (number(16, 4), number(20, 4)) }
        if head.count >= 10, head.starts(with: "GIF8".utf8) {
            return (Int(head[6]) | Int(head[7]) << 8, Int(head[8]) | Int(head[9]) << 8)
        }
        guard head.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while place + 9 <= head.count {
            guard head[place] == 0xFF, head[place + 1] != 0xFF else {
                place += 1
                continue
            }
            // The JPEG markers 01 and D0 to D7 have no length.
            guard head[place + 1] != 0x01, !(0xD0...0xD7).contains(head[place + 1]) else {
                place += 2
                continue
            }
            // The JPEG markers C0 to CF begin a frame, except C4, C8, and CC.
            if (0xC0...0xCF).contains(head[place + 1]), ![0xC4, 0xC8, 0xCC].contains(head[place + 1]) {
                return (number(place + 7, 2), number(place + 5, 2))
            }
            place += 2 + number(place + 2, 2)
        }
        return nil
    }
}
