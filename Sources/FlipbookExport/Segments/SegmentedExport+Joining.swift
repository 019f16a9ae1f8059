import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import GStreamer

extension SegmentedExport {
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
    public func join(
        overwrites: Bool,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
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

    private func joinImages(
        _ job: EncodingJob,
        _ overwrites: Bool,
        _ progress: (ExportProgress) -> Void
    ) async throws -> OutputReceipt {
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

    private func joinFilms(
        _ job: EncodingJob,
        _ overwrites: Bool,
        _ progress: @escaping ExportProgress.Handler
    ) async throws -> OutputReceipt {
        var attempts = 0
        while true {
            attempts += 1
            // If a muxer never writes a reproducible file, the last one is used.
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
    private func joinedFilm(
        _ job: EncodingJob,
        _ overwrites: Bool,
        _ progress: @escaping ExportProgress.Handler
    ) async throws -> GStreamerDestination {
        guard let packetSource = job.format.muxing?.packetSource else {
            preconditionFailure("a video must have a muxer in the table")
        }
        let stamper = SegmentStamper(job.timing)
        var joined: (file: GStreamerDestination, format: String)?
        // The pipelines of the joined file and of the segment being read.
        try ExportError.require(.pipelines(2))
        do {
            for index in 0..<plan.segmentCount {
                guard !Task.isCancelled else { throw ExportError.cancelled }
                let frames = plan.frames(ofSegment: index)
                let path = path(ofSegment: index).string
                let segment = try ReadingRun(try Element.reading(path, takesLong: false) + [try Element(packetSource)])
                defer { segment.stop() }
                guard let timing = plan.timing(of: frames), let first = await segment.sink.next() else {
                    segment.stop()
                    let reason = if case .failed(let error) = await segment.end { " (\(error.message))" } else { "" }
                    throw wrong(index, "cannot be read\(reason)")
                }
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
