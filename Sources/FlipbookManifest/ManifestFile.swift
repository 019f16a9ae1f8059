public import FlipbookCore
public import FlipbookFiles
public import FlipbookScene
public import FlipbookSequences
internal import Glibc

/// A file that describes a sequence: a manifest in YAML or JSON, an ffconcat list, or an OpenTimelineIO timeline.
public struct ManifestFile: Hashable, Sendable {
    /// The format of the file.
    public enum Format: String, CaseIterable, Sendable {
        /// The subset of YAML 1.2 that manifests use.
        case yaml
        /// JSON.
        case json
        /// ffmpeg's list of files.
        case ffconcat
        /// OpenTimelineIO's JSON.
        case otio

        /// Creates the format for a path's extension. Returns `nil` if no format has this extension.
        public init?(extensionOf path: FilePath) {
            let name = path.lastComponent.lowercased()
            let known = Self.allCases.first { name.hasSuffix(".\($0.rawValue)") }
            guard let format = known ?? (name.hasSuffix(".yml") ? .yaml : nil) else { return nil }
            self = format
        }

        /// Parses the only document in a file. A file with the extension `.json` is parsed as JSON, so that error messages
        /// refer to JSON.
        package func node(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode {
            try self == .json ? JSONReader.node(of: text, file: file) : YAMLReader.node(of: text, file: file)
        }
    }

    /// The file's path.
    public let path: FilePath
    /// The contents of the file.
    public let manifest: SequenceManifest
    /// Notes for the author, one sentence each, safe to print.
    public let notes: [String]
    /// The positions of keys in the text. Empty if the format has no keys.
    public private(set) var positions: [ManifestKey: ManifestNode.Position] = [:]
    package private(set) var passedOver: [PassedOverManifestKey: ManifestNode.Position] = [:]
    let places: ManifestPlaces
    /// The languages that have their own keys, limited to the number that can be read in a few seconds.
    package private(set) var languages: [String] = []

    /// Creates a manifest file without reading it.
    public init(path: FilePath, manifest: SequenceManifest) {
        (self.path, self.manifest, notes, places) = (path, manifest, [], ManifestPlaces(items: [:]))
    }

    /// Returns the position of the value at a path, such as `overlays[3]`, or the beginning of the text if the position is
    /// unknown.
    package func position(of path: String) -> ManifestNode.Position { places.position(of: path) }

    package var scenePositions: [String: ManifestNode.Position] { places.scenePositions }

    /// Returns the format of a file, based on its extension or its first bytes, or `nil` if the file is unreadable or has a
    /// different format.
    public static func format(of path: FilePath) -> Format? {
        if path.isFolder { return nil }
        if let format = Format(extensionOf: path) { return format }
        let name = path.lastComponent.lowercased()
        guard !FileSequence.imageExtensions.contains(where: { name.hasSuffix("." + $0) }) else { return nil }
        return (try? OpenFile.contents(of: path, atMost: 4096)).map(ConcatScript.isLikely) ?? false ? .ffconcat : nil
    }

    /// Reads the file at `path`.
    public init(reading path: FilePath, as format: Format, languages: LanguagePreferences = LanguagePreferences([]))
        throws(ManifestFileError)
    {
        self = try ManifestFileError.reading(path) { bytes throws(ManifestError) in
            try ManifestFile(bytes, of: path, as: format, languages: languages)
        }
    }

    /// Reads the manifest in `bytes`, from the file at `path`.
    public init(
        _ bytes: [UInt8],
        of path: FilePath,
        as format: Format,
        languages: LanguagePreferences = LanguagePreferences([])
    ) throws(ManifestError) {
        self.path = path
        switch format {
        case .yaml, .json:
            let read = try format.node(of: bytes, file: path)
            // Reading one language takes as long as reading the whole text.
            self.languages = Array(read.languages.prefix(min(100, (64 << 20) / max(1, bytes.count))))
            let node = read.localized(languages)
            manifest = try SequenceManifest(decoding: node, file: path)
            places = ManifestPlaces(node)
            positions = node.keyPositions(ManifestKey.init(rawValue:))
            passedOver = Dictionary(node.passedOverKeys) { first, _ in first }
            notes =
                passedOver.sorted { ($0.value.line, $0.value.column) < ($1.value.line, $1.value.column) }
                .map { "\(path):\($1.line):\($1.column): \($0.note)" } + manifest.notes.map { "\(path): \($0)" }
        case .ffconcat:
            guard bytes.count <= YAMLReader.largestByteCount else {
                throw ManifestError(file: path, faults: [.init(at: .start, message: "the file is larger than 16 MiB")])
            }
            let script = try ConcatScript.read(bytes, file: path)
            (manifest, notes) = (script.manifest, script.notes)
            places = ManifestPlaces(items: [ManifestKey.animationImages.rawValue: script.positions])
        case .otio:
            let node = try JSONReader.node(of: bytes, file: path, depth: TimelineReader.largestDepth)
            let read = try TimelineReader.read(node, file: path)
            (manifest, notes) = (read.manifest, read.notes)
            places = ManifestPlaces(items: read.positions)
        }
    }

    package struct NamedFile: Hashable, Sendable {
        package let path: FilePath
        package let position: ManifestNode.Position
        package let absence: FileSystemError?
    }

    /// Looks up all files in `entries` under `key`, including those outside the manifest's folder. Unlike ``ManifestLocator``,
    /// this does not stop at a missing file.
    package func namedFiles(_ entries: [SequenceManifest.Entry], of key: ManifestKey)
        throws(ManifestFileError) -> [NamedFile]
    {
        let boundary = try Boundary(of: path)
        let isStill = key == .image || key == .highlightedImage
        return entries.enumerated().map { index, entry in
            let path = boundary.path(of: entry.image.string)
            let position =
                isStill ? places.position(of: key.rawValue) : places.position(ofItem: index, at: key.rawValue)
            return NamedFile(path: path, position: position, absence: Self.absence(of: path))
        }
    }

    /// Looks up all files except frames: those for colors, overlays, views (except patterns), and animations.
    package func namedFilesBesideFrames() throws(ManifestFileError) -> [NamedFile] {
        let boundary = try Boundary(of: path)
        return manifest.namesBesideFrames.filter { !$0.isPattern }.map { name in
            let path = LanguagePreferences([]).localized(boundary.path(of: name.path.string))
            return NamedFile(path: path, position: places.position(of: name.place), absence: Self.absence(of: path))
        }
    }

    /// Returns the files that, because of links, are outside the manifest's folder and the other allowed folders.
    package func outside(_ files: [FilePath], and others: [FilePath]) throws(ManifestFileError) -> [FilePath] {
        let boundary = try Boundary(of: path, and: others)
        return files.filter { boundary.isInside($0) == false }
    }

    package func position(of key: ManifestKey) -> ManifestNode.Position { places.position(of: key.rawValue) }

    package static func absence(of path: FilePath) -> FileSystemError? {
        guard let status = FileStatus(path) else { return FileSystemError(path, errno: errno) }
        return status.kind == .folder ? FileSystemError(path, errno: EISDIR) : nil
    }
}

extension ManifestNode {
    fileprivate var passedOverKeys: [(PassedOverManifestKey, Position)] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.flatMap { entry in
            if let key = PassedOverManifestKey(rawValue: entry.key) { return [(key, entry.position)] }
            let holdsViews = ["views", "subviews", "overlayContentView"].contains(entry.key)
            return holdsViews ? (entry.value.list ?? []).flatMap(\.passedOverKeys) : []
        }
    }

    fileprivate func keyPositions<Key: Hashable>(_ key: (String) -> Key?) -> [Key: Position] {
        guard case .mapping(let entries) = content else { return [:] }
        let keys = entries.compactMap { entry in key(entry.key).map { ($0, entry.position) } }
        return Dictionary(keys) { first, _ in first }
    }
}

/// The error for a manifest whose frames cannot be found.
public enum ManifestFileError: ExplainedError, Hashable {
    /// The manifest cannot be accessed.
    case system(FileSystemError)
    /// The manifest is invalid.
    case manifest(ManifestError)
    /// The frames under a key cannot be found.
    case frames(FilePath, String, ManifestNode.Position, SequenceLocatorError)
    /// Files named in the manifest do not exist or are not accessible. `areOutside` indicates that at least one of the files is
    /// outside the manifest's folder.
    case files(ManifestError, areOutside: Bool)
    /// The manifest must not refer to this file, which is outside the allowed folders.
    case cannotName(FilePath)
    /// The requested frame numbers cannot be selected.
    case selection(FrameSelectionError)

    static func reading<Value>(_ path: FilePath, _ read: ([UInt8]) throws(ManifestError) -> Value)
        throws(ManifestFileError) -> Value
    {
        let most = YAMLReader.largestByteCount + 1
        let bytes = try wrapping(OpenFile.contents(of: path, atMost: most), in: ManifestFileError.system)
        return try wrapping(read(bytes), in: ManifestFileError.manifest)
    }

    /// The code of the underlying error, `manifest.files`, or `manifest.outside`.
    public var code: ErrorCode {
        switch self {
        case .system(let error): error.code
        case .manifest(let error): error.code
        case .frames(_, _, _, let error): error.code
        case .files(_, let areOutside): areOutside ? "manifest.outside" : "manifest.files"
        case .cannotName: "manifest.outside"
        case .selection(let error): error.code
        }
    }

    /// The location, the fault, and the remedy.
    public var explanation: Explanation {
        switch self {
        case .system(let error): error.explanation
        case .manifest(let error): error.explanation
        case .frames(let file, let place, let position, let error):
            "\(file):\(position.line):\(position.column): \(place): "
                + error.explanation(for: .manifest(prefix: file.prefixOfName, takesList: place.hasSuffix("Images")))
        case .files(let error, _): error.explanation
        case .cannotName(let path):
            "\(path): \(FilePath(path.directory).resolved ?? path) is outside the manifest's folder. Write the manifest to "
                + "a folder above the frames with \(remedy: .set(.output)), or allow the file with "
                + "\(remedy: .set(.allowedFolders, to: FilePath(path.directory).absolute.string.quotedForShell))."
        case .selection(let error): error.explanation
        }
    }
}

extension ImageSet {
    /// Reads an image set from the bytes of the `Contents.json` at `path`. The set's name is the folder's name without
    /// `.imageset`.
    public init(_ bytes: [UInt8], of path: FilePath) throws(ManifestError) {
        let folder = path.string.split(separator: "/").dropLast().last.map(String.init) ?? ""
        let suffix = ImageSetFolder.suffix
        let name = folder.hasSuffix(suffix) ? String(folder.dropLast(suffix.count)) : folder
        try self.init(decoding: try JSONReader.node(of: bytes, file: path), name: name, file: path)
    }

    /// Reads the `Contents.json` at `path`.
    public init(reading path: FilePath) throws(ManifestFileError) {
        self = try ManifestFileError.reading(path) { bytes throws(ManifestError) in try ImageSet(bytes, of: path) }
    }
}

extension [SceneEvent] {
    /// Reads a script of events in JSON or YAML, in chronological order.
    ///
    ///     [{"tap": "button", "at": 0.5}, {"pan": [10, 20], "by": [40, 0], "at": 1, "duration": 0.3},
    ///      {"pinch": "photo", "by": 2, "at": 2}, {"rotation": "photo", "by": 90, "at": 3}, {"swipeLeft": "photo", "at": 4}]
    ///
    /// The target of a gesture is a view's ID, or a position in points. The two fingers of a pinch or rotation are 5 points to
    /// the left and right of the position. `by` is the scale factor of a pinch, or the angle of a rotation in degrees.
    /// - Throws: ``ManifestFileError`` with every mistake, or with the reason why the file cannot be read.
    public init(reading path: FilePath) throws(ManifestFileError) {
        self = try ManifestFileError.reading(path) { text throws(ManifestError) in
            try .init(decoding: try YAMLReader.node(of: text, file: path), file: path)
        }
    }
}
