public import FlipbookCore

extension ImageDetails {
    /// Reads what the file at `path` says about its picture, and of what Flipbook decodes whether it has
    /// an end.
    ///
    /// One open file, two reads of a few bytes for nearly every PNG, and a handful for a picture whose header
    /// follows a long profile or a preview.
    /// - Throws: ``ImageError`` for a file that cannot be read, is empty, is of a format that is not known, or is
    ///   truncated or damaged as far as its header tells.
    public static func read(contentsOf path: FilePath) throws(ImageError) -> ImageDetails {
        let file = try FileReader(path)
        return try read(file)
    }

    /// What the bytes of a file in memory say about its picture.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageDetails {
        let file = try FileReader(bytes)
        return try read(file)
    }

    /// What an open file says about its picture.
    static func read(_ file: borrowing FileReader) throws(ImageError) -> ImageDetails {
        var window = try FileWindow(file)
        let head = window.bytes
        if head.starts(with: FileSignature.png) {
            let header = try PNGPreamble(head).header
            let trailing = try ImageHeader.checkEnd(of: file, head: head)
            var details = ImageDetails(header: header, byteCount: file.byteCount, trailingByteCount: trailing)
            try details.readPNGChunks(of: file, &window)
            return details
        }
        let found = FileSignature.describe(head)
        let details: ImageDetails? =
            switch found {
            case ImageFormat.jpeg.noun: try jpeg(file, &window)
            case ImageFormat.gif.noun: try gif(file, &window)
            case ImageFormat.bmp.noun: try bmp(head, byteCount: file.byteCount)
            case ImageFormat.tiff.noun: try tiff(file, &window)
            case ImageFormat.webp.noun: try webP(head, byteCount: file.byteCount)
            default: nil
            }
        guard let details, !details.header.size.isEmpty else { throw .notAnImage(found: found) }
        return details
    }

    /// Reads the details of many files on all cores; a result's index is its path's.
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func readAll(
        _ paths: [FilePath]
    ) async throws(CancellationError) -> [Result<ImageDetails, ImageError>] {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path) }
        }
    }
}
