import FlipbookCore
import FlipbookFiles
import FlipbookLintFixing
import FlipbookLintModel

/// A folder that was fixed into a new one: the new one is judged in its place, all else as before.
package struct FixedCopy: Sendable {
    /// The folder that was left alone, as it was given.
    let folder: FilePath
    /// The new folder.
    let target: FilePath
    /// The names, before the fix, of the files that the new folder has.
    private let names: Set<FilePath>

    /// A plan that was carried out into `target`.
    init(_ plan: FixPlan, in target: FilePath) {
        folder = plan.folder
        self.target = target
        names = Set(plan.contents)
    }

    /// Returns `true` if the new folder has a file of the old one.
    private func has(_ file: FilePath) -> Bool {
        file.directory.utf8.elementsEqual(folder.string.utf8) && names.contains(FilePath(file.lastComponent))
    }

    /// What is judged of folders, patterns and files besides the new folder.
    func rest(of folders: [FolderEvidence]) -> [FolderEvidence] {
        folders.flatMap { evidence -> [FolderEvidence] in
            if evidence.extent == .folder, isFixed(evidence.givenPath) {
                // The folders for a language stay where they are.
                return evidence.localizations.map(\.folder)
            }
            var rest = evidence.leavingOut(has)
            rest.localizations.removeAll { isFixed($0.folder.givenPath) }
            return rest.subjects.isEmpty && !evidence.subjects.isEmpty ? [] : [rest]
        }
    }

    /// The manifest that is read in the place of another: its copy, where the new folder has one. `nil` where the new
    /// folder has all that it names, and not the manifest.
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
