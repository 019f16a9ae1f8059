import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import GStreamer

extension SegmentedExport {
    /// Refuses an output that exists or cannot be written, before the work whose result it is to hold.
    /// - Parameter overwrites: Whether an existing file is replaced.
    public func checkTarget(overwrites: Bool) throws(ExportError) {
        let job = try plan.wholeJob()
        try plan.export.profile.format.writer(of: job).check(job, target: plan.target, overwrites: overwrites)
    }

    /// Joins the segments to the output and reads it back.
    ///
    /// Every segment is counted, and its header compared with the first one's, before the output gets its name.
    /// - Parameters:
    ///   - overwrites: Whether an existing file is replaced.
    ///   - progress: Is called after each segment, from some task.
    /// - Returns: The receipt, in which no pictures are rendered.
    /// - Throws: ``ExportError``; ``SegmentError/missing(_:count:_:)`` where segments are not there; cancelling the task throws
    ///   ``ExportError/cancelled``.
    public func join(
        overwrites: Bool,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        let clock = ContinuousClock()
        let start = clock.now
        let missing = missing
        guard missing.isEmpty else {
            throw .segments(.missing(missing, count: plan.segmentCount, plan.workFolder))
        }
        let job = try plan.wholeJob()
        var recovered: [String] = []
        do throws(ExportError) {
            if let sound = plan.sound { try Self.check([(plan.path(sound.file), sound.input)]) }
            let fidelity = try fidelity()
            recovered = UnfinishedOutput.recover(in: FilePath(plan.target.directory))
            var receipt =
                if plan.export.profile.format.isNumbered {
                    try await joinImages(job, overwrites, progress)
                } else {
                    try await joinFilms(job, overwrites, progress)
                }
            (receipt.recovered, receipt.fidelity) = (recovered, fidelity)
            return report(of: receipt, job, wallTime: start.duration(to: clock.now))
        } catch {
            throw ExportError(error, after: recovered)
        }
    }

    private func joinImages(
        _ job: EncodingJob,
        _ overwrites: Bool,
        _ progress: (ExportProgress) -> Void
    ) async throws(ExportError) -> OutputReceipt {
        let images = try NumberedImages(job: job, target: plan.target, overwrites: overwrites)
        do throws(ExportError) {
            for index in 0..<plan.segmentCount {
                guard !Task.isCancelled else { throw .cancelled }
                let frames = plan.frames(ofSegment: index)
                for frame in frames {
                    try images.take(image(frame - frames.lowerBound, ofSegment: index), as: frame)
                }
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
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> OutputReceipt {
        var attempts = 0
        while true {
            attempts += 1
            // Should a muxer never write a file that is the same another time, the last one is taken.
            let mustBeRepeatable = attempts < 5
            let file = try await joinedFilm(job, overwrites, progress)
            let result = await withTaskCancellationHandler {
                do throws(ExportError) {
                    try await file.end(pass: 0)
                    if mustBeRepeatable, try !file.isRepeatable() {
                        return Result<OutputReceipt?, ExportError>.success(nil)
                    }
                    progress(ExportProgress(stage: .verifying, frame: 0, frameCount: job.frameCount))
                    return .success(try await file.finish())
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                file.abandon()
            }
            if case .success(let receipt?) = result { return receipt }
            file.abandon()
            _ = try result.get()
        }
    }

    /// The file with the segments' pictures one after the other; it has not ended.
    private func joinedFilm(
        _ job: EncodingJob,
        _ overwrites: Bool,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> GStreamerDestination {
        let stamper = SegmentStamper(job.timing)
        var joined: (file: GStreamerDestination, format: String)?
        // The joined file's pipeline, and that of the segment which is read.
        try ExportError.require(.pipelines(2))
        do throws(ExportError) {
            for index in 0..<plan.segmentCount {
                guard !Task.isCancelled else { throw .cancelled }
                let frames = plan.frames(ofSegment: index)
                let segment = try SegmentReader(path(ofSegment: index), plan.export.profile)
                defer { segment.close() }
                guard let timing = plan.timing(of: frames), let first = await segment.first() else {
                    throw wrong(index, "cannot be read\(await segment.failure.map { " (\($0))" } ?? "")")
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
                guard format == firstFormat else {
                    throw wrong(index, "has another header than the first segment")
                }
                stamper.begin(frames, timing)
                let signature = plan.export.profile.chosenCodec.encoder?.signature
                let start = index == 0 ? first : signature.map { first.dropping($0) } ?? first
                _ = try await file.forward(start, from: segment.sink) { stamper.stamp($0) }
                if let fault = stamper.fault { throw wrong(index, fault) }
                progress(ExportProgress(stage: .joining, frame: frames.upperBound, frameCount: job.frameCount))
            }
        } catch {
            joined?.file.abandon()
            throw error
        }
        guard let file = joined?.file else { throw .segments(.unusablePlan("it has no segments")) }
        return file
    }

    private func wrong(_ index: Int, _ reason: String) -> ExportError {
        .segments(.wrongSegment(index, path(ofSegment: index), reason: reason))
    }

    private func report(
        of receipt: OutputReceipt,
        _ job: EncodingJob,
        wallTime: Duration
    ) -> ExportReport {
        ExportReport(
            input: plan.export.input,
            framesIn: Set(plan.export.drawings.compactMap(\.file)).count,
            framesEncoded: job.frameCount,
            framesReadBack: receipt.frameCount,
            framesRendered: 0,
            rate: plan.export.pictures.rate,
            duration: Double(job.timing.presentationTime(ofFrame: job.frameCount)) / 1e9,
            width: job.size.width,
            height: job.size.height,
            codec: job.codec,
            container: job.format,
            file: plan.export.target,
            byteCount: receipt.byteCount,
            substitutions: plan.treatment.substitutions,
            skipped: plan.treatment.skipped,
            fitted: plan.treatment.fitted,
            notes: plan.export.notes + receipt.notes,
            rendering: nil,
            audioCodec: receipt.sound?.codec,
            fidelity: receipt.fidelity,
            wallTime: wallTime / .seconds(1)
        )
    }
}

/// A segment's file, taken apart into packets.
private struct SegmentReader {
    let sink: AppSink
    private let pipeline: Pipeline
    private let end: Task<PipelineEnd, Never>

    /// Opens the file.
    init(_ path: FilePath, _ request: EncodingRequest) throws(ExportError) {
        guard let muxing = request.format.muxing else { preconditionFailure("a film has a muxer in the table") }
        do throws(GStreamerError) {
            let source = try Element("filesrc")
            try source.set("location", parsing: path.string)
            sink = try AppSink()
            pipeline = try Pipeline(linking: [source, try Element(muxing.packetSource), sink.element])
            let pipeline = pipeline
            // A demultiplexer that finds no picture never says to the sink that there is none; a failed pipeline is stopped.
            end = Task {
                let end = await PipelineEnd.reached(by: pipeline)
                if case .stopped = end { pipeline.stop() }
                return end
            }
            try pipeline.change(to: .playing)
        } catch {
            throw ExportError(error)
        }
    }

    /// The first packet; `nil` where there is none.
    func first() async -> MediaPacket? { await sink.next() }

    /// Lets the file go.
    func close() {
        pipeline.stop()
        end.cancel()
    }

    /// Why the file cannot be read.
    var failure: String? {
        get async {
            close()
            if case .failed(let error) = await end.value { return error.message }
            return nil
        }
    }
}
