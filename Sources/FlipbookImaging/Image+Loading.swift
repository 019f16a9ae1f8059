public import FlipbookCore

extension Image {
    /// The picture in the file at `path`, as `UIImage(contentsOfFile:)`, its header read.
    ///
    /// The scale is what an `@2x` in the file's name says; variants beside it are not looked for.
    /// - Throws: ``ImageError`` when the file cannot be read or is no image.
    public init(contentsOfFile path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) {
        self = try Image(file: path).readingHeader(codecs: codecs)
    }

    /// The picture in the bytes of a file, as `UIImage(data:scale:)`, its header read. It has no name, so the scale
    /// is the argument.
    /// - Throws: ``ImageError`` when the bytes are no image.
    public init(reading bytes: [UInt8], scale: Double = 1, codecs: ImageCodecs = .standard) throws(ImageError) {
        self = try Image(data: ImageData(bytes), scale: scale).readingHeader(codecs: codecs)
    }

    /// The picture with its size and orientation as its file states them; of an animated image, each of its pictures.
    ///
    /// One whose header was read before stays as it is.
    /// - Throws: ``ImageError`` when a file cannot be read or is no image.
    public func readingHeader(codecs: ImageCodecs = .standard) throws(ImageError) -> Image {
        var read = self
        if pixelSize == nil {
            switch source {
            case .black, .nothing: break
            case .file(let path): read = withHeader(try ImageHeader.read(contentsOf: path, codecs: codecs))
            case .data(let data): read = withHeader(try ImageHeader(data, codecs: codecs))
            }
        }
        guard let images, images.contains(where: { $0.pixelSize == nil }) else { return read }
        var pictures: [Image] = []
        for image in images { pictures.append(try image.readingHeader(codecs: codecs)) }
        return read.showing(pictures)
    }

    private func withHeader(_ header: ImageHeader) -> Image {
        withHeader(pixelSize: header.size, orientation: header.orientation)
    }
}

extension ImageHeader {
    /// What the first bytes of a file in memory say.
    package init(_ data: ImageData, codecs: ImageCodecs) throws(ImageError) {
        self = try data.bytes.lendingBytes { (bytes) throws(ImageError) in try Self.read(bytes, codecs: codecs) }
    }
}

extension ImageDecoder {
    /// The picture in the bytes of a file in memory.
    func decode(_ data: ImageData) throws(ImageError) -> Picture { try data.bytes.lendingBytes(decode) }
}
