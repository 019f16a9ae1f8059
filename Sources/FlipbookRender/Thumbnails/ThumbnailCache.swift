public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging
import Glibc

/// A cache of thumbnails that desktop programs share, as specified in freedesktop.org's Thumbnail Managing Standard, version
/// 0.9.
///
/// Each thumbnail is a PNG file. Its name is the digest of the picture's URL, and it contains the picture's modification time.
/// A thumbnail with a different time is outdated and ignored.
public struct ThumbnailCache: Sendable {
    /// A thumbnail size.
    public enum Size: String, CaseIterable, Sendable {
        /// Up to 128 pixels per side.
        case normal
        /// Up to 256 pixels per side.
        case large
        /// Up to 512 pixels per side.
        case xLarge = "x-large"
        /// Up to 1024 pixels per side.
        case xxLarge = "xx-large"

        /// The maximum side in pixels.
        public var side: Int { 128 << (Self.allCases.firstIndex(of: self) ?? 0) }
    }

    /// An error in making a thumbnail.
    public enum Failure: Error, Hashable, Sendable {
        /// The picture cannot be read.
        case image(ImageError)
        /// A file could not be written, for the reason in `errno`.
        case unwritable(FilePath, errno: Int32)
    }

    /// The folder of the cache, which contains a folder for each size.
    public let folder: FilePath

    /// Creates a cache in a folder.
    public init(folder: FilePath) { self.folder = folder }

    /// The user's cache, `thumbnails` in `XDG_CACHE_HOME`, which is `~/.cache` by default. It is `nil` if the user has no home
    /// folder.
    public static var user: ThumbnailCache? {
        Environment.folder("XDG_CACHE_HOME", orInHome: ".cache")
            .map { ThumbnailCache(folder: FilePath($0 + "/thumbnails")) }
    }

    /// Returns the path of a file's thumbnail, even if the thumbnail does not exist. Returns `nil` if the file's folder does
    /// not exist.
    public func path(of file: FilePath, size: Size) -> FilePath? {
        Self.url(of: file).map { FilePath("\(folder.string)/\(size.rawValue)/\(MD5.hexadecimal(of: $0.utf8)).png") }
    }

    /// Returns the current thumbnail of a file as a PNG file, or `nil` if there is none or it is outdated.
    public func thumbnail(of file: FilePath, size: Size) -> [UInt8]? {
        guard let path = path(of: file, size: size), let url = Self.url(of: file), let changed = Self.changed(file),
            let bytes = Self.read(path)
        else { return nil }
        var texts: [String: String] = [:]
        let isWhole = bytes.withUnsafeBytes { bytes in
            PNGChunks.forEach(in: bytes) { type, payload in
                if type == "tEXt", let end = payload.firstIndex(of: 0) {
                    texts[String(decoding: payload[..<end], as: UTF8.self)] =
                        String(decoding: payload[(end + 1)...], as: UTF8.self)
                }
                return true
            }
        }
        return isWhole && texts["Thumb::URI"] == url && texts["Thumb::MTime"] == changed ? bytes : nil
    }

    /// Makes the thumbnail of a file, unless a current one exists.
    /// - Returns: A Boolean value that indicates whether a thumbnail was made.
    /// - Throws: ``Failure`` if the picture cannot be read or the thumbnail cannot be written.
    @discardableResult public func makeThumbnail(of file: FilePath, size: Size) throws(Failure) -> Bool {
        if thumbnail(of: file, size: size) != nil { return false }
        guard let path = path(of: file, size: size), let url = Self.url(of: file), let changed = Self.changed(file)
        else { throw .unwritable(file, errno: errno) }
        let room = PixelSize(width: size.side, height: size.side)
        var png = try wrapping(Image(contentsOfFile: file).png(fitting: room), in: Failure.image)
        let texts = [("Thumb::URI", url), ("Thumb::MTime", changed), ("Software", "Flipbook")]
        // The chunks come after the signature and the header, which has 25 bytes.
        let chunks = texts.flatMap { PNGChunks.chunk("tEXt", Array($0.utf8) + [0] + Array($1.utf8)) }
        png.insert(contentsOf: chunks, at: PNGChunks.signature.count + 25)
        try write(png, to: path)
        return true
    }

    /// Writes a file atomically. Only the user can read it, as the standard requires.
    private func write(_ bytes: [UInt8], to path: FilePath) throws(Failure) {
        FilePath(path.directory).makeFolders(mode: 0o700)
        let hidden = FilePath("\(path.directory)/\(UnfinishedOutput.makeName())")
        do throws(FileSystemError) {
            try OpenFile.write(bytes, toNewFile: hidden, mode: 0o600)
            try JournalFolder.check(path) { rename(hidden.string, path.string) }
        } catch {
            unlink(hidden.string)
            throw .unwritable(path, errno: error.errno)
        }
    }

    private static func changed(_ file: FilePath) -> String? { FileStatus(file).map { "\($0.modifiedSeconds)" } }

    /// Returns the URL of a file's absolute path, exactly as GLib writes it.
    private static func url(of file: FilePath) -> String? {
        file.resolvedInFolder.map { "file://" + $0.string.percentEncoded(but: "-_.!~*'()/&=:@+$,") }
    }

    private static func read(_ path: FilePath) -> [UInt8]? {
        let most = 8 << 20
        guard let bytes = try? OpenFile.contents(of: path, atMost: most) else { return nil }
        return bytes.isEmpty || bytes.count == most ? nil : bytes
    }
}

extension Image {
    /// Returns a small version of the picture, like `UIImage.preparingThumbnail(of:)`, or `nil` if the picture cannot be read
    /// or has no pixels.
    ///
    /// The thumbnail fits in `size`, in points. It keeps its proportions, and is never enlarged. The picture's rendering mode
    /// and tint color apply. For an animation, the first picture is used. For a file, a desktop thumbnail (``ThumbnailCache``)
    /// of sufficient size is used. `flipbook thumbs` makes such thumbnails.
    public func preparingThumbnail(of size: Size) -> Image? {
        guard !size.width.isNaN, !size.height.isNaN else { return nil }
        // An infinite side is computed from the finite side.
        let side = { (points: Double) in Int(min(max(1, (points * self.scale).rounded()), 1_048_576)) }
        let room = PixelSize(width: side(size.width), height: side(size.height))
        // As in UIKit, an unreadable picture has no thumbnail.
        guard let png = keptThumbnail(fitting: room) ?? (try? png(fitting: room)),
            var thumbnail = try? Image(data: png, scale: scale).withRenderingMode(renderingMode)
        else { return nil }
        if let tintColor { thumbnail = thumbnail.withTintColor(tintColor) }
        return flipsForRightToLeftLayoutDirection ? thumbnail.imageFlippedForRightToLeftLayoutDirection() : thumbnail
    }

    /// Returns the desktop's thumbnail of the picture's file, if their orientations agree and the thumbnail is large enough.
    private func keptThumbnail(fitting room: PixelSize) -> [UInt8]? {
        guard let cache = ThumbnailCache.user, let path, path.picture == nil,
            let file = try? Image(contentsOfFile: path),
            (try? readingHeader())?.imageOrientation == file.imageOrientation
        else { return nil }
        let kept = ThumbnailCache.Size.allCases.first {
            $0.side >= max(room.width, room.height) && cache.thumbnail(of: path, size: $0) != nil
        }
        return try? kept.flatMap { cache.path(of: path, size: $0) }.map {
            try Image(contentsOfFile: $0).png(fitting: room)
        }
    }

    fileprivate func png(fitting room: PixelSize) throws(ImageError) -> [UInt8] {
        let image = try readingHeader()
        guard let whole = image.pixelSize else { throw .empty }
        let size = whole.fitted(in: image.imageOrientation.shownSize(of: room))
        var decoder = ImageDecoder()
        decoder.detail = size == whole ? nil : size
        let stored: Picture
        switch source {
        case .file(let path): stored = try decoder.decode(contentsOf: path)
        case .data(let data): stored = try decoder.decode(data)
        case .drawn(let commands): stored = try commands.picture(.standard)
        case .black, .nothing: throw .empty
        }
        return try ImageError.ofMachine { () throws(MachineShortage) in
            let fitted = stored.size == size ? stored : try stored.scaled(to: size)
            let upright = try fitted.oriented(image.imageOrientation)
            let full = { (_: PNGEncodingError) in MachineShortage.memory(size.area * 4) }
            return try wrapping(PNGEncoder.encode(upright), in: full)
        }
    }
}
