import FlipbookCore

/// The pictures that are written out in an SVG document, each of which librsvg unpacks to its full size.
///
/// The document is looked at as librsvg sees it: libxml2 puts in what references stand for, and the spellings of URLs and styles
/// are undone. Data of unknown size are refused.
struct SVGPictures {
    /// How many pixels all of them have at most.
    private let mostPixels: Int
    private var area = 0

    /// No pictures yet.
    init(mostPixels: Int) { self.mostPixels = mostPixels }

    /// Adds all of a document.
    /// - Throws: ``ImageError`` for more pixels than they may have, and for data that are no measurable picture.
    mutating func add(from bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let document = try LibXML(bytes)
        lazy var hasPlainEntities = SVGEntities(bytes).arePlain
        // A style may stand in several parts, with comments between them.
        var text: [UInt8] = []
        while let node = try document.next() {
            switch node {
            case .element(let name):
                let drawsReference = name != "a" && name != "script"
                while document.goToNextAttribute() {
                    if document.hasEntity, !hasPlainEntities { throw Self.entity }
                    try add(attribute: document.value, isReference: drawsReference && document.name == "href")
                }
            case .text: text += document.value
            case .entity: throw Self.entity
            case .instruction("xml-stylesheet"):
                let value = Self.plain(document.value)
                if value.contains(UInt8(ascii: "&")) || value.firstRange(of: "data:".utf8) != nil {
                    throw Self.immeasurable
                }
            case .instruction, .other: break
            }
        }
        try add(style: text)
    }

    private static let immeasurable = ImageError.tooLarge(
        reason:
            "it embeds data whose size librsvg alone finds out, by unpacking them; embed pictures as PNG, JPEG, GIF, BMP, "
            + "TIFF or WebP"
    )

    private static let entity = ImageError.tooLarge(
        reason: "its entities hide what it embeds; write out what they stand for (xmllint --noent)"
    )

    private mutating func add(attribute: UnsafeRawBufferPointer, isReference: Bool) throws(ImageError) {
        guard isReference else { return try add(style: attribute) }
        let url = attribute.filter { $0 > 0x20 }
        if Self.plain(url.prefix(5)).elementsEqual("data:".utf8) { try add(data: url.dropFirst(5)) }
    }

    /// Adds what a style refers to; fonts are not read.
    private mutating func add(style: some RandomAccessCollection<UInt8>) throws(ImageError) {
        // What refers to anything has one of these: paths and numbers are passed over.
        guard style.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "@") }) else { return }
        var rest = Self.unescaped(style)[...]
        while let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "@") || $0 | 0x20 == UInt8(ascii: "u") }) {
            rest = rest[mark...]
            let word = Self.plain(rest.prefix(9))
            if word.elementsEqual("url(data:".utf8) {
                let data = rest.dropFirst(9).prefix { $0 != UInt8(ascii: ")") }
                rest = rest[data.endIndex...]
                if Self.plain(data.prefix { $0 != UInt8(ascii: ",") }).firstRange(of: "font".utf8) == nil {
                    try add(data: data)
                }
            } else if word.starts(with: "@import".utf8) {
                let target = rest.prefix { $0 != UInt8(ascii: ";") }
                rest = rest[target.endIndex...]
                if Self.plain(target).firstRange(of: "data:".utf8) != nil { throw Self.immeasurable }
            } else {
                rest = rest.dropFirst()
            }
        }
    }

    /// Adds what stands in a URL behind `data:`.
    private mutating func add(data url: ArraySlice<UInt8>) throws(ImageError) {
        let url = url.prefix { $0 != UInt8(ascii: "#") }
        let kind = url.prefix { $0 != UInt8(ascii: ",") }
        let text = String(decoding: url[kind.endIndex...].dropFirst(), as: UTF8.self).percentDecoded
        // Nothing at all is drawn as nothing.
        guard !text.isEmpty else { return }
        let data = Self.plain(kind.suffix(7)).elementsEqual(";base64".utf8) ? Self.unpacked(text) : text
        guard let (width, height) = data.withUnsafeBytes({ Self.size($0) }) else { throw Self.immeasurable }
        // Each side is below 2^32.
        area = min(area, mostPixels) + min(width, 1 << 31) * min(height, 1 << 31)
        guard area <= mostPixels else {
            throw .tooLarge(
                reason:
                    "the pictures in the drawing have more than \(mostPixels) pixels, the last one \(width)x\(height)"
            )
        }
    }

    /// Text in which letters are small, and no blanks are.
    private static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.filter { $0 > 0x20 }.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// A style without blanks and quotes, in which what CSS spells by numbers stands by itself.
    private static func unescaped(_ style: some RandomAccessCollection<UInt8>) -> [UInt8] {
        var (result, rest) = ([UInt8](), style[...])
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let letter = rest.first {
                let digits = rest.prefix(6).prefix { Character(Unicode.Scalar($0)).isHexDigit }
                rest = rest.dropFirst(max(1, digits.count))
                // What is beyond a byte is no letter of a word that is looked for.
                byte =
                    digits.isEmpty
                    ? letter : UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? UInt8(ascii: "?")
            }
            if byte > 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") { result.append(byte) }
        }
        return result
    }

    /// What stands in base64, up to the first byte that does not.
    private static func unpacked(_ text: [UInt8]) -> [UInt8] {
        var (result, bits, count) = ([UInt8](), UInt32(0), 0)
        result.reserveCapacity(text.count / 4 * 3)
        for letter in text where letter > 0x20 {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter + 4
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: return result
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    /// The columns and rows of a picture that says them; `nil` where none are found.
    private static func size(_ head: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        func number(_ place: Int, _ count: Int) -> Int { head[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        if head.count >= 24, head.starts(with: PNGChunk.signature) { return (number(16, 4), number(20, 4)) }
        if head.count >= 10, head.starts(with: "GIF8".utf8) {
            return (Int(head[6]) | Int(head[7]) << 8, Int(head[8]) | Int(head[9]) << 8)
        }
        guard head.starts(with: [0xFF, 0xD8]) else {
            do throws(ImageError) {
                // Formats with a signature, which nothing else begins with.
                let header = try ImageHeader.read(head, codecs: ImageCodecs([.bmp, .tiff, .webP]))
                return (header.size.width, header.size.height)
            } catch {
                return nil
            }
        }
        var place = 2
        while place + 9 <= head.count {
            guard head[place] == 0xFF, head[place + 1] != 0xFF else {
                place += 1
                continue
            }
            // A start of frame, of which three numbers are something else.
            if (0xC0...0xCF).contains(head[place + 1]), ![0xC4, 0xC8, 0xCC].contains(head[place + 1]) {
                return (number(place + 7, 2), number(place + 5, 2))
            }
            place += 2 + number(place + 2, 2)
        }
        return nil
    }
}
