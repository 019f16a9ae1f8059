package import FlipbookCore

package struct GIFIndex {
    package struct Frame {
        let rect: PixelRect
        /// The offset of the compressed indices, which begin with the code size.
        let data: Int
        /// The byte range of the palette, which has three bytes per color.
        var palette = 0..<0
        var isInterlaced = false
        var transparent: UInt8?
        var disposal = AnimationStep.Disposal.none
        /// The duration in hundredths of a second, as stored.
        package let delay: Int
        package var damage: ImageError?
    }

    package let size: PixelSize
    package private(set) var frames: [Frame] = []
    /// The number of loops, or 1 if the file does not specify it. If 0, the file repeats forever.
    package private(set) var loopCount = 1
    private(set) var end: Int?
    private(set) var pictureCount = 0
    private var latestDelay = 0

    private static let mostFrames = FrameSet.maximumCount
    private static let mostPixels = DecodingLimits().maximumBytes / 4

    /// Reads the blocks of a whole file. If the file is truncated or broken, a damaged picture is added at the end.
    package init(_ file: inout FileReader) throws(ImageError) {
        guard let screen = try file.bytes(at: 6, count: 7) else { throw .truncated }
        size = PixelSize(width: Int(screen.littleEndian16(at: 0)), height: Int(screen.littleEndian16(at: 2)))
        try require(!size.isEmpty, "the header declares a size of \(size)")
        guard let damage = try walk(&file, flags: screen[4]) else { return }
        frames.append(Frame(rect: PixelRect(size), data: 0, delay: latestDelay, damage: damage))
    }

    private mutating func walk(_ file: inout FileReader, flags: UInt8) throws(ImageError) -> ImageError? {
        var offset = 13
        let shared = Self.palette(flags, at: &offset)
        var control: (flags: UInt8, delay: Int, index: UInt8) = (0, 0, 0)
        while frames.count < Self.mostFrames {
            switch try file.bytes(at: offset, count: 1)?[0] {
            case 0x3B:
                end = offset + 1
                return frames.isEmpty ? .corrupt(reason: "it contains no picture") : nil
            case 0x21:
                guard let head = try file.bytes(at: offset, count: 3) else { return .truncated }
                let (label, length) = (head[1], Int(head[2]))
                if let block = try file.bytes(at: offset + 3, count: length + 1) {
                    if label == 0xF9, length >= 4 {
                        latestDelay = Int(block.littleEndian16(at: 1))
                        control = (block[0], latestDelay, block[3])
                    } else if label == 0xFF, length == 11 {
                        if let block = try file.bytes(at: offset + 3, count: 15) { noteLoops(block) }
                    } else if label == 0x01 {
                        // A text extension, which is never drawn, uses up the control block that precedes it.
                        control = (0, 0, 0)
                    }
                }
                guard let next = try Self.end(ofBlocks: &file, at: offset + 2) else { return .truncated }
                offset = next
            case 0x2C:
                pictureCount += 1
                guard let head = try file.bytes(at: offset, count: 11) else { return .truncated }
                func number(_ offset: Int) -> Int { Int(head.littleEndian16(at: offset)) }
                let rect = PixelRect(x: number(1), y: number(3), width: number(5), height: number(7))
                let flags = head[9]
                offset += 10
                var palette = Self.palette(flags, at: &offset)
                if palette.isEmpty { palette = shared }
                let end = try Self.end(ofBlocks: &file, at: offset + 1)
                var frame = Frame(rect: rect, data: offset, palette: palette, delay: control.delay)
                frame.isInterlaced = flags & 0x40 != 0
                frame.transparent = control.flags & 1 == 1 ? control.index : nil
                frame.disposal = [2: .background, 3: .previous][control.flags >> 2 & 7] ?? .none
                frame.damage = end == nil ? .truncated : Self.fault(rect, palette, before: file.byteCount)
                frames.append(frame)
                guard let end else { return nil }
                offset = end
                control = (0, 0, 0)
            case nil: return .truncated
            default: return .corrupt(reason: "no block begins at byte \(offset)")
            }
        }
        return .tooLarge(reason: "the file has more than \(Self.mostFrames) pictures")
    }

    static func palette(_ flags: UInt8, at offset: inout Int) -> Range<Int> {
        let start = offset
        if flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
        return start..<offset
    }

    private static func fault(_ rect: PixelRect, _ palette: Range<Int>, before end: Int) -> ImageError? {
        if rect.size.isEmpty { return .corrupt(reason: "the picture is \(rect.size)") }
        if rect.size.area > mostPixels { return .tooLarge(reason: "a picture of \(rect.size)") }
        if palette.isEmpty { return .corrupt(reason: "there is no palette") }
        return palette.upperBound > end ? .truncated : nil
    }

    /// Returns the end of a series of data blocks, each preceded by its length, or `nil` if the file ends first.
    private static func end(ofBlocks file: inout FileReader, at offset: Int) throws(ImageError) -> Int? {
        var offset = offset
        while let length = try file.bytes(at: offset, count: 1)?[0] {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        return nil
    }

    private mutating func noteLoops(_ block: UnsafeRawBufferPointer) {
        let names = ["NETSCAPE2.0", "ANIMEXTS1.0"]
        guard names.contains(where: { block[..<11].elementsEqual($0.utf8) }), block[11] >= 3, block[12] & 7 == 1
        else { return }
        let count = Int(block.littleEndian16(at: 13))
        loopCount = count == 0 ? 0 : count + 1
    }
}
