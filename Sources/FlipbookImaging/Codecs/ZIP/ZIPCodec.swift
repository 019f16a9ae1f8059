import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// The pictures in a ZIP archive, sorted by name or ordered by the list in an Ugoira. In an OpenRaster file, only the
    /// merged picture is read.
    public static let zip = zip(SourceColors())

    private static func zip(_ colors: SourceColors) -> ImageCodec {
        ImageCodec(
            "ZIP",
            extensions: ["zip", "cbz", "ora"],
            matches: { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) },
            details: { (file) throws(ImageError) in
                try DecodingLimits().check(fileOf: file.byteCount)
                let header = try file.withBytes(at: 0, count: file.byteCount) { (bytes) throws(ImageError) in
                    try ZIPSession(bytes, DecodingRequest(colors: colors)).header
                }
                return ImageDetails(header: header, byteCount: file.byteCount)
            },
            open: { (bytes, request) throws(ImageError) in try ZIPSession(bytes, request) }
        ).makingColors().choosing(nil) { zip($0) }
    }
}

extension ImageCodecs { fileprivate static let archived = ImageCodecs(standard.codecs.filter { $0.format != .zip }) }

struct ZIPSession: ImageSession {
    let header: ImageHeader
    private(set) var archivedNames: ArchivedNames?
    private(set) var remarks: [String] = []
    let hasIndependentFrames = true
    private let entries: [ZIPDirectory.Entry]
    private let durations: [RationalTime]?
    private let bytes: UnsafeRawBufferPointer
    private let request: DecodingRequest
    private let codecs: ImageCodecs

    var frameCount: Int { entries.count }

    init(_ bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        (self.bytes, self.request) = (bytes, request)
        let codecs = ImageCodecs.archived.reading(request.colors)
        self.codecs = codecs
        let all = try ZIPDirectory(FileReader(bytes)).entries
        let pictures = all.filter(\.isPicture)
        let merged = try Self.mergedPicture(of: all, in: bytes)
        let list = merged == nil ? try UgoiraList(all, in: bytes, request.limits) : nil
        entries = merged.map { [$0] } ?? list?.entries ?? pictures
        durations = list?.durations
        let strays = all.filter(\.leadsOut)
        guard !entries.isEmpty else {
            let what = strays.first.map { "whose pictures have names that lead outside it, such as \($0.shownName)" }
            throw .unsupported("a ZIP archive " + (what ?? "without pictures"), .archive)
        }
        var header = try Self.firstHeader(of: entries, in: bytes, request.limits, codecs)
        let isFolder = merged == nil && list == nil
        // An archive with a single picture is still a sequence if other pictures were skipped, so that the remarks list them.
        header.holdsSeveralPictures = entries.count > 1 || isFolder && !strays.isEmpty
        self.header = header
        guard isFolder else { return }
        archivedNames = ArchivedNames(
            pictures: entries.map(\.plainName),
            others: all.filter { !$0.isPicture && !$0.leadsOut }.map(\.plainName),
            outside: strays.map(\.name)
        )
        let others = all.count - entries.count - strays.count
        if others > 0 {
            let files = others == 1 ? "1 other file in the archive is" : "\(others) other files in the archive are"
            remarks.append("\(files) left out")
        }
        if let stray = strays.first {
            let are = strays.count == 1 ? "1 picture in the archive is" : "\(strays.count) pictures in the archive are"
            let names = strays.count == 1 ? stray.shownName : "such as \(stray.shownName)"
            let reason = strays.count == 1 ? "its name leads outside it" : "their names lead outside it"
            remarks.append("\(are) left out because \(reason) (\(names))")
        }
    }

    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader {
        try Self.header(of: entries[index], in: bytes, request.limits, codecs)
    }

    /// Returns the header of the first intact picture. Damaged pictures are rejected individually.
    private static func firstHeader(
        of entries: [ZIPDirectory.Entry],
        in bytes: UnsafeRawBufferPointer,
        _ limits: DecodingLimits,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> ImageHeader {
        var first: ImageError?
        for entry in entries {
            do throws(ImageError) {
                return try header(of: entry, in: bytes, limits, codecs)
            } catch {
                guard error.isDamage else { throw error }
                first = first ?? error
            }
        }
        throw first ?? .truncated
    }

    private static func header(
        of entry: ZIPDirectory.Entry,
        in bytes: UnsafeRawBufferPointer,
        _ limits: DecodingLimits,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> ImageHeader {
        let name = entry.shownName
        func refusal(_ error: ImageError) -> ImageError {
            guard case .notAnImage(let found) = error.reason else { return error }
            return .unsupported("a ZIP archive whose \(name) is \(found)", .archive)
        }
        if try entry.isPacked(in: bytes, limits) {
            // The first bytes are checked before memory for the whole file is allocated.
            try entry.withHead(in: bytes) { (head) throws(ImageError) in
                try wrapping(entry.check(head, codecs), in: refusal)
            }
        }
        var header = try entry.withBytes(in: bytes, limits) { (file) throws(ImageError) in
            try wrapping(ImageHeader.read(file, codecs: codecs), in: refusal)
        }
        header.isArchived = true
        return header
    }

    func duration(ofFrame index: Int) -> RationalTime? { durations?[index] }

    func frame(_ index: Int) throws(ImageError) -> Picture {
        let decoder = ImageDecoder(limits: request.limits, keepsSixteenBits: request.keepsSixteenBits, codecs: codecs)
        return try entries[index].withBytes(in: bytes, request.limits) { (file) throws(ImageError) in
            try decoder.decode(file)
        }
    }

    private static func mergedPicture(of entries: [ZIPDirectory.Entry], in bytes: UnsafeRawBufferPointer)
        throws(ImageError) -> ZIPDirectory.Entry?
    {
        guard let kind = entries.first(where: { $0.name == "mimetype" }), kind.byteCount <= 64 else { return nil }
        let isRaster = try kind.withBytes(in: bytes, DecodingLimits()) { $0.starts(with: "image/openraster".utf8) }
        return isRaster ? entries.first { $0.name == "mergedimage.png" } : nil
    }
}

/// The list in an Ugoira, Pixiv's animation format. It contains the frames in order, with delays in milliseconds.
private struct UgoiraList {
    let entries: [ZIPDirectory.Entry]
    let durations: [RationalTime]

    init?(_ all: [ZIPDirectory.Entry], in bytes: UnsafeRawBufferPointer, _ limits: DecodingLimits) throws(ImageError) {
        guard let file = all.first(where: { $0.lastComponent == "animation.json" }), file.byteCount <= 4 << 20 else {
            return nil
        }
        let text = try file.withBytes(in: bytes, limits) { String(decoding: $0, as: UTF8.self) }
        let places = Dictionary(all.map { ($0.lastComponent, $0) }) { first, _ in first }
        var (entries, durations): ([ZIPDirectory.Entry], [RationalTime]) = ([], [])
        for object in text.matches(of: /\{[^{}]*\}/) {
            guard let name = (object.output.firstMatch(of: /"file"\s*:\s*"([^"\\]+)"/)?.output.1).map({ String($0) })
            else { continue }
            guard let delay = object.output.firstMatch(of: /"delay"\s*:\s*([0-9]{1,9})/)?.output.1,
                let milliseconds = Int64(delay), milliseconds > 0
            else { throw .corrupt(reason: "animation.json has no delay for \(name.escapingControlCharacters)") }
            guard let entry = places[name] else {
                let shown = name.escapingControlCharacters
                throw .corrupt(reason: "animation.json refers to \(shown), which is not in the archive")
            }
            entries.append(entry)
            durations.append(RationalTime(milliseconds, 1000))
        }
        guard !entries.isEmpty else { return nil }
        (self.entries, self.durations) = (entries, durations)
    }
}

extension ZIPDirectory.Entry {
    private var isNamedAsPicture: Bool { FileSequence.imageExtensions.contains(lastComponent.lowercasedExtension) }

    /// A Boolean value that indicates whether the path points outside the archive's folder, on any operating system.
    fileprivate var leadsOut: Bool {
        guard isNamedAsPicture else { return false }
        let isAbsolute = name.utf8.first.map("/\\".utf8.contains) ?? false || FilePath(name).isOfWindows
        let parts = name.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        return isAbsolute || parts.contains { $0.elementsEqual("..".utf8) }
    }

    fileprivate var plainName: String { folder + lastComponent }

    /// A Boolean value that indicates whether the file has the extension of a picture, and is neither hidden nor a macOS
    /// companion file.
    fileprivate var isPicture: Bool {
        isNamedAsPicture && !leadsOut
            && !components.contains { $0.utf8.first == UInt8(ascii: ".") && $0 != "." || $0 == "__MACOSX" }
    }

    /// The maximum number of bytes in a PNG besides its pixels: profiles, text, and filters.
    private static let mostBesidePixels = 8 << 20

    /// Compressed formats, whose files hardly shrink in an archive.
    private static let packedFormats: Set<ImageFormat> = [.png, .jpeg, .gif, .webp, .avif, .heic, .jxl]

    /// Returns `true` if the first bytes have to be checked because the unpacked file is large.
    fileprivate func isPacked(in archive: UnsafeRawBufferPointer, _ limits: DecodingLimits) throws(ImageError) -> Bool {
        try check(in: archive, limits)
        return isDeflated && byteCount > 16 << 20 && byteCount / 100 > storedCount
    }

    /// Throws an error if `head` is not the beginning of a picture, or if the file is too large for that picture. Uniform
    /// pixels compress well, so a small archive can contain a huge file.
    fileprivate func check(_ head: UnsafeRawBufferPointer, _ codecs: ImageCodecs) throws(ImageError) {
        let format = try codecs.codec(for: head.head).format
        guard Self.packedFormats.contains(format) else { return }
        if format == .png {
            let header = try PNGPreamble.imageHeader(head)
            let (pixels, isEndless) = header.size.area.multipliedReportingOverflow(by: 4 * max(header.bitDepth, 8) / 8)
            guard isEndless || byteCount - Self.mostBesidePixels > pixels else { return }
        }
        let sizes = "has \(storedCount) bytes and unpacks to \(byteCount >> 20) MiB"
        throw .tooLarge(reason: "\(shownName) in the archive \(sizes), which no intact \(format.name) file does")
    }
}
