public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FoundationEssentials
import GStreamer
import Glibc

/// An export in segments. It makes the missing segments, and joins all segments.
///
/// Several processes on several machines may share a folder. A segment gets its name in a single step when it is complete. If
/// two processes make the same segment, the one that is finished first is kept.
public struct SegmentedExport: Sendable {
    /// The plan.
    public let plan: SegmentPlan

    /// Creates the export of a plan.
    public init(_ plan: SegmentPlan) { self.plan = plan }

    /// Returns the path of a segment: a video, or a folder of images.
    public func path(ofSegment index: Int) -> FilePath {
        let format = plan.export.profile.format
        let name = plan.keys[index].description.fileName
        return plan.workFolder.appending(format.isNumbered ? name : "\(name).\(format.usualExtension)")
    }

    /// Returns whether a segment is complete. A video gets its name only when it is complete and its pixels have been compared.
    public func isComplete(_ index: Int) -> Bool {
        if plan.verification != nil, access(proof(ofSegment: index).string, R_OK) != 0 { return false }
        let isNumbered = plan.export.profile.format.isNumbered
        // The last image is the last one to get its name.
        let last =
            isNumbered ? image(plan.frames(ofSegment: index).count - 1, ofSegment: index) : path(ofSegment: index)
        return access(last.string, F_OK) == 0
    }

    /// The missing segments.
    public var missing: [Int] { (0..<plan.segmentCount).filter { !isComplete($0) } }

    /// Makes a segment if it is missing. On return, the segment is on disk.
    ///
    /// - Parameters:
    ///   - index: The segment, counted from 0.
    ///   - progress: Called after each frame, from any task.
    /// - Returns: `true` if the segment was missing.
    /// - Throws: ``ExportError``, including ``SegmentError/changedInput(_:)`` if a file has changed since the plan was made, or
    ///   ``ExportError/cancelled`` if the task is canceled.
    @discardableResult
    public func makeSegment(
        _ index: Int,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> Bool { try await make(index, progress) != nil }

    func make(_ index: Int, _ progress: @escaping ExportProgress.Handler) async throws(ExportError) -> CheckedExport? {
        do {
            guard (0..<plan.segmentCount).contains(index)
            else { throw SegmentError.noSuchSegment(index, count: plan.segmentCount) }
            if isComplete(index) { return nil }
            try prepareWorkFolder()
            let frames = plan.frames(ofSegment: index)
            try plan.checkInputs(of: frames)
            let checked = try await CheckedExport(plan, frames: frames)
            try CheckedExport.checkRoom(for: [checked])
            let path = path(ofSegment: index)
            let isNumbered = plan.export.profile.format.isNumbered
            if isNumbered {
                // Files might be left from a process that was killed while it renamed them.
                _ = UnfinishedOutput.recover(in: path)
                if isComplete(index) { return nil }
            }
            let target = isNumbered ? path.appending(imagePattern) : path
            do {
                let job = checked.job
                // A segment whose pixels were not compared is made again.
                let destination = try job.format.begin(job, target: target, overwrites: plan.verification != nil)
                // If a file changed while it was being read, the segment does not match its key.
                let lane = ExportLane(checked, to: target, destination) { try plan.checkInputs(of: frames) }
                try await Exporter.write([lane], progress: progress)
                let receipt = try (lane.result ?? .failure(.cancelled)).get()
                if let fidelity = receipt.fidelity { try write(fidelity, ofSegment: index) }
            } catch { throw try await refusal(ExportError(error), of: frames) }
            return checked
        } catch ExportError.outputExists(_) {
            return nil
        } catch { throw ExportError(error) }
    }

    /// The total number of segments, and the number of complete segments.
    public var count: SegmentCount { SegmentCount(complete: plan.segmentCount - missing.count, all: plan.segmentCount) }

    /// Makes the missing segments one after another, and joins all segments.
    ///
    /// If the export is interrupted at any moment, the next call continues with the segments on disk. The result is the same,
    /// byte for byte.
    /// - Parameters:
    ///   - overwrites: A Boolean value that indicates whether an existing file is replaced.
    ///   - keeping: The handling of the segments afterward.
    ///   - progress: Called after each frame, from any task.
    /// - Throws: ``ExportError``, or ``ExportError/cancelled`` if the task is canceled. Complete segments are kept.
    public func export(
        overwrites: Bool,
        keeping: SegmentKeeping,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        let (start, count, missing) = (ContinuousClock.now, count, missing)
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
        report.wallTime = start.duration(to: .now) / .seconds(1)
        switch keeping {
        case .untilDone: removeWorkFolder()
        case .forNextExport: removeFormerSegments()
        }
        return report
    }

    private func refusal(_ error: ExportError, of frames: Range<Int>) async throws -> ExportError {
        guard plan.treatment.missing == MissingFramePolicy.error.rawValue else { return error }
        let (list, settings) = try plan.sequence(of: frames)
        var damage = DecodedDamage(of: list, settings)
        return try await damage.refusal(error, hasOthers: plan.export.drawings.count > 1)
    }

    private var imagePattern: String { "########.\(plan.export.profile.format.usualExtension)" }

    func image(_ frame: Int, ofSegment index: Int) -> FilePath {
        path(ofSegment: index).appending("\((frame + 1).digits(8)).\(plan.export.profile.format.usualExtension)")
    }

    /// Creates the folder of the segments and, for images, the output's folder. Removes files left by killed processes.
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

    /// Removes the folder and all segments in it, including those of other plans.
    ///
    /// A folder that contains other files is kept.
    public func removeWorkFolder() {
        removeSegments { _ in true }
        rmdir(plan.workFolder.string)
    }

    /// Removes segments of other plans.
    public func removeFormerSegments() {
        let names = Set(plan.keys.map(\.description.fileName))
        removeSegments { !names.contains($0.fileName) }
    }

    private func removeSegments(where isWanted: (String) -> Bool) {
        let folder = plan.workFolder
        // A folder that cannot be listed is not changed.
        guard let listing = try? FolderListing(folder) else { return }
        for name in listing.names where name.isSegment && isWanted(name) { unlink(folder.appending(name).string) }
        for name in listing.folders where name.isSegment && isWanted(name) {
            _ = UnfinishedOutput.recover(in: folder.appending(name))
            folder.appending(name).removeWithFiles()
        }
    }

    /// Returns the path of the file that stores the fidelity of a segment's decoded pixels.
    func proof(ofSegment index: Int) -> FilePath {
        plan.workFolder.appending(plan.keys[index].description.fileName + ".json")
    }

    func write(_ fidelity: Fidelity, ofSegment index: Int) throws {
        let text = String(decoding: try JSONEncoder().encode(fidelity), as: UTF8.self)
        try ExportError.write(text, to: proof(ofSegment: index), overwrites: true)
    }

    /// Returns the fidelity of all segments, or `nil` if pixels were not compared.
    func fidelity() throws -> Fidelity? {
        guard plan.verification != nil else { return nil }
        var parts: [(Fidelity, Range<Int>)] = []
        for index in 0..<plan.segmentCount {
            let file = proof(ofSegment: index)
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
                parts.append((try JSONDecoder().decode(Fidelity.self, from: data), plan.frames(ofSegment: index)))
            } catch { throw SegmentError.wrongSegment(index, file, reason: "cannot be read") }
        }
        let whole = Fidelity(joining: parts)
        try whole.check(try plan.wholeJob())
        return whole
    }

    /// Throws an error if the output exists or cannot be written. Call it before any work is done.
    /// - Parameter overwrites: A Boolean value that indicates whether an existing file is replaced.
    public func checkTarget(overwrites: Bool) throws(ExportError) {
        try ExportError.of {
            let job = try plan.wholeJob()
            try job.format.check(job, target: plan.target, overwrites: overwrites)
        }
    }

    /// Joins the segments into the output, and reads it back.
    ///
    /// The frames of every segment are counted, and all headers compared, before the output gets its name.
    /// - Parameters:
    ///   - overwrites: A Boolean value that indicates whether an existing file is replaced.
    ///   - progress: Called after each segment, from any task.
    /// - Returns: The report of the export. Its ``ExportReport/framesRendered`` is 0.
    /// - Throws: ``ExportError``, including ``SegmentError/missing(_:count:_:)``, or ``ExportError/cancelled`` if the task is
    ///   canceled.
    public func join(overwrites: Bool, progress: @escaping @Sendable (ExportProgress) -> Void = { _ in })
        async throws(ExportError) -> ExportReport
    {
        let start = ContinuousClock.now
        var recovered: [String] = []
        do {
            let absent = missing
            guard absent.isEmpty else { throw SegmentError.missing(absent, count: plan.segmentCount, plan.workFolder) }
            let job = try plan.wholeJob()
            if let sound = plan.sound { try sound.input.check(plan.path(sound.file)) }
            let fidelity = try fidelity()
            recovered = UnfinishedOutput.recover(in: FilePath(plan.target.directory))
            var receipt =
                if plan.export.profile.format.isNumbered {
                    try await joinImages(job, overwrites, progress)
                } else { try await joinFilms(job, overwrites, progress) }
            (receipt.recovered, receipt.fidelity) = (recovered, fidelity)
            return ExportReport(
                of: receipt,
                job,
                input: plan.export.input,
                file: plan.export.target,
                framesIn: Set(plan.export.drawings.compactMap(\.file)).count,
                plan.treatment,
                notes: plan.export.notes,
                wallTime: start.duration(to: .now)
            )
        } catch { throw ExportError(error, after: recovered) }
    }

    private func joinImages(_ job: EncodingJob, _ overwrites: Bool, _ progress: (ExportProgress) -> Void)
        async throws -> OutputReceipt
    {
        let images = try NumberedImages(job: job, target: plan.target, overwrites: overwrites)
        do {
            for index in 0..<plan.segmentCount {
                guard !Task.isCancelled else { throw ExportError.cancelled }
                let frames = plan.frames(ofSegment: index)
                for frame in frames { try images.take(image(frame - frames.lowerBound, ofSegment: index), as: frame) }
                progress(ExportProgress(stage: .joining, frame: frames.upperBound, frameCount: job.frameCount))
            }
            return try await images.finish()
        } catch {
            images.discard()
            throw error
        }
    }

    private func joinFilms(_ job: EncodingJob, _ overwrites: Bool, _ progress: @escaping ExportProgress.Handler)
        async throws -> OutputReceipt
    {
        var attempts = 0
        while true {
            attempts += 1
            // If a muxer never writes a reproducible file, the last file that it wrote is used.
            let mustBeRepeatable = attempts < 5
            let file = try await joinedFilm(job, overwrites, progress)
            defer { file.abandon() }
            let receipt: OutputReceipt? = try await withTaskCancellationHandler {
                try await file.end(pass: 0)
                if mustBeRepeatable, try !file.isRepeatable() { return nil }
                progress(ExportProgress(stage: .verifying, frame: 0, frameCount: job.frameCount))
                return try await file.finish()
            } onCancel: {
                file.abandon()
            }
            if let receipt { return receipt }
        }
    }

    /// Returns an unfinished file with the pictures of all segments. The caller must finish it.
    private func joinedFilm(_ job: EncodingJob, _ overwrites: Bool, _ progress: @escaping ExportProgress.Handler)
        async throws -> GStreamerDestination
    {
        guard let packetSource = job.format.muxing?.packetSource
        else { preconditionFailure("a video must have a muxer in the table") }
        let stamper = SegmentStamper(job.timing)
        var joined: (file: GStreamerDestination, format: String)?
        // The pipelines of the joined file and of the segment being read.
        try ExportError.require(.pipelines(2))
        do {
            for index in 0..<plan.segmentCount {
                guard !Task.isCancelled else { throw ExportError.cancelled }
                let frames = plan.frames(ofSegment: index)
                let path = path(ofSegment: index).string
                let segment = try FileStream(path) { [try Element(packetSource)] }
                defer { segment.stop() }
                let first: MediaPacket?
                do { first = try await segment.next { $0 } } catch let error as PipelineError {
                    throw wrong(index, "cannot be read (\(error.message))")
                }
                guard let timing = plan.timing(of: frames), let first else { throw wrong(index, "cannot be read") }
                let format = first.format
                if joined == nil {
                    let moment = FileIdentity.Moment(seconds: plan.creationTime, key: plan.resultKey)
                    let file = try GStreamerDestination(
                        job: job,
                        target: plan.target,
                        overwrites: overwrites,
                        packets: .init(format: format, encoder: segment.sink.encoderName, moment: moment)
                    )
                    joined = (file, format)
                    try await file.begin(pass: 0)
                }
                guard let (file, firstFormat) = joined else { break }
                guard format == firstFormat else { throw wrong(index, "has a different header than the first segment") }
                stamper.begin(frames, timing)
                let signature = plan.export.profile.chosenCodec.signature
                let start = index == 0 ? first : signature.map { first.dropping($0) } ?? first
                try await file.forward(start, from: segment.sink) { stamper.stamp($0) }
                if let fault = stamper.fault { throw wrong(index, fault) }
                progress(ExportProgress(stage: .joining, frame: frames.upperBound, frameCount: job.frameCount))
            }
        } catch {
            joined?.file.abandon()
            throw error
        }
        guard let file = joined?.file else { throw SegmentError.unusablePlan("it has no segments") }
        return file
    }

    private func wrong(_ index: Int, _ reason: String) -> SegmentError {
        .wrongSegment(index, path(ofSegment: index), reason: reason)
    }
}

extension String {
    /// The name of the key's files, without an extension.
    var fileName: String { String(prefix(32)) }

    /// A Boolean value that indicates whether the string is a segment's name: 32 digits, and an extension for a video.
    fileprivate var isSegment: Bool {
        let digits = utf8.prefix(32)
        return digits.count == 32 && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && (utf8.count == 32 || utf8.dropFirst(32).first == UInt8(ascii: "."))
    }
}

extension SegmentPlan {
    func checkInputs(of frames: Range<Int>) throws {
        for run in export.runs(in: frames) {
            for place in export.parts(of: run.drawing) {
                if let file = export.drawings[place].file { try self.inputs[place]?.check(path(file)) }
            }
        }
        for (file, input) in zip(overlayFiles, self.overlayInputs) { try input.check(path(file)) }
    }
}

/// The handling of the segments after the file is complete.
public enum SegmentKeeping: Sendable, Hashable {
    /// Remove the segments, which were needed only to continue after an interruption.
    case untilDone
    /// Keep the segments, so that the next export makes only those that changed.
    case forNextExport
}

/// The number of segments in an export, and the number that already existed.
public struct SegmentCount: Sendable, Codable, Hashable {
    /// The number of segments that already existed.
    public let complete: Int
    /// The total number of segments.
    public let all: Int
}
