public import FlipbookCore

extension Image {
    /// The picture in the file at `path`, as `UIImage(contentsOfFile:)`, its header read.
    ///
    /// The scale is what an `@2x` in the file's name says; variants beside it are not looked for.
    /// - Throws: ``ImageError`` when the file cannot be read or is no image.
    public init(contentsOfFile path: FilePath) throws(ImageError) {
        self = try Image(file: path).readingHeader()
    }

    /// The picture in the bytes of a file, as `UIImage(data:scale:)`, its header read. It has no name, so the scale
    /// is what is said here.
    /// - Throws: ``ImageError`` when the bytes are no image.
    public init(reading bytes: [UInt8], scale: Double = 1) throws(ImageError) {
        self = try Image(data: ImageData(bytes), scale: scale).readingHeader()
    }

    /// The picture with its size and orientation as its file states them.
    /// - Throws: ``ImageError`` when the file cannot be read or is no image.
    public func readingHeader() throws(ImageError) -> Image {
        let header: ImageHeader
        switch source {
        case .black: return self
        case .file(let path): header = try ImageHeader.read(contentsOf: path)
        case .data(let data): header = try ImageHeader(data)
        }
        return withHeader(pixelSize: header.size, orientation: header.orientation)
    }
}

extension ImageHeader {
    /// What the first bytes of a file in memory say.
    init(_ data: ImageData) throws(ImageError) {
        let result = data.bytes.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try ImageHeader.read(bytes) }
        }
        self = try result.get()
    }
}

extension ImageDecoder {
    /// The picture in the bytes of a file in memory.
    func decode(_ data: ImageData) throws(ImageError) -> Picture {
        let result = data.bytes.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try decode(bytes) }
        }
        return try result.get()
    }
}
