public import FlipbookCore
public import FlipbookFiles
public import FlipbookScene
public import FlipbookSequences

/// A file that says what a sequence is: a manifest in YAML or JSON, an ffconcat list, or a timeline of OpenTimelineIO.
public struct ManifestFile: Hashable, Sendable {
    /// The language of the file.
    public enum Format: String, CaseIterable, Sendable {
        /// YAML 1.2, as far as manifests need it.
        case yaml
        /// JSON.
        case json
        /// ffmpeg's list of files.
        case ffconcat
        /// OpenTimelineIO's JSON.
        case otio

        /// The format that a name's extension says, or `nil` if it says none.
        public init?(extensionOf path: FilePath) {
            let name = path.lastComponent.lowercased()
            let known = Self.allCases.first { name.hasSuffix(".\($0.rawValue)") }
            guard let format = known ?? (name.hasSuffix(".yml") ? .yaml : nil) else { return nil }
            self = format
        }

        /// The one document in a text. What is called JSON is read as JSON, so that its mistakes have the right words.
        package func node(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode {
            try self == .json ? JSONReader.node(of: text, file: file) : YAMLReader.node(of: text, file: file)
        }
    }

    /// The file.
    public let path: FilePath
    /// The contents of the file.
    public let manifest: SequenceManifest
    /// Notes for its author, a sentence each, safe to print.
    public let notes: [String]
    /// The place of each key in the text; empty if the format has none.
    public private(set) var positions: [ManifestKey: ManifestNode.Position] = [:]
    /// The places of keys that have no meaning here.
    package private(set) var passedOver: [PassedOverManifestKey: ManifestNode.Position] = [:]
    /// The places of files and patterns in the text.
    let places: ManifestPlaces
    /// The languages that it has keys for, as many as can be read in some seconds.
    package private(set) var languages: [String] = []

    /// A manifest that stands for the file at `path` without having been read from it.
    public init(path: FilePath, manifest: SequenceManifest) {
        (self.path, self.manifest, notes, places) = (path, manifest, [], ManifestPlaces(items: [:]))
    }

    /// The place of a value by its path in the text, such as `overlays[3]`, or the beginning if that is not known.
    package func position(of path: String) -> ManifestNode.Position { places.position(of: path) }

    /// The places of views and animations, with all that they say, by their paths: `views[0].subviews[1].frame`.
    package var scenePositions: [String: ManifestNode.Position] { places.scenePositions }

    /// The format of the file at `path`: by its extension, else by its first bytes, or `nil` if it is none
    /// of them, a folder, or not to be read.
    public static func format(of path: FilePath) -> Format? {
        if path.isFolder { return nil }
        if let format = Format(extensionOf: path) { return format }
        // An image needs no second look, and there may be thousands of them.
        let name = path.lastComponent.lowercased()
        guard !FileSequence.imageExtensions.contains(where: { name.hasSuffix("." + $0) }) else { return nil }
        let beginning = try? OpenFile.contents(of: path, atMost: 4096)
        return beginning.map(ConcatScript.isLikely) ?? false ? .ffconcat : nil
    }

    /// Reads the file at `path`.
    /// - Parameter languages: Which of its languages are wanted.
    /// - Throws: ``ManifestFileError``.
    public init(
        reading path: FilePath,
        as format: Format,
        languages: LanguagePreferences = LanguagePreferences([])
    ) throws(ManifestFileError) {
        self = try ManifestFileError.reading(path) { bytes throws(ManifestError) in
            try ManifestFile(bytes, of: path, as: format, languages: languages)
        }
    }

    /// The manifest in `bytes`, which were read from `path`.
    /// - Throws: `ManifestError` with every mistake.
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
            // Each takes as long as the whole text.
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
            manifest = script.manifest
            notes = script.notes
            places = ManifestPlaces(items: [ManifestKey.animationImages.rawValue: script.positions])
        case .otio:
            let node = try JSONReader.node(of: bytes, file: path, depth: TimelineReader.largestDepth)
            let read = try TimelineReader.read(node, file: path)
            (manifest, notes) = (read.manifest, read.notes)
            places = ManifestPlaces(items: read.positions)
        }
    }
}

extension ManifestNode {
    /// The places of keys of UIKit's that have no meaning here, in a manifest and its views.
    fileprivate var passedOverKeys: [(PassedOverManifestKey, Position)] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.flatMap { entry in
            if let key = PassedOverManifestKey(rawValue: entry.key) { return [(key, entry.position)] }
            let holdsViews = ["views", "subviews", "overlayContentView"].contains(entry.key)
            return holdsViews ? (entry.value.list ?? []).flatMap(\.passedOverKeys) : []
        }
    }

    /// The places of a manifest's keys that `key` knows.
    fileprivate func keyPositions<Key: Hashable>(_ key: (String) -> Key?) -> [Key: Position] {
        guard case .mapping(let entries) = content else { return [:] }
        let keys = entries.compactMap { entry in key(entry.key).map { ($0, entry.position) } }
        return Dictionary(keys) { first, _ in first }
    }
}

/// The error of a manifest that does not lead to frames.
public enum ManifestFileError: ExplainedError, Hashable {
    /// The system does not give us the manifest.
    case system(FileSystemError)
    /// The manifest has mistakes.
    case manifest(ManifestError)
    /// The frames that it names under a key are not found.
    case frames(FilePath, String, ManifestNode.Position, SequenceLocatorError)
    /// Files that the manifest names are not there or cannot be reached, or, where `areOutside`, one of them at
    /// least lies out of the manifest's folder.
    case files(ManifestError, areOutside: Bool)
    /// A file that a manifest in that folder may not name.
    case cannotName(FilePath)
    /// Frames were asked for by number that cannot be.
    case selection(FrameSelectionError)
}

extension ManifestFileError {
    /// Returns the value that `read` makes of a document's bytes.
    static func reading<Value>(
        _ path: FilePath,
        _ read: ([UInt8]) throws(ManifestError) -> Value
    ) throws(ManifestFileError) -> Value {
        let most = YAMLReader.largestByteCount + 1
        let bytes = try wrapping(OpenFile.contents(of: path, atMost: most), in: ManifestFileError.system)
        return try wrapping(read(bytes), in: ManifestFileError.manifest)
    }

    /// The kind of the error: that of the error within, `manifest.files`, `manifest.outside`.
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

    /// The place, the fault, and the remedy.
    public var explanation: Explanation {
        switch self {
        case .system(let error): error.explanation
        case .manifest(let error): error.explanation
        case .frames(let file, let place, let position, let error):
            "\(file):\(position.line):\(position.column): \(place): "
                + error.explanation(for: .manifest(prefix: file.prefixOfName, takesList: place.hasSuffix("Images")))
        case .files(let error, _): error.explanation
        case .cannotName(let path):
            "\(path) is outside the manifest's folder. Write it with \(remedy: .set(.output)) into a folder above the frames, "
                + "or allow it with "
                + "\(remedy: .set(.allowedFolders, to: FilePath(path.directory).absolute.string.quotedForShell))."
        case .selection(let error): error.explanation
        }
    }
}

extension ImageSet {
    /// The set in `bytes`, which were read from the `Contents.json` at `path`.
    ///
    /// The set's name is that of the folder, without `.imageset`.
    /// - Throws: `ManifestError` with every mistake.
    public init(_ bytes: [UInt8], of path: FilePath) throws(ManifestError) {
        let folders = path.string.split(separator: "/").dropLast()
        let folder = folders.last.map(String.init) ?? ""
        let suffix = ".imageset"
        let name = folder.hasSuffix(suffix) ? String(folder.dropLast(suffix.count)) : folder
        try self.init(decoding: try JSONReader.node(of: bytes, file: path), name: name, file: path)
    }

    /// Reads the `Contents.json` at `path`.
    /// - Throws: ``ManifestFileError/system(_:)`` or ``ManifestFileError/manifest(_:)``.
    public init(reading path: FilePath) throws(ManifestFileError) {
        self = try ManifestFileError.reading(path) { bytes throws(ManifestError) in try ImageSet(bytes, of: path) }
    }
}

extension [SceneEvent] {
    /// The script of events in a file, in JSON or YAML, in the order of the times.
    ///
    ///     [{"tap": "button", "at": 0.5}, {"pan": [10, 20], "by": [40, 0], "at": 1, "duration": 0.3},
    ///      {"pinch": "photo", "by": 2, "at": 2}, {"rotation": "photo", "by": 90, "at": 3}, {"swipeLeft": "photo", "at": 4}]
    ///
    /// A gesture is made on a view, by its id, or at a place in points. The two fingers of a pinch and of a rotation come
    /// down 5 points beside it; `by` is the factor of a pinch, and the degrees of a rotation.
    /// - Throws: ``ManifestFileError`` with every mistake, or why the file cannot be read.
    public init(reading path: FilePath) throws(ManifestFileError) {
        self = try ManifestFileError.reading(path) { text throws(ManifestError) in
            try .init(decoding: try YAMLReader.node(of: text, file: path), file: path)
        }
    }
}
