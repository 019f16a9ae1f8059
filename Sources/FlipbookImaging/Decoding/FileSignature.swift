/// What the first bytes of a file that is no PNG look like.
enum FileSignature {
    /// The eight bytes every PNG begins with (PNG, clause 5.2).
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Signatures of formats that turn up under a PNG's name, longest match first where they overlap.
    private static let known: [(bytes: [UInt8], found: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0A], "a PNG file whose bytes were changed by a text-mode transfer"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0D], "a PNG file whose bytes were changed by a text-mode transfer"),
        ([0x8A, 0x4D, 0x4E, 0x47], "an MNG file"),
        ([0x8B, 0x4A, 0x4E, 0x47], "a JNG file"),
        ([0xFF, 0xD8, 0xFF], "a JPEG file"),
        (Array("GIF87a".utf8), "a GIF file"),
        (Array("GIF89a".utf8), "a GIF file"),
        ([0x49, 0x49, 0x2A, 0x00], "a TIFF file"),
        ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF file"),
        ([0x49, 0x49, 0x2B, 0x00], "a BigTIFF file"),
        ([0x4D, 0x4D, 0x00, 0x2B], "a BigTIFF file"),
        ([0x76, 0x2F, 0x31, 0x01], "an OpenEXR file"),
        (Array("SDPX".utf8), "a DPX file"),
        (Array("XPDS".utf8), "a DPX file"),
        ([0x80, 0x2A, 0x5F, 0xD7], "a Cineon file"),
        (Array("8BPS".utf8), "a Photoshop file"),
        (Array("#?RADIANCE".utf8), "a Radiance HDR file"),
        (Array("qoif".utf8), "a QOI file"),
        ([0xFF, 0x0A], "a JPEG XL file"),
        ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL file"),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 file"),
        ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 codestream"),
        (Array("gimp xcf".utf8), "a GIMP file"),
        (Array("%PDF".utf8), "a PDF file"),
        (Array("PK".utf8) + [0x03, 0x04], "a ZIP archive"),
        ([0x1F, 0x8B], "a gzip file"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
        (Array("OggS".utf8), "an Ogg file"),
        (Array("version https://git-lfs".utf8), "a Git LFS pointer; fetch the real file with git lfs pull"),
        (Array("BM".utf8), "a BMP file"),
    ]

    /// A name for what begins with `head`: `a JPEG file`, `text`, `data of an unknown kind`.
    static func describe(_ head: UnsafeRawBufferPointer) -> String {
        if head.count < png.count, head.elementsEqual(png.prefix(head.count)) {
            return "the first \(head.count) bytes of a PNG file"
        }
        if let match = known.first(where: { head.starts(with: $0.bytes) }) {
            // A bitmap's header is 26 bytes at least; two letters alone are more likely text.
            if match.bytes.count > 2 || head.count >= 26 && !isText(head) { return match.found }
        }
        if let container = describeContainer(head) { return container }
        if isText(head) {
            return head.contains(UInt8(ascii: "<")) && contains(head, "<svg") ? "an SVG file" : "text"
        }
        return "data of an unknown kind"
    }

    /// Formats whose kind stands some bytes in: RIFF and ISO base media.
    private static func describeContainer(_ head: UnsafeRawBufferPointer) -> String? {
        guard head.count >= 12 else { return nil }
        let kind = head[8..<12]
        if head.starts(with: "RIFF".utf8) {
            return kind.elementsEqual("WEBP".utf8) ? "a WebP file" : "a RIFF file (AVI or WAV)"
        }
        if head[4..<8].elementsEqual("ftyp".utf8) {
            if kind.elementsEqual("avif".utf8) || kind.elementsEqual("avis".utf8) { return "an AVIF file" }
            if kind.starts(with: "hei".utf8) || kind.elementsEqual("mif1".utf8) { return "a HEIF file" }
            return "an MP4 or QuickTime video"
        }
        return nil
    }

    /// Whether every byte is one that ordinary text has: no control characters but white space.
    private static func isText(_ head: UnsafeRawBufferPointer) -> Bool {
        head.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    }

    private static func contains(_ head: UnsafeRawBufferPointer, _ word: String) -> Bool {
        let word = Array(word.utf8)
        guard head.count >= word.count else { return false }
        return (0...head.count - word.count).contains { head[$0..<$0 + word.count].elementsEqual(word) }
    }
}
