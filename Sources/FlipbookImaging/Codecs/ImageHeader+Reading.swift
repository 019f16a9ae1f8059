public import FlipbookCore
import FlipbookFiles

extension ImageHeader {
    /// How much of a file's beginning is read: in practice all that precedes the pixels, but for a long ICC profile.
    static let headLength = 4096

    /// Reads the header of the file at `path`, and sees whether the file has an end.
    ///
    /// Two reads of a few bytes: the first 4 KiB, and the last few, which in an ordinary file are its
    /// end. Where they are not, chunks or markers are walked, so bytes after the picture are no fault and a
    /// cut-off file is found. The pixels are not looked at.
    /// - Throws: ``ImageError`` for a file that cannot be read, is empty, is of no format that is decoded, has a
    ///   header that is against the rules, or is truncated.
    public static func read(
        contentsOf path: FilePath,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> ImageHeader {
        try ImageError.naming(path) { () throws(ImageError) in
            if let number = path.picture {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header(ofFrame: number - 1)
            }
            if codecs.codecOfFile(at: path) != nil {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            }
            let file = try FileReader(path)
            return try read(file, codecs: codecs)
        }
    }

    /// What the bytes of a file in memory say.
    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> ImageHeader {
        let file = try FileReader(bytes)
        return try read(file, codecs: codecs)
    }

    private static func read(
        _ file: borrowing FileReader,
        codecs: ImageCodecs
    ) throws(ImageError) -> ImageHeader {
        var window = try FileWindow(file)
        let codec = try codecs.codec(for: window.bytes)
        guard codec.format.isDecoded else { throw .notAnImage(found: FileContents(codec.format)) }
        return try codec.readHeader(file, &window)
    }

    /// Reads the headers of many files on all cores; a result's index is its path's.
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func readAll(
        _ paths: [FilePath],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<ImageHeader, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
