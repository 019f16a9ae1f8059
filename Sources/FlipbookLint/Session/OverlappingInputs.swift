import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

extension [FolderEvidence] {
    /// Returns the folders, patterns, and files to judge, in the order of the inputs.
    ///
    /// Inputs may refer to the same files: `walk`, `walk/`, and `walk/walk.####.png`. Every sequence is judged once, as part of
    /// the most specific input: a manifest, then a pattern with a range that has gaps, then the folder, then the first input.
    /// Files are the same if their folders are the same after links are followed.
    func judgedOnce(besides manifests: [FolderEvidence]) -> [FolderEvidence] {
        guard count > 1 || !manifests.isEmpty else { return self }
        var whole: Set<FilePath> = []
        if manifests.isEmpty, allSatisfy({ $0.extent == .folder }) {
            return filter { whole.insert($0.givenPath.resolved ?? $0.givenPath).inserted }
        }
        var realFolders: [FilePath: FilePath] = [:]
        /// Returns the path of a file in its resolved folder. Does not resolve the file itself, since a link to a file is a
        /// separate frame.
        func realPath(_ file: FilePath) -> FilePath {
            let folder = FilePath(file.directory)
            let real = realFolders[folder] ?? folder.resolved ?? folder
            realFolders[folder] = real
            return real.appending(file.lastComponent)
        }
        var judged: Set<FilePath> = []
        for frame in manifests.flatMap(\.subjects).flatMap(\.frames) { judged.insert(realPath(frame.path)) }
        var result = [FolderEvidence?](repeating: nil, count: count)
        for rank in InputRank.allCases {
            for (index, folder) in enumerated() where InputRank(folder) == rank {
                if folder.extent == .folder {
                    guard whole.insert(folder.givenPath.resolved ?? folder.givenPath).inserted else { continue }
                }
                let rest = judged.isEmpty ? folder : folder.leavingOut { judged.contains(realPath($0)) }
                for frame in rest.subjects.flatMap(\.frames) { judged.insert(realPath(frame.path)) }
                // An empty input is reported, but not an input whose files are all judged as part of other inputs.
                if !rest.subjects.isEmpty || folder.subjects.isEmpty || !folder.localizations.isEmpty
                    || folder.undecodableNames > 0
                {
                    result[index] = rest
                }
            }
        }
        return result.compactMap(\.self)
    }
}

/// The priority of inputs, regardless of their order on the command line.
private enum InputRank: CaseIterable {
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
