package import FlipbookCore
internal import Glibc

package enum EXREncoder {
    package enum Compression: String, Sendable, CaseIterable {
        case plain = "none"
        /// Run-length encoding of each row.
        case rle
        /// zlib for each row, so that each row can be decoded separately.
        case zips
        /// zlib for 16 rows at a time, which produces the smallest files.
        case zip

        fileprivate var number: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
    }

    package static func encode(
        _ picture: Picture,
        opaque: Bool,
        compression: Compression = .zip,
        standard: InputProfile.Standard = .sRGB,
        texts: [(name: String, text: String)] = []
    ) -> [UInt8] {
        precondition(picture.format == .rgba || picture.format == .rgba64, "the picture must be RGBA")
        let (width, height) = (picture.size.width, picture.size.height)
        let names = opaque ? ["B", "G", "R"] : ["A", "B", "G", "R"]
        var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
        func add(_ name: String, _ type: String, _ value: [UInt8]) {
            file += Array(name.utf8) + [0] + Array(type.utf8) + [0] + little(value.count, 4) + value
        }
        let list = names.flatMap { name -> [UInt8] in
            // Half precision, without subsampling.
            Array(name.utf8) + [0] + little(1, 4) + [0, 0, 0, 0] + little(1, 4) + little(1, 4)
        }
        let window = little(0, 4) + little(0, 4) + little(width - 1, 4) + little(height - 1, 4)
        let one: [UInt8] = little(Int(Float(1).bitPattern), 4)
        add("channels", "chlist", list + [0])
        // The attribute is written even for BT.709, which is its default.
        add("chromaticities", "chromaticities", bytes(of: standard.primaries))
        add("compression", "compression", [compression.number])
        add("dataWindow", "box2i", window)
        add("displayWindow", "box2i", window)
        add("lineOrder", "lineOrder", [0])
        add("pixelAspectRatio", "float", one)
        add("screenWindowCenter", "v2f", [UInt8](repeating: 0, count: 8))
        add("screenWindowWidth", "float", one)
        for text in texts { add(text.name, "string", Array(text.text.utf8)) }
        file.append(0)
        let rows = compression == .zip ? 16 : 1
        let tops = stride(from: 0, to: height, by: rows)
        let chunks = picture.withUnsafeBytes { pixels in
            tops.map { top in
                let count = min(rows, height - top)
                let plain = numbers(pixels, picture, rows: top..<top + count, hasAlpha: !opaque)
                let packed = packed(plain, by: compression)
                // Rows that compression does not make smaller are stored uncompressed.
                let bytes = packed.isEmpty || packed.count >= plain.count ? plain : packed
                return little(top, 4) + little(bytes.count, 4) + bytes
            }
        }
        var place = file.count + chunks.count * 8
        for chunk in chunks {
            file += little(place, 8)
            place += chunk.count
        }
        file.reserveCapacity(place)
        for chunk in chunks { file += chunk }
        return file
    }

    private static func numbers(_ pixels: UnsafeRawBufferPointer, _ picture: Picture, rows: Range<Int>, hasAlpha: Bool)
        -> [UInt8]
    {
        let (width, isDeep) = (picture.size.width, picture.format.isDeep)
        let count = hasAlpha ? 4 : 3
        let rowLength = width * count
        var result = [UInt16](repeating: 0, count: rows.count * rowLength)
        light.withUnsafeBufferPointer { light in
            for y in rows {
                let start = (y - rows.lowerBound) * rowLength
                for x in 0..<width {
                    let index = (y &* width &+ x) &* 4
                    func value(_ channel: Int) -> Int {
                        isDeep
                            ? Int(pixels.littleEndian16(at: (index &+ channel) &* 2))
                            : Int(pixels[index &+ channel]) &* 257
                    }
                    let alpha = hasAlpha ? Float(value(3)) / 65_535 : 1
                    if hasAlpha { result[start &+ x] = Float16(alpha).bitPattern.littleEndian }
                    for channel in 0..<3 {
                        let place = start &+ (count &- 1 &- channel) &* width &+ x
                        result[place] = Float16(light[value(channel)] * alpha).bitPattern.littleEndian
                    }
                }
            }
        }
        return result.withUnsafeBytes { Array($0) }
    }

    /// Packs bytes. All low bytes precede the high bytes, and each byte is stored as the difference from the previous one.
    private static func packed(_ plain: [UInt8], by compression: Compression) -> [UInt8] {
        guard compression != .plain else { return plain }
        let half = (plain.count + 1) / 2
        var sorted = [UInt8](repeating: 0, count: plain.count)
        for index in plain.indices { sorted[index % 2 == 0 ? index / 2 : half + index / 2] = plain[index] }
        var before = sorted[0]
        for index in 1..<sorted.count {
            let value = sorted[index]
            sorted[index] = value &- before &+ 128
            before = value
        }
        return compression == .rle ? runs(of: sorted) : sorted.deflated
    }

    /// Packs bytes as runs. A run begins with its length minus 1. A group of up to 127 literal bytes begins with its negated
    /// length.
    private static func runs(of bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(bytes.count)
        forEachRun(of: bytes.indices, atLeast: 3, othersAtMost: 127, areEqual: { bytes[$0] == bytes[$1] }) {
            packed.append(UInt8(truncatingIfNeeded: $1 ? $0.count - 1 : -$0.count))
            packed += bytes[$1 ? $0.prefix(1) : $0]
        }
        return packed
    }

    private static func bytes(of primaries: RGBPrimaries) -> [UInt8] {
        [primaries.red, primaries.green, primaries.blue, primaries.white].flatMap { place in
            little(Int(Float(place.x).bitPattern), 4) + little(Int(Float(place.y).bitPattern), 4)
        }
    }

    private static let light = (0...65_535).map { Float(TransferFunction.sRGB.light(of: Double($0) / 65_535)) }
}
