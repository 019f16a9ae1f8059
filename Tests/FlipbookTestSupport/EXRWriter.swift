/// Writes OpenEXR files of single precision, rows from the top, without compression.
public enum EXRWriter {
    /// A part of a file.
    public struct Part {
        /// What it is called; it does not matter in a file of one part.
        public var name = "part"
        /// Each channel's name, and its pixels row by row.
        public var channels: [(name: String, pixels: [Float])]
        /// Where its pixels begin in the picture, and how many there are across and down; `nil` for the whole picture.
        public var window: (left: Int, top: Int, width: Int, height: Int)?

        /// A part of all pixels.
        public init(
            _ name: String,
            channels: [(name: String, pixels: [Float])],
            window: (left: Int, top: Int, width: Int, height: Int)? = nil
        ) {
            (self.name, self.window) = (name, window)
            self.channels = channels.sorted { $0.name < $1.name }
        }
    }

    /// The bytes of a file of one part.
    /// - Parameters:
    ///   - channels: Each channel's name, and its pixels row by row.
    ///   - primaries: x and y of red, green, blue and white; `nil` for a file that does not say.
    ///   - attributes: Further entries of the header, by name and type.
    public static func file(
        width: Int,
        height: Int,
        channels: [(name: String, pixels: [Float])],
        primaries: [Float]? = nil,
        attributes: [(name: String, type: String, value: [UInt8])] = []
    ) -> [UInt8] {
        let parts = [Part("", channels: channels)]
        return file(width: width, height: height, parts, isMultipart: false, primaries: primaries, attributes)
    }

    /// The bytes of a file of several parts.
    public static func file(width: Int, height: Int, parts: [Part]) -> [UInt8] {
        file(width: width, height: height, parts, isMultipart: true, primaries: nil)
    }

    private static func file(
        width: Int,
        height: Int,
        _ parts: [Part],
        isMultipart: Bool,
        primaries: [Float]?,
        _ attributes: [(name: String, type: String, value: [UInt8])] = []
    ) -> [UInt8] {
        var head: [UInt8] = [0x76, 0x2F, 0x31, 0x01] + little(isMultipart ? 0x1002 : 2)
        func add(_ name: String, _ type: String, _ value: [UInt8]) {
            head += text(name) + text(type) + little(value.count) + value
        }
        let windows = parts.map { $0.window ?? (0, 0, width, height) }
        for (part, window) in zip(parts, windows) {
            let list = part.channels.flatMap { text($0.name) + little(2) + little(0) + little(1) + little(1) }
            add("channels", "chlist", list + [0])
            if isMultipart { add("chunkCount", "int", little(window.height)) }
            add("compression", "compression", [0])
            add(
                "dataWindow",
                "box2i",
                [window.left, window.top, window.left + window.width - 1, window.top + window.height - 1].flatMap {
                    little($0)
                }
            )
            add("displayWindow", "box2i", [0, 0, width - 1, height - 1].flatMap { little($0) })
            add("lineOrder", "lineOrder", [0])
            if isMultipart { add("name", "string", Array(part.name.utf8)) }
            add("pixelAspectRatio", "float", little(Float(1)))
            add("screenWindowCenter", "v2f", little(Float(0)) + little(Float(0)))
            add("screenWindowWidth", "float", little(Float(1)))
            if isMultipart { add("type", "string", Array("scanlineimage".utf8)) }
            for attribute in attributes { add(attribute.name, attribute.type, attribute.value) }
            if let primaries { add("chromaticities", "chromaticities", primaries.flatMap { little($0) }) }
            head.append(0)
        }
        if isMultipart { head.append(0) }
        var rows: [UInt8] = []
        let first = head.count + windows.reduce(0) { $0 + $1.height * 8 }
        for (index, (part, window)) in zip(parts, windows).enumerated() {
            let rowLength = part.channels.count * window.width * 4
            for y in 0..<window.height {
                head += little(first + rows.count) + little(0)
                if isMultipart { rows += little(index) }
                rows += little(window.top + y) + little(rowLength)
                for channel in part.channels {
                    rows += channel.pixels[y * window.width..<(y + 1) * window.width].flatMap { little($0) }
                }
            }
        }
        return head + rows
    }

    private static func text(_ word: String) -> [UInt8] { Array(word.utf8) + [0] }
    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    private static func little(_ number: Float) -> [UInt8] { little(Int(number.bitPattern)) }
}
