import FlipbookCore
import FlipbookFiles
import FlipbookLintFixing
import FlipbookLintModel
import FlipbookManifest

/// The inputs of a run after a fix: files and patterns may have new names; folders and manifests have not.
enum FixedInputs {
    /// The names that lead to what the inputs led to before.
    static func names(of inputs: [String], _ folders: [FolderEvidence], _ plans: [FixPlan]) -> [String] {
        guard plans.contains(where: \.changesNames) else { return inputs }
        let kept = inputs.filter { input in
            FilePath(input).isFolder || ManifestFile.format(of: FilePath(input)) != nil
        }
        let others = folders.filter { $0.extent != .folder }.flatMap(\.subjects)
            .filter { $0.pattern != nil || $0.kind == .stills }
        var renamed: [String] = []
        for sequence in others {
            let files = sequence.frames.map(\.path)
            let touched = plans.filter { plan in
                files.contains { $0.directory.utf8.elementsEqual(plan.folder.string.utf8) }
            }
            var names = files.map { path in
                let plan = touched.first { $0.folder.string.utf8.elementsEqual(path.directory.utf8) }
                return plan.map { $0.folder.appending($0.newName(of: FilePath(path.lastComponent)).string) } ?? path
            }
            names += touched.flatMap { plan in plan.newFrames.map { plan.folder.appending($0.string) } }
            renamed += pattern(sequence, names).map { [$0.description] } ?? names.map(\.string)
        }
        return kept + renamed
    }

    /// The pattern of files that were named by a pattern with a range, so that the range still says which are missing;
    /// `nil` where there was no range, or the files have no common pattern.
    private static func pattern(_ sequence: SequenceEvidence, _ files: [FilePath]) -> FramePattern? {
        guard let old = sequence.pattern, let range = old.frames else { return nil }
        let own = files.filter { $0.directory.utf8.elementsEqual(old.folder.utf8) }.map(\.lastComponent)
        let found = FileSequence.grouping(names: own, extensions: Set(own.map(\.lowercasedExtension)))
        guard found.sequences.count == 1, found.stills.isEmpty else { return nil }
        return found.sequences[0].pattern.with(directory: old.directory).with(frames: range)
    }
}
