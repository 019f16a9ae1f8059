public import FlipbookCore
import FlipbookFiles
import FlipbookLintModel
internal import Glibc

/// Carries out a ``FixPlan`` in the folder itself or in a new folder.
///
/// A fix of the folder itself stores a journal and the replaced pictures in a hidden folder (`.flipbook-fix-1`). After a run,
/// the folder is unchanged or fixed, or it contains a journal from which ``UndoPlan`` can restore it.
public struct FixRunner: Sendable {
    /// The number of moves after which a test ends the run as if it had been killed.
    package var moveLimit: Int?

    /// Creates a runner.
    public init() {}

    func redraw(_ plan: FixPlan, to target: @escaping @Sendable (Int, FilePath) -> FilePath) async throws(FixError) {
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
            } catch { return error }
        }
        let results = try await FixError.unlessCancelled(await WorkExecutor.mapInChunks(jobs, chunkLength: 1, redraw))
        if let error = results.lazy.compactMap({ $0 }).first { throw error }
    }

    /// Checks that the folder has not changed since the plan was made: the names and the list of invented frames are the same,
    /// and no other fix is unfinished. An added or removed frame would change the findings and the fixes.
    func checkNames(_ plan: FixPlan) throws(FixError) {
        try FixWorkFolder.lastFinished(in: plan.folder)
        let now = try FixFiles.inventory(of: plan.folder)
        let list = FilePath(InventedFrames.fileName)
        guard now.names.keys == plan.inventory.names.keys, now.stamp(of: list) == plan.inventory.stamp(of: list)
        else { throw .changed(plan.folder) }
    }

    func check(_ plan: FixPlan) throws(FixError) {
        for operation in plan.operations {
            let path = plan.folder.appending(operation.source.string)
            guard let stamp = plan.inventory.stamp(of: operation.source), FixFiles.stamp(of: path) == stamp
            else { throw .changed(path) }
        }
    }

    /// Fixes the folder itself.
    ///
    /// New pictures are made first, then the journal is flushed, then files are moved. Failure or cancellation restores
    /// everything.
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
            // The hidden folder's name must be flushed to disk. Otherwise, nothing can be undone after a power failure.
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
            } catch let failure { throw FixError.halfDone(plan.folder, cause: "\(error), and then \(failure)") }
            throw error
        }
        _ = consume lock
    }

    private func stage(_ plan: FixPlan, in work: FixWorkFolder) async throws(FixError) -> MoveJournal {
        try await redraw(plan) { index, _ in work.path.appending(FixJournal.newName(index).string) }
        let redrawn = plan.operations.filter(\.isRedrawing).enumerated().map { ($0.element.source, $0.offset) }
        let newPictures = Dictionary(redrawn) { first, _ in first }
        let current = { (name: FilePath) in
            newPictures[name].map { work.path.appending(FixJournal.newName($0).string) }
                ?? plan.folder.appending(name.string)
        }
        let holds = plan.operations.filter(\.isHold).enumerated().map { index, operation in
            (source: current(operation.source), copy: work.path.appending(FixJournal.heldName(index).string))
        }
        for (source, copy) in holds {
            try FixError.checkCancellation()
            try FixFiles.copy(source, copy)
        }
        let guesses = plan.recorded.filter { $0.change == .rename }.map { current($0.source) }
        let made = try await Self.made(redrawn.map { current($0.0) } + guesses + holds.map(\.copy))
        let staged = (made.prefix(redrawn.count) + made.suffix(holds.count)).map(\.digest)
        var list: (old: FileDigest?, new: FileDigest)?
        if let invented = plan.inventedFrames(made) {
            let bytes = Array(invented.text.utf8)
            try FixFiles.write(bytes, to: work.path.appending(FixJournal.newList.string))
            list = (InventedFrames.digest(of: plan.folder.appending(InventedFrames.fileName)), FileDigest(of: bytes))
        }
        FixFiles.flush(work.path)
        let sources = plan.operations.filter { !$0.isHold }.map(\.source)
        let isSample = staged.isEmpty && list == nil
        let paths = sources.map { plan.folder.appending($0.string) }
        let old = zip(sources, try await Self.digests(of: paths, isSample: isSample))
        let digests = Dictionary(Array(old)) { first, _ in first }
        return FixJournal.journal(plan.operations, digests: digests, staged: staged, list: list)
    }

    static func made(_ all: [FilePath]) async throws(FixError) -> [MadeFrame] {
        let pixels = try await FixError.unlessCancelled(
            await WorkExecutor.mapInChunks(all, chunkLength: 4, FileDigest.textOfPixels)
        )
        return zip(try await digests(of: all, isSample: false), pixels).map { ($0, $1) }
    }

    static func digests(of all: [FilePath], isSample: Bool) async throws(FixError) -> [FileDigest] {
        let digests = try await FixError.unlessCancelled(
            await WorkExecutor.mapInChunks(all, chunkLength: 16) { FileDigest(of: $0, isSample: isSample) }
        )
        return try zip(all, digests).map { (path, digest) throws(FixError) in
            guard let digest else { throw FixError.changed(path) }
            return digest
        }
    }

    /// Creates a new folder with the fixed files and copies of all others. The original folder is not changed.
    ///
    /// The new folder gets its final name once it is complete. Temporary folders left by killed runs are removed.
    /// - Parameter target: a folder that does not exist, or is empty. Its parent must exist.
    public func fix(_ plan: FixPlan, into target: FilePath) async throws(FixError) {
        let target = target.withoutTrailingSlashes
        try Self.checkTarget(target, besides: [plan.folder])
        try checkNames(plan)
        try check(plan)
        let parent = FilePath(target.directory)
        let listing = try wrapping(FolderListing(parent), in: FixError.unwritable)
        for name in listing.folders where name.hasPrefix(FixFolderName.prefix) && name.hasSuffix(Self.partialSuffix) {
            let lock = FolderLock(parent.appending(name))
            // A locked folder is still in use by another run.
            if lock.errno == 0 { parent.appending(name).removeWithFiles() }
            lock.release()
        }
        let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let folder = parent.appending(FixFolderName.prefix + suffix + Self.partialSuffix)
        try FixFiles.makeFolder(folder)
        let lock = try FixError.lock(folder)
        do throws(FixError) {
            try await fill(folder, plan)
            FixFiles.flush(folder)
            try FixError.checkCancellation()
            try FixFiles.rename(folder: folder, to: target)
            FixFiles.flush(FilePath(target.directory))
        } catch {
            folder.removeWithFiles()
            throw error
        }
        _ = consume lock
    }

    private static let partialSuffix = ".partial"

    package static func checkTarget(_ target: FilePath, besides folders: [FilePath] = []) throws(FixError) {
        let target = target.withoutTrailingSlashes
        if let parent = FilePath(target.directory).resolved {
            let place = parent.appending(target.lastComponent)
            for folder in folders {
                guard let real = folder.resolved, real.contains(place) else { continue }
                throw .insideItself(target, folder: folder)
            }
        }
        guard target.isTaken else { return }
        guard FixFiles.isFolder(target) else { throw .outputExists(target) }
        let inventory = try FixFiles.inventory(of: target)
        guard inventory.names.isEmpty, inventory.undecodableNames == 0 else { throw .outputExists(target) }
    }

    private func fill(_ folder: FilePath, _ plan: FixPlan) async throws(FixError) {
        let names = plan.newNames
        let newName = { (name: FilePath) in names[name] ?? name }
        try await redraw(plan) { _, name in folder.appending((names[name] ?? name).string) }
        let redrawn = Set(plan.operations.filter(\.isRedrawing).map(\.source))
        for name in plan.contents where !redrawn.contains(name) {
            try FixError.checkCancellation()
            let target = folder.appending(newName(name).string)
            if case .link(_, let path) = plan.inventory.names[name] {
                try FixFiles.change(target) { symlink(Self.moved(path, from: plan.folder), target.string) }
            } else {
                try FixFiles.copy(plan.folder.appending(name.string), target)
            }
        }
        for operation in plan.operations where operation.isHold {
            try FixError.checkCancellation()
            let source = newName(operation.source).string
            try FixFiles.copy(folder.appending(source), folder.appending(operation.target.string))
        }
        let made = plan.recorded.map { folder.appending(newName($0.target).string) }
        if let list = plan.inventedFrames(try await Self.made(made)) ?? plan.invented {
            try FixFiles.write(Array(list.text.utf8), to: folder.appending(InventedFrames.fileName))
        }
    }

    /// Returns the target of a copied link: unchanged for a file in the same folder, otherwise absolute.
    private static func moved(_ path: String, from folder: FilePath) -> String {
        guard path.utf8.contains(UInt8(ascii: "/")), path.utf8.first != UInt8(ascii: "/"), let root = folder.resolved
        else { return path }
        return root.appending(path).string
    }
}
