public import FlipbookCore
import FlipbookFiles

/// The image formats that Flipbook reads.
public struct ImageCodecs: Sendable {
    /// The codecs, in the order in which they are tried.
    public private(set) var codecs: [ImageCodec]

    /// Creates a table of codecs.
    public init(_ codecs: [ImageCodec]) { self.codecs = codecs }

    /// Flipbook's own codecs. TGA is last, since its files have no signature.
    public static let standard = ImageCodecs([
        .png, .jpeg, .gif, .bmp, .tiff, .webP, .exr, .avif, .heic, .jxl, .svg, .dpx, .hdr, .pnm, .xbm, .ico, .zip, .tga,
    ])

    /// The division of a single picture into cells. `FilePath.picture` contains a cell's number.
    public private(set) var cut: SheetCut?

    /// Returns the same codecs for a sprite sheet, whose pictures are addressed by number.
    public func cutting(_ cut: SheetCut) -> ImageCodecs { changing(self) { $0.cut = cut } }

    /// The mapping of a file's values to colors.
    public private(set) var colors = SourceColors()

    /// Returns the same codecs with a different mapping to colors.
    public func reading(_ colors: SourceColors) -> ImageCodecs {
        changing(self) { ($0.colors, $0.codecs) = (colors, codecs.map { $0.choosing?(colors) ?? $0 }) }
    }

    /// Returns the codec for a file that is opened by path, or `nil` for files that are read into memory.
    func codecOfFile(at path: FilePath) -> ImageCodec? {
        guard let last = codecs.last, last.openFile != nil else { return nil }
        let name = path.lastComponent.lowercased()
        // Standard input has no extension, and a still may be named like a video.
        let isMeant = name == "stdin" || last.format.extensions.contains { name.hasSuffix("." + $0) }
        return isMeant && (try? codec(of: FileReader(path)))?.format == last.format ? last : nil
    }

    package func adding(_ codec: ImageCodec) -> ImageCodecs { changing(self) { $0.codecs.append(codec) } }

    /// Returns the names of a file's layers, from which ``ChannelChoice`` chooses. The result is empty for a format without
    /// layers.
    public func layers(ofFileAt path: FilePath) throws(ImageError) -> [String] {
        try parts(ofFileAt: path).map(\.name).filter { !$0.isEmpty }.distinct
    }

    /// Returns the layers of a file, each with its channels. In each part, the unnamed layer comes first.
    package func parts(ofFileAt path: FilePath) throws(ImageError) -> [ImageLayer] {
        try ImageError.naming(path) { () throws(ImageError) in
            var file = try FileReader(path)
            let head = try file.head()
            return try codecs.first { $0.matches(head) }?.layers?(&file) ?? []
        }
    }

    /// The formats, in the order of the codecs.
    public var formats: [ImageFormat] { codecs.map(\.format) }

    /// Returns the format for an extension in lower case.
    public func format(forExtension word: String) -> ImageFormat? { formats.first { $0.extensions.contains(word) } }

    package subscript(_ format: ImageFormat) -> ImageCodec? { codecs.first { $0.format == format } }

    func codec(of file: borrowing FileReader) throws(ImageError) -> ImageCodec {
        try file.withBytes(at: 0, count: FileReader.windowLength, codec(for:))
    }

    /// Returns the codec for a file that begins with `head`. If no codec matches, throws an error that identifies the file's
    /// contents.
    func codec(for head: UnsafeRawBufferPointer) throws(ImageError) -> ImageCodec {
        if let codec = codecs.first(where: { $0.matches(head) }) { return codec }
        throw .notAnImage(found: FileContents(head))
    }
}

package struct ImageLayer: Hashable, Sendable {
    /// The name, which is empty for channels without a layer.
    package let name: String
    /// The 1-based number of the part, or `nil` in a file with one part.
    package let part: Int?
    package let channels: [String]
}

/// An image file format, identified by its name.
public struct ImageFormat: Hashable, Sendable {
    /// The name: `WebP`.
    public let name: String
    /// The extensions in lower case, the usual one first.
    public let extensions: [String]
    /// The file name of the library that decodes the pixels, such as `libwebp.so.7`, or `nil` if no library is loaded.
    public var library: String? { runtime?.name }
    /// A Boolean value that indicates whether this machine can decode the pixels, not only the headers.
    public var isDecoded: Bool { hasDecoder && runtime?.isInstalled != false }
    /// The available decoders, in order of preference. A decoder is a library, or `Flipbook`.
    public var decoders: [String] { [runtime?.installedName].compactMap { $0 } + linked }
    /// The file name of the library that is required to decode the pixels, or `nil` if it is installed.
    public var missingLibrary: String? { isDecoded ? nil : library }

    package let hasDecoder: Bool
    private var runtime: RuntimeLibrary?
    private var linked = ["Flipbook"]

    init(name: String, extensions: [String], hasDecoder: Bool) {
        (self.name, self.extensions, self.hasDecoder) = (name, extensions, hasDecoder)
    }

    func decoded(by libraries: [String]) -> ImageFormat { changing(self) { $0.linked = libraries } }

    func loading(_ library: RuntimeLibrary) -> Self { changing(self) { ($0.runtime, $0.linked) = (library, []) } }

    /// Returns `true` if the names are equal.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name as it appears in a sentence: `a JPEG file`.
    public var noun: String { "\(takesAn ? "an" : "a") \(name) file" }

    private var takesAn: Bool { "AEIO".contains(name.prefix(1)) || ["HDR", "SVG", "XBM"].contains(name) }

    /// Portable Network Graphics, ISO/IEC 15948.
    public static let png = ImageCodec.png.format
    /// JPEG, ITU-T T.81.
    public static let jpeg = ImageCodec.jpeg.format
    /// Graphics Interchange Format.
    public static let gif = ImageCodec.gif.format
    /// Windows bitmap.
    public static let bmp = ImageCodec.bmp.format
    /// Tagged Image File Format, 6.0.
    public static let tiff = ImageCodec.tiff.format
    /// WebP, RFC 9649.
    public static let webp = ImageCodec.webP.format
    /// AV1 Image File Format.
    public static let avif = ImageCodec.avif.format
    /// HEIF with HEVC pictures.
    public static let heic = ImageCodec.heic.format
    /// JPEG XL, ISO/IEC 18181.
    public static let jxl = ImageCodec.jxl.format
    /// Scalable Vector Graphics.
    public static let svg = ImageCodec.svg.format
    /// OpenEXR, 2.0.
    public static let exr = ImageCodec.exr.format
    /// Truevision TGA, 2.0.
    public static let tga = ImageCodec.tga.format
    /// Netpbm's PBM, PGM, PPM, and PAM.
    public static let pnm = ImageCodec.pnm.format
    /// Windows icons and cursors.
    public static let ico = ImageCodec.ico.format
    /// X bitmap.
    public static let xbm = ImageCodec.xbm.format
    /// Radiance's high-dynamic-range pictures.
    public static let hdr = ImageCodec.hdr.format
    /// Digital Picture Exchange, SMPTE 268M.
    public static let dpx = ImageCodec.dpx.format
    /// Pictures in a ZIP archive.
    public static let zip = ImageCodec.zip.format

    /// Returns the format of a file that contains multiple pictures, if pictures in this format do not store their lengths.
    /// Another picture is found if the first bytes of the file occur again, or after a TGA footer.
    package init?(ofSeveralIn path: FilePath) {
        let lengths: [ImageFormat: Int] = [.exr: 8, .tiff: 4, .hdr: 8, .jxl: 4, .tga: 0]
        guard let file = try? FileReader(path), let codec = try? ImageCodecs.standard.codec(of: file),
            let length = lengths[codec.format],
            let head = try? file.withBytes(at: 0, count: length, { Array($0) })
        else { return nil }
        let footer = Array("TRUEVISION-XFILE.\0".utf8)
        let (signature, gap) = codec.format == .tga ? (footer, footer.count) : (head, 0)
        let step = 1 << 20
        for start in stride(from: 1, to: file.byteCount, by: step) {
            let places = try? file.withBytes(at: start, count: step + signature.count - 1) { bytes in
                return Array(bytes.indices.lazy.filter { bytes[$0...].starts(with: signature) }.prefix(100))
            }
            for place in places ?? [] {
                var next = FileReader(file, from: start + place + gap, as: .follower)
                guard (try? codec.readDetails(&next)) != nil else { continue }
                self = codec.format
                return
            }
        }
        return nil
    }
}
