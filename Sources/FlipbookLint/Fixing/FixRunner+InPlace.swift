import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

extension FixRunner {
    /// Fixes the folder itself.
    ///
    /// New pictures are made first, beside the old ones; then the journal is written and flushed; then files move.
    /// A failure or a cancellation puts everything back.
    /// - Throws: ``FixError``.
    public func fix(_ plan: FixPlan) async throws(FixError) {
        guard !plan.operations.isEmpty else { return }
        let lock = try FixError.lock(plan.folder)
        try checkNames(plan)
        try check(plan)
        let work = try FixWorkFolder.make(in: plan.folder)
        var (written, made) = (MoveJournal?.none, 0)
        do throws(FixError) {
            let journal = try await stage(plan, in: work)
            try FixError.checkCancellation()
            try check(plan)
            try wrapping(work.files.write(journal), in: FixError.unwritable)
            // Where a power cut leaves the hidden folder no name, nothing can be taken back.
            FixFiles.flush(plan.folder)
            written = journal
            for (index, step) in journal.steps.enumerated() {
                if index == moveLimit { throw FixError.stopped }
                try FixError.checkCancellation()
                try wrapping(work.files.make(step), in: FixError.unwritable)
                made += 1
            }
            if journal.steps.count == moveLimit { throw FixError.stopped }
            FixFiles.flush(plan.folder)
            try wrapping(work.files.enter(.made), in: FixError.unwritable)
            FixWorkFolder.prune(plan.folder)
        } catch {
            if error == .stopped { throw error }
            do throws(FixError) {
                if let written { try work.revert(written, made) }
                work.remove()
            } catch let failure {
                throw FixError.halfDone(plan.folder, cause: "\(error), and then \(failure)")
            }
            throw error
        }
        _ = consume lock
    }

    /// Makes the new pictures and the held frames in the fix's own folder, and the list of invented frames.
    /// - Returns: what is to be moved.
    private func stage(_ plan: FixPlan, in work: FixWorkFolder) async throws(FixError) -> MoveJournal {
        try await redraw(plan) { index, _ in work.path.appending(FixJournal.newName(index).string) }
        let redrawn = plan.operations.filter(\.isRedrawing).enumerated().map { ($0.element.source, $0.offset) }
        let newPictures = Dictionary(redrawn) { first, _ in first }
        let holds = plan.operations.filter(\.isHold)
        for (index, operation) in holds.enumerated() {
            try FixError.checkCancellation()
            let source =
                newPictures[operation.source].map { work.path.appending(FixJournal.newName($0).string) }
                ?? plan.folder.appending(operation.source.string)
            try FixFiles.copy(source, work.path.appending(FixJournal.heldName(index).string))
        }
        let made = redrawn.indices.map(FixJournal.newName) + holds.indices.map(FixJournal.heldName)
        let staged = try await Self.digests(of: made, in: work.path, isSample: false)
        var list: (old: FileDigest?, new: FileDigest)?
        if let invented = plan.inventedFrames(try await Self.made(made, in: work.path, staged)) {
            let bytes = Array(invented.text.utf8)
            try FixFiles.write(bytes, to: work.path.appending(FixJournal.newList.string))
            list = (InventedFrames.digest(of: plan.folder.appending(InventedFrames.fileName)), FileDigest(of: bytes))
        }
        FixFiles.flush(work.path)
        let sources = plan.operations.filter { !$0.isHold }.map(\.source)
        let digests = zip(
            sources,
            try await Self.digests(of: sources, in: plan.folder, isSample: made.isEmpty && list == nil)
        )
        return FixJournal.journal(
            plan.operations,
            digests: Dictionary(Array(digests)) { first, _ in first },
            staged: staged,
            list: list
        )
    }

    /// By what pictures that were made are known again, on all cores.
    static func made(
        _ names: [FilePath],
        in folder: FilePath,
        _ digests: [FileDigest]
    ) async throws(FixError) -> [MadeFrame] {
        let pixels = try await FixError.unlessCancelled { () async throws(CancellationError) in
            try await WorkExecutor.mapInChunks(names, chunkLength: 4) {
                FileDigest.textOfPixels(of: folder.appending($0.string))
            }
        }
        return zip(digests, pixels).map { ($0, $1) }
    }

    /// By what files are known again, on all cores.
    static func digests(
        of names: [FilePath],
        in folder: FilePath,
        isSample: Bool
    ) async throws(FixError) -> [FileDigest] {
        let digests = try await FixError.unlessCancelled { () async throws(CancellationError) in
            try await WorkExecutor.mapInChunks(names, chunkLength: 16) {
                FileDigest(of: folder.appending($0.string), isSample: isSample)
            }
        }
        return try zip(names, digests).map { (name, digest) throws(FixError) in
            guard let digest else { throw FixError.changed(folder.appending(name.string)) }
            return digest
        }
    }
}
