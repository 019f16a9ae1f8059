public import FlipbookCore
import FlipbookFiles

extension ImageDetails {
    /// Reads what the file at `path` says about its picture, and of what is decoded whether it has an end.
    ///
    /// One open file, two reads of a few bytes for nearly every PNG, and a handful for a picture whose header
    /// follows a long profile or a preview.
    /// - Throws: ``ImageError`` for a file that cannot be read, is empty, is of a format that is not known, or is
    ///   truncated or damaged as far as its header tells.
    public static func read(
        contentsOf path: FilePath,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> ImageDetails {
        try ImageError.naming(path) { () throws(ImageError) in
            guard let number = path.picture else { return try read(wholeFileAt: path, codecs: codecs) }
            let image = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            // What holds for the whole file, and the size and depth of the one picture.
            var details = try image.details { () throws(ImageError) in try read(wholeFileAt: path, codecs: codecs) }
            details.header = try image.header(ofFrame: number - 1)
            return details
        }
    }

    private static func read(
        wholeFileAt path: FilePath,
        codecs: ImageCodecs
    ) throws(ImageError) -> ImageDetails {
        let file = try FileReader(path)
        var details: ImageDetails
        if codecs.codecOfFile(at: path) != nil {
            let header = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            details = ImageDetails(header: header, byteCount: file.byteCount)
        } else {
            details = try read(file, codecs: codecs)
        }
        details.modified = file.modified
        return details
    }

    /// What the bytes of a file in memory say about its picture.
    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> ImageDetails {
        let file = try FileReader(bytes)
        return try read(file, codecs: codecs)
    }

    private static func read(
        _ file: borrowing FileReader,
        codecs: ImageCodecs
    ) throws(ImageError) -> ImageDetails {
        var window = try FileWindow(file)
        let codec = try codecs.codec(for: window.bytes)
        var details = try codec.readDetails(file, &window)
        details.iccProfile = codec.iccProfile(of: file, details)
        return details
    }

    /// Reads the details of many files on all cores; a result's index is its path's.
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func readAll(
        _ paths: [FilePath],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<ImageDetails, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
