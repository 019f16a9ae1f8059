/// Writes OpenEXR files of single precision, rows from the top, without compression.
public enum EXRWriter {
    /// The bytes of a file.
    /// - Parameters:
    ///   - channels: Each channel's name, and its pixels row by row.
    ///   - primaries: x and y of red, green, blue and white; `nil` for a file that does not say.
    public static func file(
        width: Int,
        height: Int,
        channels: [(name: String, pixels: [Float])],
        primaries: [Float]? = nil
    ) -> [UInt8] {
        let channels = channels.sorted { $0.name < $1.name }
        var list: [UInt8] = []
        for channel in channels { list += text(channel.name) + little(2) + little(0) + little(1) + little(1) }
        let window = little(0) + little(0) + little(width - 1) + little(height - 1)
        var head: [UInt8] = [0x76, 0x2F, 0x31, 0x01] + little(2)
        func add(_ name: String, _ type: String, _ value: [UInt8]) {
            head += text(name) + text(type) + little(value.count) + value
        }
        add("channels", "chlist", list + [0])
        add("compression", "compression", [0])
        add("dataWindow", "box2i", window)
        add("displayWindow", "box2i", window)
        add("lineOrder", "lineOrder", [0])
        add("pixelAspectRatio", "float", little(Float(1)))
        add("screenWindowCenter", "v2f", little(Float(0)) + little(Float(0)))
        add("screenWindowWidth", "float", little(Float(1)))
        if let primaries { add("chromaticities", "chromaticities", primaries.flatMap(little)) }
        head.append(0)
        let rowLength = channels.count * width * 4
        let first = head.count + height * 8
        for y in 0..<height { head += little(first + y * (8 + rowLength)) + little(0) }
        for y in 0..<height {
            head += little(y) + little(rowLength)
            for channel in channels { head += channel.pixels[y * width..<(y + 1) * width].flatMap(little) }
        }
        return head
    }

    private static func text(_ word: String) -> [UInt8] { Array(word.utf8) + [0] }
    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    private static func little(_ number: Float) -> [UInt8] { little(Int(number.bitPattern)) }
}
