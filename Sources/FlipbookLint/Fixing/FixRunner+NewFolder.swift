public import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

extension FixRunner {
    /// Makes a new folder with the fixed files and all the others; the old one is left alone.
    ///
    /// Files that stay as they are become copies. The folder gets its name when
    /// it is complete; if anything fails before, it is not there.
    /// - Parameter target: a folder that is not there yet, or is empty. Its parent has to be there.
    /// What a run left there that was killed is removed.
    /// - Throws: ``FixError``.
    public func fix(_ plan: FixPlan, into target: FilePath) async throws(FixError) {
        let target = target.withoutTrailingSlashes
        try Self.checkTarget(target, besides: [plan.folder])
        try checkNames(plan)
        try check(plan)
        let parent = FilePath(target.directory)
        try Self.removeDead(in: parent)
        let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let folder = parent.appending(FixFolderName.prefix + suffix + Self.partialSuffix)
        try FixFiles.makeFolder(folder)
        // While this is held, no other run takes the folder for one that was left behind.
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

    /// How the hidden name ends that a new folder has until it is complete.
    private static let partialSuffix = ".partial"

    /// Removes the unfinished new folders of runs that were killed: those that nothing holds a lock of.
    private static func removeDead(in parent: FilePath) throws(FixError) {
        let listing = try wrapping(FolderListing(parent), in: FixError.unwritable)
        for name in listing.folders where name.hasPrefix(FixFolderName.prefix) && name.hasSuffix(partialSuffix) {
            let lock = FolderLock(parent.appending(name))
            // Another run may be at work in it, or have just ended.
            if lock.errno == 0 { parent.appending(name).removeWithFiles() }
            lock.release()
        }
    }

    /// Refuses a folder that is there already, or that would lie in one of `folders`, before any work is done.
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
                try FixFiles.makeLink(target, to: Self.moved(path, from: plan.folder))
            } else {
                try FixFiles.copy(plan.folder.appending(name.string), target)
            }
        }
        for operation in plan.operations where operation.isHold {
            try FixError.checkCancellation()
            try FixFiles.copy(
                folder.appending(newName(operation.source).string),
                folder.appending(operation.target.string)
            )
        }
        let made =
            plan.operations.filter(\.isRedrawing).map { newName($0.source) }
            + plan.operations.filter(\.isHold).map(\.target)
        let digests = try await Self.digests(of: made, in: folder, isSample: false)
        if let list = plan.inventedFrames(try await Self.made(made, in: folder, digests)) ?? plan.invented {
            try FixFiles.write(Array(list.text.utf8), to: folder.appending(InventedFrames.fileName))
        }
    }

    /// The path that a link holds in its new folder: to a neighbour as before, elsewhere from the root.
    private static func moved(_ path: String, from folder: FilePath) -> String {
        guard path.utf8.contains(UInt8(ascii: "/")), path.utf8.first != UInt8(ascii: "/"),
            let root = folder.resolved
        else { return path }
        return root.appending(path).string
    }
}
