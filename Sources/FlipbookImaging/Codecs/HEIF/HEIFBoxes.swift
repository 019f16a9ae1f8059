import FlipbookCore

struct HEIFBoxes {
    private var own: [Property] = []
    private var hasAlpha = false
    /// The type of a composed primary picture: `grid`, `iovl`, or `iden`.
    private(set) var derivation: String?
    var isDerived: Bool { derivation != nil }
    private(set) var exif: Int?
    let brand: String
    var format: ImageFormat { brand.hasPrefix("avi") ? .avif : .heic }

    private enum Property {
        case size(PixelSize)
        case bits(Int)
        case grayBits(Int)
        case shown(HEIFPresentation.Step)
        case profile([UInt8])
        case codePoints(primaries: Int, transfer: Int, matrix: Int)
        case alpha, other
    }

    /// The brands of HEVC stills and sequences. Some of them also allow other codecs, so the boxes determine the codec.
    static let hevcBrands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "mif2"]

    /// The brands of HEVC tracks without a still.
    private static let sequenceBrands: Set = ["msf1", "hevc", "hevx"]

    /// Returns the brand of a file: AVIF if it is listed, otherwise an HEVC brand, otherwise the first brand.
    static func brand(of head: UnsafeRawBufferPointer) -> String? {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let end = min(head.count, Int(head.bigEndian32(at: 0)))
        guard end >= 16 else { return nil }
        let brands = [8] + stride(from: 16, to: end - 3, by: 4)
        let words = brands.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
        if words.contains("avif") { return words[0] == "avis" ? "avis" : "avif" }
        // In a `mif2` file, a different brand for stills may follow `mif2`.
        return words[0] == "mif2" ? words.dropFirst().first { hevcBrands.contains($0) } ?? words[0] : words[0]
    }

    init(_ file: inout FileReader) throws(ImageError) {
        brand = Self.brand(of: try file.head()) ?? ""
        let outermost = try MediaBoxes(of: &file).whole()
        if let next = outermost.dropFirst().first(where: { $0.type == "ftyp" }) {
            try format.checkSole(&file, after: next.start)
        }
        let meta = outermost.first { $0.type == "meta" }
        if outermost.contains(where: { $0.type == "moov" }), meta == nil || Self.sequenceBrands.contains(brand) {
            let noun = "\(format == .avif ? "an AVIF" : "a HEIF") image sequence"
            throw .unsupported(noun, .pictures(splitter: FileContents.splitter))
        }
        guard let meta else { throw .corrupt(reason: "it contains no picture") }
        // The box header and a 4-byte version precede the boxes.
        let start = meta.contents.lowerBound - meta.start + 4
        let isRead: Void? = try file.withBytes(of: meta) { (bytes) throws(ImageError) in
            try read(in: min(start, bytes.count)..<bytes.count, of: bytes)
        }
        guard isRead != nil else { throw .tooLarge(reason: "its metadata is larger than 64 MB") }
    }

    private mutating func read(in part: Range<Int>, of meta: UnsafeRawBufferPointer) throws(ImageError) {
        let boxes = try MediaBoxes(in: part, of: meta).whole()
        func contents(_ type: String, in boxes: [MediaBox]) -> Range<Int>? { boxes.last { $0.type == type }?.contents }
        let lists = try contents("iprp", in: boxes).map { (part) throws(ImageError) in
            try MediaBoxes(in: part, of: meta).whole()
        }
        guard let item = contents("pitm", in: boxes), let lists, let list = contents("ipco", in: lists),
            let links = contents("ipma", in: lists)
        else { throw .corrupt(reason: "it does not specify the primary picture") }
        guard item.count >= 6 else { throw .truncated }
        // In version 0 of the box, numbers have 2 bytes.
        let width = meta[item.lowerBound] > 0 && item.count >= 8 ? 4 : 2
        let primary = meta.bigEndian(at: item.lowerBound + 4, count: width)
        let infos = contents("iinf", in: boxes)
        let items = try infos.map { (list) throws(ImageError) in try Self.items(list, meta) } ?? []
        let kind = items.last { $0.number == primary }?.kind
        derivation = ["grid", "iovl", "iden"].first { $0 == kind }
        if let data = items.first(where: { $0.kind == "Exif" }), let places = contents("iloc", in: boxes) {
            exif = Self.place(of: data.number, in: UnsafeRawBufferPointer(rebasing: meta[places]))
        }
        let properties = try MediaBoxes(in: list, of: meta).whole().map { (box) throws(ImageError) in
            try Self.property(box.type, UnsafeRawBufferPointer(rebasing: meta[box.contents]))
        }
        hasAlpha = properties.contains { if case .alpha = $0 { true } else { false } }
        let numbers = try Self.links(of: primary, in: UnsafeRawBufferPointer(rebasing: meta[links]))
        own = numbers.filter { properties.indices.contains($0 - 1) }.map { properties[$0 - 1] }
    }

    private static func items(_ list: Range<Int>, _ meta: UnsafeRawBufferPointer)
        throws(ImageError) -> [(number: UInt64, kind: String)]
    {
        guard let version = meta[list].first else { throw .truncated }
        // A version and a count precede the boxes. The count has 2 or 4 bytes.
        return try MediaBoxes(in: list.dropFirst(version == 0 ? 6 : 8), of: meta).whole().compactMap { box in
            let entry = UnsafeRawBufferPointer(rebasing: meta[box.contents])
            guard let version = entry.first, case let isLong = version > 2, entry.count >= (isLong ? 14 : 12) else {
                return nil
            }
            let kind = String(decoding: entry[(isLong ? 10 : 8)...].prefix(4), as: UTF8.self)
            return (entry.bigEndian(at: 4, count: isLong ? 4 : 2), kind)
        }
    }

    /// Returns the offset of an item in the file (ISO/IEC 14496-12, 8.11.3), or `nil` if it is stored elsewhere.
    private static func place(of item: UInt64, in list: UnsafeRawBufferPointer) -> Int? {
        guard list.count >= 8 else { return nil }
        var place = 6
        func next(_ width: Int) -> Int? {
            guard width <= 8, place + width <= list.count else { return nil }
            place += width
            return Int(clamping: list.bigEndian(at: place - width, count: width))
        }
        let (version, width) = (list[0], list[0] < 2 ? 2 : 4)
        let (offsetWidth, lengthWidth) = (Int(list[4] >> 4), Int(list[4] & 15))
        let (baseWidth, indexWidth) = (Int(list[5] >> 4), version > 0 ? Int(list[5] & 15) : 0)
        for _ in 0..<(next(width) ?? 0) {
            guard let number = next(width), let method = version > 0 ? next(2) : 0, next(2) != nil,
                let base = next(baseWidth), let pieces = next(2)
            else { return nil }
            if number == item {
                guard pieces > 0, method & 15 == 0, next(indexWidth) != nil else { return nil }
                return next(offsetWidth).map { base &+ $0 }
            }
            place += pieces * (indexWidth + offsetWidth + lengthWidth)
        }
        return nil
    }

    private static func property(_ type: String, _ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Property {
        switch type {
        case "ispe" where bytes.count >= 12:
            return .size(PixelSize(width: Int(bytes.bigEndian32(at: 4)), height: Int(bytes.bigEndian32(at: 8))))
        case "pixi" where bytes.count >= 6: return .bits(Int(bytes[5]))
        case "irot" where bytes.count >= 1:
            // The value is the number of counterclockwise quarter turns.
            return .shown(.turned([.up, .left, .down, .right][Int(bytes[0] & 3)]))
        case "imir" where bytes.count >= 1: return .shown(.turned(bytes[0] & 1 == 0 ? .downMirrored : .upMirrored))
        case "clap" where bytes.count >= 32: return .shown(.cut(try CleanAperture(bytes)))
        case "colr" where bytes.count >= 11 && bytes.starts(with: "nclx".utf8):
            let points = [4, 6, 8].map { Int(bytes.bigEndian16(at: $0)) }
            return .codePoints(primaries: points[0], transfer: points[1], matrix: points[2])
        case "colr": return .profile(Array(bytes.dropFirst(4)))
        case "auxC":
            let name = String(decoding: bytes.dropFirst(4).prefix(60).prefix { $0 != 0 }, as: UTF8.self)
            return name.hasSuffix(":alpha") || name == "urn:mpeg:hevc:2015:auxid:1" ? .alpha : .other
        case "av1C" where bytes.count >= 4:
            let isHigh = bytes[2] & 0x40 != 0
            let bits = isHigh ? (bytes[2] & 0x20 != 0 ? 12 : 10) : 8
            return bytes[2] & 0x10 != 0 ? .grayBits(bits) : .bits(bits)
        case "hvcC" where bytes.count >= 20:
            let bits = Int(bytes[17] & 7) + 8
            return bytes[16] & 3 == 0 ? .grayBits(bits) : .bits(bits)
        default: return .other
        }
    }

    private static func links(of item: UInt64, in list: UnsafeRawBufferPointer) throws(ImageError) -> [Int] {
        guard list.count >= 8 else { throw .truncated }
        let (width, step) = (list[0] > 0 ? 4 : 2, list[3] & 1 == 1 ? 2 : 1)
        var offset = 8
        for _ in 0..<list.bigEndian32(at: 4) {
            guard offset + width < list.count else { throw .truncated }
            let (number, links) = (list.bigEndian(at: offset, count: width), offset + width + 1)
            let count = Int(list[offset + width])
            offset = links + count * step
            guard number == item else { continue }
            guard offset <= list.count else { throw .truncated }
            // The highest bit marks a property as essential.
            let mask = step == 2 ? 0x7FFF : 0x7F
            return (0..<count).map { Int(list.bigEndian(at: links + $0 * step, count: step)) & mask }
        }
        throw .corrupt(reason: "the primary picture has no size")
    }

    /// The colors of the primary picture. An ICC profile overrides code points.
    var profile: ColorProfile? {
        var points: ColorProfile?
        for property in own {
            if case .profile(let bytes) = property { return .icc(bytes) }
            if case .codePoints(let primaries, let transfer, _) = property {
                points = .codePoints(primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer))
            }
        }
        return points
    }

    var mayHavePlanes: Bool {
        !hasAlpha
            && own.allSatisfy { property in
                switch property {
                case .grayBits: false
                case .codePoints(_, _, let matrix): LumaCoding(matrix: matrix) != nil
                default: true
                }
            }
    }

    var presentation: HEIFPresentation {
        var presentation = HEIFPresentation()
        for property in own {
            if case .size(let size) = property { presentation.storedSize = size }
            if case .shown(let step) = property { presentation.steps.append(step) }
        }
        return presentation
    }

    func details(byteCount: Int) throws(ImageError) -> ImageDetails {
        var header = ImageHeader(presentation.size, format, bits: 8, .rgb, hasAlpha: hasAlpha)
        header.holdsSeveralPictures = brand == "avis"
        var color: ImageDetails.ColorStatements = []
        for property in own {
            switch property {
            case .bits(let bits), .grayBits(let bits): header.bitDepth = bits
            case .profile: (header.colorTag, color) = (.iccProfile, .iccProfile)
            case .codePoints(1, 13, _): if color.isEmpty { (header.colorTag, color) = (.sRGB, .codingIndependent) }
            case .codePoints(let primaries, let transfer, _) where color.isEmpty && (primaries != 2 || transfer != 2):
                (header.colorTag, color) = (.codingIndependent, .codingIndependent)
            case .size, .shown, .codePoints, .alpha, .other: break
            }
        }
        try require(!header.size.isEmpty, "the primary picture has no size")
        try require((1...16).contains(header.bitDepth), "it declares \(header.bitDepth) bits per channel")
        return ImageDetails(header: header, byteCount: byteCount, colorStatements: color)
    }
}
