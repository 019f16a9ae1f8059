package import FlipbookCore

/// The places of a GIF's pictures, and the way each is drawn (GIF89a, sections 18 to 26).
package struct GIFIndex {
    package struct Frame {
        /// The part of the canvas that it covers, as the file says; it may reach beyond the canvas.
        let rect: PixelRect
        /// The place where its compressed indices begin: the byte with the size of their codes.
        let data: Int
        /// The place where its colors are, three bytes each; empty where there are none.
        var palette = 0..<0
        var isInterlaced = false
        /// The index of pixels that are not drawn.
        var transparent: UInt8?
        var disposal = AnimationStep.Disposal.none
        /// Its duration, in hundredths of a second, as the file says.
        package let delay: Int
        /// Its fault, as far as its blocks tell.
        package var damage: ImageError?
    }

    package let size: PixelSize
    package private(set) var frames: [Frame] = []
    /// The number of times that they are shown, 0 for ever: once, where the file does not say.
    package private(set) var loopCount = 1
    private(set) var end: Int?
    /// The number of pictures of which the first byte is there.
    private(set) var pictureCount = 0
    /// The delay that was read last, which holds for a picture that is lost.
    private var latestDelay = 0

    private static let mostFrames = FrameSet.maximumCount
    private static let mostPixels = DecodingLimits().maximumBytes / 4

    /// Walks over the blocks of a whole file; one that ends early, or breaks the rules, has a damaged picture there.
    package init(_ file: inout FileReader) throws(ImageError) {
        guard let screen = try file.bytes(at: 6, count: 7) else { throw .truncated }
        size = PixelSize(width: Int(screen.littleEndian16(at: 0)), height: Int(screen.littleEndian16(at: 2)))
        guard !size.isEmpty else { throw .corrupt(reason: "the header is none of a GIF file") }
        if let damage = try walk(&file, flags: screen[4]) { addPlace(of: damage) }
    }

    /// Takes in the blocks up to the end, and says what is the matter where that is not reached.
    private mutating func walk(_ file: inout FileReader, flags: UInt8) throws(ImageError) -> ImageError? {
        var offset = 13
        let shared = Self.palette(flags, at: &offset)
        var control: (flags: UInt8, delay: Int, index: UInt8) = (0, 0, 0)
        while frames.count < Self.mostFrames {
            switch try file.bytes(at: offset, count: 1)?[0] {
            case 0x3B:
                end = offset + 1
                return frames.isEmpty ? .corrupt(reason: "there is no picture in it") : nil
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
                        // A text, which is never drawn, uses up the settings of the next picture.
                        control = (0, 0, 0)
                    }
                }
                guard let next = try Self.end(ofBlocks: &file, at: offset + 2) else { return .truncated }
                offset = next
            case 0x2C:
                pictureCount += 1
                guard let head = try file.bytes(at: offset, count: 11) else { return .truncated }
                let rect = PixelRect(
                    x: Int(head.littleEndian16(at: 1)),
                    y: Int(head.littleEndian16(at: 3)),
                    width: Int(head.littleEndian16(at: 5)),
                    height: Int(head.littleEndian16(at: 7))
                )
                let flags = head[9]
                offset += 10
                var palette = Self.palette(flags, at: &offset)
                if palette.isEmpty { palette = shared }
                let end = try Self.end(ofBlocks: &file, at: offset + 1)
                frames.append(
                    Frame(
                        rect: rect,
                        data: offset,
                        palette: palette,
                        isInterlaced: flags & 0x40 != 0,
                        transparent: control.flags & 1 == 1 ? control.index : nil,
                        disposal: [2: .background, 3: .previous][control.flags >> 2 & 7] ?? .none,
                        delay: control.delay,
                        damage: end == nil ? .truncated : Self.fault(rect, palette, before: file.byteCount)
                    )
                )
                guard let end else { return nil }
                offset = end
                control = (0, 0, 0)
            case nil: return .truncated
            default: return .corrupt(reason: "byte \(offset) begins no block")
            }
        }
        return .tooLarge(reason: "the file has more than \(Self.mostFrames) pictures")
    }

    /// The colors that the flags of a canvas or of a picture announce at `offset`, which moves behind them.
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

    /// The place where blocks that begin at `offset`, each with its length before it, end, or `nil` if the file ends first.
    private static func end(ofBlocks file: inout FileReader, at offset: Int) throws(ImageError) -> Int? {
        var offset = offset
        while let length = try file.bytes(at: offset, count: 1)?[0] {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        return nil
    }

    /// Reads the number of repetitions after the first time, if that is what an application's block holds.
    private mutating func noteLoops(_ block: UnsafeRawBufferPointer) {
        let names = ["NETSCAPE2.0", "ANIMEXTS1.0"]
        guard names.contains(where: { block[..<11].elementsEqual($0.utf8) }), block[11] >= 3, block[12] & 7 == 1
        else { return }
        let count = Int(block.littleEndian16(at: 13))
        loopCount = count == 0 ? 0 : count + 1
    }

    private mutating func addPlace(of damage: ImageError) {
        frames.append(Frame(rect: PixelRect(size), data: 0, delay: latestDelay, damage: damage))
    }
}
