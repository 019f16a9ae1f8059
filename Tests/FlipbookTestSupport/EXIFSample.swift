import FlipbookImaging

/// EXIF data of files that cameras write.
public enum EXIFSample {
    /// EXIF data that turn a picture, 1 (upright) to 8.
    public static func orientation(_ value: Int) -> [UInt8] {
        [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0] + little(value, 4) + little(0, 4)
    }

    /// EXIF data with texts in the directory of a photograph, by tag. The last of them lies `distance` bytes behind the others,
    /// as behind what a camera's maker adds.
    public static func photograph(_ texts: [UInt16: String], distance: Int = 0) -> [UInt8] {
        var data: [UInt8] = []
        let last = texts.keys.max()
        let entries = texts.sorted { $0.key < $1.key }.flatMap { tag, text in
            let bytes = Array(text.utf8) + [0]
            if tag == last { data += [UInt8](repeating: 0, count: distance) }
            let value = bytes.count > 4 ? little(26 + 2 + 12 * texts.count + 4 + data.count, 4) : bytes
            if bytes.count > 4 { data += bytes }
            return little(Int(tag), 2) + [2, 0] + little(bytes.count, 4) + value + little(0, 4 - value.count)
        }
        return [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
            + little(texts.count, 2) + entries + little(0, 4) + data
    }

    /// A JPEG's segment of EXIF data.
    public static func segment(_ data: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1] + big(data.count + 8, 2) + Array("Exif\0\0".utf8) + data
    }

    /// A box of MPEG-4 and its relatives.
    public static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        big(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    /// The head of a HEIF file of 64 by 48 pixels of a brand, `heic` or `avif`, with EXIF data and without pixels.
    public static func heif(_ brand: String, _ data: [UInt8]) -> [UInt8] {
        func item(_ number: UInt8, _ kind: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0, 0, number, 0, 0] + Array(kind.utf8) + [0])
        }
        func file(_ place: Int) -> [UInt8] {
            let items: [UInt8] = [0, 0, 0, 0, 0, 2] + item(1, brand == "avif" ? "av01" : "hvc1") + item(2, "Exif")
            let places: [UInt8] =
                [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 2, 0, 0, 0, 1] + big(place, 4) + big(data.count + 4, 4)
            let size = box("ipco", box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 48]))
            let links = box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1])
            let meta: [[UInt8]] = [
                box("pitm", [0, 0, 0, 0, 0, 1]), box("iinf", items), box("iloc", places), box("iprp", size + links),
            ]
            let names = Array(brand.utf8)
            return box("ftyp", names + [0, 0, 0, 0] + names) + box("meta", [0, 0, 0, 0] + meta.joined())
                + box("mdat", [0, 0, 0, 0] + data)
        }
        return file(file(0).count - data.count - 4)
    }

    /// The first segment of a JPEG with EXIF data that say Adobe RGB by the interoperability index R03, whose last
    /// directory lies `distance` bytes behind the others.
    public static func adobeRGB(isBigEndian: Bool = true, distance: Int = 0, colorSpace: Int? = nil) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isBigEndian ? big(value, count) : little(value, count)
        }
        func directory(_ entries: [[UInt8]]) -> [UInt8] { number(entries.count, 2) + entries.joined() + number(0, 4) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        let space = colorSpace.map { [entry(0xA001, 3, 1, number($0, 2) + [0, 0])] } ?? []
        let place = number(44 + 12 * space.count + distance, 4)
        let head = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        let lists = [
            directory([entry(0x8769, 4, 1, number(26, 4))]), directory(space + [entry(0xA005, 4, 1, place)]),
            [UInt8](repeating: 0, count: distance), directory([entry(1, 2, 4, Array("R03\0".utf8))]),
        ]
        return segment(head + lists.joined())
    }
}
