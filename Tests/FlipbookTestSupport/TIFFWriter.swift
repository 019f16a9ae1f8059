import FlipbookImaging

/// A TIFF file made by hand, of kinds that other programs do not write: its pixels stand right behind the header.
public struct TIFFWriter {
    /// The size in pixels, the bits of a sample, and the samples of a pixel.
    public var (width, height, bits, samples) = (2, 1, 8, 3)
    /// The meaning of the samples (262): 1 for gray, 2 for RGB.
    public var photometric = 2
    /// A Boolean value that indicates that the bytes of numbers begin with the highest.
    public var isBigEndian = false
    /// A Boolean value that indicates a BigTIFF.
    public var isBig = false
    /// More entries, of SHORT numbers.
    public var shorts: [Int: [Int]] = [:]
    /// More entries, of FLOAT numbers.
    public var floats: [Int: [Float]] = [:]
    /// The text of the image description (270).
    public var description: String?
    /// The bytes between the blocks and the directory.
    public var behind: [UInt8] = []
    /// The bytes of each strip or tile.
    public var blocks: [[UInt8]] = []
    /// The tiles' size; strips of `rowsPerStrip` rows where there is none.
    public var tile: Int?
    /// The rows of a strip.
    public var rowsPerStrip = 1
    /// A Boolean value that indicates that another page is said to follow.
    public var hasSecondPage = false

    /// A file of two pixels of RGB, with some changes.
    public init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }

    /// The bytes of a number in the file's order.
    public func number(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
        isBigEndian ? big(value, count) : little(value, count)
    }

    private var room: Int { isBig ? 8 : 4 }

    /// The bytes of the file, whose further pages are of the same form.
    public func file(followedBy pages: [TIFFWriter] = []) -> [UInt8] {
        let mark = Array((isBigEndian ? "MM" : "II").utf8) + number(isBig ? 43 : 42, 2)
        var file = mark + (isBig ? number(8, 2) + number(0, 2) : [])
        // The place where that of the next directory stands.
        var link = file.count
        file += number(0, room)
        func go(on place: Int) { file.replaceSubrange(link..<link + room, with: number(place, room)) }
        for page in [self] + pages {
            let (body, directory, far) = page.parts(at: file.count)
            go(on: file.count + body.count)
            link = file.count + body.count + directory.count
            file += body + directory + number(0, room) + far
        }
        if hasSecondPage {
            go(on: file.count)
            let width = number(0x100, 2) + number(4, 2) + number(1, room) + number(5, 4)
            file += number(1, isBig ? 8 : 2) + width + [UInt8](repeating: 0, count: room - 4) + number(0, room)
        }
        return file
    }

    /// The bytes before the directory, its entries, and the values that have no room in it.
    private func parts(at start: Int) -> (body: [UInt8], directory: [UInt8], far: [UInt8]) {
        var body: [UInt8] = []
        let offsets = blocks.map { block in
            defer { body += block }
            return start + body.count
        }
        body += behind
        var entries: [Int: (type: Int, count: Int, value: [UInt8])] = [:]
        func add(_ tag: Int, _ type: Int, _ width: Int, _ numbers: [Int]) {
            entries[tag] = (type, numbers.count, numbers.flatMap { number($0, width) })
        }
        for (tag, numbers) in shorts { add(tag, 3, 2, numbers) }
        for (tag, numbers) in floats { add(tag, 11, 4, numbers.map { Int($0.bitPattern) }) }
        if let description { add(0x10E, 2, 1, description.utf8.map { Int($0) } + [0]) }
        add(0x100, 4, 4, [width])
        add(0x101, 4, 4, [height])
        add(0x102, 3, 2, Array(repeating: bits, count: samples))
        add(0x106, 3, 2, [photometric])
        add(0x115, 3, 2, [samples])
        if let tile {
            add(0x142, 3, 2, [tile])
            add(0x143, 3, 2, [tile])
        } else {
            add(0x116, 4, 4, [rowsPerStrip])
        }
        // LONG8 in a BigTIFF.
        add(tile == nil ? 0x111 : 0x144, isBig ? 16 : 4, room, offsets)
        add(tile == nil ? 0x117 : 0x145, isBig ? 16 : 4, room, blocks.map(\.count))
        var (directory, far) = (number(entries.count, isBig ? 8 : 2), [UInt8]())
        let end = start + body.count + directory.count + entries.count * (4 + 2 * room) + room
        for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
            var value = entry.value
            if value.count > room {
                far += value
                value = number(end + far.count - value.count, room)
            }
            directory += number(tag, 2) + number(entry.type, 2) + number(entry.count, room)
            directory += value + [UInt8](repeating: 0, count: room - value.count)
        }
        return (body, directory, far)
    }
}
