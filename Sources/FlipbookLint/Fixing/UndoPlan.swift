public import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The last fix of a folder, looked at: that every file is as the fix left it, so that it can be taken back without a
/// loss. Nothing moves before ``run()``.
///
/// Plans for several folders are all made before the first one runs, so that one which cannot be undone keeps the others
/// from it.
public struct UndoPlan: Sendable {
    /// The folder, as it was given.
    public let folder: FilePath
    private let work: FixWorkFolder
    /// `nil` for a fix that ended before anything was moved.
    private let journal: MoveJournal?
    private let made: Int

    /// The number of files that are moved back or taken away.
    public var moveCount: Int {
        // A picture that was rewritten goes where the old one comes back to: that is one file.
        journal?.steps[..<made].count { if case .folder = $0.to { $0.to != FixJournal.list } else { false } } ?? 0
    }

    /// The number of these that are frames that the fix made, which are taken away.
    public var removalCount: Int { journal?.steps[..<made].count(where: \.makesFrame) ?? 0 }

    /// Looks at the last fix of a folder, also one that did not end.
    /// - Throws: ``FixError``: there is no fix to undo, a file was changed since, or the folder cannot be written.
    public init(_ folder: FilePath) async throws(FixError) {
        guard let last = try FixWorkFolder.all(in: folder).last(where: { FixFiles.isFolder($0.path) }) else {
            throw FixError.nothingToUndo(folder)
        }
        // A fix that goes on just now has a journal, too.
        let lock = try FixError.lock(folder)
        (self.folder, work) = (folder, last)
        try FixError.undoing(FixFiles.checkWritable(folder))
        journal = try last.read()
        if let journal { made = try await last.progress(of: journal) } else { made = 0 }
        _ = consume lock
    }

    /// Moves everything back where it was before the fix, and removes the journal.
    /// - Throws: ``FixError``: a file was changed since the plan was made, or a move failed; what was moved by then is
    ///   moved back by undoing again.
    public func run() async throws(FixError) { try await run(stoppingAfter: nil) }

    /// The same, which stops before a move as if it was killed, for tests.
    package func run(stoppingAfter limit: Int?) async throws(FixError) {
        let lock = try FixError.lock(folder)
        if let journal {
            // Time has passed since the plan was made, and other folders were put back meanwhile.
            guard try work.read() == journal, try await work.progress(of: journal) == made else {
                throw FixError.changedSince(folder: folder, file: FilePath("its journal"))
            }
            try FixError.undoing(work.revert(journal, made, stoppingAfter: limit))
        }
        work.remove()
        FixFiles.flush(folder)
        _ = consume lock
    }
}

/// A fix of a folder that is kept so that it can be undone.
public struct KeptFix: Sendable {
    /// The folder.
    public let folder: FilePath
    /// The number of the fix in the folder; they are undone from the last one back.
    public let number: Int
    /// A Boolean value that tells whether it ended.
    public let isFinished: Bool
    /// When it was made, in seconds since 1970, or `nil` if nothing was moved.
    public let seconds: Int64?
    /// The number of files that it renamed.
    public let renamed: Int
    /// The number of pictures that it rewrote.
    public let redrawn: Int
    /// The number of frames that it made.
    public let held: Int
    /// The number of bytes that the pictures take that it replaced.
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

    /// The fixes of a folder that can be undone, the first one first.
    /// - Throws: ``FixError`` where the folder or a journal cannot be read.
    public static func all(in folder: FilePath) throws(FixError) -> [KeptFix] {
        try FixWorkFolder.all(in: folder).filter { FixFiles.isFolder($0.path) }.map(KeptFix.init)
    }

    /// Takes away the journal and the pictures that were replaced: the fix cannot be undone then. What the fix invented
    /// stays known as such.
    /// - Throws: ``FixError``: the fix did not end, so that the only copy of a frame may be among the pictures; the folder
    ///   is fixed just now; or it cannot be written.
    public func forget() throws(FixError) {
        let lock = try FixError.lock(folder)
        guard try work.read() == nil || work.isFinished else { throw .unfinished(folder) }
        try FixError.undoing(work.discard())
        FixFiles.flush(folder)
        _ = consume lock
    }
}

extension FixWorkFolder {
    /// The number of fixes of a folder that are kept if they only moved names.
    private static let mostKept = 10

    /// Forgets the oldest fixes of a folder where there are many. One that holds pictures, which nothing else has, stays,
    /// and with it those after it.
    static func prune(_ folder: FilePath) {
        // What cannot be removed is kept, which does no harm.
        for work in ((try? all(in: folder)) ?? []).dropLast(mostKept) {
            guard work.isFinished, work.replaced.count == 0, (try? work.discard()) != nil else { return }
        }
    }
}
