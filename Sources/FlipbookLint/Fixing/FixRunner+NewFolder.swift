public import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

extension FixRunner {
    /// Makes a new folder with the fixed files and all the others; the old one is left alone.
    ///
    /// Files that stay as they are become copies. The folder gets its name when
    /// it is complete; whatever fails before, it is not there.
    /// - Parameter target: a folder that is not there yet, or is empty. Its parent has to be there.
    /// - Throws: ``FixError``, or `CancellationError` when the task is cancelled.
    public func fix(_ plan: FixPlan, into target: FilePath) async throws {
        let target = target.withoutClosingSlashes
        try Self.checkTarget(target, besides: [plan.folder])
        if let last = try FixWorkFolder.all(in: plan.folder).last, !FixFiles.exists(last.journal) {
            throw FixError.unfinished(plan.folder)
        }
        try check(plan)
        let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let folder = FilePath(target.directory).appending(".flipbook-fix-\(suffix).partial")
        try FixFiles.makeFolder(folder)
        do {
            try await fill(folder, plan)
            FixFiles.flush(folder)
            try Task.checkCancellation()
            try FixFiles.rename(folder: folder, to: target)
            FixFiles.flush(FilePath(target.directory))
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    /// Refuses a folder that is there already, or that would lie in one of `folders`, before any work is done.
    package static func checkTarget(_ target: FilePath, besides folders: [FilePath] = []) throws(FixError) {
        let target = target.withoutClosingSlashes
        if let parent = FixFiles.realPath(FilePath(target.directory)) {
            let place = parent.appending(target.lastComponent)
            for folder in folders {
                guard let real = FixFiles.realPath(folder), real.contains(place) else { continue }
                throw .insideItself(target, folder: folder)
            }
        }
        guard FixFiles.exists(target) else { return }
        guard FixFiles.isFolder(target) else { throw .outputExists(target) }
        let inventory = try FixFiles.inventory(of: target)
        guard inventory.names.isEmpty, inventory.undecodableNames == 0 else { throw .outputExists(target) }
    }

    private func fill(_ folder: FilePath, _ plan: FixPlan) async throws {
        let names = plan.newNames
        let newName = { (name: FilePath) in names[name] ?? name }
        try await redraw(plan) { _, name in folder.appending((names[name] ?? name).string) }
        let redrawn = Set(plan.operations.filter(\.isRedrawing).map(\.source))
        for name in plan.contents where !redrawn.contains(name) {
            try Task.checkCancellation()
            let target = folder.appending(newName(name).string)
            if case .link(_, let path) = plan.inventory.names[name] {
                try FixFiles.makeLink(target, to: Self.moved(path, from: plan.folder))
            } else {
                try FixFiles.copy(plan.folder.appending(name.string), target)
            }
        }
        for operation in plan.operations where operation.isHold {
            try Task.checkCancellation()
            try FixFiles.copy(
                folder.appending(newName(operation.source).string),
                folder.appending(operation.target.string)
            )
        }
        let made =
            plan.operations.filter(\.isRedrawing).map { newName($0.source) }
            + plan.operations.filter(\.isHold).map(\.target)
        let digests = try await Self.digests(of: made, in: folder, isSample: false)
        if let list = plan.inventedFrames(digests) ?? InventedFrames(of: plan.folder) {
            try FixFiles.write(Array(list.text.utf8), to: folder.appending(InventedFrames.fileName))
        }
    }

    /// The path that a link holds in its new folder: to a neighbour as before, elsewhere from the root.
    private static func moved(_ path: String, from folder: FilePath) -> String {
        guard path.utf8.contains(UInt8(ascii: "/")), path.utf8.first != UInt8(ascii: "/"),
            let root = FixFiles.realPath(folder)
        else { return path }
        return root.appending(path).string
    }

    private static func remove(_ folder: FilePath) {
        do {
            for name in try FolderListing(folder).names { FixFiles.remove(folder.appending(name)) }
        } catch {
            // What cannot be read cannot be removed; it is hidden.
        }
        FixFiles.removeFolder(folder)
    }
}

extension FilePath {
    /// The same path without the slashes at its end.
    fileprivate var withoutClosingSlashes: FilePath {
        var bytes = Array(string.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return FilePath(String(decoding: bytes, as: UTF8.self))
    }
}
