public import FlipbookCore
import FlipbookImaging
import Glibc

/// An export in the making by segments: makes those that are missing, and joins them.
///
/// Several processes, on several machines, may work in one folder: a segment gets its name in one step when it is complete,
/// and of two that make the same one the first gives it its name.
public struct SegmentedExport: Sendable {
    /// What is made.
    public let plan: SegmentPlan

    /// The export that a plan describes.
    public init(_ plan: SegmentPlan) { self.plan = plan }

    /// Where a segment is or will be: a film, or a folder of images.
    public func path(ofSegment index: Int) -> FilePath {
        let format = plan.export.profile.format
        let name = String(plan.keys[index].description.prefix(32))
        return plan.workFolder.appending(format.isNumbered ? name : "\(name).\(format.usualExtension)")
    }

    /// Whether a segment is there, complete: a film has its name only then.
    public func isComplete(_ index: Int) -> Bool {
        let isNumbered = plan.export.profile.format.isNumbered
        // The last image gets its name last.
        let last =
            isNumbered ? image(plan.frames(ofSegment: index).count - 1, ofSegment: index) : path(ofSegment: index)
        return access(last.string, F_OK) == 0
    }

    /// The segments that are not there.
    public var missing: [Int] { (0..<plan.segmentCount).filter { !isComplete($0) } }

    /// Makes a segment, unless it is there. When this returns, the segment is on the disk.
    ///
    /// - Parameters:
    ///   - index: The segment, counted from 0.
    ///   - progress: Is told after each frame, from some task.
    /// - Returns: Whether it was made; `false` where it was there.
    /// - Throws: ``ExportError``; ``SegmentError/changedInput(_:)`` where a file is another one than when the plan was made;
    ///   cancelling the task throws ``ExportError/cancelled``.
    @discardableResult
    public func makeSegment(
        _ index: Int,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> Bool {
        guard (0..<plan.segmentCount).contains(index) else {
            throw .segments(.noSuchSegment(index, count: plan.segmentCount))
        }
        if isComplete(index) { return false }
        do throws(ExportError) {
            try prepareWorkFolder()
            let frames = plan.frames(ofSegment: index)
            try plan.checkInputs(of: frames)
            let checked = try await CheckedExport(plan, frames: frames)
            do throws(MachineShortage) {
                try CheckedExport.checkMemory(of: [checked])
            } catch {
                throw .shortage(error)
            }
            let path = path(ofSegment: index)
            let isNumbered = plan.export.profile.format.isNumbered
            if isNumbered {
                // What a process left there that was killed while the images got their names.
                _ = UnfinishedOutput.recover(in: path)
                if isComplete(index) { return false }
            }
            try await make(isNumbered ? path.appending(imagePattern) : path, checked, frames, progress)
            return true
        } catch .outputExists(_) {
            // Another process was faster.
            return false
        }
    }

    /// Makes a file, or a pattern's files, of a segment's frames.
    private func make(
        _ target: FilePath,
        _ checked: CheckedExport,
        _ frames: Range<Int>,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) {
        let writer = plan.export.profile.format.writer(of: checked.job)
        let destination = try writer.init(job: checked.job, target: target, overwrites: false)
        // A file that was written while it was read gave a picture that the segment's name does not stand for.
        let lane = ExportLane(checked, to: target, destination) { [plan] () throws(ExportError) in
            try plan.checkInputs(of: frames)
        }
        try await Exporter.write([lane], progress: progress)
        switch lane.result ?? .failure(.cancelled) {
        case .success: return
        case .failure(let error): throw error
        }
    }
}

extension SegmentedExport {
    private var imagePattern: String { "########.\(plan.export.profile.format.usualExtension)" }

    /// The image of a frame of a segment, counted from 0.
    func image(_ frame: Int, ofSegment index: Int) -> FilePath {
        let digits = String(frame + 1)
        let name = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return path(ofSegment: index).appending("\(name).\(plan.export.profile.format.usualExtension)")
    }

    /// Makes the folder of the segments, and the output's folder where images get one of their own. Removes what processes
    /// left in it that were killed.
    public func prepareWorkFolder() throws(ExportError) {
        let folder = plan.workFolder
        if mkdir(folder.string, 0o777) == 0 { return try synchronize(FilePath(folder.directory)) }
        if errno == ENOENT, plan.export.profile.format.isNumbered, mkdir(folder.directory, 0o777) == 0 {
            guard mkdir(folder.string, 0o777) == 0 else { throw .cannotWrite(folder, errno: errno) }
            return try synchronize(FilePath(folder.directory))
        }
        guard errno == EEXIST else { throw .cannotWrite(folder, errno: errno) }
        _ = UnfinishedOutput.recover(in: folder)
    }

    /// Removes the folder with all segments of any plan in it, and nothing that is none.
    ///
    /// Another program's file in the folder stays, and the folder with it.
    public func removeWorkFolder() {
        removeSegments { _ in true }
        rmdir(plan.workFolder.string)
    }

    /// Removes segments that are not this plan's.
    public func removeFormerSegments() {
        let names = Set((0..<plan.segmentCount).map { path(ofSegment: $0).lastComponent })
        removeSegments { !names.contains($0) }
    }

    private func removeSegments(where isWanted: (String) -> Bool) {
        let folder = plan.workFolder
        let listing: FolderListing
        do throws(FileSystemError) {
            listing = try FolderListing(folder)
        } catch {
            // What cannot be listed stays; it is found by its name another time.
            return
        }
        for name in listing.names where name.isSegment && isWanted(name) { unlink(folder.appending(name).string) }
        for name in listing.folders where name.isSegment && isWanted(name) { removeFolder(folder.appending(name)) }
    }

    /// Removes a folder of images and them.
    private func removeFolder(_ folder: FilePath) {
        _ = UnfinishedOutput.recover(in: folder)
        do throws(FileSystemError) {
            for name in try FolderListing(folder).names { unlink(folder.appending(name).string) }
        } catch {
            // As above.
            return
        }
        rmdir(folder.string)
    }

    private func synchronize(_ folder: FilePath) throws(ExportError) {
        do throws(FileBatch.Failure) {
            try FileBatch.synchronize(folder)
        } catch {
            throw .cannotWrite(folder, errno: error.errno)
        }
    }
}

extension String {
    /// Whether a segment may have the name: 32 digits, and an extension for a film.
    fileprivate var isSegment: Bool {
        let digits = utf8.prefix(32)
        return digits.count == 32 && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && (utf8.count == 32 || utf8.dropFirst(32).first == UInt8(ascii: "."))
    }
}

extension SegmentPlan {
    /// Checks that the files which a segment shows are those that the plan was made of.
    func checkInputs(of frames: Range<Int>) throws(ExportError) {
        var files: [(FilePath, Input)] = []
        for run in export.runs(in: frames) {
            guard let file = export.drawings[run.drawing].file, let input = inputs[run.drawing] else { continue }
            files.append((path(file), input))
        }
        files += zip(try sequence(of: 0..<1).1.overlays.map(\.image), overlays)
        do throws(SegmentError) {
            for (path, input) in files { try input.check(path) }
        } catch {
            throw .segments(error)
        }
    }
}
