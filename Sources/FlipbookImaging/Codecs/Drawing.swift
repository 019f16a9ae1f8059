public import FlipbookCore
package import FlipbookFiles

/// A picture in a bound scene: its source and its header.
public struct Drawing: Sendable {
    /// The source of the pixels.
    public let source: Image.Source
    /// The header or the error from reading it, or `nil` if it was not read.
    public let header: Result<ImageHeader, ImageError>?
    let stamp: FileStamp?
    /// The size in pixels at which a picture in a scalable format is rendered, or `nil` for the size in the file. The codec may
    /// approximate this size.
    public package(set) var detail: PixelSize?

    /// A Boolean value that indicates whether the picture fills the output pixel for pixel, so that luma and chroma planes may
    /// be returned.
    package var takesPlanes = false

    /// Creates a drawing from its parts.
    public init(source: Image.Source, header: Result<ImageHeader, ImageError>? = nil) {
        self.init(source: source, header: header, stamp: nil)
    }

    package init(source: Image.Source, header: Result<ImageHeader, ImageError>?, stamp: FileStamp?) {
        (self.source, self.header, self.stamp) = (source, header, stamp)
    }

    /// Returns `true` if both drawings are known to have the same pixels. A rewritten file is a different drawing.
    package func hasPixels(of other: Drawing) -> Bool {
        guard let header, let otherHeader = other.header else { return true }
        return header == otherHeader && stamp == other.stamp
    }

    package var path: FilePath { source.name }

    package var commands: DrawingCommands? { if case .drawn(let commands) = source { commands } else { nil } }

    /// Returns the header, reading it if necessary, or `nil` if that fails.
    package func knownHeader(_ codecs: ImageCodecs) -> ImageHeader? {
        if case .success(let header) = header ?? readHeader(codecs) { return header }
        return nil
    }

    package func readHeader(_ codecs: ImageCodecs) -> Result<ImageHeader, ImageError> {
        Result { () throws(ImageError) in
            switch source {
            case .file(let path): try ImageHeader.read(contentsOf: path, codecs: codecs)
            case .data(let data): try ImageHeader(data, codecs: codecs)
            case .drawn(let commands): ImageHeader(commands)
            case .black, .nothing: throw .empty
            }
        }
    }

    /// Returns the pixels as stored, rounded to 8 bits per channel unless 16 are kept.
    ///
    /// Throws an error if the size changed after the header was read, since a renderer may have replaced the frame.
    /// - Precondition: The drawing does not consist of commands, since only the renderer executes commands.
    public func pixels(keepsSixteenBits: Bool, codecs: ImageCodecs = .standard) throws(ImageError) -> Picture {
        if case .failure(let error) = header { throw error }
        var decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits, codecs: codecs)
        (decoder.detail, decoder.takesPlanes) = (detail, takesPlanes)
        let (picture, size): (Picture, PixelSize)
        switch source {
        case .file(let path):
            (picture, size) = try decoder.withSession(contentsOf: path) { (session) throws(ImageError) in
                let picture = try session.frame(0)
                return (picture, detail == nil ? picture.size : session.header.size)
            }
        case .data(let data):
            picture = try decoder.decode(data)
            size = detail == nil ? picture.size : try ImageHeader(data, codecs: codecs).size
        case .drawn, .black, .nothing: preconditionFailure("only files and data can be decoded")
        }
        if case .success(let header) = header, header.size != size {
            throw .corrupt(reason: "it changed while being read, from \(header.size) to \(size)")
        }
        return picture
    }

    /// Passes the rows of the stored pixels to a closure, in the canvas's colors. Returns `nil` if the format cannot be read
    /// row by row.
    package func withRows<Value>(
        keepsSixteenBits: Bool,
        codecs: ImageCodecs,
        _ body: (any PictureRows) throws(ImageError) -> Value?
    ) throws(ImageError) -> Value? {
        guard case .file(let path) = source, path.picture == nil, case .success(let known)? = header,
            codecs[known.format]?.inPlace != nil
        else { return nil }
        let decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits, codecs: codecs)
        return try decoder.withSession(contentsOf: path) { (session) throws(ImageError) in
            // Returns `nil` for a file that has changed. The caller then decodes the whole picture, which reports the change.
            guard let session = session as? any RowSession, session.header == known,
                let rows = try session.rows(ofFrame: 0)
            else { return nil }
            return try body(rows)
        }
    }
}

extension Image.Source {
    package var path: FilePath? { if case .file(let path) = self { path } else { nil } }
}
