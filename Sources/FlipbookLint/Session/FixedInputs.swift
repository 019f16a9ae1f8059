import FlipbookCore
import FlipbookImaging
import FlipbookLintFixing
import FlipbookLintModel
import FlipbookManifest

/// What inputs are called after a fix: files and patterns may have new names; folders and manifests have not.
struct FixedInputs {
    /// The inputs that lead to what they led to before.
    let names: [String]

    /// The inputs of a run whose folders were fixed.
    init(_ inputs: [String], _ folders: [FolderEvidence], _ plans: [FixPlan]) {
        guard plans.contains(where: \.changesNames) else {
            names = inputs
            return
        }
        let kept = inputs.filter { input in
            LintTargets.isFolder(input) || ManifestFile.format(of: FilePath(input)) != nil
        }
        let files = folders.filter { $0.extent != .folder }.flatMap(\.subjects)
            .filter { $0.pattern != nil || $0.kind == .stills }.flatMap(\.frames).map(\.path)
        var renamed = files.map { path in
            let plan = plans.first { $0.folder.string.utf8.elementsEqual(path.directory.utf8) }
            return plan.map { $0.folder.appending($0.newName(of: FilePath(path.lastComponent)).string) } ?? path
        }
        if !renamed.isEmpty {
            let partial = plans.filter { plan in
                files.contains { $0.directory.utf8.elementsEqual(plan.folder.string.utf8) }
            }
            renamed += partial.flatMap { plan in plan.newFrames.map { plan.folder.appending($0.string) } }
        }
        names = kept + renamed.map(\.string)
    }
}
