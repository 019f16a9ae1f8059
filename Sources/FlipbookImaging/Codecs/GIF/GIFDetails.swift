import FlipbookCore

extension ImageDetails {
    /// The most blocks before the first picture that are looked at, the parts of comments included.
    private static let mostBlocks = 10_000

    /// The statement of a GIF up to its first picture, and whether another follows (GIF89a, sections 18 to 26), or `nil` if there
    /// is no picture.
    /// - Throws: ``ImageError/truncated`` where the file ends before its one picture does.
    static func gif(
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> ImageDetails? {
        guard let screen = try window.bytes(at: 6, count: 7, of: file) else { return nil }
        let size = PixelSize(width: Int(screen.littleEndian16(at: 0)), height: Int(screen.littleEndian16(at: 2)))
        let flags = screen[4]
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        var hasKey = false
        var blocks = 0
        while blocks < mostBlocks {
            guard let block = try window.bytes(at: offset, count: 3, of: file) else { return nil }
            switch (block[0], block[1]) {
            case (0x21, 0xF9):
                guard let control = try window.bytes(at: offset + 3, count: 1, of: file) else { return nil }
                hasKey = control[0] & 1 == 1
            case (0x21, _): break
            case (0x2C, _):
                guard let flags = try window.bytes(at: offset + 9, count: 1, of: file)?[0] else { return nil }
                let data = offset + 11 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
                let (isAnimated, end) = try pictures(behind: data, of: file, &window)
                if let end { try ImageFormat.gif.checkSole(file, &window, after: end) }
                return ImageDetails(
                    header: ImageHeader(
                        size: size,
                        format: .gif,
                        bitDepth: 8,
                        colorModel: .indexed,
                        hasAlpha: hasKey,
                        isInterlaced: flags & 0x40 != 0
                    ),
                    byteCount: file.byteCount,
                    transparency: hasKey ? .palette : ImageDetails.Transparency.none,
                    isAnimated: isAnimated
                )
            default: return nil
            }
            // The parts of an extension, each preceded by its length, up to one of none.
            offset += 2
            while let length = try window.bytes(at: offset, count: 1, of: file)?.first {
                offset += 1 + Int(length)
                blocks += 1
                if length == 0 || blocks >= mostBlocks { break }
            }
        }
        return nil
    }

    /// The presence of pictures behind blocks that begin at `start`, and where the file's end is marked,
    /// or `nil` if it is not.
    private static func pictures(
        behind start: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> (isAnimated: Bool, end: Int?) {
        var (offset, isAnimated) = (start, false)
        while true {
            while let length = try window.bytes(at: offset, count: 1, of: file)?[0] {
                offset += 1 + Int(length)
                if length == 0 { break }
            }
            let kind = try window.bytes(at: offset, count: 1, of: file)?[0]
            switch kind {
            // The length of an extension's first part follows its label.
            case 0x21: offset += 2
            case 0x2C:
                isAnimated = true
                guard let flags = try window.bytes(at: offset + 9, count: 1, of: file)?[0] else { return (true, nil) }
                offset += 11 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
            case nil where !isAnimated: throw .truncated
            default: return (isAnimated, kind == 0x3B ? offset + 1 : nil)
            }
        }
    }
}
