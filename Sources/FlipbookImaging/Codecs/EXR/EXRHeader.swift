import FlipbookCore

struct EXRHeader {
    let (part, isMultipart): (Int, Bool)
    /// The names of the red, green, blue, and alpha channels, or of brightness and alpha.
    let shown: [String]
    let remark: ImageHeader.Remark?
    let channels: [EXRPart.Channel]
    /// The names of all channels except transparency, prefixed with the part's name if there are multiple parts.
    let allNames: Set<String>
    let otherNames: [String]
    let (frameRate, timeCode): (FrameRate?, TimeCode?)
    let bitDepth: Int
    let (display, data): (EXRPart.Window, EXRPart.Window)
    let tile: PixelSize?
    let compression: Int
    let primaries: RGBPrimaries?
    let list: Int?

    private static let severalParts: UInt32 = 0x1000
    private static let mostParts = 4096

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        head.count >= 8 && head.starts(with: [0x76, 0x2F, 0x31, 0x01])
    }

    static func layers(_ file: inout FileReader) throws(ImageError) -> [ImageLayer] {
        let parts = try contents(&file).parts
        return EXRLayers(parts).all.map { layer in
            let part = parts.count == 1 ? nil : layer.part + 1
            return ImageLayer(name: layer.name, part: part, channels: layer.channels.map(\.name))
        }
    }

    private static func contents(
        _ file: inout FileReader
    ) throws(ImageError) -> (flags: UInt32, parts: [EXRPart], end: Int) {
        guard let start = try file.bytes(at: 0, count: 8) else { throw .truncated }
        let flags = start.littleEndian32(at: 4)
        guard flags & 0xFF == 2 else { throw .unsupported("an OpenEXR version \(flags & 0xFF) file") }
        let isMultipart = flags & severalParts != 0
        guard isMultipart || flags & 0x800 == 0 else { throw .unsupported("an OpenEXR file with deep data") }
        var (parts, offset): ([EXRPart], Int) = ([], 8)
        while let part = try EXRPart(at: &offset, &file) {
            parts.append(part)
            guard isMultipart else { break }
            guard parts.count <= mostParts else { throw .tooLarge(reason: "it has more than \(parts.count) parts") }
        }
        try require(!parts.isEmpty, "the header is empty")
        return (flags, parts, offset)
    }

    init(_ file: inout FileReader, _ choice: ChannelChoice) throws(ImageError) {
        let (flags, parts, end) = try Self.contents(&file)
        isMultipart = flags & Self.severalParts != 0
        let layers = EXRLayers(parts)
        (part, shown) = try layers.selection(choice)
        remark = layers.remark(choice)
        let chosen = parts[part]
        let hasTiles = !isMultipart && flags & 0x200 != 0
        try require(!hasTiles || chosen.tile != nil, "its tile size is missing")
        channels = chosen.channels
        (frameRate, timeCode) = (chosen.frameRate ?? parts[0].frameRate, chosen.timeCode ?? parts[0].timeCode)
        func name(_ own: String, _ part: EXRPart) -> String { parts.count == 1 ? own : "\(part.name).\(own)" }
        allNames = Set(parts.flatMap { part in part.channels.map { name($0.name, part) } }).subtracting(["A"])
        otherNames = allNames.subtracting(shown.map { name($0, chosen) }).sorted()
        (data, tile, compression) = (chosen.data, chosen.tile, chosen.compression)
        display = chosen.display.size.isEmpty ? parts[0].display : chosen.display
        primaries = chosen.primaries ?? parts[0].primaries
        try require(!display.size.isEmpty && !data.size.isEmpty, "the header declares no size")
        let types = chosen.channels.filter { [shown] in shown.contains($0.name) }.map(\.type)
        bitDepth = types.allSatisfy { $0 == 1 } ? 16 : 32
        let counts = parts[..<part].map(\.chunkCount)
        list = counts.contains { $0 == nil } ? nil : end + counts.reduce(0) { $0 + ($1 ?? 0) * 8 }
    }
}
