public import FlipbookCore
import FlipbookFiles

extension ImageDetails {
    /// Reads what the file at `path` says about its picture, and of a decoded format whether it has an end.
    /// - Throws: ``ImageError`` for a file that cannot be read, is of no known format, or is damaged as far as its
    ///   header tells.
    public static func read(
        contentsOf path: FilePath,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> ImageDetails {
        try ImageError.naming(path) { () throws(ImageError) in
            guard let number = path.picture else { return try read(wholeFileAt: path, codecs: codecs) }
            let image = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            let header = try image.header(ofFrame: number - 1)
            let member = try image.withRowPicture(number - 1) { (file) throws(ImageError) in
                try read(&file, codecs: codecs)
            }
            // Facts of the whole file, and the size and depth of the one picture.
            var details: ImageDetails
            if let member {
                details = member
            } else {
                details = try image.details { () throws(ImageError) in try read(wholeFileAt: path, codecs: codecs) }
            }
            details.header = header
            return details
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
    ) throws(ImageError) -> ImageDetails {
        var file = try FileReader(bytes)
        return try read(&file, codecs: codecs)
    }

    private static func read(_ file: inout FileReader, codecs: ImageCodecs) throws(ImageError) -> ImageDetails {
        let codec = try codecs.codec(for: file.head())
        var details = try codec.readDetails(&file)
        details.iccProfile = codec.iccProfile(of: file, details)
        return details
    }

    /// Reads the details of many files on all cores, in the order of their paths, unless the task is cancelled.
    public static func readAll(
        _ paths: [FilePath],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<ImageDetails, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
