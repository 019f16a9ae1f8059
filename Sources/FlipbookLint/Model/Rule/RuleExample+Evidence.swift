import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
internal import Glibc

extension RuleExample {
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

extension FolderEvidence {
    fileprivate mutating func add(_ contents: [FilePath: RuleExample.File]) {
        let names = sources.map { FilePath($0.lastComponent) }
        add(names.map { RuleExample.reading(contents, $0) }, as: \.reading)
        add(names.map { contents[$0]?.pixels ?? .failure(.empty) }, as: \.decoding)
    }
}
