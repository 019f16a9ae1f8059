internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// Scalable Vector Graphics, drawn by librsvg at the displayed size, without external references.
    public static let svg: ImageCodec = ImageCodec(
        "SVG",
        extensions: ["svg"],
        matches: { SVGRoot.start(in: $0) != nil },
        details: { (file) throws(ImageError) in
            let size = try SVGRoot(file.head()).size
            let header = ImageHeader(size: size, format: .svg, bitDepth: 8, colorModel: .rgb, hasAlpha: true)
            return ImageDetails(header: header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            guard let library = LibRSVG.loaded else { throw .notAnImage(found: FileContents(header.format)) }
            let budget = SVGBudget(bytes)
            try budget.check(header.size)
            try budget.checkPictures()
            var size = header.size
            if let detail = request.detail.map(header.size.inProportion), budget.allows(detail, request.limits) {
                size = detail
            }
            return try library.picture(in: bytes, size: size)
        }
    ).loading(.rsvg).scaling()
}

extension PixelSize {
    /// Returns a size that has the same proportions as this one and covers `other`, or `other` itself if its proportions differ
    /// by less than a pixel.
    fileprivate func inProportion(_ other: PixelSize) -> PixelSize {
        let factor = max(Double(other.width) / Double(width), Double(other.height) / Double(height))
        func side(_ length: Int, _ other: Int) -> Int {
            let side = Double(length) * factor
            return abs(side - Double(other)) < 1 ? other : Int(side.rounded(.up))
        }
        return PixelSize(width: side(width, other.width), height: side(height, other.height))
    }
}

struct SVGRoot {
    let size: PixelSize

    /// Returns the offset of the root element if only declarations, comments, and whitespace precede it.
    static func start(in head: UnsafeRawBufferPointer) -> Int? {
        var offset = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while offset < head.count {
            let rest = head[offset...]
            if PNMLayout.isSpace(head[offset]) {
                offset += 1
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = head.place(of: "-->", from: offset) else { return nil }
                offset = end + 3
            } else if rest.starts(with: "<?".utf8) || rest.starts(with: "<!DOCTYPE svg".utf8) {
                guard var end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
                // Illustrator declares entities in brackets, which may also contain `>`.
                if let bracket = rest[..<end].firstIndex(of: UInt8(ascii: "[")) {
                    guard let close = head[bracket...].firstIndex(of: UInt8(ascii: "]")),
                        let last = head[close...].firstIndex(of: UInt8(ascii: ">"))
                    else { return nil }
                    end = last
                }
                offset = end + 1
            } else {
                return rest.starts(with: "<svg".utf8) || rest.starts(with: "<svg:svg".utf8) ? offset : nil
            }
        }
        return nil
    }

    init(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        guard let start = Self.start(in: head) else { throw .corrupt(reason: "it contains no drawing") }
        guard let end = head[start...].firstIndex(of: UInt8(ascii: ">")) else {
            if head.count < FileReader.windowLength { throw .truncated }
            throw .tooLarge(reason: "its first element is longer than \(FileReader.windowLength) bytes")
        }
        let values = Self.attributes(String(decoding: head[start..<end], as: UTF8.self))
        let numbers = values["viewBox"]?.split { $0 == " " || $0 == "," || $0 == "\n" } ?? []
        let box = numbers.compactMap { Double($0) }
        let (width, height) = (Self.pixels(values["width"]), Self.pixels(values["height"]))
        var side: (width: Double?, height: Double?) = (width, height)
        if box.count == 4, box[2] > 0, box[3] > 0 {
            // The proportions of the view box determine a missing side.
            side.width = width ?? height.map { $0 * box[2] / box[3] } ?? box[2]
            side.height = height ?? width.map { $0 * box[3] / box[2] } ?? box[3]
        }
        guard let width = side.width, let height = side.height, width > 0, height > 0, width < 1e7, height < 1e7 else {
            let remedy = "add a width and height, or a viewBox, to its first element"
            throw .unsupported("an SVG drawing without a size", .odd(remedy: remedy))
        }
        size = PixelSize(width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
    }

    private static func attributes(_ element: String) -> [String: String] {
        var (result, rest) = ([String: String](), Substring(element))
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split { $0.isWhitespace }.last ?? ""
            let value = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
            guard let quote = value.first, quote == "\"" || quote == "'" else { return result }
            let content = value.dropFirst().prefix { $0 != quote }
            result[String(name)] = String(content)
            rest = value[content.endIndex...].dropFirst()
        }
        return result
    }

    private static let units = [
        "": 1, "px": 1, "pt": 4 / 3.0, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
    ]

    private static func pixels(_ length: String?) -> Double? {
        guard let length else { return nil }
        let text = length.filter { !$0.isWhitespace }
        let number = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
        guard let value = Double(number), let unit = units[text[number.endIndex...].lowercased()] else { return nil }
        return value * unit
    }
}
