import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

/// What would lie in some folders after fixes that nobody made: what shows how a fix in several passes would end.
///
/// Holds names and facts. A picture that would be written anew is made in memory, looked at, and dropped; on the disk
/// nothing is changed.
package struct FixForecast: Sendable {
    /// A file as it would be.
    fileprivate struct File {
        /// Where its bytes are now.
        let origin: FilePath
        /// How it would be written anew, one after another.
        var redrawings: [Redrawing] = []
        /// What it would say then; `nil` for one that is as it is.
        var facts: (details: ImageDetails, pixels: PictureFacts)?
    }

    /// The files that would have another name or other contents, by the path that they would have.
    private var files: [FilePath: File] = [:]
    private var inventories: [FilePath: FixInventory] = [:]
    /// What would have been done to each folder, in the order in which the folders came.
    private(set) var changes: [(folder: FilePath, operations: [FixOperation])] = []

    /// What is there: nothing was fixed yet.
    package init() {}

    /// Takes in what some plans would do.
    /// - Throws: ``FixError`` where a picture cannot be written anew, or `CancellationError`.
    package mutating func add(_ plans: [FixPlan]) async throws {
        for plan in plans { try await add(plan) }
    }

    private mutating func add(_ plan: FixPlan) async throws {
        let path = { (name: FilePath) in Self.key(plan.folder.appending(name.string)) }
        let redrawn = try await redrawn(plan)
        for (operation, file) in zip(plan.operations.filter(\.isRedrawing), redrawn) {
            files[path(operation.source)] = file
        }
        // All names change at once: two files may swap theirs. A new frame is a copy of what its source is by now.
        let moved = plan.operations.filter { !$0.isRedrawing }
        let sources = moved.map { operation in
            let place = path(operation.source)
            return (file: files[place] ?? File(origin: place), kind: plan.inventory.names[operation.source])
        }
        var inventory = plan.inventory
        inventory.pixels = [:]
        for operation in moved where !operation.isHold {
            files[path(operation.source)] = nil
            inventory.names[operation.source] = nil
        }
        for (operation, source) in zip(moved, sources) {
            files[path(operation.target)] = source.file
            inventory.names[operation.target] = source.kind
        }
        inventories[plan.folder] = inventory
        if let index = changes.firstIndex(where: { $0.folder == plan.folder }) {
            changes[index].operations = changes[index].operations.followed(by: plan.operations)
        } else {
            changes.append((plan.folder, plan.operations))
        }
    }

    /// The pictures that a plan writes anew, looked at, on all cores.
    private func redrawn(_ plan: FixPlan) async throws -> [File] {
        let jobs = plan.operations.compactMap { operation -> File? in
            guard case .redraw(let redrawing) = operation.change else { return nil }
            let place = Self.key(plan.folder.appending(operation.source.string))
            var file = files[place] ?? File(origin: place)
            file.redrawings.append(redrawing)
            return file
        }
        return try await WorkExecutor.mapInChunks(jobs, chunkLength: 1) { file in
            Result { () throws(FixError) in try file.lookedAt() }
        }.map { try $0.get() }
    }

    /// A path as files are found by: in whatever way the current folder is written.
    private static func key(_ path: FilePath) -> FilePath { FilePath(path.directory).appending(path.lastComponent) }
}

extension FixForecast {
    /// What would lie in a folder.
    func inventory(of folder: FilePath) throws(FixError) -> FixInventory {
        if let known = inventories[folder] { return known }
        return try FixFiles.inventory(of: folder)
    }

    /// What files would say before their pixels; a result's index is its path's.
    func readings(of paths: [FilePath]) async throws(CancellationError) -> [Result<ImageDetails, ImageError>] {
        let files = paths.map { self.files[Self.key($0)] }
        let read = try await ImageDetails.readAll(zip(paths, files).map { $1?.origin ?? $0 })
        return zip(read, files).map { reading, file in file?.facts.map { .success($0.details) } ?? reading }
    }

    /// What the decoded pixels of files would have in common; a result's index is its path's.
    func decodings(of paths: [FilePath]) async throws(CancellationError) -> [Result<PictureFacts, ImageError>] {
        let files = paths.map { self.files[Self.key($0)] }
        let decoded = try await PictureFacts.readAll(zip(paths, files).map { $1?.origin ?? $0 })
        return zip(decoded, files).map { decoding, file in file?.facts.map { .success($0.pixels) } ?? decoding }
    }

    /// Lints folders as they would be.
    /// - Parameter folders: see ``evidence(_:after:)``.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func lint(_ folders: [FolderEvidence], with linter: Linter) async throws(CancellationError) -> LintReport {
        var folders = folders
        for index in folders.indices {
            let paths = folders[index].paths
            if linter.depth >= .headers { folders[index].add(try await readings(of: paths), as: \.reading) }
            if linter.depth >= .pixels { folders[index].add(try await decodings(of: paths), as: \.decoding) }
        }
        return linter.report(on: folders)
    }

    /// What the names of a folder would tell after some plans that were taken in. A manifest names the same files as
    /// before.
    package func evidence(_ folder: FolderEvidence, after plans: [FixPlan]) -> FolderEvidence {
        let frames = folder.subjects.flatMap(\.frames).map(\.path)
        guard folder.manifest == nil, let first = frames.first,
            let plan = plans.first(where: { $0.folder == FilePath(first.directory) }),
            plan.operations.contains(where: { $0.source != $0.target })
        else { return folder }
        var names = frames.map { plan.newName(of: FilePath($0.lastComponent)).string }
        names += plan.operations.filter { $0.isHold }.map(\.target.string)
        let isWhole = folder.extent == .folder
        if isWhole {
            let others = plan.inventory.names.keys.lazy.map(\.string)
            names += others.filter { !FolderEvidence.imageExtensions.contains($0.lowercasedExtension) }
        }
        var result = FolderEvidence(
            path: plan.folder.string,
            names: names,
            selection: isWhole ? .images : .all,
            undecodableNames: folder.undecodableNames
        )
        result.localizations = folder.localizations
        (result.path, result.configuredPath) = (folder.path, folder.configuredPath)
        result.extent = isWhole ? .folder : .files
        let old = folder.subjects.first { $0.kind == .animation } ?? folder.subjects[0]
        return result.with(gaps: old.gaps, mismatch: old.mismatch)
    }
}

extension FixForecast.File {
    /// The file after its redrawings, with what it says.
    fileprivate func lookedAt() throws(FixError) -> Self {
        var (bytes, _) = try FixFiles.contents(of: origin)
        var result = self
        do {
            for redrawing in redrawings { bytes = try bytes.withUnsafeBytes { try redrawing.redrawn($0) } }
            result.facts = try bytes.withUnsafeBytes { bytes in
                (try ImageDetails.read(bytes), PictureFacts(try ImageDecoder().decode(bytes)))
            }
        } catch let error as FixPictureError {
            throw .picture(origin, reason: error.reason)
        } catch {
            throw .picture(origin, reason: "\(error)")
        }
        return result
    }
}

extension FixForecast: CustomStringConvertible {
    /// All that would be done, from the names of now to those in the end, as ``FixPlan`` lists it. Empty where there
    /// is nothing to do.
    package var description: String {
        changes.map { FixPlan.listing(of: $0.operations, in: $0.folder) }.joined()
    }
}
