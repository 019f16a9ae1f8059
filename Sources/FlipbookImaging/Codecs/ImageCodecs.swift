/// The formats that are read, as a table that is passed to all that reads files.
public struct ImageCodecs: Sendable {
    /// The codecs, in the order in which a file's first bytes are compared with theirs.
    public let codecs: [ImageCodec]

    /// A table of these codecs.
    public init(_ codecs: [ImageCodec]) {
        self.codecs = codecs
    }

    /// What Flipbook reads by itself.
    public static let standard = ImageCodecs([.png, .jpeg, .gif, .bmp, .tiff, .webP])

    /// The formats, in the order of the table.
    public var formats: [ImageFormat] { codecs.map(\.format) }

    /// The format that an extension, in lower case, stands for.
    public func format(forExtension word: String) -> ImageFormat? {
        formats.first { $0.extensions.contains(word) }
    }

    /// The codec of a format; `nil` where the table has none.
    package subscript(_ format: ImageFormat) -> ImageCodec? { codecs.first { $0.format == format } }

    /// The codec of a file that begins with `head`.
    /// - Throws: ``ImageError/notAnImage(found:)`` where the table has none.
    func codec(for head: UnsafeRawBufferPointer) throws(ImageError) -> ImageCodec {
        guard let codec = codecs.first(where: { $0.matches(head) }) else {
            throw .notAnImage(found: FileContents(head))
        }
        return codec
    }
}

/// A file format whose header is understood: an open set, as ``ImageCodecs`` lists it.
public struct ImageFormat: Hashable, Sendable {
    /// What it is called: `WebP`.
    public let name: String
    /// The extensions that such a file may have, in lower case, the usual one first.
    public let extensions: [String]
    /// Whether the pixels are decoded too, not the header alone.
    public let isDecoded: Bool

    /// What a sentence calls such a file: `a JPEG file`.
    public var noun: String { "a \(name) file" }
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
}
