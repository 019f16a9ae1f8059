import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest

/// Fixes what a run of `flipbook lint` found, or shows what it would do, or undoes it.
struct FixRun {
    let options: FixOptions
    /// Whether notes are left out.
    let quiet: Bool

    /// Fixes what was found.
    /// - Returns: what is to be linted to see what is left; `nil` where nothing was changed.
    /// - Throws: ``Failure``, or `CancellationError`.
    func run(
        on folders: [FolderEvidence],
        findings: [Finding],
        inputs: [String]
    ) async throws -> [String]? {
        do {
            let settings = FixSettings(sizing: options.fixSize)
            let plans = try await Interruption.cancelling {
                try await FixRunner.plans(for: folders, findings: findings, settings: settings)
            }
            for refusal in plans.flatMap(\.refusals) { note(refusal.description) }
            let active = plans.filter { !$0.operations.isEmpty }
            if options.diff {
                let text = active.map(\.description).joined()
                if !text.isEmpty { Terminal.print(String(text.dropLast())) }
                return nil
            }
            guard !active.isEmpty else {
                note("nothing to fix")
                return nil
            }
            if let target = options.fixInto { return [try await write(active, into: FilePath(target)).string] }
            return try await fixInPlace(active, folders, inputs)
        } catch let error as FixError {
            throw Failure(error)
        }
    }

    private func write(_ plans: [FixPlan], into target: FilePath) async throws -> FilePath {
        guard plans.count == 1, let plan = plans.first else {
            throw Failure(
                message: "--fix-into: \(plans.count) folders have something to fix, and this is one. "
                    + "Name one folder, or fix them with --in-place.",
                status: .usage
            )
        }
        try await Interruption.cancelling { try await FixRunner().fix(plan, into: target) }
        if !quiet { Terminal.talk(String(plan.description.dropLast())) }
        note("\(target): \(plan.operations.count == 1 ? "1 change" : "\(plan.operations.count) changes")")
        let left = plan.undecodableNames
        if left > 0 { note("\(target): without \(left == 1 ? "1 file" : "\(left) files") whose name is not UTF-8") }
        return target
    }

    private func fixInPlace(
        _ plans: [FixPlan],
        _ folders: [FolderEvidence],
        _ inputs: [String]
    ) async throws -> [String] {
        for plan in plans {
            try await Interruption.cancelling { try await FixRunner().fix(plan) }
            if !quiet { Terminal.talk(String(plan.description.dropLast())) }
            let count = plan.operations.count == 1 ? "1 change" : "\(plan.operations.count) changes"
            note("\(plan.folder): \(count); undo with: flipbook lint --undo \(plan.folder.string.quotedForShell)")
        }
        guard plans.contains(where: { $0.operations.contains { $0.source != $0.target } }) else { return inputs }
        // Files and patterns may be called something else now; folders and manifests are not.
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
            renamed += partial.flatMap { plan in
                plan.operations.filter { $0.isHold }.map { plan.folder.appending($0.target.string) }
            }
        }
        return kept + renamed.map(\.string)
    }

    /// Undoes the last fix of each folder.
    func undo(in folders: [String]) throws(Failure) {
        for folder in folders {
            guard !folder.isEmpty, !folder.utf8.contains(0) else {
                throw Failure(message: "\"\(FilePath(folder))\": no folder can have this name.", status: .usage)
            }
            do throws(FixError) {
                let count = try FixRunner.undo(in: FilePath(folder))
                note("\(FilePath(folder)): as before the fix (\(count == 1 ? "1 file" : "\(count) files") moved back)")
            } catch {
                throw Failure(error)
            }
        }
    }

    private func note(_ text: String) {
        if !quiet { Terminal.talk("note: \(text.closingSentence)") }
    }
}

extension Failure {
    fileprivate init(_ error: FixError) {
        let status: ExitStatus =
            switch error {
            case .outputExists, .namedTwice: .usage
            default: .environment
            }
        self.init(message: error.description, status: status)
    }
}
