import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// Carries out a ``FixPlan``: in the folder itself, or into a new one.
///
/// In place, each fix has a hidden folder of its own (`.flipbook-fix-1`) with a
/// journal and the pictures that were replaced. In every case a run leaves
/// the folder as it was, or fixed, or with a journal from which ``UndoPlan``
/// makes it as it was.
public struct FixRunner: Sendable {
    /// After how many moves the run ends as if it had been killed; for tests.
    package var moveLimit: Int?

    /// A runner.
    public init() {}

    /// Writes the redrawn pictures into a folder, on all cores, and throws the first failure.
    func redraw(
        _ plan: FixPlan,
        to target: @escaping @Sendable (Int, FilePath) -> FilePath
    ) async throws(FixError) {
        let jobs = plan.operations.filter(\.isRedrawing).enumerated().map { (index: $0.offset, operation: $0.element) }
        let folder = plan.folder
        let redraw = { @Sendable (job: (index: Int, operation: FixOperation)) -> FixError? in
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
        let results = try await FixError.unlessCancelled { () async throws(CancellationError) in
            try await WorkExecutor.mapInChunks(jobs, chunkLength: 1, redraw)
        }
        if let error = results.lazy.compactMap({ $0 }).first { throw error }
    }

    /// Checks that the folder is as it was when the plan was made: the same names, no fix between, the same list of
    /// invented frames. A frame that came or went makes other findings, and other fixes.
    func checkNames(_ plan: FixPlan) throws(FixError) {
        try FixWorkFolder.lastFinished(in: plan.folder)
        let now = try FixFiles.inventory(of: plan.folder)
        let list = FilePath(InventedFrames.fileName)
        guard now.names.keys == plan.inventory.names.keys, now.stamp(of: list) == plan.inventory.stamp(of: list) else {
            throw .changed(plan.folder)
        }
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
