package import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel
import FlipbookLintReporting
import FlipbookManifest

package struct LintTargets: Sendable {
    package struct Group: Sendable {
        package let configuration: LintConfiguration
        fileprivate let root: FilePath
        package fileprivate(set) var folders: [FolderEvidence] = []
        package fileprivate(set) var covered: [FilePath] = []
    }

    package struct Fault: Sendable {
        package let path: FilePath
        package let error: any ExplainedError
    }

    package private(set) var groups: [Group] = []
    package private(set) var faults: [Fault] = []
    package private(set) var manifests: [FilePath] = []
    package private(set) var links: [FilePath] = []
    package private(set) var notes: [String] = []

    private struct Tree {
        let root: FilePath
        let folders: Set<FilePath>
        let holdsOthers: Bool
    }

    private struct Inputs {
        var names: [String] = []
        var manifests: [(path: FilePath, format: ManifestFile.Format)] = []
        var foundManifests: [(path: FilePath, format: ManifestFile.Format)] = []
        var catalogs: [(owner: FilePath, folders: [FilePath])] = []
        var trees: [Tree] = []
        private var added: Set<FilePath> = []

        mutating func add(_ folder: FilePath, of owner: FilePath) {
            guard added.insert(folder.resolved ?? folder).inserted else { return }
            if let index = catalogs.firstIndex(where: { $0.owner == owner }) {
                catalogs[index].folders.append(folder)
            } else {
                catalogs.append((owner, [folder]))
            }
        }
    }

    init(_ inputs: [String], in session: LintSession, copy: FixedCopy? = nil, finder: inout ConfigurationFinder)
        throws(LintSessionError)
    {
        let (conditions, recursive) = (session.conditions, session.isRecursive)
        let (gaps, mismatch, idiom) = (conditions.gaps(), conditions.mismatch ?? .error, conditions.idiom)
        if let sheet = session.sheet {
            let evidence = FolderEvidence(of: sheet.frames, cut: sheet.cut, conditions)
            try add(evidence.judged(under: conditions), finder: &finder)
            return
        }
        let inputs = sorted(inputs, recursive: recursive)
        let (names, dialect) = (inputs.names, conditions.dialect)
        let found = LintInput.survey(names, dialect: dialect, gaps: gaps, mismatch: mismatch, idiom: idiom)
        for (path, error) in found.faults { faults.append(Fault(path: path, error: error)) }
        var folders = found.folders
        Self.passOverEmptyFolders(of: inputs.trees, in: &folders)
        var seen: Set<FilePath> = []
        // The picture of a sprite sheet is a still in its folder.
        let sheets = folders.filter { $0.extent == .folder && $0.stills != nil }
            .flatMap { FoundManifest.sheets(in: $0.givenPath) }
        let manifests = (inputs.foundManifests + sheets + inputs.manifests).filter { manifest in
            seen.insert(manifest.path.resolved ?? manifest.path).inserted
        }
        self.manifests = manifests.map(\.path)
        let evidence = manifests.flatMap { lint($0, conditions, copy) }
        folders = folders.judgedOnce(besides: evidence)
        if let copy { folders = copy.rest(of: folders) }
        if !recursive { try flip(&folders, conditions) }
        folders += evidence
        for (owner, sets) in inputs.catalogs {
            let catalog = AssetCatalogFolder(owner, folders: sets)
            folders.append(catalog.evidence.with(gaps: gaps, mismatch: mismatch))
            note(catalog.passedOver, in: owner)
        }
        notes += folders.filter { $0.extent != .folder || !recursive && !$0.isEmpty }.flatMap(\.hints)
        for folder in folders { try add(folder.judged(under: conditions), finder: &finder) }
        // After a fix into a copy, the contents of the original folder are unknown.
        if copy == nil { for tree in inputs.trees { cover(tree.root) } }
    }

    private mutating func sorted(_ inputs: [String], recursive: Bool) -> Inputs {
        var result = Inputs()
        for input in inputs {
            let path = FilePath(input)
            if let format = input.utf8.contains(0) ? nil : ManifestFile.format(of: path) {
                result.manifests.append((path, format))
                continue
            }
            guard FilePath(input).isFolder else {
                add(path, to: &result)
                continue
            }
            guard recursive || AssetCatalogFolder.owner(of: path) != nil else {
                result.names.append(input)
                continue
            }
            do throws(FileSystemError) {
                let tree = try FolderTree(path, followsLinks: recursive)
                links += tree.links
                notes += tree.passedOver.map { link in
                    "\(link): this link points to a parent of the linted folder and is not followed"
                }
                var holdsOthers = false
                for error in tree.faults { faults.append(Fault(path: error.path, error: error)) }
                for folder in tree.folders {
                    if let owner = AssetCatalogFolder.owner(of: folder) {
                        result.add(folder, of: owner)
                        holdsOthers = true
                    } else {
                        result.names.append(folder.string)
                        let found = FoundManifest.all(in: folder)
                        result.foundManifests += found
                        if !found.isEmpty { holdsOthers = true }
                    }
                }
                if recursive {
                    result.trees.append(Tree(root: path, folders: Set(tree.folders), holdsOthers: holdsOthers))
                }
            } catch { faults.append(Fault(path: path, error: error)) }
        }
        return result
    }

    private mutating func add(_ path: FilePath, to inputs: inout Inputs) {
        do throws(ManifestFileError) {
            if !path.string.utf8.contains(0), let sheet = try SpriteSheetFile(beside: path) {
                inputs.manifests.append((sheet.path, .json))
            } else {
                inputs.names.append(path.string)
            }
        } catch { faults.append(Fault(path: path, error: error)) }
    }

    private mutating func lint(
        _ manifest: (path: FilePath, format: ManifestFile.Format),
        _ conditions: LintConditions,
        _ copy: FixedCopy?
    ) -> [FolderEvidence] {
        do throws(ManifestFileError) {
            let found = try ManifestFile.lintEvidence(of: manifest.path, as: manifest.format, conditions)
            guard let copy else { return found }
            guard let path = copy.manifest(inPlaceOf: manifest.path, naming: found) else { return [] }
            if path == manifest.path { return found }
            return try ManifestFile.lintEvidence(of: path, as: manifest.format, conditions)
        } catch {
            faults.append(Fault(path: manifest.path, error: error))
            return []
        }
    }

    /// Marks sequences that a manifest in the same folder flips for right-to-left languages.
    private func flip(_ folders: inout [FolderEvidence], _ conditions: LintConditions) throws(LintSessionError) {
        for index in folders.indices where !folders[index].localizations.isEmpty {
            var flipped: Set<FilePath> = []
            for (path, format) in FoundManifest.all(in: folders[index].givenPath) {
                let evidence = try wrapping(
                    ManifestFile.lintEvidence(of: path, as: format, conditions),
                    in: LintSessionError.manifest
                )
                for sequence in evidence.lazy.flatMap(\.sequences) where sequence.flipsForRightToLeft {
                    flipped.formUnion(sequence.frames.map { FilePath($0.path.lastComponent) })
                }
            }
            for sequence in folders[index].sequences.indices {
                folders[index].sequences[sequence].flipsForRightToLeft = folders[index].sequences[sequence].frames
                    .allSatisfy { flipped.contains(FilePath($0.path.lastComponent)) }
            }
        }
    }

    /// Removes the folders without images from a tree that contains images. If a tree contains no images, removes all of its
    /// folders except the root.
    private static func passOverEmptyFolders(of trees: [Tree], in folders: inout [FolderEvidence]) {
        for tree in trees {
            let isOfTree = { (folder: FolderEvidence) in tree.folders.contains(folder.givenPath) }
            let holdsImages = tree.holdsOthers || folders.contains { !$0.isEmpty && isOfTree($0) }
            folders.removeAll { $0.isEmpty && isOfTree($0) && (holdsImages || $0.givenPath != tree.root) }
            for index in folders.indices where folders[index].isEmpty && folders[index].givenPath == tree.root {
                folders[index].isTree = true
            }
        }
    }

    /// Returns `true` if the finding's files are reached through a link to a folder, which a fix does not follow.
    package func isBehindLink(_ finding: Finding) -> Bool {
        guard let path = finding.location else { return false }
        return links.contains { path.string.utf8.starts(with: ($0.string + "/").utf8) }
    }

    func with(faults earlier: [Fault]) -> LintTargets {
        var result = self
        var reported: Set<FilePath> = []
        result.faults = (earlier + faults).filter { reported.insert($0.path).inserted }
        return result
    }

    private mutating func note(_ passedOver: [FilePath], in catalog: FilePath) {
        guard !passedOver.isEmpty else { return }
        let names = passedOver.map { FilePath($0.lastComponent).description }.listed(atMost: 3)
        let verb = passedOver.count == 1 ? "is not an image set and is" : "are not image sets and are"
        notes.append("\(catalog): \(names) \(verb) skipped")
    }

    private mutating func add(_ folder: FolderEvidence, finder: inout ConfigurationFinder) throws(LintSessionError) {
        let given = folder.givenPath
        // A folder in an archive does not exist on disk.
        let real = given.resolved ?? given.absolute
        let found = try finder.configuration(for: real)
        var folder = folder
        folder.configuredPath = real.relative(to: found.root)
        let index = groups.firstIndex { $0.root == found.root && $0.configuration == found.configuration }
        if let index {
            groups[index].folders.append(folder)
        } else {
            groups.append(Group(configuration: found.configuration, root: found.root, folders: [folder]))
        }
    }

    private mutating func cover(_ tree: FilePath) {
        let real = tree.resolved ?? tree
        for index in groups.indices {
            // A configuration inside the tree covers its whole folder. A configuration above the tree covers only the tree.
            let isBelow = real.contains(groups[index].root)
            groups[index].covered.append(isBelow ? FilePath("") : real.relative(to: groups[index].root))
        }
    }
}

extension FolderEvidence {
    fileprivate var isEmpty: Bool {
        subjects.isEmpty && undecodableNames == 0 && localizations.isEmpty && spellings.isEmpty && !hasUnfinishedFix
            && unfinishedExports.isEmpty
    }
}

enum FoundManifest {
    /// Returns the manifests in a folder, sorted by name.
    ///
    /// An ffmpeg list is identified by its extension. YAML and JSON have many other uses, so such a file is treated as a
    /// manifest if it has a list of frames at the top level, or appears to be intended as a manifest.
    static func all(in folder: FilePath) -> [(path: FilePath, format: ManifestFile.Format)] {
        return ((try? FolderListing(folder).names) ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .filter { !$0.utf8.starts(with: ".".utf8) }
            .compactMap { name -> (FilePath, ManifestFile.Format)? in
                let path = folder.appending(name)
                guard let format = ManifestFile.Format(extensionOf: path) else { return nil }
                return isManifest(path, format) ? (path, format) : nil
            }
    }

    static func sheets(in folder: FilePath) -> [(path: FilePath, format: ManifestFile.Format)] {
        ((try? SpriteSheetFile.all(in: folder)) ?? []).map { ($0.list, .json) }
    }

    private static let keys = [ManifestKey.animationImages, .highlightedAnimationImages, .timeline].map(\.rawValue)

    private static func isManifest(_ path: FilePath, _ format: ManifestFile.Format) -> Bool {
        guard format != .ffconcat, format != .otio else { return true }
        guard let bytes = try? OpenFile.contents(of: path, atMost: YAMLReader.largestByteCount) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard keys.contains(where: text.contains) else { return false }
        do {
            guard case .mapping(let entries) = try format.node(of: bytes, file: path).content else { return false }
            return entries.contains { keys.contains($0.key) }
        } catch {
            // A line that begins with a key suggests a manifest with mistakes.
            return text.split(separator: "\n").contains { line in
                let line = line.drop { " \t{\"".contains($0) }
                return keys.contains { line.hasPrefix($0) && line.dropFirst($0.count).contains(":") }
            }
        }
    }
}
