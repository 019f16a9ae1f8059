import FlipbookCore
import FlipbookFiles
import FlipbookLintFixing
import FlipbookLintModel
import FlipbookManifest

/// A new folder with a fixed copy, which is judged instead of the original folder.
package struct FixedCopy: Sendable {
    let folder, target: FilePath
    private let names: Set<FilePath>

    init(_ plan: FixPlan, in target: FilePath) {
        (folder, self.target) = (plan.folder, target)
        names = Set(plan.contents)
    }

    private func has(_ file: FilePath) -> Bool {
        file.directory.utf8.elementsEqual(folder.string.utf8) && names.contains(FilePath(file.lastComponent))
    }

    func rest(of folders: [FolderEvidence]) -> [FolderEvidence] {
        folders.flatMap { evidence -> [FolderEvidence] in
            if evidence.extent == .folder, isFixed(evidence.givenPath) {
                // Language folders are not copied.
                return evidence.localizations.map(\.folder)
            }
            var rest = evidence.leavingOut(has)
            rest.localizations.removeAll { isFixed($0.folder.givenPath) }
            return rest.subjects.isEmpty && !evidence.subjects.isEmpty ? [] : [rest]
        }
    }

    /// Returns the manifest to read: the one in the copy or the original one. Returns `nil` if the copy has all listed frames
    /// but no manifest.
    func manifest(inPlaceOf path: FilePath, naming evidence: [FolderEvidence]) -> FilePath? {
        if isFixed(FilePath(path.directory)), names.contains(FilePath(path.lastComponent)) {
            return target.appending(path.lastComponent)
        }
        let frames = evidence.flatMap(\.subjects).flatMap(\.frames)
        return !frames.isEmpty && frames.allSatisfy { has($0.path) } ? nil : path
    }

    private func isFixed(_ path: FilePath) -> Bool {
        let own = folder.resolved
        return own != nil && path.resolved == own
    }
}

/// The inputs of a run after a fix. Only files and patterns may have been renamed.
enum FixedInputs {
    /// Returns the names that select the same files as the inputs did before the fix.
    static func names(of inputs: [String], _ folders: [FolderEvidence], _ plans: [FixPlan]) -> [String] {
        guard plans.flatMap(\.operations).contains(where: { $0.source != $0.target }) else { return inputs }
        let kept = inputs.filter { input in
            FilePath(input).isFolder || ManifestFile.format(of: FilePath(input)) != nil
        }
        let others = folders.filter { $0.extent != .folder }.flatMap(\.subjects)
            .filter { $0.pattern != nil || $0.kind == .stills }
        let moves = plans.flatMap { plan in
            plan.newNames.map { (plan.folder.appending($0.string), plan.folder.appending($1.string)) }
        }
        let newPaths = Dictionary(moves) { first, _ in first }
        let besides = Set(folders.flatMap(\.candidates).map(\.path.name))
        var renamed: [String] = []
        for sequence in others {
            let files = sequence.frames.map(\.path)
            var names = files.map { newPaths[$0] ?? $0 }
            for plan in plans where files.contains(where: plan.folder.holds) {
                let new = plan.operations.filter { $0.isHold || besides.contains($0.source) }
                names += new.map { plan.folder.appending($0.target.string) }
            }
            renamed += pattern(sequence, names).map { [$0.description] } ?? names.map(\.string)
        }
        return kept + renamed
    }

    /// For files given as a pattern with a range, returns the new pattern, which preserves the missing frames. Returns `nil` if
    /// there was no range, or if the files have no common pattern.
    private static func pattern(_ sequence: SequenceEvidence, _ files: [FilePath]) -> FramePattern? {
        guard let old = sequence.pattern, let range = old.frames else { return nil }
        let own = files.filter { $0.directory.utf8.elementsEqual(old.folder.utf8) }.map(\.lastComponent)
        let found = FileSequence.grouping(names: own, extensions: Set(own.map(\.lowercasedExtension)))
        guard found.sequences.count == 1, found.stills.isEmpty else { return nil }
        return found.sequences[0].pattern.with(directory: old.directory).with(frames: range)
    }
}
