internal import FlipbookCore

struct CubeParser {
    private(set) var curves, cube: ColorLookupTable.Table?

    private let path: FilePath
    private var line = 0
    /// The lengths in the file: the number of entries in the curves, and the edge length of the cube.
    private var (curveCount, cubeEdge): (Int?, Int?) = (nil, nil)
    private var domain = ColorLookupTable.Domain()
    private var (curveRange, cubeRange): (ColorLookupTable.Domain?, ColorLookupTable.Domain?) = (nil, nil)
    private var entries: [SIMD4<Float>] = []
    private var wanted = 0

    init(_ bytes: UnsafeRawBufferPointer, of path: FilePath) throws(ColorLookupTableError) {
        self.path = path
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            if !(end == start && end < bytes.count && bytes[end] == 0x0A && start > 0 && bytes[start - 1] == 0x0D) {
                line += 1
            }
            try read(Self.words(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
            start = end + 1
        }
        guard wanted > 0 else { throw fault("LUT_1D_SIZE and LUT_3D_SIZE are missing: not a .cube file") }
        guard entries.count == wanted else { throw fault("it has \(entries.count) of \(wanted) lines of numbers") }
        try finish()
    }

    private func fault(_ reason: String) -> ColorLookupTableError { .line(path, max(1, line), reason) }

    private static func words(_ bytes: UnsafeRawBufferPointer) -> [Substring] {
        guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { return [] }
        return String(decoding: bytes.prefix(250), as: UTF8.self).split { $0 == " " || $0 == "\t" }
    }

    private mutating func read(_ words: [Substring]) throws(ColorLookupTableError) {
        guard let word = words.first else { return }
        switch word {
        case "TITLE": return
        case "LUT_1D_SIZE": curveCount = try size(words, most: ColorLookupTable.longestCurve, former: curveCount)
        case "LUT_3D_SIZE": cubeEdge = try size(words, most: ColorLookupTable.longestEdge, former: cubeEdge)
        case "DOMAIN_MIN": domain.least = try colors(words.dropFirst())
        case "DOMAIN_MAX": domain.most = try colors(words.dropFirst())
        case "LUT_1D_INPUT_RANGE": curveRange = try range(words)
        case "LUT_3D_INPUT_RANGE": cubeRange = try range(words)
        default:
            guard let letter = word.utf8.first, letter < UInt8(ascii: "A") || Double(word) != nil else {
                throw fault("'\(word.prefix(40).description.escapingControlCharacters)' is not a .cube keyword")
            }
            try read(entry: words)
        }
    }

    private mutating func read(entry words: [Substring]) throws(ColorLookupTableError) {
        if entries.isEmpty {
            wanted = (curveCount ?? 0) + (cubeEdge ?? 0) * (cubeEdge ?? 0) * (cubeEdge ?? 0)
            guard wanted > 0 else { throw fault("numbers precede LUT_1D_SIZE and LUT_3D_SIZE") }
            entries.reserveCapacity(wanted)
        }
        guard entries.count < wanted else { throw fault("more lines of numbers than the \(wanted) declared") }
        entries.append(try colors(words[...]))
    }

    private func size(_ words: [Substring], most: Int, former: Int?) throws(ColorLookupTableError) -> Int {
        guard entries.isEmpty, former == nil else { throw fault("\(words[0]) is repeated or comes too late") }
        guard words.count == 2, let size = Int(words[1]), size >= 2 else {
            throw fault("\(words[0]) must be a whole number from 2 to \(most)")
        }
        guard size <= most else { throw fault("\(words[0]) is \(size); the limit is \(most)") }
        return size
    }

    private func colors(_ words: ArraySlice<Substring>) throws(ColorLookupTableError) -> SIMD4<Float> {
        var color = SIMD4<Float>(0, 0, 0, 0)
        guard words.count == 3 else { throw fault("\(words.count) numbers; a color has 3") }
        for (channel, word) in words.enumerated() {
            guard let number = Float(word), number.isFinite else {
                throw fault("'\(word.prefix(40).description.escapingControlCharacters)' is not a number")
            }
            color[channel] = number
        }
        return color
    }

    /// Parses Resolve's range, which applies to all channels.
    private func range(_ words: [Substring]) throws(ColorLookupTableError) -> ColorLookupTable.Domain {
        guard words.count == 3, let least = Float(words[1]), let most = Float(words[2]), least.isFinite, most.isFinite
        else { throw fault("\(words[0]) must be two numbers") }
        return ColorLookupTable.Domain(least: SIMD4(repeating: least), most: SIMD4(repeating: most))
    }

    private mutating func finish() throws(ColorLookupTableError) {
        let count = curveCount ?? 0
        (domain.least[3], domain.most[3]) = (0, 1)
        if let curveCount {
            let domain = curveRange ?? domain
            curves = ColorLookupTable.Table(count: curveCount, domain: domain, entries: Array(entries[..<count]))
        }
        if let cubeEdge {
            let domain = cubeRange ?? (curves == nil ? domain : ColorLookupTable.Domain())
            cube = ColorLookupTable.Table(count: cubeEdge, domain: domain, entries: Array(entries[count...]))
        }
        for table in [curves, cube].compactMap({ $0 }) {
            for channel in 0..<3 where table.domain.least[channel] >= table.domain.most[channel] {
                throw fault("its domain is \(table.domain.least[channel]) to \(table.domain.most[channel])")
            }
        }
        entries = []
    }
}
