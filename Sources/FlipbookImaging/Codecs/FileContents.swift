internal import FlipbookCore
package import FlipbookFiles

/// A description of a file that is not a displayable picture. A string literal, such as `"a HEIF file"`, describes an image in
/// a format that Flipbook does not read.
public struct FileContents: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name as it appears in a sentence: `a HEIF file`, `a named pipe`, `text`.
    public let noun: String
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        case picture
        /// A format that Flipbook recognizes but does not read, and the command that converts it to PNG.
        case foreign(converter: String)
        /// Multiple pictures in one file, and the command that splits them.
        case pictures(splitter: String)
        case needing(library: String)
        /// A PNG that Xcode has optimized for an app.
        case crushed
        /// A variant of a known format that Flipbook does not decode.
        case odd(remedy: String)
        case recording, sound, archive
        /// A reference to a file that Git stores elsewhere.
        case gitPointer
        case garbled
        /// Contents without a picture: text, a partial file, unknown bytes.
        case nothing
        case special(FileStatus.Kind)
    }

    package init(_ noun: String, _ kind: Kind = .picture) { (self.noun, self.kind) = (noun, kind) }

    package static let splitter = "ffmpeg -i IN -fps_mode passthrough OUT.%04d.png"

    /// Describes an image in a format that Flipbook does not read.
    public init(stringLiteral noun: String) { self.init(noun) }

    package init(_ format: ImageFormat) {
        self.init(format.noun, format.missingLibrary.map(Kind.needing) ?? .pictures(splitter: Self.splitter))
    }

    var shortage: MachineShortage? {
        if case .needing(let library) = kind { RuntimeLibrary.shortage(loading: library) } else { nil }
    }

    /// Describes a file in which a second picture follows the first.
    fileprivate static func joined(_ format: ImageFormat, until end: Int, _ next: ImageFormat, at place: Int) -> Self {
        let several = "multiple \(format.name) pictures, one after another"
        let noun = format == next ? several : "\(format.noun) followed by \(next.noun)"
        // ffmpeg can split the file, since it skips bytes between JPEGs.
        if format == .jpeg, next == .jpeg {
            return Self(noun, .pictures(splitter: "ffmpeg -f mjpeg -i IN -c copy OUT.%04d.jpg"))
        }
        let names = [format, next].map(\.extensions[0])
        let splitter = "head -c \(end) IN > OUT.1.\(names[0]) && tail -c +\(place + 1) IN > OUT.2.\(names[1])"
        // The second file may also contain multiple pictures. The error for that file then contains the position of its second
        // picture.
        return Self(noun, .pictures(splitter: splitter + ", then repeat with OUT.2.\(names[1]) as IN and a new OUT"))
    }

    /// Describes a file that contains several pictures of one format and then bytes that are not a picture.
    static func row(of format: ImageFormat, count: Int, until place: Int) -> Self {
        let noun = "a file with \(count) \(format.name) pictures in a row and other bytes starting at byte \(place)"
        let remedy = "keep only the pictures with head -c \(place) IN > OUT.\(format.extensions[0])"
        return Self(noun, .odd(remedy: remedy))
    }

    package init(_ special: FileStatus.Kind) { self.init(special.rawValue, .special(special)) }

    /// The name as it appears in a sentence.
    public var description: String { noun }

    package func remedy(isOne: Bool = true) -> String {
        let (it, frames) = isOne ? ("it", "this frame") : ("them", "these frames")
        let leaving = ", or leave \(it) out"
        return switch kind {
        case .odd(let remedy): remedy
        case .garbled: "copy \(it) again, as binary data"
        case .crushed:
            "restore \(it) with xcrun pngcrush -revert-iphone-optimizations IN OUT, or use the "
                + (isOne ? "original" : "originals")
        case .needing: "convert \(isOne ? "the file" : it) to PNG" + leaving
        case .special: "put \(isOne ? "the frame's file in its place" : "the frames' files in their places")" + leaving
        case .foreign(let converter): "convert \(it) to PNG (\(converter))" + leaving
        case .pictures(let splitter): "split \(it) into files (\(splitter))" + leaving
        case .recording: "extract its frames as PNG (\(Self.splitter))" + leaving
        case .gitPointer: "fetch the real \(isOne ? "file" : "files") with git lfs pull" + leaving
        case .sound: "add \(it) to pictures as audio"
        case .archive: "unpack \(it), and specify its pictures" + leaving
        case .nothing: "render, copy or download \(frames) again" + leaving
        case .picture: "convert \(it) to PNG" + leaving
        }
    }

    /// Identifies the contents of a file that no codec reads, such as `a HEIF file`, `text`, or `data of an unknown type`.
    /// `head` is the first bytes of the file.
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
        ([0x01, 0xDA], .foreign("an SGI file")),
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
        (Array("YUV4MPEG2 ".utf8), stream("a Y4M video")),
        (Array("fLaC".utf8), FileContents("a FLAC file", .sound)),
        (Array("ID3".utf8), FileContents("an MP3 file", .sound)),
        ([0, 0, 1, 0xBA], stream("an MPEG program stream")),
        (Array("version https://git-lfs".utf8), FileContents("a Git LFS pointer", .gitPointer)),
    ]

    private static let garbled = FileContents("a PNG file damaged by a text-mode transfer", .garbled)
    private static let listing = "pack the sheet again with a JSON list (TexturePacker's data format JSON)"
    private static let extractor = "extract its pictures with deark (deark -o OUT IN)"
    private static let postScriptConverter = "gs -q -sDEVICE=pngalpha -r144 -dEPSCrop -o OUT.png IN"

    /// Describes a picture in a format that Flipbook does not read, with a command that converts it to PNG. By default, this is
    /// ImageMagick's command.
    private static func foreign(_ noun: String, by converter: String = "convert IN OUT.png") -> FileContents {
        FileContents(noun, .foreign(converter: converter))
    }

    private static func stream(_ noun: String) -> FileContents {
        let command = "ffmpeg -i IN OUT.mkv; in a pipe, ffmpeg -f matroska -"
        return FileContents(noun, .odd(remedy: "convert it to Matroska (\(command))"))
    }

    /// Identifies formats whose signature is not at the start of the file, or is not sufficient: RIFF, ISO base media, Ogg,
    /// MPEG audio, and OS/2 icons.
    private init?(container head: UnsafeRawBufferPointer) {
        guard head.count >= 12 else { return nil }
        let kind = head.count < 18 ? "" : String(decoding: head.prefix(2), as: UTF8.self)
        // An OS/2 icon contains a bitmap with one of two headers. An array of icons contains another file header instead.
        if ["IC", "CI", "PT", "CP"].contains(kind), [12, 64].contains(head.littleEndian32(at: 14)) {
            self.init("an OS/2 icon or pointer", .odd(remedy: Self.extractor))
        } else if kind == "BA", ["IC", "CI", "PT", "CP", "BM"].contains(String(decoding: head[14..<16], as: UTF8.self))
        {
            self.init("an OS/2 array of icons or bitmaps", .odd(remedy: Self.extractor))
        } else if head.starts(with: "RIFF".utf8) {
            let isSound = head[8..<12].elementsEqual("WAVE".utf8)
            self = isSound ? Self("a WAV file", .sound) : Self("a RIFF file (AVI)", .recording)
        } else if head[4..<8].elementsEqual("ftyp".utf8) {
            let isSound = head[8..<11].elementsEqual("M4A".utf8)
            self = isSound ? Self("an M4A file", .sound) : Self("an MP4 or QuickTime video", .recording)
        } else if head.starts(with: "OggS".utf8) {
            self = head.place(of: "theora") == nil ? Self("an Ogg file", .sound) : Self("an Ogg video", .recording)
        } else if head[0] == 0xFF, [0xF1, 0xF2, 0xF3, 0xF9, 0xFA, 0xFB].contains(head[1]) {
            // A frame of MPEG audio, or of AAC in an ADTS stream.
            self.init("an MP3 or AAC file", .sound)
        } else if head[0] == 0x47, head.count > 188, head[188] == 0x47 {
            self = Self.stream("an MPEG transport stream")
        } else {
            return nil
        }
    }
}

extension ImageFormat {
    /// Throws an error if another picture follows at `end`, possibly after filler or the text that a server puts between the
    /// pictures of a stream. A PNG or JPEG is also found after up to 64 KB of unknown bytes.
    /// - Parameter preview: The maximum number of pixels of a JPEG that is considered a camera's preview, or 0.
    func checkSole(_ file: inout FileReader, after end: Int, preview: Int = 0) throws(ImageError) {
        file.end = end
        // A picture that follows another one is not searched for further pictures.
        guard file.role == .file else { return }
        let place = try end + file.fillerCount(at: end)
        guard place < file.byteCount else { return }
        let header = try file.withBytes(at: place, count: 512, \.headerLength)
        for start in Set([end, place, place + header]).sorted() where start < file.byteCount {
            try check(file, until: end, at: start, preview: preview)
        }
        // Pictures inside an archive or a video are ignored. A video may begin with zeros, which were skipped as filler.
        for start in max(end, place - 4)...place {
            guard case .nothing = try file.withBytes(at: start, count: 32, { FileContents($0).kind }) else { return }
        }
        let count = min(1 << 16, file.byteCount - place)
        let signatures = [PNGChunk.signature, [0xFF, 0xD8, 0xFF]]
        let starts = try file.withBytes(at: place, count: count) { bytes in
            let starts = bytes.indices.lazy.filter { start in
                bytes[start] >= 0x89 && signatures.contains { bytes[start...].starts(with: $0) }
            }
            // A file with more than 100 candidates is probably malicious.
            return Array(starts.prefix(100))
        }
        // The three bytes that begin a JPEG can occur by chance, so its headers must be intact.
        for start in starts { try check(file, until: end, at: place + start, preview: max(preview, 1)) }
    }

    private func check(_ file: borrowing FileReader, until end: Int, at start: Int, preview: Int) throws(ImageError) {
        guard let next = try Self.follower(in: file, at: start, preview: preview) else { return }
        throw .notAnImage(found: .joined(self, until: end, next, at: start))
    }

    func checkSole(_ bytes: UnsafeRawBufferPointer, after end: Int, preview: Int = 0) throws(ImageError) {
        guard end < bytes.count else { return }
        var file = try FileReader(bytes)
        try checkSole(&file, after: end, preview: preview)
    }

    private static func follower(in file: borrowing FileReader, at place: Int, preview: Int) throws(ImageError)
        -> ImageFormat?
    {
        var rest = FileReader(file, from: place, as: .follower)
        let head = try rest.head()
        // TGA, ICO, and JPEG XL have weak signatures, and a ZIP archive is not a picture.
        guard let codec = ImageCodecs.standard.codecs.first(where: { $0.matches(head) }),
            ![.tga, .ico, .jxl, .zip].contains(codec.format)
        else { return nil }
        do throws(ImageError) {
            let area = try codec.readDetails(&rest).header.size.area
            return codec.format == .jpeg && area <= preview ? nil : codec.format
        } catch {
            switch error.reason {
            case .truncated where codec.format == .jpeg || rest.byteCount < PNGPreamble.afterHeader: return nil
            // A truncated or unsupported picture is reported, unless a camera may have added it.
            case .truncated, .notAnImage: return codec.format == .png || preview == 0 ? codec.format : nil
            default: return nil
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The total length of the leading text lines, of the empty line after them, and of filler.
    fileprivate var headerLength: Int {
        let ends = ["\n\n", "\n\r\n"]
        guard let end = indices.first(where: { place in ends.contains { self[place...].starts(with: $0.utf8) } }),
            UnsafeRawBufferPointer(rebasing: self[..<end]).isText
        else { return 0 }
        return end + self[end...].prefix(while: \.isFiller).count
    }

    var isText: Bool { prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) } }
}

extension UInt8 {
    /// A Boolean value that indicates whether the byte can occur between pictures, as padding or at the end of a line.
    var isFiller: Bool { [0, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " ")].contains(self) }
}
