public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
public import FlipbookSequences
internal import Glibc

/// A made-up folder or manifest that shows a rule's findings.
public struct RuleExample: Sendable, ExpressibleByArrayLiteral {
    /// The contents of a made-up file.
    public enum Content: Hashable, Sendable {
        /// A complete picture.
        case picture(ImageDetails)
        /// An unreadable picture, with the reason.
        case fault(ImageError)
    }

    /// A made-up file.
    ///
    /// A name without further arguments stands for a plain PNG picture of 160 by 90 pixels with an alpha channel.
    public struct File: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// The file's name.
        public let name: String
        package let content: Content
        package let pixels: Result<PictureFacts, ImageError>

        /// Creates a file with a name and contents.
        /// - Parameter pixels: the facts about its pixels. If `nil`, they are derived from the name.
        public init(_ name: String, _ content: Content, pixels: Result<PictureFacts, ImageError>? = nil) {
            (self.name, self.content) = (name, content)
            switch content {
            case .picture(let details):
                self.pixels = pixels ?? .success(PictureFacts(madeUpFrom: name, size: details.header.size))
            case .fault(let error): self.pixels = pixels ?? .failure(error)
            }
        }

        /// Creates a picture of 160 by 90 pixels.
        /// - Parameter change: changes the facts about its pixels.
        public init(_ name: String, pixels change: (inout PictureFacts) -> Void) {
            var facts = PictureFacts(madeUpFrom: name, size: PixelSize(width: 160, height: 90))
            change(&facts)
            self.init(name, File(name).content, pixels: .success(facts))
        }

        /// Creates a picture of 160 by 90 pixels that cannot be decoded.
        public init(_ name: String, undecodable error: ImageError) {
            self.init(name, File(name).content, pixels: .failure(error))
        }

        /// Creates a plain picture of 160 by 90 pixels.
        public init(stringLiteral name: String) { self.init(name) }

        /// Creates a picture with the given size, in pixels. By default, it is a plain PNG with an alpha channel.
        /// - Parameter change: changes its details.
        public init(
            _ name: String,
            _ width: Int = 160,
            _ height: Int = 90,
            _ change: (inout ImageDetails) -> Void = { _ in }
        ) {
            let size = PixelSize(width: width, height: height)
            let header = ImageHeader(size: size, format: .png, bitDepth: 8, colorModel: .rgb, hasAlpha: true)
            var details = ImageDetails(header: header, byteCount: 10_000)
            change(&details)
            self.init(name, .picture(details))
        }
    }

    package var files: [File] = []
    package var undecodableNames = 0
    package var hasUnfinishedFix = false
    /// The origins of frames that were created by fixes, keyed by file name.
    package var origins: [String: String] = [:]
    /// The fault in the list of frames that were created by fixes, or `nil` if the list is valid.
    package var listDamage: String?
    package var unfinishedExports: [String] = []
    package var strayNames: [String]?
    package var localizations: [String: [File]] = [:]
    package var manifest: SequenceManifest?
    package var manifestModified: Int?
    package var manifestMistakes: [ManifestFault] = []
    package var missingFiles: [String] = []
    package var linkedOutside: [String] = []
    package var imageSet: ImageSet?
    package var symbolSets: [String] = []
    package var expected: FrameSet?
    package var pattern: String?
    /// Other rules that report findings in the example.
    package var others: Set<RuleID> = []

    /// Creates a folder of files.
    public init(
        _ files: [File],
        localizations: [String: [File]] = [:],
        pattern: String? = nil,
        alsoFoundBy others: Set<RuleID> = []
    ) { (self.files, self.localizations, self.pattern, self.others) = (files, localizations, pattern, others) }

    /// Creates a folder of files.
    public init(arrayLiteral files: File...) { self.init(files) }

    /// Creates a folder of pictures that have the same size.
    public init(names: [String], pattern: String? = nil) { self.init(names.map { File($0) }, pattern: pattern) }

    package init(names: [String], _ change: (inout RuleExample) -> Void) {
        self.init(names: names)
        change(&self)
    }

    package static func numbered(
        _ numbers: ClosedRange<Int>,
        _ stem: String = "walk",
        _ change: (_ number: Int, inout PictureFacts) -> Void
    ) -> RuleExample { RuleExample(numbers.map { number in File("\(stem).\(number).png") { change(number, &$0) } }) }

    package static func walk(
        _ count: Int,
        after plain: Int = 0,
        _ change: (inout ImageDetails) -> Void
    ) -> RuleExample { walk(count, after: plain) { File($0, 160, 90, change) } }

    package static func walk(
        _ count: Int,
        after plain: Int = 0,
        pixels change: (inout PictureFacts) -> Void
    ) -> RuleExample { walk(count, after: plain) { File($0, pixels: change) } }

    private static func walk(_ count: Int, after plain: Int, special: (String) -> File) -> RuleExample {
        RuleExample(
            (1...plain + count).map { number in
                let name = "walk.\(number).png"
                return number > plain ? special(name) : File(name)
            }
        )
    }

    /// Returns a manifest that lists `files` as its frames, with a title and a rate.
    /// - Parameters:
    ///   - others: additional files that the manifest does not list as frames.
    ///   - missing: listed files that do not exist.
    ///   - linkedOutside: listed files that are links to files outside the manifest's folder.
    public static func manifest(
        _ files: [File] = ["a1.png", "a2.png"],
        others: [File] = [],
        missing: [String] = [],
        linkedOutside: [String] = [],
        alsoFoundBy rules: Set<RuleID> = [],
        _ change: (inout SequenceManifest) -> Void
    ) -> RuleExample {
        var manifest = SequenceManifest()
        manifest.title = "Walk"
        manifest.frameRate = FrameRate(24)
        let names = files.map(\.name) + missing
        manifest.animationImages = .list(names.map { SequenceManifest.Entry(image: FilePath($0)) })
        change(&manifest)
        var example = RuleExample(files + others, alsoFoundBy: rules)
        (example.manifest, example.missingFiles, example.linkedOutside) = (manifest, missing, linkedOutside)
        return example
    }

    /// Returns a manifest with mistakes.
    public static func invalidManifest(_ mistakes: [ManifestFault]) -> RuleExample {
        changing([]) { $0.manifestMistakes = mistakes }
    }

    /// Returns an image set that has `files` in its slots, each at the scale in its name.
    /// - Parameters:
    ///   - others: additional files that are not in a slot.
    ///   - symbolSets: the names of symbol sets in the same catalog.
    public static func imageSet(
        named name: String = "icon",
        _ files: [File],
        others: [File] = [],
        mistakes: [ManifestFault] = [],
        symbolSets: [String] = [],
        _ change: (inout ImageSet) -> Void = { _ in }
    ) -> RuleExample {
        var set = ImageSet(
            name: name,
            variants: files.enumerated().map { index, file in
                changing(ImageSet.Variant(at: ManifestNode.Position(line: 3 + index, column: 5))) {
                    $0.filename = file.name
                    $0.scale = Int(Frame(file: FilePath(file.name)).scale)
                }
            }
        )
        change(&set)
        var example = RuleExample(files + others)
        (example.manifestMistakes, example.imageSet, example.symbolSets) = (mistakes, set, symbolSets)
        return example
    }

    /// The linter's evidence for the example, including headers.
    public var evidence: FolderEvidence {
        if let manifest { return evidence(of: manifest) }
        if let imageSet { return evidence(of: imageSet) }
        if !manifestMistakes.isEmpty {
            return FolderEvidence(manifest: FilePath("walk.yaml"), mistakes: manifestMistakes)
        }
        var folder = Self.folder("example", files, undecodableNames, pattern: pattern)
        folder.hasUnfinishedFix = hasUnfinishedFix
        if !origins.isEmpty { folder.updateSubjects { $0.origin = origins[$0.path.lastComponent] } }
        if let listDamage {
            folder.unreadableLists = [.init(folder.givenPath.appending(InventedFrames.fileName), listDamage)]
        }
        folder.unfinishedExports = unfinishedExports
        folder.strayNames = strayNames
        if let expected { for index in folder.sequences.indices { folder.sequences[index].expect(expected) } }
        folder.localizations = localizations.sorted { $0.key < $1.key }.map { language, files in
            Localization(language: language, folder: Self.folder("example/\(language).lproj", files, 0, pattern: nil))
        }
        return folder
    }

    private func evidence(of set: ImageSet) -> FolderEvidence {
        let path = FilePath("Assets.xcassets/\(set.name).imageset")
        let names = files.map { FilePath($0.name) }
        let evidence =
            manifestMistakes.isEmpty
            ? ImageSetEvidence(path: path, set: set, names: names)
            : ImageSetEvidence(path: path, mistakes: manifestMistakes, names: names)
        var catalog = FolderEvidence(catalog: FilePath("Assets.xcassets"), sets: [evidence])
        catalog.symbolSets = symbolSets.map { FilePath("Assets.xcassets/\($0).symbolset") }
        catalog.add(Self.contents(of: files))
        return catalog
    }

    private static func pattern(_ text: String) -> FramePattern {
        do { return try FramePattern(parsing: text) } catch { preconditionFailure("\(text): \(error)") }
    }

    private static func folder(_ path: String, _ files: [File], _ unreadable: Int, pattern: String?) -> FolderEvidence {
        let names = files.map(\.name)
        var folder = FolderEvidence(path: path, names: names, undecodableNames: unreadable)
        if let pattern {
            let pattern = Self.pattern(pattern)
            do { folder = try FolderEvidence(pattern, names: names) } catch { preconditionFailure("\(error)") }
        }
        folder.add(contents(of: files))
        return folder
    }

    private func evidence(of manifest: SequenceManifest) -> FolderEvidence {
        let contents = Self.contents(of: files)
        func frame(_ path: FilePath) -> FrameEvidence {
            let scale = Int(Frame(file: path).scale)
            let reading = Self.reading(contents, path)
            return changing(FrameEvidence(path: path, number: nil, scale: scale, reading: reading)) {
                $0.decoding = contents[path]?.pixels
            }
        }
        func frames(_ images: SequenceManifest.Images?) -> [FrameEvidence] {
            if case .pattern(let text) = images {
                let pattern = Self.pattern(text)
                return files.map(\.name).filter { pattern.match($0) != nil }.map { frame(FilePath($0)) }
            }
            guard case .list(let entries) = images else { return [] }
            var seen: Set<FilePath> = []
            let missing = Set(missingFiles.map { FilePath($0) })
            return entries.map(\.image).filter { !missing.contains($0) && seen.insert($0).inserted }.map(frame)
        }
        let name = "walk.yaml"
        var sequence = SequenceEvidence(name: name, kind: .animation, frames: frames(manifest.animationImages))
        (sequence.mismatch, sequence.manifestModified) = (manifest.mismatch, manifestModified)
        var folder = FolderEvidence(name: name, sequences: [sequence])
        var evidence = ManifestEvidence(path: FilePath(name), manifest: manifest)
        evidence.folder = FilePath("/example")
        evidence.missing = missingFiles.enumerated().map { index, name in
            let position = ManifestNode.Position(line: 4 + files.count + index, column: 5)
            return (FilePath(name), position, FileSystemError(FilePath(name), errno: ENOENT))
        }
        evidence.image = manifest.image.map(frame)
        evidence.highlightedImage = manifest.highlightedImage.map(frame)
        evidence.highlightedFrames = frames(manifest.highlightedAnimationImages)
        evidence.linkedOutside = linkedOutside.map { (.animationImages, FilePath($0)) }
        folder.manifest = evidence
        return folder
    }

    private static func contents(of files: [File]) -> [FilePath: File] {
        Dictionary(files.map { (FilePath($0.name), $0) }) { first, _ in first }
    }

    fileprivate static func reading(_ files: [FilePath: File], _ path: FilePath) -> Result<ImageDetails, ImageError> {
        switch files[path]?.content {
        case .picture(let details): .success(details)
        case .fault(let error): .failure(error)
        case nil: .failure(.empty)
        }
    }
}

extension PictureFacts {
    /// Creates facts about a picture that exists only in an example. Its content moves slightly from one frame number to the
    /// next.
    fileprivate init(madeUpFrom name: String, size: PixelSize) {
        let number = UInt64(name.filter(\.isNumber)) ?? 0
        var digest = UInt64(14_695_981_039_346_656_037)
        // FNV-1a, which is the same on every machine, unlike Swift's hash.
        for byte in name.utf8 { digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211 }
        let side = Grid.side
        let means = (0..<side * side).flatMap { cell -> [UInt16] in
            let gray = UInt16((UInt64(cell) * 3 + number % 10) % 256) << 8
            return [gray, gray, gray, 200 << 8]
        }
        self.init(size: size, digest: digest, grid: Grid(means: means))
        (leastAlpha, translucentCount, brightTranslucentCount) = (0, 100, 90)
    }
}

extension FolderEvidence {
    fileprivate mutating func add(_ contents: [FilePath: RuleExample.File]) {
        let names = sources.map { FilePath($0.lastComponent) }
        add(names.map { RuleExample.reading(contents, $0) }, as: \.reading)
        add(names.map { contents[$0]?.pixels ?? .failure(.empty) }, as: \.decoding)
    }
}
