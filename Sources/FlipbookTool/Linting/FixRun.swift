import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest

/// Fixes what a run of `flipbook lint` found, or shows what it would do, or undoes it.
struct FixRun {
    let options: FixOptions
    /// Whether notes are left out.
    let quiet: Bool
    /// How often it fixed the same inputs before: new names may show what else there is to fix.
    private var earlierPasses = 0
    /// What was said not to be fixed.
    private var refusals: Set<FixPlan.Refusal> = []

    /// What was fixed into a new folder.
    private(set) var copy: FixedCopy?
    /// The folders that were fixed in place.
    private var fixed: Set<FilePath> = []

    /// After how many passes it is left at that.
    private static let mostPasses = 5

    /// A run that fixed nothing yet.
    init(options: FixOptions, quiet: Bool) {
        self.options = options
        self.quiet = quiet
    }

    /// Whether there may be more to fix.
    var goesOn: Bool { earlierPasses < Self.mostPasses }

    /// Shows all that fixing would do, pass after pass, and changes nothing.
    /// - Parameter lint: what is found in folders as they would be.
    /// - Throws: ``Failure``, or `CancellationError`.
    mutating func show(
        _ folders: [FolderEvidence],
        findings: [Finding],
        lint: ([FolderEvidence], FixForecast) async throws -> [Finding]
    ) async throws {
        var (folders, findings, forecast) = (folders, findings, FixForecast())
        do {
            while goesOn {
                let plans = try await plans(for: folders, findings, after: forecast)
                guard !plans.isEmpty else { break }
                let before = forecast
                forecast = try await Interruption.cancelling {
                    var forecast = before
                    try await forecast.add(plans)
                    return forecast
                }
                earlierPasses += 1
                guard goesOn else { break }
                folders = folders.map { forecast.evidence($0, after: plans) }
                findings = try await lint(folders, forecast)
            }
        } catch let error as FixError {
            throw Failure(error)
        }
        let text = forecast.description
        if text.isEmpty { note("nothing to fix") } else { Terminal.print(String(text.dropLast())) }
    }

    /// What there is to do; tells what is not.
    private mutating func plans(
        for folders: [FolderEvidence],
        _ findings: [Finding],
        after forecast: FixForecast = FixForecast()
    ) async throws -> [FixPlan] {
        let settings = FixSettings(sizing: options.fixSize)
        let plans = try await Interruption.cancelling {
            try await FixRunner.plans(for: folders, findings: findings, settings: settings, after: forecast)
        }
        for refusal in plans.flatMap(\.refusals) where refusals.insert(refusal).inserted {
            note(refusal.description)
        }
        return plans.filter { !$0.operations.isEmpty }
    }

    /// Fixes what was found.
    /// - Returns: what is to be linted to see what is left; `nil` where nothing was changed.
    /// - Throws: ``Failure``, or `CancellationError`.
    mutating func run(
        on folders: [FolderEvidence],
        findings: [Finding],
        inputs: [String]
    ) async throws -> [String]? {
        do {
            var active = try await plans(for: folders, findings)
            // A folder that was left alone stays so.
            if let copy {
                active.removeAll { OverlappingInputs.resolved($0.folder) != OverlappingInputs.resolved(copy.target) }
            }
            guard !active.isEmpty else {
                if earlierPasses == 0 { note("nothing to fix") }
                return nil
            }
            defer { earlierPasses += 1 }
            if let target = options.fixInto.map({ FilePath($0) }) {
                if earlierPasses == 0 { return try await write(active, into: target, inputs) }
                let rest = try await fixInPlace(active, folders, inputs)
                // The folder is new; the one before it is how it was.
                try FixRunner.forget(in: target)
                return rest
            }
            return try await fixInPlace(active, folders, inputs)
        } catch let error as FixError {
            throw Failure(error)
        }
    }

    /// - Returns: the inputs and the new folder; ``copy`` says what it stands for.
    private mutating func write(
        _ plans: [FixPlan],
        into target: FilePath,
        _ inputs: [String]
    ) async throws -> [String] {
        guard plans.count == 1, let plan = plans.first else {
            throw Failure(
                message: "--fix-into: \(plans.count) folders have something to fix, and this is one. "
                    + "Name one folder, or fix them with --in-place.",
                status: .usage
            )
        }
        let folders = inputs.filter(LintTargets.isFolder).map { FilePath($0) }
        try FixRunner.checkTarget(target, besides: folders)
        try await Interruption.cancelling { try await FixRunner().fix(plan, into: target) }
        if !quiet { Terminal.talk(String(plan.description.dropLast())) }
        note("\(target): \(plan.operations.count == 1 ? "1 change" : "\(plan.operations.count) changes")")
        let left = plan.undecodableNames
        if left > 0 { note("\(target): without \(left == 1 ? "1 file" : "\(left) files") whose name is not UTF-8") }
        copy = FixedCopy(plan, in: target)
        return inputs + [target.string]
    }

    private mutating func fixInPlace(
        _ plans: [FixPlan],
        _ folders: [FolderEvidence],
        _ inputs: [String]
    ) async throws -> [String] {
        for plan in plans {
            let goesOn = fixed.contains(plan.folder)
            try await Interruption.cancelling { try await FixRunner().fix(plan, continuesEarlier: goesOn) }
            fixed.insert(plan.folder)
            if !quiet { Terminal.talk(String(plan.description.dropLast())) }
            let number = plan.operations.count
            let count = (goesOn ? "\(number) more " : "\(number) ") + (number == 1 ? "change" : "changes")
            let advice = "undo with: flipbook lint --undo \(plan.folder.string.quotedForShell)"
            note("\(plan.folder): \(count)" + (options.fixInto == nil ? "; \(advice)" : ""))
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

    /// Undoes the last fix of each folder; with `recursive`, also of the folders below that were fixed.
    ///
    /// One that cannot be undone does not keep the others from it.
    func undo(in folders: [String], recursive: Bool) throws {
        var failures: [Failure] = []
        for input in folders {
            guard !input.isEmpty, !input.utf8.contains(0) else {
                throw Failure(message: "\"\(FilePath(input))\": no folder can have this name.", status: .usage)
            }
            var tree = [FilePath(input)]
            if recursive {
                do throws(FileSystemError) {
                    let below = try FolderTree(FilePath(input))
                    tree = below.folders
                    failures += below.faults.map { Failure(message: $0.sentence, status: .environment) }
                } catch {
                    failures.append(Failure(message: error.sentence, status: .environment))
                    continue
                }
            }
            var undone = 0
            for folder in tree {
                do throws(FixError) {
                    let count = try FixRunner.undo(in: folder)
                    undone += 1
                    note("\(folder): as before the fix (\(count == 1 ? "1 file" : "\(count) files") moved back)")
                } catch {
                    if recursive, case .nothingToUndo = error { continue }
                    failures.append(Failure(error))
                    undone += 1
                }
            }
            if undone == 0 { failures.append(Failure(FixError.nothingToUndo(FilePath(input)))) }
        }
        for failure in failures.dropLast() { Terminal.complain(failure.message) }
        if let last = failures.last { throw last }
    }

    private func note(_ text: String) {
        if !quiet { Terminal.talk("note: \(text.closingSentence)") }
    }
}

extension Failure {
    fileprivate init(_ error: FixError) {
        let status: ExitStatus =
            switch error {
            case .outputExists, .namedTwice, .insideItself: .usage
            default: .environment
            }
        self.init(message: error.sentence, status: status)
    }
}
