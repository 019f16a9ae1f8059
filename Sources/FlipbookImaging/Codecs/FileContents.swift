internal import FlipbookCore
package import FlipbookFiles

/// The contents of a file that is no picture that can be shown; as a text, an image of another format: `"a HEIF file"`.
public struct FileContents: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Its name in a sentence: `a HEIF file`, `a named pipe`, `text`.
    public let noun: String
    package let kind: Kind

    /// The contents of a file, as far as they decide what can be done with it.
    package enum Kind: Hashable, Sendable {
        /// A picture, or several, of a format or kind that is not decoded.
        case picture
        /// A picture of a format that is known by its first bytes alone, and the command that makes a PNG of it.
        case foreign(converter: String)
        /// Several pictures in one file, as far as is known, and what saves each as a file of its own.
        case pictures(splitter: String)
        /// A picture of a format that the library of this name decodes, which is not installed.
        case needing(library: String)
        /// A PNG in the form that Xcode gives to those of an app.
        case crushed
        /// A picture of a format that is read, of a kind that is not, and what makes one of it that is.
        case odd(remedy: String)
        case recording
        case archive
        /// The place of a file that Git keeps elsewhere.
        case gitPointer
        /// An image whose bytes were changed on the way.
        case garbled
        /// Nothing that a picture could be got from: text, the beginning of a file, bytes of an unknown kind.
        case nothing
        case special(FileStatus.Kind)
    }

    package init(_ noun: String, _ kind: Kind = .picture) { (self.noun, self.kind) = (noun, kind) }

    /// The command that makes a PNG of each picture of a video or an animation.
    package static let splitter = "ffmpeg -i IN -fps_mode passthrough OUT.%04d.png"

    /// An image of another format.
    public init(stringLiteral noun: String) { self.init(noun) }

    package init(_ format: ImageFormat) {
        self.init(format.noun, format.missingLibrary.map(Kind.needing) ?? .pictures(splitter: Self.splitter))
    }

    /// The shortage in which the library that decodes it was not loaded.
    var shortage: MachineShortage? {
        if case .needing(let library) = kind { RuntimeLibrary.shortage(loading: library) } else { nil }
    }

    /// A picture that ends at a place of a file, and one that begins at another.
    fileprivate static func joined(_ format: ImageFormat, until end: Int, _ next: ImageFormat, at place: Int) -> Self {
        let noun =
            format == next
            ? "several \(format.name) pictures, one behind another" : "\(format.noun) with \(next.noun) behind it"
        // ffmpeg skips what lies between JPEGs.
        if format == .jpeg, next == .jpeg {
            return Self(noun, .pictures(splitter: "ffmpeg -f mjpeg -i IN -c copy OUT.%04d.jpg"))
        }
        let names = [format, next].map(\.extensions[0])
        let splitter = "head -c \(end) IN > OUT.1.\(names[0]) && tail -c +\(place + 1) IN > OUT.2.\(names[1])"
        // The rest may be several as well; its own refusal says where the next one begins.
        return Self(noun, .pictures(splitter: splitter + ", and so on with OUT.2.\(names[1]) as IN and another OUT"))
    }

    /// Pictures of one format up to a place of a file, and something else from there on.
    static func row(of format: ImageFormat, count: Int, until place: Int) -> Self {
        Self(
            "a file of \(count) \(format.name) pictures one behind another and other bytes from byte \(place) on",
            .odd(remedy: "keep the pictures alone with head -c \(place) IN > OUT.\(format.extensions[0])")
        )
    }

    package init(_ special: FileStatus.Kind) { self.init(special.rawValue, .special(special)) }

    /// Its name in a sentence.
    public var description: String { noun }

    /// The way to a frame, a part of a sentence on one of it or on several.
    package func remedy(isOne: Bool = true) -> String {
        let (it, frames) = isOne ? ("it", "this frame") : ("them", "these frames")
        let leaving = ", or leave \(it) out"
        return switch kind {
        case .odd(let remedy): remedy
        case .garbled: "copy \(it) again, as binary data"
        case .crushed:
            "put \(it) back with xcrun pngcrush -revert-iphone-optimizations IN OUT, or take the "
                + (isOne ? "original" : "originals")
        case .needing: "convert \(isOne ? "the file" : it) to PNG" + leaving
        case .special: "put \(isOne ? "the frame's file in its place" : "the frames' files in their places")" + leaving
        case .foreign(let converter): "convert \(it) to PNG (\(converter))" + leaving
        case .pictures(let splitter): "save each picture as a file of its own (\(splitter))" + leaving
        case .recording: "write its pictures as PNG files (\(Self.splitter))" + leaving
        case .gitPointer: "fetch the real \(isOne ? "file" : "files") with git lfs pull" + leaving
        case .archive: "unpack \(it) and give its pictures" + leaving
        case .nothing: "render, copy or download \(frames) again" + leaving
        case .picture: "convert \(it) to PNG" + leaving
        }
    }
}

extension ImageFormat {
    /// Throws if another picture follows at `end`: behind filler and the lines of text that a server puts between those
    /// of a stream, or a PNG or JPEG behind up to 64 KB of no known format.
    /// - Parameter preview: The most pixels of a JPEG that is only a camera's preview; 0 if none can follow.
    func checkSole(_ file: inout FileReader, after end: Int, preview: Int = 0) throws(ImageError) {
        file.end = end
        // A picture that follows is not asked for the next one.
        guard file.role == .file else { return }
        let place = try end + file.fillerCount(at: end)
        guard place < file.byteCount else { return }
        let header = try file.withBytes(at: place, count: 512, \.headerLength)
        for start in Set([end, place, place + header]).sorted() where start < file.byteCount {
            try check(file, until: end, at: start, preview: preview)
        }
        // The pictures of an archive or a film are its own. The zeros that a film begins with counted as filler.
        for start in max(end, place - 4)...place {
            guard case .nothing = try file.withBytes(at: start, count: 32, { FileContents($0).kind }) else { return }
        }
        let count = min(1 << 16, file.byteCount - place)
        let signatures = [PNGChunk.signature, [0xFF, 0xD8, 0xFF]]
        let starts = try file.withBytes(at: place, count: count) { bytes in
            let starts = bytes.indices.lazy.filter { start in
                bytes[start] >= 0x89 && signatures.contains { bytes[start...].starts(with: $0) }
            }
            // A file with more of them is made to be slow.
            return Array(starts.prefix(100))
        }
        // The three bytes of a JPEG can be there by chance, so it has to be whole up to its pixels.
        for start in starts { try check(file, until: end, at: place + start, preview: max(preview, 1)) }
    }

    private func check(_ file: borrowing FileReader, until end: Int, at start: Int, preview: Int) throws(ImageError) {
        guard let next = try Self.follower(in: file, at: start, preview: preview) else { return }
        throw .notAnImage(found: .joined(self, until: end, next, at: start))
    }

    func checkSole(_ bytes: UnsafeRawBufferPointer, after end: Int, preview: Int = 0) throws(ImageError) {
        guard end < bytes.count else { return }
        var file = try FileReader(bytes)
        try checkSole(&file, after: end, preview: preview)
    }

    /// The format of the picture that begins at a place, or `nil` if none does.
    private static func follower(
        in file: borrowing FileReader,
        at place: Int,
        preview: Int
    ) throws(ImageError) -> ImageFormat? {
        var rest = FileReader(file, from: place, as: .follower)
        let head = try rest.head()
        // The first have next to no signature, and archives are no pictures.
        guard let codec = ImageCodecs.standard.codecs.first(where: { $0.matches(head) }),
            ![.tga, .ico, .jxl, .zip].contains(codec.format)
        else { return nil }
        do throws(ImageError) {
            let area = try codec.readDetails(&rest).header.size.area
            return codec.format == .jpeg && area <= preview ? nil : codec.format
        } catch {
            switch error.reason {
            // No more than the beginning of a header.
            case .truncated where codec.format == .jpeg || rest.byteCount < PNGPreamble.afterHeader: return nil
            // One that is cut short, or of a kind that is not read, counts, unless a camera may have added it.
            case .truncated, .notAnImage: return codec.format == .png || preview == 0 ? codec.format : nil
            default: return nil
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The length of lines of text, an empty one and filler at the beginning; 0 if there are none.
    fileprivate var headerLength: Int {
        let ends = ["\n\n", "\n\r\n"]
        guard let end = indices.first(where: { place in ends.contains { self[place...].starts(with: $0.utf8) } }),
            UnsafeRawBufferPointer(rebasing: self[..<end]).isText
        else { return 0 }
        return end + self[end...].prefix(while: \.isFiller).count
    }
}

extension FileReader {
    /// The number of bytes at a place that fill up a word or sector, or end a line. Those behind a megabyte are not read: a file
    /// may have terabytes of them on no disk.
    func fillerCount(at place: Int) throws(ImageError) -> Int {
        var (count, isFull) = (0, true)
        while isFull, count < 1 << 20 {
            let more = try withBytes(at: place + count, count: Self.windowLength) { $0.prefix(while: \.isFiller).count }
            (count, isFull) = (count + more, more == Self.windowLength)
        }
        return count
    }
}

extension UInt8 {
    /// A Boolean value that indicates a byte that fills up a word or sector between pictures, or ends a line.
    var isFiller: Bool { [0, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " ")].contains(self) }
}
