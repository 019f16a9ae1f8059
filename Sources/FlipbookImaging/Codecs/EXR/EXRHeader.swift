import FlipbookCore

/// The part of an OpenEXR file that is shown.
struct EXRHeader {
    /// The number of the part that is shown, from 0, and whether there are more.
    let (part, isMultipart): (Int, Bool)
    /// The channels of red, green, blue and alpha by name; of brightness in place of the three where there is no color.
    let shown: [String]
    let remark: ImageHeader.Remark?
    /// All channels of the part, in the order in which they are stored.
    let channels: [EXRPart.Channel]
    /// The names of the channels of all parts but transparency's, behind the name of their part where there are several.
    let allNames: Set<String>
    /// The rate of the sequence and the time of the picture, where a part says them.
    let (frameRate, timeCode): (FrameRate?, TimeCode?)
    let bitDepth: Int
    /// The picture that is shown, and the pixels that there are.
    let (display, data): (EXRPart.Window, EXRPart.Window)
    let tile: PixelSize?
    let compression: Int
    /// The places of red, green, blue and white, or `nil` if the file does not say, which means BT.709's.
    let primaries: RGBPrimaries?
    /// The place where the list of where rows are begins, or `nil` if that is not known.
    let list: Int?

    /// The bit of files of several parts.
    private static let severalParts: UInt32 = 0x1000
    private static let mostParts = 4096

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        head.count >= 8 && head.starts(with: [0x76, 0x2F, 0x31, 0x01])
    }

    static func layers(_ file: inout FileReader) throws(ImageError) -> [ImageLayer] {
        let parts = try contents(&file).parts
        return EXRLayers(parts).all.map { layer in
            ImageLayer(
                name: layer.name,
                part: parts.count == 1 ? nil : layer.part + 1,
                channels: layer.channels.map(\.name)
            )
        }
    }

    /// The bits of a file's first number, the headers of all its parts, and where they end.
    private static func contents(
        _ file: inout FileReader
    ) throws(ImageError) -> (flags: UInt32, parts: [EXRPart], end: Int) {
        guard let start = try file.bytes(at: 0, count: 8) else { throw .truncated }
        let flags = start.littleEndian32(at: 4)
        guard flags & 0xFF == 2 else { throw .notAnImage(found: "an OpenEXR file of version \(flags & 0xFF)") }
        let isMultipart = flags & severalParts != 0
        guard isMultipart || flags & 0x800 == 0 else { throw .notAnImage(found: "an OpenEXR file of deep pixels") }
        var (parts, offset): ([EXRPart], Int) = ([], 8)
        while let part = try EXRPart(at: &offset, &file) {
            parts.append(part)
            guard isMultipart else { break }
            guard parts.count <= mostParts else { throw .tooLarge(reason: "it has more than \(parts.count) parts") }
        }
        guard !parts.isEmpty else { throw .corrupt(reason: "there is nothing in its header") }
        return (flags, parts, offset)
    }

    /// Reads the headers of all parts, and chooses.
    init(_ file: inout FileReader, _ choice: ChannelChoice) throws(ImageError) {
        let (flags, parts, end) = try Self.contents(&file)
        isMultipart = flags & Self.severalParts != 0
        let layers = EXRLayers(parts)
        (part, shown) = try layers.selection(choice)
        remark = layers.remark(choice)
        let chosen = parts[part]
        guard isMultipart || flags & 0x200 == 0 || chosen.tile != nil else {
            throw .corrupt(reason: "there is no size of its tiles")
        }
        channels = chosen.channels
        frameRate = chosen.frameRate ?? parts[0].frameRate
        timeCode = chosen.timeCode ?? parts[0].timeCode
        allNames = Set(
            parts.flatMap { part in part.channels.map { parts.count == 1 ? $0.name : "\(part.name).\($0.name)" } }
        ).subtracting(["A"])
        (data, tile, compression) = (chosen.data, chosen.tile, chosen.compression)
        // Entries that all parts share need not be repeated in each.
        display = chosen.display.size.isEmpty ? parts[0].display : chosen.display
        primaries = chosen.primaries ?? parts[0].primaries
        guard !display.size.isEmpty, !data.size.isEmpty else { throw .corrupt(reason: "the header gives no size") }
        let types = chosen.channels.filter { [shown] in shown.contains($0.name) }.map(\.type)
        bitDepth = types.allSatisfy { $0 == 1 } ? 16 : 32
        let counts = parts[..<part].map(\.chunkCount)
        list = counts.contains { $0 == nil } ? nil : end + counts.reduce(0) { $0 + ($1 ?? 0) * 8 }
    }
}
