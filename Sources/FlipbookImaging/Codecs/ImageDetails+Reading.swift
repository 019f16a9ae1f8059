public import FlipbookCore
import FlipbookFiles

extension ImageDetails {
    /// Reads the details of the file at `path`, and checks that the file is complete if its format is decoded.
    /// - Throws: ``ImageError`` for a file that cannot be read, has an unknown format, or has damage that is found without
    ///   decoding.
    public static func read(contentsOf path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) -> Self {
        try ImageError.naming(path) { () throws(ImageError) in
            guard let number = path.picture else { return try read(wholeFileAt: path, codecs: codecs) }
            let image = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            let header = try image.header(ofFrame: number - 1)
            let member = try image.withRowPicture(number - 1) { (file) throws(ImageError) in
                try read(&file, codecs: codecs)
            }
            if let member { return changing(member) { $0.header = header } }
            let details = try image.details { () throws(ImageError) in try read(wholeFileAt: path, codecs: codecs) }
            return changing(details) { $0.header = header }
        }
    }

    private static func read(wholeFileAt path: FilePath, codecs: ImageCodecs) throws(ImageError) -> ImageDetails {
        var file = try FileReader(path)
        var details: ImageDetails
        if codecs.codecOfFile(at: path) != nil {
            let header = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            details = ImageDetails(header: header, byteCount: file.byteCount)
        } else {
            do throws(ImageError) {
                details = try read(&file, codecs: codecs)
            } catch {
                guard let row = try PictureRow(file, codecs, refusedBy: error) else { throw error }
                details = ImageDetails(header: row.header, byteCount: file.byteCount)
            }
        }
        details.modified = file.modified
        return details
    }

    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> Self {
        var file = try FileReader(bytes)
        return try read(&file, codecs: codecs)
    }

    private static func read(_ file: inout FileReader, codecs: ImageCodecs) throws(ImageError) -> ImageDetails {
        let codec = try codecs.codec(for: file.head())
        var details = try codec.readDetails(&file)
        details.iccProfile = codec.iccProfile(of: file, details)
        return details
    }

    /// Reads the details of many files on all cores, and returns them in the order of the paths.
    public static func readAll(
        _ paths: [FilePath],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<ImageDetails, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
