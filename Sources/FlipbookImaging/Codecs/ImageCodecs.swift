public import FlipbookCore
import FlipbookFiles

/// The formats that are read, as a table that is passed to all that reads files.
public struct ImageCodecs: Sendable {
    /// The codecs, in the order in which a file's first bytes are compared with theirs.
    public private(set) var codecs: [ImageCodec]

    /// A table of these codecs.
    public init(_ codecs: [ImageCodec]) { self.codecs = codecs }

    /// The formats that Flipbook reads by itself. TGA comes last: its files have no signature.
    public static let standard = ImageCodecs([
        .png, .jpeg, .gif, .bmp, .tiff, .webP, .exr, .avif, .heic, .jxl, .svg, .dpx, .hdr, .pnm, .xbm, .ico, .zip, .tga,
    ])

    /// The way in which a single picture is cut that is named with a number, as `FilePath.picture`, or `nil` if it is not.
    public private(set) var cut: SheetCut?

    /// The same table for a sprite sheet: a picture that is named with a number is a part of it.
    public func cutting(_ cut: SheetCut) -> ImageCodecs { changing(self) { $0.cut = cut } }

    /// The way in which the numbers in files become colors.
    public private(set) var colors = SourceColors()

    /// The same table, whose files' numbers become colors in another way.
    public func reading(_ colors: SourceColors) -> ImageCodecs {
        changing(self) { ($0.colors, $0.codecs) = (colors, codecs.map { $0.choosing?(colors) ?? $0 }) }
    }

    /// The codec of a file that is read where it lies, or `nil` for one that is read into memory.
    func codecOfFile(at path: FilePath) -> ImageCodec? {
        guard let last = codecs.last, last.openFile != nil else { return nil }
        let name = path.lastComponent.lowercased()
        // Standard input has no extension.
        let isMeant =
            name == "stdin"
            ? (try? codec(of: FileReader(path)))?.format == last.format
            : last.format.extensions.contains { name.hasSuffix("." + $0) }
        return isMeant ? last : nil
    }

    package func adding(_ codec: ImageCodec) -> ImageCodecs { changing(self) { $0.codecs.append(codec) } }

    /// The names of a file's layers, by which ``ChannelChoice`` chooses, or none if its format has none.
    public func layers(ofFileAt path: FilePath) throws(ImageError) -> [String] {
        try parts(ofFileAt: path).map(\.name).filter { !$0.isEmpty }.distinct
    }

    /// The layers of a file with their channels, those without a name first in their part; none if its format has none.
    package func parts(ofFileAt path: FilePath) throws(ImageError) -> [ImageLayer] {
        try ImageError.naming(path) { () throws(ImageError) in
            var file = try FileReader(path)
            let head = try file.head()
            return try codecs.first { $0.matches(head) }?.layers?(&file) ?? []
        }
    }

    /// The formats, in the order of the table.
    public var formats: [ImageFormat] { codecs.map(\.format) }

    /// The format that an extension, in lower case, stands for.
    public func format(forExtension word: String) -> ImageFormat? { formats.first { $0.extensions.contains(word) } }

    package subscript(_ format: ImageFormat) -> ImageCodec? { codecs.first { $0.format == format } }

    /// The codec of an open file, or an error that says what the file is.
    func codec(of file: borrowing FileReader) throws(ImageError) -> ImageCodec {
        try file.withBytes(at: 0, count: FileReader.windowLength, codec(for:))
    }

    /// The codec of a file that begins with `head`, or an error that says what the file is.
    func codec(for head: UnsafeRawBufferPointer) throws(ImageError) -> ImageCodec {
        guard let codec = codecs.first(where: { $0.matches(head) }) else {
            throw .notAnImage(found: FileContents(head))
        }
        return codec
    }
}

/// A layer of a file that has several: channels that belong together.
package struct ImageLayer: Hashable, Sendable {
    /// The name that it is chosen by; empty for channels without a layer.
    package let name: String
    /// The part of the file that it is in, from 1; `nil` in a file of one part.
    package let part: Int?
    package let channels: [String]
}

/// A file format whose header is understood: an open set, as ``ImageCodecs`` lists it.
public struct ImageFormat: Hashable, Sendable {
    /// Its name: `WebP`.
    public let name: String
    /// The extensions that such a file may have, in lower case, the usual one first.
    public let extensions: [String]
    /// The library that decodes the pixels, by the loader's name (`libwebp.so.7`), or `nil` if none is loaded for it.
    public var library: String? { runtime?.name }
    /// A Boolean value that indicates decoded pixels, not the header alone, by a library that is installed here.
    public var isDecoded: Bool { hasDecoder && runtime?.isInstalled != false }
    /// The decoders of the pixels here, by name, in the order in which they are asked: libraries, or `Flipbook`.
    public var decoders: [String] { [runtime?.installedName].compactMap { $0 } + linked }
    /// The library for want of which the pixels are not decoded here, by the loader's name, or `nil` if none is missing.
    public var missingLibrary: String? { isDecoded ? nil : library }

    package let hasDecoder: Bool
    private let runtime: RuntimeLibrary?
    private let linked: [String]

    /// A format that a library decodes, beside what is linked.
    init(
        name: String,
        extensions: [String],
        hasDecoder: Bool,
        library: RuntimeLibrary? = nil,
        linked: [String]? = nil
    ) {
        (self.name, self.extensions, self.hasDecoder, runtime) = (name, extensions, hasDecoder, library)
        self.linked = linked ?? (library == nil ? ["Flipbook"] : [])
    }

    func decoded(by linked: [String]) -> ImageFormat {
        ImageFormat(name: name, extensions: extensions, hasDecoder: hasDecoder, library: runtime, linked: linked)
    }

    /// Returns `true` if both are the same format: their names are.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name of such a file in a sentence: `a JPEG file`.
    public var noun: String { "\(takesAn ? "an" : "a") \(name) file" }

    /// A Boolean value that indicates whether the name begins with the sound of a vowel.
    private var takesAn: Bool { "AEIO".contains(name.prefix(1)) || ["HDR", "SVG", "XBM"].contains(name) }
}

extension ImageFormat {
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
    /// HEIF with pictures of HEVC.
    public static let heic = ImageCodec.heic.format
    /// JPEG XL, ISO/IEC 18181.
    public static let jxl = ImageCodec.jxl.format
    /// Scalable Vector Graphics.
    public static let svg = ImageCodec.svg.format
    /// OpenEXR, 2.0.
    public static let exr = ImageCodec.exr.format
    /// Truevision TGA, 2.0.
    public static let tga = ImageCodec.tga.format
    /// Netpbm's PBM, PGM, PPM and PAM.
    public static let pnm = ImageCodec.pnm.format
    /// Icons and cursors of Windows.
    public static let ico = ImageCodec.ico.format
    /// X bitmap.
    public static let xbm = ImageCodec.xbm.format
    /// Radiance's pictures of high dynamic range.
    public static let hdr = ImageCodec.hdr.format
    /// Digital Picture Exchange, SMPTE 268M.
    public static let dpx = ImageCodec.dpx.format
    /// Pictures in a ZIP archive.
    public static let zip = ImageCodec.zip.format
}
