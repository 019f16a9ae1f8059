import FlipbookCore

struct EXRPart {
    struct Window: Hashable {
        let left, top, right, bottom: Int

        var size: PixelSize { PixelSize(width: right - left + 1, height: bottom - top + 1) }

        static let none = Window(left: 0, top: 0, right: -1, bottom: -1)
    }

    struct Channel {
        /// The full name, and the name of the layer, which is the full name up to the last dot.
        let (name, layer): (String, String)
        /// The type of the values: 0 for 32-bit integers, 1 for half precision, 2 for single precision.
        let type: Int
        let isFull: Bool

        var letter: String { String(name.dropFirst(layer.isEmpty ? 0 : layer.count + 1)) }
    }

    private(set) var name = ""
    private(set) var (display, data) = (Window.none, Window.none)
    private(set) var channels: [Channel] = []
    private(set) var tile: PixelSize?
    private(set) var compression = 0
    private(set) var primaries: RGBPrimaries?
    private(set) var isDeep = false
    private(set) var frameRate: FrameRate?
    private(set) var timeCode: TimeCode?
    private(set) var chunkCount: Int?

    private static let most = 10_000
    private static let longestList = 1 << 20

    /// Reads a part's attributes. Returns `nil` after the last part.
    init?(at offset: inout Int, _ file: inout FileReader) throws(ImageError) {
        var count = 0
        while let name = try Self.word(at: &offset, &file) {
            count += 1
            guard count <= Self.most else { throw .tooLarge(reason: "its header has more than \(Self.most) entries") }
            guard let type = try Self.word(at: &offset, &file),
                let length = try file.bytes(at: offset, count: 4).map({ Int($0.littleEndian32(at: 0)) })
            else { throw .truncated }
            offset += 4
            guard length <= file.byteCount - offset else { throw .truncated }
            try read(name, type, at: offset, count: length, &file)
            offset += length
        }
        guard count > 0 else { return nil }
    }

    private static func word(at offset: inout Int, _ file: inout FileReader) throws(ImageError) -> String? {
        let count = min(256, file.byteCount - offset)
        guard count > 0, let bytes = try file.bytes(at: offset, count: count), let end = bytes.firstIndex(of: 0) else {
            if count < 256 { throw .truncated }
            throw .corrupt(reason: "a name in the header is not terminated")
        }
        offset += end + 1
        return end == 0 ? nil : String(decoding: bytes[..<end], as: UTF8.self)
    }

    private mutating func read(_ name: String, _ type: String, at offset: Int, count: Int, _ file: inout FileReader)
        throws(ImageError)
    {
        func bytes(_ wanted: Int) throws(ImageError) -> UnsafeRawBufferPointer {
            guard count >= wanted, let bytes = try file.bytes(at: offset, count: wanted) else {
                throw .corrupt(reason: "'\(name)' in the header has \(count) bytes")
            }
            return bytes
        }
        switch (name, type) {
        case ("displayWindow", "box2i"): display = try Self.box(bytes(16))
        case ("dataWindow", "box2i"): data = try Self.box(bytes(16))
        case ("compression", "compression"): compression = Int(try bytes(1)[0])
        case ("chromaticities", "chromaticities"):
            let numbers = try bytes(32)
            primaries = RGBPrimaries((0..<8).map { Double(Float(bitPattern: numbers.littleEndian32(at: $0 * 4))) })
        case ("framesPerSecond", "rational"):
            let numbers = try bytes(8)
            // 2997/125 is 23.976, the rounded form of 24000/1001.
            let (above, below) = (Int32(bitPattern: numbers.littleEndian32(at: 0)), numbers.littleEndian32(at: 4))
            frameRate = FrameRate(nearest: Double(above) / Double(below))
        case ("timeCode", "timecode"): timeCode = TimeCode(digits: try bytes(4).littleEndian32(at: 0))
        case ("name", "string"): self.name = String(decoding: try bytes(min(count, 255)), as: UTF8.self)
        case ("chunkCount", "int"): chunkCount = Int(try bytes(4).littleEndian32(at: 0))
        case ("tiles", "tiledesc"):
            let numbers = try bytes(9)
            let size = PixelSize(width: Int(numbers.littleEndian32(at: 0)), height: Int(numbers.littleEndian32(at: 4)))
            try require(!size.isEmpty && size.width < 1 << 24 && size.height < 1 << 24, "its tiles are \(size)")
            tile = size
        case ("type", "string"):
            let kind = String(decoding: try bytes(min(count, 16)), as: UTF8.self)
            isDeep = kind != "scanlineimage" && kind != "tiledimage"
        case ("channels", "chlist"):
            guard count <= Self.longestList else { throw .tooLarge(reason: "the channel list has \(count) bytes") }
            channels = try file.withBytes(at: offset, count: count, Self.channels)
        default: break
        }
    }

    private static func box(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Window {
        let sides = (0..<4).map { Int(Int32(bitPattern: bytes.littleEndian32(at: $0 * 4))) }
        let window = Window(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
        try require(!window.size.isEmpty, "the header declares a size of \(window.size)")
        return window
    }

    private static func channels(_ list: UnsafeRawBufferPointer) throws(ImageError) -> [Channel] {
        var (result, offset) = ([Channel](), 0)
        while offset < list.count, list[offset] != 0 {
            guard let end = list[offset...].firstIndex(of: 0), end + 17 <= list.count else { break }
            let name = String(decoding: list[offset..<end], as: UTF8.self)
            let layer = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
            let isFull = list.littleEndian32(at: end + 9) == 1 && list.littleEndian32(at: end + 13) == 1
            let type = Int(list.littleEndian32(at: end + 1))
            result.append(Channel(name: name, layer: layer, type: type, isFull: isFull))
            offset = end + 17
        }
        try require(offset < list.count, "the channel list is not terminated")
        return result
    }
}
