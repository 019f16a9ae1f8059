import FlipbookCore
import FlipbookImaging
public import FlipbookLintModel

/// Carries out a ``FixPlan``: in the folder itself, or into a new one.
///
/// In place, each fix has a hidden folder of its own (`.flipbook-fix-1`) with a
/// journal and the pictures that were replaced. Whatever happens, a run leaves
/// the folder as it was, or fixed, or with a journal from which ``undo(in:)``
/// makes it as it was.
public struct FixRunner: Sendable {
    /// After how many moves the run ends as if it had been killed; for tests.
    package var moveLimit: Int?

    /// A runner.
    public init() {}

    /// Looks at what a plan has to know of the disk, and makes the plans for all folders that the evidence's files
    /// lie in; those without anything to do or to refuse are left out.
    /// - Parameters:
    ///   - evidence: what was linted. Headers are read here.
    /// - Throws: ``FixError`` for a folder that cannot be read, or `CancellationError`.
    public static func plans(
        for evidence: [FolderEvidence],
        findings: [Finding],
        settings: FixSettings = FixSettings()
    ) async throws -> [FixPlan] {
        try await plans(for: evidence, findings: findings, settings: settings, after: FixForecast())
    }

    /// The plans for folders in which lies what a forecast says.
    package static func plans(
        for evidence: [FolderEvidence],
        findings: [Finding],
        settings: FixSettings,
        after forecast: FixForecast
    ) async throws -> [FixPlan] {
        let damaged = Set(findings.lazy.filter { $0.rule == .undecodable }.flatMap(\.files))
        let findings = findings.filter { FixPlan.rules.contains($0.rule) }
        guard !findings.isEmpty else { return [] }
        var plans: [FixPlan] = []
        var identities: Set<FileStamp> = []
        // In a catalog the slots name the files; Xcode changes both together.
        for var folder in evidence where folder.imageSets.isEmpty {
            let about = findings.about(folder)
            guard !about.isEmpty else { continue }
            folder.add(try await forecast.readings(of: folder.paths), as: \.reading)
            folder.note(undecodable: damaged)
            let redrawn = FixPlan.redrawn(folder, findings: about)
            let pixels = Dictionary(
                zip(redrawn, try await forecast.decodings(of: redrawn)).map { ($0, $1) }
            ) { first, _ in first }
            var seen: Set<FilePath> = []
            let directories = folder.subjects.flatMap(\.frames).map { FilePath($0.path.directory) }
                .filter { seen.insert($0).inserted }
            for directory in directories {
                var inventory = try forecast.inventory(of: directory)
                for (path, facts) in pixels where FilePath(path.directory) == directory {
                    inventory.pixels[FilePath(path.lastComponent)] = facts
                }
                let plan = FixPlan(folder, in: directory, findings: about, inventory: inventory, settings: settings)
                if plan.operations.isEmpty, plan.refusals.isEmpty { continue }
                // The second plan for a folder would be for what it was before the first.
                if !plan.operations.isEmpty, let identity = FixFiles.identity(of: directory),
                    !identities.insert(identity).inserted
                {
                    throw FixError.namedTwice(directory)
                }
                plans.append(plan)
            }
        }
        return plans
    }

    /// Writes the redrawn pictures into a folder, on all cores, and throws the first failure.
    func redraw(
        _ plan: FixPlan,
        to target: @escaping @Sendable (Int, FilePath) -> FilePath
    ) async throws {
        let jobs = plan.operations.filter(\.isRedrawing).enumerated().map { (index: $0.offset, operation: $0.element) }
        let folder = plan.folder
        let results = try await WorkExecutor.mapInChunks(jobs, chunkLength: 1) { job -> FixError? in
            guard case .redraw(let redrawing) = job.operation.change else { return nil }
            let path = folder.appending(job.operation.source.string)
            do throws(FixError) {
                let (bytes, mode) = try FixFiles.contents(of: path)
                let new = bytes.withUnsafeBytes { bytes in
                    Result { () throws(FixPictureError) in try redrawing.redrawn(bytes) }
                        .mapError { FixError.picture(path, reason: $0.reason) }
                }
                try FixFiles.write(new.get(), to: target(job.index, job.operation.source), mode: mode)
                return nil
            } catch {
                return error
            }
        }
        if let error = results.lazy.compactMap({ $0 }).first { throw error }
    }

    /// Checks that the files are those for which the plan was made.
    func check(_ plan: FixPlan) throws(FixError) {
        for operation in plan.operations {
            let path = plan.folder.appending(operation.source.string)
            guard let stamp = plan.inventory.stamp(of: operation.source), FixFiles.stamp(of: path) == stamp else {
                throw .changed(path)
            }
        }
    }
}

extension [Finding] {
    /// Those about a folder: about its files, or about one of its sequences.
    fileprivate func about(_ folder: FolderEvidence) -> [Finding] {
        let files = Set(folder.subjects.flatMap(\.frames).map(\.path))
        let names = Set(folder.subjects.map { FilePath($0.name) })
        return filter { finding in
            finding.files.isEmpty
                ? names.contains(FilePath(finding.sequence)) : finding.files.contains(where: files.contains)
        }
    }
}
