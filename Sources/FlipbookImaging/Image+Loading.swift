public import FlipbookCore

extension Image {
    /// Creates an image from a file, and reads its header. As in UIKit, an `@2x` in the name sets the scale.
    public init(contentsOfFile path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) {
        self = try Image(byReferencingFile: path).readingHeader(codecs: codecs)
    }

    /// Creates an image from the bytes of a file, like `UIImage(data:scale:)`, and reads its header.
    public init(data: some Collection<UInt8>, scale: Double = 1, codecs: ImageCodecs = .standard) throws(ImageError) {
        self = try Image(source: .data(ImageData([UInt8](data))), scale: scale).readingHeader(codecs: codecs)
    }

    /// Reads the header of the image's file, and returns the image with the file's size and orientation. For an animated image,
    /// this applies to each of its images.
    public func readingHeader(codecs: ImageCodecs = .standard) throws(ImageError) -> Image {
        var read = self
        if pixelSize == nil {
            switch source {
            case .black, .nothing, .drawn: break
            case .file(let path): read = withHeader(try ImageHeader.read(contentsOf: path, codecs: codecs))
            case .data(let data): read = withHeader(try ImageHeader(data, codecs: codecs))
            }
        }
        guard let images, images.contains(where: { $0.pixelSize == nil }) else { return read }
        return read.showing(try images.map { (image) throws(ImageError) in try image.readingHeader(codecs: codecs) })
    }

    private func withHeader(_ header: ImageHeader) -> Image {
        withHeader(pixelSize: header.size, orientation: header.orientation)
    }
}
