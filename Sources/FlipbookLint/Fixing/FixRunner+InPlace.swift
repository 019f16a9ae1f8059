public import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

extension FixRunner {
    /// Fixes the folder itself.
    ///
    /// New pictures are made first, beside the old ones; then the journal is written and flushed; then files move.
    /// A failure or a cancellation puts everything back.
    /// - Parameter continuesEarlier: whether it goes on with the last fix of the folder, so that ``undo(in:)`` undoes
    ///   both: what a fix has changed may show what else there is to fix.
    /// - Throws: ``FixError``, or `CancellationError` when the task is cancelled.
    public func fix(_ plan: FixPlan, continuesEarlier: Bool = false) async throws {
        guard !plan.operations.isEmpty else { return }
        try check(plan)
        let work = try FixWorkFolder.make(in: plan.folder)
        var written: FixJournal?
        do {
            try await stage(plan, in: work)
            var journal = FixJournal(plan.operations, stamps: try stamps(of: plan), staged: try staged(plan, in: work))
            journal.continuesEarlier = continuesEarlier && work.number > 1
            try Task.checkCancellation()
            try check(plan)
            try work.write(journal)
            written = journal
            for (index, move) in journal.moves.enumerated() {
                if index == moveLimit { throw FixError.stopped }
                try Task.checkCancellation()
                try FixFiles.move(work.path(of: move.from), work.path(of: move.to))
            }
            if journal.moves.count == moveLimit { throw FixError.stopped }
            try work.finish()
        } catch FixError.stopped {
            throw FixError.stopped
        } catch {
            do throws(FixError) {
                if let written { try work.revert(written) }
                work.remove()
            } catch let failure {
                throw FixError.halfDone(plan.folder, cause: "\(error), and then \(failure)")
            }
            throw error
        }
    }

    /// Makes the new pictures and the held frames in the fix's own folder.
    private func stage(_ plan: FixPlan, in work: FixWorkFolder) async throws {
        try await redraw(plan) { index, _ in work.path.appending(FixJournal.newName(index).string) }
        let redrawn = plan.operations.filter(\.isRedrawing).enumerated().map { ($0.element.source, $0.offset) }
        let newPictures = Dictionary(redrawn) { first, _ in first }
        for (index, operation) in plan.operations.filter({ $0.isHold }).enumerated() {
            try Task.checkCancellation()
            let source =
                newPictures[operation.source].map { work.path.appending(FixJournal.newName($0).string) }
                ?? plan.folder.appending(operation.source.string)
            try FixFiles.copy(source, work.path.appending(FixJournal.heldName(index).string))
        }
        FixFiles.flush(work.path)
    }

    private func stamps(of plan: FixPlan) throws(FixError) -> [FilePath: FileStamp] {
        var stamps: [FilePath: FileStamp] = [:]
        for operation in plan.operations { stamps[operation.source] = plan.inventory.stamp(of: operation.source) }
        return stamps
    }

    /// The stamps of what was made, redrawn pictures first.
    private func staged(_ plan: FixPlan, in work: FixWorkFolder) throws(FixError) -> [FileStamp] {
        let redrawn = plan.operations.count(where: \.isRedrawing)
        let held = plan.operations.count { $0.isHold }
        var stamps: [FileStamp] = []
        for name in (0..<redrawn).map(FixJournal.newName) + (0..<held).map(FixJournal.heldName) {
            let path = work.path.appending(name.string)
            guard let stamp = FixFiles.stamp(of: path) else { throw .changed(path) }
            stamps.append(stamp)
        }
        return stamps
    }

    /// Undoes the last fix of a folder, also one that did not end, with all that it went on with.
    /// - Returns: how many files were moved back or taken away.
    /// - Throws: ``FixError``: there is no fix to undo, or a file was changed since; of the fix that it is about
    ///   nothing is changed then.
    @discardableResult
    public static func undo(in folder: FilePath) throws(FixError) -> Int {
        try undo(in: folder, stoppingAfter: nil)
    }

    /// The same, which stops before a move as if it was killed, for tests.
    @discardableResult
    package static func undo(in folder: FilePath, stoppingAfter limit: Int?) throws(FixError) -> Int {
        var count = 0
        while true {
            guard let last = try FixWorkFolder.all(in: folder).last(where: { FixFiles.isFolder($0.path) }) else {
                throw .nothingToUndo(folder)
            }
            let journal = try last.read()
            // Without a journal it ended before anything was moved. It was a fix all the same: the one before it stays.
            if let journal { try last.revert(journal, stoppingAfter: limit) }
            last.remove()
            FixFiles.flush(folder)
            count += journal?.moves.count ?? 0
            guard journal?.continuesEarlier ?? false else { return count }
        }
    }

    /// Takes away the journals of a folder's fixes and the pictures that were replaced. They cannot be undone then.
    /// - Throws: ``FixError`` where the folder cannot be read.
    package static func forget(in folder: FilePath) throws(FixError) {
        for work in try FixWorkFolder.all(in: folder) where FixFiles.isFolder(work.path) { work.discard() }
        FixFiles.flush(folder)
    }
}
