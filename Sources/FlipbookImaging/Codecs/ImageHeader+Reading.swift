public import FlipbookCore
import FlipbookFiles

extension ImageHeader {
    /// Reads the header of the file at `path`, and checks that the file is not truncated.
    /// - Throws: ``ImageError`` for a file that cannot be read, is not decoded, has a damaged header, or is truncated.
    public static func read(contentsOf path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) -> Self {
        try ImageError.naming(path) { () throws(ImageError) in
            if let number = path.picture {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header(ofFrame: number - 1)
            }
            if codecs.codecOfFile(at: path) != nil {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            }
            var file = try FileReader(path)
            do throws(ImageError) {
                return try read(&file, codecs: codecs)
            } catch {
                guard let row = try PictureRow(file, codecs, refusedBy: error) else { throw error }
                return row.header
            }
        }
    }

    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        codecs: ImageCodecs = .standard
    ) throws(ImageError) -> Self {
        var file = try FileReader(bytes)
        return try read(&file, codecs: codecs)
    }

    private static func read(_ file: inout FileReader, codecs: ImageCodecs) throws(ImageError) -> ImageHeader {
        let codec = try codecs.codec(for: file.head())
        guard codec.format.isDecoded else { throw .notAnImage(found: FileContents(codec.format)) }
        return try codec.readHeader(&file)
    }

    /// Reads the headers of many files on all cores, and returns them in the order of the paths.
    public static func readAll(
        _ paths: [FilePath],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<ImageHeader, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
