import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import Glibc

/// What the inputs of `flipbook lint` lead to, put together by the configuration that holds for it.
struct LintTargets {
    /// Folders that are linted by one configuration.
    struct Group {
        let configuration: LintConfiguration
        fileprivate let root: FilePath
        fileprivate(set) var folders: [FolderEvidence] = []
        /// Folders of which everything is linted, also below, as the configuration sees them.
        fileprivate(set) var covered: [FilePath] = []
    }

    /// The groups in the order of the inputs.
    private(set) var groups: [Group] = []
    /// Folders below the inputs that cannot be read.
    private(set) var faults: [FileSystemError] = []

    /// Looks at the names behind the inputs; opens no image.
    /// - Parameters:
    ///   - recursive: whether the folders in a folder are inputs, too.
    ///   - policies: how patterns are read, and what is done about gaps.
    /// - Throws: ``Failure``, ``LintInputError``, ``ManifestFileError``.
    init(_ inputs: [String], recursive: Bool, policies: SequencePolicies, finder: inout ConfigurationFinder) throws {
        var names: [String] = []
        var manifests: [(FilePath, ManifestFile.Format)] = []
        var trees: [FilePath] = []
        for input in inputs {
            let format = input.utf8.contains(0) ? nil : ManifestFile.format(of: FilePath(input))
            if let format {
                manifests.append((FilePath(input), format))
            } else if recursive, Self.isFolder(input) {
                let tree = try Self.tree(input)
                faults += tree.faults
                names += tree.folders.map(\.string)
                trees.append(FilePath(input))
            } else {
                names.append(input)
            }
        }
        var folders =
            names.isEmpty ? [] : try LintInput.evidence(for: names, dialect: policies.dialect, gaps: policies.gaps())
        // A folder that holds nothing but folders is no fault where these are linted, too.
        if recursive, folders.contains(where: { !$0.isEmpty }) { folders = folders.filter { !$0.isEmpty } }
        for (path, format) in manifests {
            // One that names a folder of sequences names it whole; else only what it names is known.
            folders += try ManifestFile(reading: path, as: format).lintEvidence(policies).map { folder in
                var folder = folder
                if folder.manifest != nil { folder.extent = .sequences }
                return folder
            }
        }
        for folder in folders { try add(folder, finder: &finder) }
        for tree in trees { cover(tree) }
    }

    private mutating func add(_ folder: FolderEvidence, finder: inout ConfigurationFinder) throws(Failure) {
        let given = folder.givenPath
        let real = ConfigurationFinder.realPath(given) ?? given
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
        let real = ConfigurationFinder.realPath(tree) ?? tree
        for index in groups.indices {
            // A configuration above sees a part of its folder linted, one below all of it.
            let isBelow = real.contains(groups[index].root)
            groups[index].covered.append(isBelow ? FilePath("") : real.relative(to: groups[index].root))
        }
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return !path.isEmpty && !path.utf8.contains(0) && stat(path, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func tree(_ folder: String) throws -> FolderTree {
        do {
            return try FolderTree(FilePath(folder))
        } catch {
            throw Failure(message: error.description, status: .environment)
        }
    }
}

extension FolderEvidence {
    /// Whether there is nothing in it to judge.
    fileprivate var isEmpty: Bool { subjects.isEmpty && undecodableNames == 0 }
}
