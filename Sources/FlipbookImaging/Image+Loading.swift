public import FlipbookCore

extension Image {
    /// The picture that `name` means in a folder, as `UIImage(named:in:with:)`, its header read.
    ///
    /// The extension `.png` may be left out, others may not. Of the variants of a picture (`@2x`, `@3x`) the one is
    /// taken that is as fine as `scale` asks for, else the next finer one, else the finest. Folders of languages are
    /// not looked into.
    /// - Parameters:
    ///   - name: The name without scale factor and modifier; it may lead into a folder in the folder.
    ///   - folder: The folder that is looked into.
    ///   - scale: Pixels of the output per point.
    ///   - idiom: The kind of device whose own images (`~ipad`) go first; `nil` leaves all of these out.
    /// - Throws: ``ImageNameError``: there is none of that name, or it cannot be read.
    public init(
        named name: String,
        in folder: FilePath,
        scale: Int = 1,
        idiom: UserInterfaceIdiom? = nil
    ) throws(ImageNameError) {
        let path = FilePath(folder.string.isEmpty ? name : "\(folder.string)/\(name)")
        let names: [String]
        do {
            names = try FolderListing(FilePath(path.directory)).names
        } catch {
            throw ImageNameError(name: name, reason: .folder(error))
        }
        guard let image = Image.named(path.string, among: names, scale: scale, idiom: idiom) else {
            let suggestion = Image.suggestions(for: path.string, among: names).first
            throw ImageNameError(name: name, reason: .notFound(suggestion: suggestion))
        }
        do {
            self = try image.readingHeader()
        } catch {
            throw ImageNameError(name: name, reason: .image(image.path ?? path, error))
        }
    }

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

/// Why a name leads to no picture.
public struct ImageNameError: ExplainedError, Hashable {
    /// What stands in the way.
    public enum Reason: Hashable, Sendable {
        /// The folder cannot be read.
        case folder(FileSystemError)
        /// Nothing there has the name; perhaps this file is meant.
        case notFound(suggestion: String?)
        /// The file is no picture.
        case image(FilePath, ImageError)
    }

    /// The name that was looked up.
    public let name: String
    /// What stands in the way.
    public let reason: Reason

    /// `image.name`.
    public var code: ErrorCode { "image.name" }

    /// What is wrong, and what would be right.
    public var explanation: Explanation {
        switch reason {
        case .folder(let error): error.explanation
        case .notFound(let suggestion?):
            "There is no image named \"\(name.escapingControlCharacters)\"; only .png may be left out. "
                + "Write \"\(suggestion.escapingControlCharacters)\"."
        case .notFound:
            "There is no image named \"\(name.escapingControlCharacters)\"."
        case .image(let path, let error): "\(path): \(error)"
        }
    }
}
