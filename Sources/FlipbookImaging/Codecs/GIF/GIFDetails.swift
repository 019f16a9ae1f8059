import FlipbookCore

extension ImageDetails {
    /// How many blocks before the first picture are looked at, the parts of comments included.
    private static let mostBlocks = 10_000

    /// What a GIF says up to its first picture, and whether another follows (GIF89a, sections 18 to 26); `nil` where there
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
                    isAnimated: try hasPicture(behind: data, of: file, &window)
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
    /// Whether a picture follows blocks that begin at `start`.
    private static func hasPicture(
        behind start: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        var offset = start
        while true {
            while let length = try window.bytes(at: offset, count: 1, of: file)?[0] {
                offset += 1 + Int(length)
                if length == 0 { break }
            }
            guard let kind = try window.bytes(at: offset, count: 1, of: file)?[0] else { throw .truncated }
            guard kind == 0x21 else { return kind == 0x2C }
            // The length of an extension's first part follows its label.
            offset += 2
        }
    }
}
