import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// Inputs that lead to the same files: `walk`, `walk/` and `walk/walk.####.png`.
///
/// Every sequence is judged once, by what says most about it: a manifest, a pattern with a range that has gaps, the
/// folder, and then the first. Files are the same where their folders are, links followed.
package struct OverlappingInputs {
    /// The real paths of folders, by their names in paths.
    private var realFolders: [FilePath: FilePath] = [:]

    /// The part of the folders, patterns and files that inputs named that is to be judged, in their order.
    /// - Parameter manifests: what manifests name, all of which is judged.
    mutating func judgedOnce(_ folders: [FolderEvidence], besides manifests: [FolderEvidence]) -> [FolderEvidence] {
        guard folders.count > 1 || !manifests.isEmpty else { return folders }
        var whole: Set<FilePath> = []
        if manifests.isEmpty, folders.allSatisfy({ $0.extent == .folder }) {
            // Folders that are not the same have no file in common.
            return folders.filter { whole.insert($0.givenPath.resolved ?? $0.givenPath).inserted }
        }
        var judged: Set<FilePath> = []
        for frame in manifests.flatMap(\.subjects).flatMap(\.frames) { judged.insert(realPath(frame.path)) }
        var result: [FolderEvidence?] = Array(repeating: nil, count: folders.count)
        for rank in Rank.allCases {
            for (index, folder) in folders.enumerated() where Rank(folder) == rank {
                if folder.extent == .folder {
                    let real = folder.givenPath.resolved ?? folder.givenPath
                    guard whole.insert(real).inserted else { continue }
                }
                let rest = leavingOut(judged, from: folder)
                for frame in rest.subjects.flatMap(\.frames) { judged.insert(realPath(frame.path)) }
                // What has nothing in it is reported, too; what has nothing left is not.
                if !rest.subjects.isEmpty || folder.subjects.isEmpty || !folder.localizations.isEmpty
                    || folder.undecodableNames > 0
                {
                    result[index] = rest
                }
            }
        }
        return result.compactMap(\.self)
    }

    /// In what order inputs are read, regardless of their order on the command line.
    private enum Rank: CaseIterable {
        case rangeWithGaps, folder, files

        init(_ evidence: FolderEvidence) {
            if evidence.extent == .folder {
                self = .folder
            } else {
                let hasRange = evidence.sequences.contains { $0.pattern?.frames != nil && !$0.missing.isEmpty }
                self = hasRange ? .rangeWithGaps : .files
            }
        }
    }

    private mutating func leavingOut(_ judged: Set<FilePath>, from folder: FolderEvidence) -> FolderEvidence {
        guard !judged.isEmpty else { return folder }
        var known: [FilePath: Bool] = [:]
        for frame in folder.subjects.flatMap(\.frames) { known[frame.path] = judged.contains(realPath(frame.path)) }
        return folder.leavingOut { known[$0] ?? false }
    }

    /// The path of a file with its folder's links followed, not its own: a link is a frame of its own.
    private mutating func realPath(_ file: FilePath) -> FilePath {
        let folder = FilePath(file.directory)
        let real = realFolders[folder] ?? folder.resolved ?? folder
        realFolders[folder] = real
        return real.appending(file.lastComponent)
    }
}
