public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging
import Glibc

/// The small pictures of files that the programs of a desktop share: the Thumbnail Managing Standard of freedesktop.org,
/// version 0.9.
///
/// Each is a PNG file whose name is the digest of the picture's URL, and which says when the picture was changed: a thumbnail of
/// an older state is none.
public struct ThumbnailCache: Sendable {
    /// A size of thumbnails.
    public enum Size: String, CaseIterable, Sendable {
        /// Up to 128 pixels on a side.
        case normal
        /// Up to 256 pixels.
        case large
        /// Up to 512 pixels.
        case xLarge = "x-large"
        /// Up to 1024 pixels.
        case xxLarge = "xx-large"

        /// The longest side in pixels.
        public var side: Int { 128 << (Self.allCases.firstIndex(of: self) ?? 0) }
    }

    /// Why a thumbnail could not be made.
    public enum Failure: Error, Hashable, Sendable {
        /// The picture cannot be read.
        case image(ImageError)
        /// A file could not be written; its path and the system's error.
        case unwritable(FilePath, errno: Int32)
    }

    /// The folder with a folder for each size.
    public let folder: FilePath

    /// The cache in a folder.
    public init(folder: FilePath) { self.folder = folder }

    /// The user's cache, `thumbnails` in `XDG_CACHE_HOME`, which is `~/.cache` by default, or `nil` for a user without a home.
    public static var user: ThumbnailCache? {
        Environment.folder("XDG_CACHE_HOME", orInHome: ".cache")
            .map { ThumbnailCache(folder: FilePath($0 + "/thumbnails")) }
    }

    /// The place where the thumbnail of a file is, whether it is there or not, or `nil` for a file in a folder that is not there.
    public func path(of file: FilePath, size: Size) -> FilePath? {
        Self.url(of: file).map { FilePath("\(folder.string)/\(size.rawValue)/\(MD5.hexadecimal(of: $0.utf8)).png") }
    }

    /// The thumbnail of a file as it is now, a PNG file, or `nil` if there is none, or an older one.
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

    /// Makes the thumbnail of a file, unless there is one of its present state.
    /// - Returns: Whether it was made.
    /// - Throws: ``Failure`` where the picture cannot be read, or the thumbnail not be written.
    @discardableResult
    public func makeThumbnail(of file: FilePath, size: Size) throws(Failure) -> Bool {
        if thumbnail(of: file, size: size) != nil { return false }
        guard let path = path(of: file, size: size), let url = Self.url(of: file), let changed = Self.changed(file)
        else { throw .unwritable(file, errno: errno) }
        let room = PixelSize(width: size.side, height: size.side)
        var png = try wrapping(Image(contentsOfFile: file).png(fitting: room), in: Failure.image)
        let texts = [("Thumb::URI", url), ("Thumb::MTime", changed), ("Software", "Flipbook")]
        // Behind the signature and the header, which is 25 bytes long.
        png.insert(
            contentsOf: texts.flatMap { PNGChunks.chunk("tEXt", Array($0.utf8) + [0] + Array($1.utf8)) },
            at: PNGChunks.signature.count + 25
        )
        try write(png, to: path)
        return true
    }

    /// Writes a file that appears whole, for the user alone, as the standard asks.
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

    /// When a file was changed, in seconds since 1970.
    private static func changed(_ file: FilePath) -> String? { FileStatus(file).map { "\($0.modifiedSeconds)" } }

    /// A file's URL, as GLib writes it: the path from the root, with the signs plain that GLib leaves so.
    private static func url(of file: FilePath) -> String? {
        file.resolvedInFolder.map { "file://" + $0.string.percentEncoded(but: "-_.!~*'()/&=:@+$,") }
    }

    /// A file that is no larger than thumbnails are.
    private static func read(_ path: FilePath) -> [UInt8]? {
        let most = 8 << 20
        guard let bytes = try? OpenFile.contents(of: path, atMost: most) else { return nil }
        return bytes.isEmpty || bytes.count == most ? nil : bytes
    }
}

extension Image {
    /// A small version of the picture, as `UIImage.preparingThumbnail(of:)`, or `nil` if it cannot be read or has no pixels.
    ///
    /// It is no larger than `size` in points, its sides in proportion, and never enlarged; it is drawn as the picture's own
    /// rendering mode and tint color say. Of an animation, it is the first picture. Of a file, a thumbnail that the desktop has
    /// (``ThumbnailCache``) is taken where it is large enough; `flipbook thumbs` makes them.
    public func preparingThumbnail(of size: Size) -> Image? {
        guard !size.width.isNaN, !size.height.isNaN else { return nil }
        // Without an end in one direction, the other one counts.
        let side = { (points: Double) in Int(min(max(1, (points * self.scale).rounded()), 1_048_576)) }
        let room = PixelSize(width: side(size.width), height: side(size.height))
        // As UIKit has it, there is no thumbnail of what cannot be read.
        guard let png = keptThumbnail(fitting: room) ?? (try? png(fitting: room)),
            var thumbnail = try? Image(data: png, scale: scale).withRenderingMode(renderingMode)
        else { return nil }
        if let tintColor { thumbnail = thumbnail.withTintColor(tintColor) }
        return flipsForRightToLeftLayoutDirection ? thumbnail.imageFlippedForRightToLeftLayoutDirection() : thumbnail
    }

    /// The desktop's thumbnail of the picture's file, if the picture is shown as the file says and the thumbnail is large enough.
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

    /// The picture as it is shown, made smaller where it does not fit, as a PNG file.
    fileprivate func png(fitting room: PixelSize) throws(ImageError) -> [UInt8] {
        let image = try readingHeader()
        guard let whole = image.pixelSize else { throw .empty }
        let size = whole.fitted(in: room.turned(image.imageOrientation))
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
