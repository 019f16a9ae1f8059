import FlipbookMedia
public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FoundationEssentials
import Glibc

/// An export in the making by segments: makes those that are missing, and joins them.
///
/// Several processes, on several machines, may work in one folder: a segment gets its name in one step when it is complete,
/// and of two that make the same one the first gives it its name.
public struct SegmentedExport: Sendable {
    /// The plan.
    public let plan: SegmentPlan

    /// The export that a plan describes.
    public init(_ plan: SegmentPlan) { self.plan = plan }

    /// The place of a segment: a film, or a folder of images.
    public func path(ofSegment index: Int) -> FilePath {
        let format = plan.export.profile.format
        let name = plan.keys[index].description.fileName
        return plan.workFolder.appending(format.isNumbered ? name : "\(name).\(format.usualExtension)")
    }

    /// Returns `true` if a segment is there, complete: a film has its name only then, and its pixels were compared.
    public func isComplete(_ index: Int) -> Bool {
        if plan.verification != nil, access(proof(ofSegment: index).string, R_OK) != 0 { return false }
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
    ///   - progress: Is called after each frame, from some task.
    /// - Returns: `true` if it was made, `false` if it was there.
    /// - Throws: ``ExportError``; ``SegmentError/changedInput(_:)`` where a file is another one than when the plan was made;
    ///   cancelling the task throws ``ExportError/cancelled``.
    @discardableResult
    public func makeSegment(
        _ index: Int,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> Bool {
        try await make(index, progress) != nil
    }

    /// Makes a segment; returns `nil` if it was there.
    func make(
        _ index: Int,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> CheckedExport? {
        do {
            guard (0..<plan.segmentCount).contains(index) else {
                throw SegmentError.noSuchSegment(index, count: plan.segmentCount)
            }
            if isComplete(index) { return nil }
            try prepareWorkFolder()
            let frames = plan.frames(ofSegment: index)
            try plan.checkInputs(of: frames)
            let checked = try await CheckedExport(plan, frames: frames)
            try CheckedExport.checkRoom(for: [checked])
            let path = path(ofSegment: index)
            let isNumbered = plan.export.profile.format.isNumbered
            if isNumbered {
                // What a process left there that was killed while the images got their names.
                _ = UnfinishedOutput.recover(in: path)
                if isComplete(index) { return nil }
            }
            let target = isNumbered ? path.appending(imagePattern) : path
            do {
                let job = checked.job
                // A segment that was made without a comparison is made again.
                let destination = try job.format.begin(job, target: target, overwrites: plan.verification != nil)
                // A file that was written while it was read gave a picture that the segment's name does not stand for.
                let lane = ExportLane(checked, to: target, destination) { try plan.checkInputs(of: frames) }
                try await Exporter.write([lane], progress: progress)
                let receipt = try (lane.result ?? .failure(.cancelled)).get()
                if let fidelity = receipt.fidelity { try write(fidelity, ofSegment: index) }
            } catch {
                throw try await refusal(ExportError(error), of: frames)
            }
            return checked
        } catch ExportError.outputExists(_) {
            // Another process was faster.
            return nil
        } catch {
            throw ExportError(error)
        }
    }

    /// The number of segments, and of those that are made.
    public var count: SegmentCount { SegmentCount(complete: plan.segmentCount - missing.count, all: plan.segmentCount) }

    /// Makes the segments that are not there from an export before, one after another, and joins all of them.
    ///
    /// An export that is interrupted, at any moment, goes on with the next call: what it had made is on the disk. The
    /// result is the same, byte for byte, as that of an export that was not interrupted.
    /// - Parameters:
    ///   - overwrites: `true` to replace an existing file.
    ///   - keeping: The fate of the segments.
    ///   - progress: Is called after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``, and what is complete is kept.
    public func export(
        overwrites: Bool,
        keeping: SegmentKeeping,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        let clock = ContinuousClock()
        let (start, count, missing) = (clock.now, count, missing)
        let frameCount = plan.export.pictures.count
        var done = frameCount - missing.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
        var rendering = RenderStatistics()
        var measured: [(header: ImageHeader, values: ClosedRange<Double>?)] = []
        for index in missing {
            guard !Task.isCancelled else { throw .cancelled }
            let before = done
            let made = try await make(index) { step in
                guard step.stage == .encoding else { return }
                progress(ExportProgress(stage: .encoding, frame: before + step.frame, frameCount: frameCount))
            }
            if let made {
                rendering = rendering + made.sequence.statistics
                measured += made.sequence.measuredFrames
            }
            done += plan.frames(ofSegment: index).count
        }
        var report = try await join(overwrites: overwrites, progress: progress)
        (report.segments, report.rendering, report.framesRendered) = (count, rendering, rendering.renders)
        if let dark = EmptyTop(measured) { report.notes.append(dark.note) }
        report.wallTime = start.duration(to: clock.now) / .seconds(1)
        switch keeping {
        case .untilDone: removeWorkFolder()
        case .forNextExport: removeFormerSegments()
        }
        return report
    }

    /// The refusal of a damaged frame of a segment. The policy for them is the plan's.
    private func refusal(_ error: ExportError, of frames: Range<Int>) async throws -> ExportError {
        guard plan.treatment.missing == MissingFramePolicy.error.rawValue else { return error }
        let (list, settings) = try plan.sequence(of: frames)
        var damage = DecodedDamage(of: list, settings)
        return try await damage.refusal(error, hasOthers: plan.export.drawings.count > 1)
    }

    private var imagePattern: String { "########.\(plan.export.profile.format.usualExtension)" }

    /// The image of a frame of a segment, counted from 0.
    func image(_ frame: Int, ofSegment index: Int) -> FilePath {
        path(ofSegment: index).appending("\((frame + 1).digits(8)).\(plan.export.profile.format.usualExtension)")
    }

    /// Makes the folder of the segments, and the output's folder where images get one of their own. Removes what processes
    /// left in it that were killed.
    public func prepareWorkFolder() throws(ExportError) {
        let (folder, mode) = (plan.workFolder, mode_t(0o777))
        if mkdir(folder.string, mode) == 0
            || errno == ENOENT && plan.export.profile.format.isNumbered && mkdir(folder.directory, mode) == 0
                && mkdir(folder.string, mode) == 0
        {
            return try ExportError.of { try FilePath(folder.directory).flushNames() }
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
        let names = Set(plan.keys.map(\.description.fileName))
        removeSegments { !names.contains($0.fileName) }
    }

    private func removeSegments(where isWanted: (String) -> Bool) {
        let folder = plan.workFolder
        // What cannot be listed stays; it is found by its name another time.
        guard let listing = try? FolderListing(folder) else { return }
        for name in listing.names where name.isSegment && isWanted(name) { unlink(folder.appending(name).string) }
        for name in listing.folders where name.isSegment && isWanted(name) {
            _ = UnfinishedOutput.recover(in: folder.appending(name))
            folder.appending(name).removeWithFiles()
        }
    }
}

extension String {
    /// The name of a key's files, but for their extensions.
    var fileName: String { String(prefix(32)) }

    /// A Boolean value that indicates a name of a segment: 32 digits, and an extension for a film.
    fileprivate var isSegment: Bool {
        let digits = utf8.prefix(32)
        return digits.count == 32 && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && (utf8.count == 32 || utf8.dropFirst(32).first == UInt8(ascii: "."))
    }
}

extension SegmentPlan {
    /// Checks that the files which a segment shows are those that the plan was made of.
    func checkInputs(of frames: Range<Int>) throws {
        for run in export.runs(in: frames) {
            for place in export.parts(of: run.drawing) {
                if let file = export.drawings[place].file { try self.inputs[place]?.check(path(file)) }
            }
        }
        for (file, input) in zip(overlayFiles, self.overlayInputs) { try input.check(path(file)) }
    }
}

extension SegmentedExport {
    /// The file that tells how near a segment's decoded pixels are.
    func proof(ofSegment index: Int) -> FilePath {
        plan.workFolder.appending(plan.keys[index].description.fileName + ".json")
    }

    func write(_ fidelity: Fidelity, ofSegment index: Int) throws {
        let text = String(decoding: try JSONEncoder().encode(fidelity), as: UTF8.self)
        try ExportError.write(text, to: proof(ofSegment: index), overwrites: true)
    }

    /// The distance of the decoded pixels of all segments, whose compressed pictures the join does not change, or `nil` if they
    /// were not compared.
    /// - Throws: ``ExportError`` where a frame has less than the decibels that are asked for.
    func fidelity() throws -> Fidelity? {
        guard plan.verification != nil else { return nil }
        var parts: [(Fidelity, Range<Int>)] = []
        for index in 0..<plan.segmentCount {
            let file = proof(ofSegment: index)
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
                parts.append((try JSONDecoder().decode(Fidelity.self, from: data), plan.frames(ofSegment: index)))
            } catch {
                throw SegmentError.wrongSegment(index, file, reason: "cannot be read")
            }
        }
        let whole = Fidelity(joining: parts)
        try whole.check(try plan.wholeJob())
        return whole
    }
}

/// The fate of the segments of an export when its file is complete.
public enum SegmentKeeping: Sendable, Hashable {
    /// They are removed: they were kept to go on after an interruption.
    case untilDone
    /// They are kept, so that the next export makes only those that changed.
    case forNextExport
}

/// The number of segments of an export, and of those that were there when it began.
public struct SegmentCount: Sendable, Codable, Hashable {
    /// Those that were there.
    public let complete: Int
    /// All of them.
    public let all: Int
}
