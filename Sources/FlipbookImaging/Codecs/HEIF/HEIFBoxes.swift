import FlipbookCore

/// What the boxes of a HEIF file say of its primary picture (ISO/IEC 23008-12).
struct HEIFBoxes {
    /// The properties of all pictures, in the order in which they are numbered from 1.
    private var properties: [Property] = []
    /// The numbers of the primary picture's properties.
    private var own: [Int] = []
    private var primary = 0
    /// Whether the primary picture is put together of others.
    private(set) var isDerived = false
    private let brand: String

    /// A property that bears on how a picture is shown.
    private enum Property {
        case size(PixelSize)
        case bits(Int)
        case grayBits(Int)
        case shown(HEIFPresentation.Step)
        case profile(place: Range<Int>)
        case codePoints(primaries: Int, transfer: Int, matrix: Int)
        case alpha
        case other
    }

    /// A box's content.
    private struct Box {
        let type: String
        let start: Int
        let end: Int
    }

    /// How many boxes are looked at in one place.
    private static let most = 10_000

    /// The brand of a file that begins with a box of brands: AVIF where it is among them, else the first.
    static func brand(of head: UnsafeRawBufferPointer) -> String? {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let end = min(head.count, Int(head.bigEndian32(at: 0)))
        guard end >= 16 else { return nil }
        let brands = [8] + stride(from: 16, to: end - 3, by: 4)
        let words = brands.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
        return words.contains("avif") ? (words[0] == "avis" ? "avis" : "avif") : words[0]
    }

    init(_ file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) {
        brand = Self.brand(of: window.bytes) ?? ""
        var hasPicture = false
        try Self.forEachBox(in: file, &window, from: 0, to: file.byteCount) { (box, window) throws(ImageError) in
            guard box.type == "meta", !hasPicture else { return }
            hasPicture = true
            try readMeta(box, file, &window)
        }
        guard hasPicture else { throw .corrupt(reason: "there is no picture in it") }
    }

    /// Calls `body` with each box from one place to another; one that ends beyond it is cut off.
    private static func forEachBox(
        in file: borrowing FileReader,
        _ window: inout FileWindow,
        from start: Int,
        to end: Int,
        _ body: (Box, inout FileWindow) throws(ImageError) -> Void
    ) throws(ImageError) {
        var offset = start
        for _ in 0..<most {
            guard offset < end else { return }
            guard let head = try window.bytes(at: offset, count: 8, of: file) else { throw .truncated }
            let type = String(decoding: head[4..<8], as: UTF8.self)
            var (length, content) = (Int(head.bigEndian32(at: 0)), offset + 8)
            if length == 1 {
                guard let long = try window.bytes(at: offset + 8, count: 8, of: file) else { throw .truncated }
                guard long.bigEndian32(at: 0) < 1 << 24 else { throw .truncated }
                length = Int(long.bigEndian32(at: 0)) << 32 | Int(long.bigEndian32(at: 4))
                content += 8
            } else if length == 0 {
                // The last box ends with the file.
                length = end - offset
            }
            guard length >= content - offset else { throw .corrupt(reason: "a part has \(length) bytes") }
            guard offset + length <= end else { throw .truncated }
            try body(Box(type: type, start: content, end: offset + length), &window)
            offset += length
        }
        throw .corrupt(reason: "it has more than \(most) parts")
    }

    private mutating func readMeta(
        _ meta: Box,
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) {
        var found: (item: Int?, list: Box?, links: Box?, kinds: Box?) = (nil, nil, nil, nil)
        // Four bytes of a version precede the boxes.
        try Self.forEachBox(in: file, &window, from: meta.start + 4, to: meta.end) { (box, window) throws(ImageError) in
            if box.type == "pitm" {
                guard let bytes = try window.bytes(at: box.start, count: 6, of: file) else { throw .truncated }
                let isLong = bytes[0] > 0
                if isLong, let bytes = try window.bytes(at: box.start, count: 8, of: file) {
                    found.item = Int(bytes.bigEndian32(at: 4))
                } else {
                    found.item = Int(bytes.bigEndian16(at: 4))
                }
            } else if box.type == "iinf" {
                found.kinds = box
            } else if box.type == "iprp" {
                try Self.forEachBox(in: file, &window, from: box.start, to: box.end) { (box, _) throws(ImageError) in
                    if box.type == "ipco" { found.list = box }
                    if box.type == "ipma" { found.links = box }
                }
            }
        }
        guard let item = found.item, let list = found.list, let links = found.links else {
            throw .corrupt(reason: "it does not say which picture to show")
        }
        primary = item
        if let kinds = found.kinds { isDerived = try Self.isDerived(item, kinds, file, &window) }
        var properties: [Property] = []
        try Self.forEachBox(in: file, &window, from: list.start, to: list.end) { (box, window) throws(ImageError) in
            properties.append(try Self.property(box, file, &window))
        }
        self.properties = properties
        own = try Self.links(of: item, in: links, file, &window)
    }

    /// Whether an item is put together of others, as a list of items says.
    private static func isDerived(
        _ item: Int,
        _ list: Box,
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        guard let version = try window.bytes(at: list.start, count: 1, of: file)?[0] else { throw .truncated }
        var isDerived = false
        // A version, and the count of the boxes in 2 or 4 bytes.
        let start = list.start + (version == 0 ? 6 : 8)
        try forEachBox(in: file, &window, from: start, to: list.end) { (box, window) throws(ImageError) in
            let count = min(box.end - box.start, 14)
            guard count >= 12, let bytes = try window.bytes(at: box.start, count: count, of: file) else { return }
            let isLong = bytes[0] > 2
            guard count == 14 || !isLong,
                (isLong ? Int(bytes.bigEndian32(at: 4)) : Int(bytes.bigEndian16(at: 4))) == item
            else { return }
            let type = bytes[(isLong ? 10 : 8)..<(isLong ? 14 : 12)]
            isDerived = ["grid", "iovl", "iden"].contains { type.elementsEqual($0.utf8) }
        }
        return isDerived
    }

    private static func property(
        _ box: Box,
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Property {
        let count = min(box.end - box.start, 64)
        guard let bytes = try window.bytes(at: box.start, count: count, of: file) else { throw .truncated }
        switch box.type {
        case "ispe" where count >= 12:
            return .size(PixelSize(width: Int(bytes.bigEndian32(at: 4)), height: Int(bytes.bigEndian32(at: 8))))
        case "pixi" where count >= 6: return .bits(Int(bytes[5]))
        case "irot" where count >= 1:
            // In quarters, counterclockwise.
            return .shown(.turned([.up, .left, .down, .right][Int(bytes[0] & 3)]))
        case "imir" where count >= 1: return .shown(.turned(bytes[0] & 1 == 0 ? .downMirrored : .upMirrored))
        case "clap" where count >= 32: return .shown(.cut(try CleanAperture(bytes)))
        case "colr" where count >= 11 && bytes.starts(with: "nclx".utf8):
            let points = [4, 6, 8].map { Int(bytes.bigEndian16(at: $0)) }
            return .codePoints(primaries: points[0], transfer: points[1], matrix: points[2])
        case "colr": return .profile(place: min(box.start + 4, box.end)..<box.end)
        case "auxC":
            let name = String(decoding: bytes.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
            return name.hasSuffix(":alpha") || name == "urn:mpeg:hevc:2015:auxid:1" ? .alpha : .other
        case "av1C" where count >= 4:
            let isHigh = bytes[2] & 0x40 != 0
            let bits = isHigh ? (bytes[2] & 0x20 != 0 ? 12 : 10) : 8
            return bytes[2] & 0x10 != 0 ? .grayBits(bits) : .bits(bits)
        case "hvcC" where count >= 20:
            let bits = Int(bytes[17] & 7) + 8
            return bytes[16] & 3 == 0 ? .grayBits(bits) : .bits(bits)
        default: return .other
        }
    }

    /// The numbers of a picture's properties.
    private static func links(
        of item: Int,
        in box: Box,
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> [Int] {
        guard let head = try window.bytes(at: box.start, count: 8, of: file) else { throw .truncated }
        let (hasLongItems, hasLongNumbers, count) = (head[0] > 0, head[3] & 1 == 1, Int(head.bigEndian32(at: 4)))
        var offset = box.start + 8
        for _ in 0..<min(count, most) {
            let width = hasLongItems ? 4 : 2
            guard offset < box.end, let entry = try window.bytes(at: offset, count: width + 1, of: file) else {
                throw .truncated
            }
            let number = hasLongItems ? Int(entry.bigEndian32(at: 0)) : Int(entry.bigEndian16(at: 0))
            let (links, step) = (Int(entry[width]), hasLongNumbers ? 2 : 1)
            offset += width + 1
            guard number == item else {
                offset += links * step
                continue
            }
            guard let bytes = try window.bytes(at: offset, count: links * step, of: file) else { throw .truncated }
            // The highest bit says that a reader has to know the property.
            return (0..<links).map {
                hasLongNumbers ? Int(bytes.bigEndian16(at: $0 * 2) & 0x7FFF) : Int(bytes[$0] & 0x7F)
            }
        }
        throw .corrupt(reason: "the picture to show has no size")
    }

    /// What the numbers of the primary picture mean: an ICC profile goes before code points.
    func profile(in bytes: UnsafeRawBufferPointer) -> ColorProfile? {
        var points: ColorProfile?
        for number in own where properties.indices.contains(number - 1) {
            switch properties[number - 1] {
            case .profile(let place):
                return place.upperBound <= bytes.count ? .icc(Array(bytes[place])) : .damaged
            case .codePoints(let primaries, let transfer, _):
                points = .codePoints(
                    primaries: UInt8(clamping: primaries),
                    transfer: UInt8(clamping: transfer)
                )
            default: break
            }
        }
        return points
    }

    /// Whether the primary picture is opaque, and nothing says that it is made of other numbers than luma and chroma.
    var mayHavePlanes: Bool {
        let others = own.contains { number in
            guard properties.indices.contains(number - 1) else { return false }
            return switch properties[number - 1] {
            case .grayBits: true
            case .codePoints(_, _, let matrix): YCbCrPlanes.Coding.weights(ofMatrix: matrix) == nil
            default: false
            }
        }
        return !others && !hasAlpha
    }

    /// How the primary picture is stored, and what is done with it before it is shown.
    var presentation: HEIFPresentation {
        var presentation = HEIFPresentation()
        for number in own where properties.indices.contains(number - 1) {
            switch properties[number - 1] {
            case .size(let size): presentation.storedSize = size
            case .shown(let step): presentation.steps.append(step)
            default: break
            }
        }
        return presentation
    }

    private var hasAlpha: Bool { properties.contains { if case .alpha = $0 { true } else { false } } }

    /// What the file says; turned and cropped as it is decoded.
    func details(format: ImageFormat, byteCount: Int) throws(ImageError) -> ImageDetails {
        var header = ImageHeader(
            size: presentation.size,
            format: format,
            bitDepth: 8,
            colorModel: .rgb,
            hasAlpha: hasAlpha,
            isInterlaced: false,
            holdsSeveralPictures: brand == "avis" || brand == "msf1" || brand == "hevc"
        )
        var color: ImageDetails.ColorStatements = []
        for number in own where properties.indices.contains(number - 1) {
            switch properties[number - 1] {
            case .bits(let bits), .grayBits(let bits): header.bitDepth = bits
            case .profile: (header.colorTag, color) = (.iccProfile, .iccProfile)
            case .codePoints(1, 13, _): if color.isEmpty { (header.colorTag, color) = (.sRGB, .codingIndependent) }
            case .codePoints(let primaries, let transfer, _) where color.isEmpty && (primaries != 2 || transfer != 2):
                (header.colorTag, color) = (.codingIndependent, .codingIndependent)
            case .size, .shown, .codePoints, .alpha, .other: break
            }
        }
        guard !header.size.isEmpty else { throw .corrupt(reason: "the picture to show has no size") }
        guard (1...16).contains(header.bitDepth) else {
            throw .corrupt(reason: "it says that it has \(header.bitDepth) bits a channel")
        }
        return ImageDetails(header: header, byteCount: byteCount, colorStatements: color)
    }
}
