public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging
import FlipbookScene

/// The frame list of a sprite sheet, in the JSON formats of Aseprite, TexturePacker, and Flipbook: the positions of the frames
/// on the sheet, their durations, and named parts of the sequence.
public struct SpriteSheetFile: Sendable {
    /// A named part of the sequence.
    public struct Tag: Hashable, Sendable {
        /// The tag's name.
        public let name: String
        /// The 1-based frame numbers, in descending order if the tag is reversed.
        public let frames: FrameSet
        /// The frames in display order, with repetitions for ping-pong playback.
        public let order: [Int]
        /// The number of repetitions, or `nil` if the list does not specify it.
        public let repeatCount: Int?
    }

    /// The path of the list.
    public let path: FilePath
    /// The sheet's picture, relative to the current folder.
    public let image: FilePath
    /// The division of the sheet into frames.
    public let cut: SheetCut
    /// The exact duration of each frame in seconds, or `nil` if the list does not specify it.
    public let durations: [RationalTime?]
    /// The named parts of the sequence.
    public let tags: [Tag]
    package let tagFaults: [(name: String?, fault: ManifestFault)]
    /// The sheet's pixels per point.
    public let scale: Double

    /// Reads the list at `path`. Returns `nil` if it is a different kind of JSON, such as a manifest.
    /// - Throws: ``ManifestFileError`` if the list is invalid, or refers to a picture outside its folder.
    public init?(reading path: FilePath, allowedFolders: [FilePath] = []) throws(ManifestFileError) {
        try self.init(Self.document(at: path), of: path, allowedFolders)
    }

    package init?(_ bytes: [UInt8], of path: FilePath) throws(ManifestFileError) {
        let document = try wrapping(JSONReader.node(of: bytes, file: path), in: ManifestFileError.manifest)
        try self.init(document, of: path)
    }

    /// Opens a sheet from its list, or from its picture with the list next to it. Returns `nil` for other files.
    /// - Throws: ``ManifestFileError`` if the list is invalid, or refers to a picture outside its folder.
    public init?(at path: FilePath, allowedFolders: [FilePath] = []) throws(ManifestFileError) {
        if ManifestFile.format(of: path) == .json {
            try self.init(reading: path, allowedFolders: allowedFolders)
        } else {
            try self.init(beside: path)
        }
    }

    /// Opens a sheet from its picture if a list next to the picture refers to it: `walk.json` for `walk.png`.
    /// - Throws: ``ManifestFileError`` if the list is invalid.
    public init?(beside picture: FilePath) throws(ManifestFileError) {
        let name = picture.string.utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let list = FilePath(String(decoding: name[..<dot], as: UTF8.self) + ".json")
        guard ManifestFile.absence(of: picture) == nil, let document = Self.documentIfAny(at: list) else { return nil }
        try self.init(document, of: list)
        guard FilePath(image.lastComponent) == FilePath(picture.lastComponent) else { return nil }
    }

    /// Returns the sprite sheets in a folder, or their errors, sorted by name.
    package static func all(
        in folder: FilePath
    ) throws(FileSystemError) -> [(list: FilePath, sheet: Result<SpriteSheetFile, ManifestFileError>)] {
        try FolderListing(folder).names.filter { $0.lowercased().hasSuffix(".json") && !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { name in
                let path = folder.appending(name)
                guard let document = documentIfAny(at: path) else { return nil }
                do throws(ManifestFileError) {
                    return try SpriteSheetFile(document, of: path).map { (path, .success($0)) }
                } catch { return (path, .failure(error)) }
            }
    }

    private static func document(at path: FilePath) throws(ManifestFileError) -> ManifestNode {
        try ManifestFileError.reading(path) { bytes throws(ManifestError) in
            try JSONReader.node(of: bytes, file: path)
        }
    }

    /// Returns the document, or `nil` if the file does not exist or is not valid JSON. This is not an error, because the file
    /// might not be a list.
    private static func documentIfAny(at path: FilePath) -> ManifestNode? {
        ManifestFile.absence(of: path) == nil ? try? document(at: path) : nil
    }

    private init?(_ document: ManifestNode, of path: FilePath, _ allowedFolders: [FilePath] = [])
        throws(ManifestFileError)
    {
        var (list, meta) = (document, document["meta"])
        if case .list(let sheets)? = document["textures"]?.content, let first = sheets.first, first["frames"] != nil {
            guard sheets.count == 1 else {
                let message =
                    "this is a Phaser multi-atlas with \(sheets.count) sheets. Pack its pictures into one sheet"
                let fault = ManifestFault(at: first.position, path: "textures", message: message)
                throw .manifest(ManifestError(file: path, faults: [fault]))
            }
            (list, meta) = (first, first)
        }
        guard let frames = list["frames"], let meta, case .mapping = meta.content else { return nil }
        self.path = path
        do throws(ManifestFault) {
            guard let name = meta["image"]?.numberOrText, !name.isEmpty
            else { throw meta.fault("meta", "the required key 'image' is missing (the name of the sheet's picture)") }
            let entries = try Self.entries(of: frames)
            cut = SheetCut(try entries.map { (entry) throws(ManifestFault) in try Self.part(entry) })
            durations = try entries.map { (entry) throws(ManifestFault) in try Self.duration(entry) }
            (tags, tagFaults) = Self.tags(of: meta, frameCount: entries.count)
            scale = meta["scale"]?.numberOrText.flatMap(Double.init).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1
            image = try Self.image(of: path, name: name, meta, allowedFolders)
        } catch { throw .manifest(ManifestError(file: path, faults: [error])) }
    }

    /// The frames, numbered from 1, to be read with ``codecs(_:)``.
    public var frames: FrameList {
        FrameList(
            name: path.description,
            frames: durations.enumerated().map { index, duration in
                let source = Image.Source.file(FilePath(image.string, picture: index + 1))
                return Frame(Image(source: source, scale: scale), number: index + 1, duration: duration)
            },
            expected: FrameSet(FrameRange(1, through: max(1, durations.count))),
            missing: FrameSet(),
            hints: tagFaults.map { ManifestError(file: path, faults: [$0.fault]).explanation.description }
        )
    }

    /// Returns the frames of a tag in display order.
    public func frames(of tag: Tag) -> FrameList {
        let all = frames
        return FrameList(
            name: all.name,
            frames: tag.order.map { all.frames[$0 - 1] },
            expected: tag.frames,
            missing: FrameSet(),
            hints: all.hints,
            animationRepeatCount: tag.repeatCount
        )
    }

    /// Returns codecs that divide the sheet into its frames.
    public func codecs(_ codecs: ImageCodecs = .standard) -> ImageCodecs { codecs.cutting(cut) }

    private static func entries(of frames: ManifestNode) throws(ManifestFault) -> [ManifestNode] {
        let entries: [ManifestNode]
        switch frames.content {
        case .list(let list): entries = list
        case .mapping(let named): entries = named.map(\.value)
        case .plain, .quoted: throw frames.fault("frames", "expected a list of frames")
        }
        guard !entries.isEmpty, entries.count <= FrameSet.maximumCount
        else { throw frames.fault("frames", "expected at least one frame") }
        return entries
    }

    private static func part(_ entry: ManifestNode) throws(ManifestFault) -> SheetCut.Part {
        func numbers(_ key: String, _ names: [String]) throws(ManifestFault) -> [Int]? {
            guard let node = entry[key] else { return nil }
            return try names.map { name throws(ManifestFault) in
                guard let value = node[name]?.wholeNumber, (0...1 << 30).contains(value)
                else { throw node.fault(key, "\(name) must be a whole number of pixels") }
                return value
            }
        }
        guard let frame = try numbers("frame", ["x", "y", "w", "h"]), frame[2] > 0, frame[3] > 0
        else { throw entry.fault("frames", "the key 'frame' must contain x, y, w and h") }
        // In TexturePacker and related tools, a rotated entry has the unrotated picture's width and height.
        let isTurned = entry["rotated"]?.numberOrText == "true" || entry["rotated"]?.content == .plain("true")
        let (width, height) = isTurned ? (frame[3], frame[2]) : (frame[2], frame[3])
        let rect = PixelRect(x: frame[0], y: frame[1], width: width, height: height)
        let size = try numbers("sourceSize", ["w", "h"]).map { PixelSize(width: $0[0], height: $0[1]) }
        let place = try numbers("spriteSourceSize", ["x", "y"]) ?? [0, 0]
        return SheetCut.Part(rect, isTurned: isTurned, size: size, x: place[0], y: place[1])
    }

    private static func duration(_ entry: ManifestNode) throws(ManifestFault) -> RationalTime? {
        guard let node = entry["duration"] else { return nil }
        guard let milliseconds = node.wholeNumber, (1...1_000_000_000).contains(milliseconds)
        else { throw node.fault("duration", "expected a whole number of milliseconds from 1 to 1000000000") }
        return RationalTime(Int64(milliseconds), 1000)
    }

    /// Returns Aseprite's tags: named ranges of frames, numbered from 0, with a direction (forward, reversed, or ping-pong) and
    /// repetitions.
    private static func tags(of meta: ManifestNode, frameCount: Int) -> ([Tag], [(name: String?, fault: ManifestFault)])
    {
        guard case .list(let nodes) = meta["frameTags"]?.content else { return ([], []) }
        var (tags, faults): ([Tag], [(name: String?, fault: ManifestFault)]) = ([], [])
        for node in nodes {
            if let tag = Tag(node, frameCount: frameCount) {
                tags.append(tag)
            } else {
                let name = node["name"]?.numberOrText
                let shown = name.map { " '\($0.escapingControlCharacters)'" } ?? ""
                let ends = [node["from"], node["to"]].compactMap { $0?.wholeNumber }
                let reason =
                    name == nil || ends.count < 2
                    ? "a tag needs a name, a first frame and a last frame"
                    : "it covers frames \(ends[0]) to \(ends[1]), but the sheet has only 0 to \(frameCount - 1)"
                faults.append((name, node.fault("meta.frameTags", "the tag\(shown) was skipped: \(reason)")))
            }
        }
        return (tags, faults)
    }

    private static func image(of path: FilePath, name: String, _ meta: ManifestNode, _ allowedFolders: [FilePath])
        throws(ManifestFault) -> FilePath
    {
        func fault(_ message: Explanation) -> ManifestFault { (meta["image"] ?? meta).fault("meta.image", message) }
        let boundary = try wrapping(Boundary(of: path, and: allowedFolders)) { (error: ManifestFileError) in
            fault("\(error)")
        }
        let image = boundary.path(of: name)
        if let absence = ManifestFile.absence(of: image) { throw fault("\(absence)") }
        guard boundary.isInsideLexically(name), boundary.isInside(image) ?? true else {
            let folder = boundary.folder(around: [FilePath(name)]).string.quotedForShell
            let allowing: Explanation = "allow it with \(remedy: .set(.allowedFolders, to: folder))"
            throw fault("\(FilePath(name)) is outside the list's folder. Move it there, or \(allowing)")
        }
        return image
    }
}

extension SpriteSheetFile.Tag {
    fileprivate init?(_ tag: ManifestNode, frameCount: Int) {
        guard let name = tag["name"]?.numberOrText, let from = tag["from"]?.wholeNumber,
            let to = tag["to"]?.wholeNumber, from >= 0, from <= to, to < frameCount
        else { return nil }
        let direction = tag["direction"]?.numberOrText ?? "forward"
        let isBackwards = ["reverse", "pingpong_reverse"].contains(direction)
        let row = isBackwards ? Array((from + 1...to + 1).reversed()) : Array(from + 1...to + 1)
        let times = tag["repeat"]?.numberOrText.flatMap { Int($0) }.flatMap { (1...65_535).contains($0) ? $0 : nil }
        var order = row
        if direction.hasPrefix("pingpong") {
            // Aseprite counts each pass in one direction as a repetition. If there is no count, playback does not end. At each
            // change of direction, the end frame is shown only once.
            let back = row.reversed()
            let ways = times ?? 2
            guard ways * row.count <= FrameSet.maximumCount else { return nil }
            for way in 1..<max(ways, 1) { order += (way % 2 == 1 ? Array(back) : row).dropFirst() }
            if times == nil, row.count > 1 { order.removeLast() }
        }
        let numbers =
            isBackwards ? FrameRange(to + 1, through: from + 1, by: -1) : FrameRange(from + 1, through: to + 1)
        let count = direction.hasPrefix("pingpong") ? times.map { _ in 1 } : times
        self.init(name: name, frames: FrameSet(numbers), order: order, repeatCount: count)
    }
}

extension ManifestNode {
    fileprivate func fault(_ path: String, _ message: Explanation) -> ManifestFault {
        ManifestFault(at: position, path: path, message)
    }

    fileprivate var wholeNumber: Int? { decimal.flatMap(Double.init).flatMap { Int(exactly: $0) } }
}
