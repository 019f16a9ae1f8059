import FlipbookCore

extension FileContents {
    /// Identifies, by its first bytes, a file that no codec reads: `a HEIF file`, `text`, `data of an unknown type`.
    package init(_ head: UnsafeRawBufferPointer) {
        let png = PNGChunk.signature
        if head.count < 4 {
            self.init("a file of \(head.count.of("byte"))", .nothing)
        } else if head.count < png.count, head.elementsEqual(png.prefix(head.count)) {
            self.init("the first \(head.count) bytes of a PNG file", .nothing)
        } else if let match = Self.known.first(where: { head.starts(with: $0.bytes) }) {
            self = match.kind
        } else if let container = Self(container: head) {
            self = container
        } else if head.isText {
            let start = String(decoding: head.prefix(512).drop(while: \.isFiller).prefix(9), as: UTF8.self).lowercased()
            if head.place(of: "<plist") != nil {
                self.init("a property list, such as for a cocos2d sheet", .odd(remedy: Self.listing))
            } else if start.hasPrefix("<html") || start == "<!doctype" {
                self.init("an HTML page, probably from a failed download", .nothing)
            } else {
                self.init("text", .nothing)
            }
        } else {
            self.init("data of an unknown type", .nothing)
        }
    }

    private static let known: [(bytes: [UInt8], kind: FileContents)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0A], garbled),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0D], garbled),
        ([0x8A, 0x4D, 0x4E, 0x47], .foreign("an MNG file")),
        ([0x8B, 0x4A, 0x4E, 0x47], .foreign("a JNG file")),
        ([0x80, 0x2A, 0x5F, 0xD7], .foreign("a Cineon file")),
        ([0xD7, 0x5F, 0x2A, 0x80], .foreign("a Cineon file")),
        (Array("8BPS".utf8), .foreign("a Photoshop file", by: "convert 'IN[0]' OUT.png")),
        (Array("qoif".utf8), .foreign("a QOI file", by: "ffmpeg -i IN OUT.png")),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .foreign("a JPEG 2000 file")),
        ([0xFF, 0x4F, 0xFF, 0x51], .foreign("a JPEG 2000 codestream")),
        // Debian's ImageMagick does not read GIMP 2.10 files.
        (Array("gimp xcf".utf8), FileContents("a GIMP file", .odd(remedy: "export it as PNG from GIMP"))),
        (Array("PF\n".utf8), .foreign("a PFM file")),
        (Array("Pf\n".utf8), .foreign("a PFM file")),
        (Array("DDS ".utf8), .foreign("a DDS texture")),
        (Array("icns".utf8), .foreign("an ICNS icon file", by: "icns2png -x IN")),
        ([0x0A, 0x05, 0x01], .foreign("a PCX file")),
        ([0x01, 0xDA, 0x00], .foreign("an SGI file")),
        ([0x01, 0xDA, 0x01], .foreign("an SGI file")),
        ([0x59, 0xA6, 0x6A, 0x95], .foreign("a Sun raster file")),
        (Array("/* XPM */".utf8), .foreign("an XPM file")),
        (Array("SIMPLE  =".utf8), .foreign("a FITS file")),
        (Array("id=ImageMagick".utf8), .foreign("a MIFF file")),
        (Array("%!PS".utf8), .foreign("a PostScript file", by: postScriptConverter)),
        ([0xC5, 0xD0, 0xD3, 0xC6], .foreign("an EPS file", by: postScriptConverter)),
        (Array("%PDF".utf8), .foreign("a PDF file", by: "pdftoppm -png IN OUT")),
        (Array("PK".utf8) + [0x03, 0x04], FileContents("a ZIP archive", .archive)),
        (Array("PK".utf8) + [0x05, 0x06], FileContents("an empty ZIP archive", .nothing)),
        ([0x1F, 0x8B], FileContents("a gzip file", .archive)),
        ([0x1A, 0x45, 0xDF, 0xA3], FileContents("a Matroska or WebM video", .recording)),
        (Array("OggS".utf8), FileContents("an Ogg file", .recording)),
        (Array("version https://git-lfs".utf8), FileContents("a Git LFS pointer", .gitPointer)),
    ]

    private static let garbled = FileContents("a PNG file damaged by a text-mode transfer", .garbled)
    private static let listing = "pack the sheet again with a JSON list (TexturePacker's data format JSON)"
    private static let extractor = "extract its pictures with deark (deark -o OUT IN)"
    private static let postScriptConverter = "gs -q -sDEVICE=pngalpha -r144 -dEPSCrop -o OUT.png IN"

    /// Returns the contents of a picture in a format that Flipbook does not read, with a command that converts it to PNG. By
    /// default, this is ImageMagick's command.
    private static func foreign(_ noun: String, by converter: String = "convert IN OUT.png") -> FileContents {
        FileContents(noun, .foreign(converter: converter))
    }

    /// Identifies formats by bytes after the start: RIFF, ISO base media, and OS/2 icons.
    private init?(container head: UnsafeRawBufferPointer) {
        guard head.count >= 12 else { return nil }
        let kind = head.count < 18 ? "" : String(decoding: head.prefix(2), as: UTF8.self)
        // The bitmap in an icon has one of two headers. In an icon array, a second file header follows instead.
        if ["IC", "CI", "PT", "CP"].contains(kind), [12, 64].contains(head.littleEndian32(at: 14)) {
            self.init("an OS/2 icon or pointer", .odd(remedy: Self.extractor))
        } else if kind == "BA", ["IC", "CI", "PT", "CP", "BM"].contains(String(decoding: head[14..<16], as: UTF8.self))
        {
            self.init("an OS/2 array of icons or bitmaps", .odd(remedy: Self.extractor))
        } else if head.starts(with: "RIFF".utf8) {
            self.init("a RIFF file (AVI or WAV)", .recording)
        } else if head[4..<8].elementsEqual("ftyp".utf8) {
            self.init("an MP4 or QuickTime video", .recording)
        } else {
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    var isText: Bool { prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) } }
}
