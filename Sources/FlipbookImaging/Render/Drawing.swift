public import FlipbookCore

/// One picture of a bound scene: where its pixels come from, and what its header says.
public struct Drawing: Sendable {
    /// Where the pixels come from.
    public let source: Image.Source
    /// What the file's header says, or why it says nothing; `nil` where no header was read.
    public let header: Result<ImageHeader, ImageError>?
    /// Which contents of the file the header was read of; `nil` where there is no file, or no header was read.
    let stamp: FileStamp?

    /// A drawing from its parts.
    public init(source: Image.Source, header: Result<ImageHeader, ImageError>? = nil) {
        self.init(source: source, header: header, stamp: nil)
    }

    init(source: Image.Source, header: Result<ImageHeader, ImageError>?, stamp: FileStamp?) {
        (self.source, self.header, self.stamp) = (source, header, stamp)
    }

    /// Whether both have the same pixels, as far as is known: a file that was rewritten is another drawing.
    func hasPixels(of other: Drawing) -> Bool {
        guard let header, let otherHeader = other.header else { return true }
        return header == otherHeader && stamp == other.stamp
    }

    /// What messages call it: its file.
    var path: FilePath { source.path ?? FilePath("image data") }

    /// The pixels as they are stored.
    ///
    /// A render that still writes its frames may replace one after its header was read. Placed by the first header,
    /// it would be rescaled in silence; so that is an error, and so is a header that could not be read.
    /// - Parameters:
    ///   - keepsSixteenBits: Whether up to 16 bits a channel are kept; otherwise they are rounded to 8.
    ///   - codecs: The formats that are read.
    public func pixels(keepsSixteenBits: Bool, codecs: ImageCodecs = .standard) throws(ImageError) -> Picture {
        if case .failure(let error) = header { throw error }
        let decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits, codecs: codecs)
        let picture: Picture
        switch source {
        case .file(let path): picture = try decoder.decode(contentsOf: path)
        case .data(let data): picture = try decoder.decode(data)
        case .black, .nothing: preconditionFailure("neither has pixels of its own")
        }
        if case .success(let header) = header, header.size != picture.size {
            throw .corrupt(reason: "it changed while it was read, from \(header.size) to \(picture.size)")
        }
        return picture
    }
}

extension Image.Source {
    /// The file that the pixels are read from; `nil` where they come from elsewhere.
    var path: FilePath? {
        if case .file(let path) = self { path } else { nil }
    }
}
