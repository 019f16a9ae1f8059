public import FlipbookCore
import FlipbookFiles
import FlipbookLintModel
internal import Glibc

/// A plan to undo the last fix of a folder, provided that no file has changed since. Nothing is moved until ``run()``.
///
/// Plans for multiple folders are made before any of them runs. If one fix cannot be undone, none is.
public struct UndoPlan: Sendable {
    /// The path of the folder, as given by the caller.
    public let folder: FilePath
    private let work: FixWorkFolder
    private let journal: MoveJournal?
    private let made: Int

    /// The number of files to move back or remove.
    public var moveCount: Int {
        // A rewritten picture and the original that replaces it are counted once.
        journal?.steps[..<made].count { if case .folder = $0.to { $0.to != FixJournal.list } else { false } } ?? 0
    }

    /// The number of frames that the fix created and that undoing removes.
    public var removalCount: Int { journal?.steps[..<made].count(where: \.makesFrame) ?? 0 }

    /// Checks the last fix of a folder, even one that did not finish.
    /// - Throws: ``FixError`` if there is no fix to undo, if a file has changed since, or if the folder cannot be written.
    public init(_ folder: FilePath) async throws(FixError) {
        guard let last = try FixWorkFolder.all(in: folder).last(where: { FixFiles.isFolder($0.path) })
        else { throw FixError.nothingToUndo(folder) }
        // A running fix also has a journal.
        let lock = try FixError.lock(folder)
        (self.folder, work) = (folder, last)
        let place = folder.string.isEmpty ? "." : folder.string
        try FixError.undoing(FixFiles.change(folder) { access(place, W_OK | X_OK) })
        journal = try last.read()
        if let journal { made = try await last.progress(of: journal) } else { made = 0 }
        _ = consume lock
    }

    /// Moves everything back to where it was before the fix, and removes the journal.
    /// - Throws: ``FixError`` if a file has changed since the plan was made, or if a move failed. If a move failed, undo again
    ///   to finish.
    public func run() async throws(FixError) { try await run(stoppingAfter: nil) }

    /// Undoes the fix. A test can stop it before a move, as if the process had been killed.
    package func run(stoppingAfter limit: Int?) async throws(FixError) {
        let lock = try FixError.lock(folder)
        if let journal {
            guard try work.read() == journal, try await work.progress(of: journal) == made
            else { throw FixError.changedSince(folder: folder, file: FilePath("its journal")) }
            try FixError.undoing(work.revert(journal, made, stoppingAfter: limit))
        }
        work.remove()
        FixFiles.flush(folder)
        _ = consume lock
    }
}

/// A fix that can be undone.
public struct KeptFix: Sendable {
    /// The folder that was fixed.
    public let folder: FilePath
    /// The fix's index in the folder. The fix with the highest index is undone first.
    public let number: Int
    /// A Boolean value that indicates whether the fix finished.
    public let isFinished: Bool
    /// The time of the fix in seconds since 1970, or `nil` if nothing was moved.
    public let seconds: Int64?
    /// The number of renamed files.
    public let renamed: Int
    /// The number of rewritten pictures.
    public let redrawn: Int
    /// The number of new frames.
    public let held: Int
    /// The size of the replaced pictures, in bytes.
    public let byteCount: Int64

    private let work: FixWorkFolder

    private init(_ work: FixWorkFolder) throws(FixError) {
        self.work = work
        (folder, number) = (work.folder, work.number)
        isFinished = work.isFinished
        let journal = JournalFolder.Stage.allCases.lazy.compactMap { FileStatus(work.files.path(of: $0)) }.first
        seconds = journal.map { Int64($0.modifiedSeconds) }
        let steps = try work.read()?.steps ?? []
        held = steps.count(where: \.makesFrame)
        redrawn = steps.count(where: \.redraws)
        renamed = steps.count { if case .folder = $0.to { $0.onlyRenames } else { false } }
        byteCount = work.replaced.byteCount
    }

    /// Returns the fixes of a folder that can be undone, oldest first.
    /// - Throws: ``FixError`` if the folder or a journal cannot be read.
    public static func all(in folder: FilePath) throws(FixError) -> [KeptFix] {
        try FixWorkFolder.all(in: folder).filter { FixFiles.isFolder($0.path) }.map(KeptFix.init)
    }

    /// Removes the journal and the replaced pictures, so that the fix can no longer be undone. Invented frames are still
    /// reported.
    /// - Throws: ``FixError`` if the fix did not finish, since the pictures may include the only copy of a frame; if the folder
    ///   is being fixed; or if it cannot be written.
    public func forget() throws(FixError) {
        let lock = try FixError.lock(folder)
        guard try work.read() == nil || work.isFinished else { throw .unfinished(folder) }
        try FixError.undoing(work.discard())
        FixFiles.flush(folder)
        _ = consume lock
    }
}

extension FixWorkFolder {
    private static let mostKept = 10

    /// Discards the oldest fixes if a folder has many. Stops at a fix with replaced pictures, since no other copies of them
    /// exist.
    static func prune(_ folder: FilePath) {
        // If a fix cannot be removed, it is kept, which is harmless.
        for work in ((try? all(in: folder)) ?? []).dropLast(mostKept) {
            guard work.isFinished, work.replaced.count == 0, (try? work.discard()) != nil else { return }
        }
    }
}
