import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer
import Synchronization

/// Writes a Matroska file that stores transparency as a second video stream. Browsers read such videos in WebM, but GStreamer
/// 1.22's muxers do not support them.
final class AlphaMatroskaDestination: OutputWriter {
    private let job: EncodingJob
    private let output: AtomicFile
    private let work = Mutex(Work())

    private struct Work: Sendable {
        var runs: [PipelineRun] = []
        var sound: AudioFeed?
        /// The task that writes the file and returns the number of pictures, or `nil` until all parts are running.
        var writing: Task<Int, any Error>?
    }

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        output = try AtomicFile(target: target, overwrites: overwrites)
        self.job = job
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try AtomicFile.check(target, overwrites: overwrites)
        for film in films(of: job) {
            _ = try Pipeline(film.graph, fedBy: try AppSource(caps: film.caps, queueLength: 1), into: try AppSink())
        }
    }

    private static func films(of job: EncodingJob) -> [(job: EncodingJob, caps: Caps, graph: ElementGraph)] {
        guard let caps = job.caps, let compression = job.compression, let element = job.codec.element(job.ofAlpha)
        else { preconditionFailure("\(job.codec.id) has no encoder in the table") }
        let alpha = (job.ofAlpha, job.caps(.raw(.i420, colorimetry: "bt709")))
        let graph = ElementGraph(chain: [element] + job.codec.parsers)
        return [(job, caps, ElementGraph(chain: compression)), (alpha.0, alpha.1, graph)]
    }

    func begin(pass: Int) async throws {
        var packets: [AppSink] = []
        for (place, film) in Self.films(of: job).enumerated() {
            let source = try AppSource(caps: film.caps, queueLength: 2)
            let (_, sink) = try await start(film.graph, fedBy: source) { pipeline in
                if place == 0 { film.job.mendPackets(in: pipeline) }
                film.job.mixFactors(in: pipeline)
            }
            packets.append(sink)
        }
        let sound = try await startSound()
        let head = MatroskaHead(job, sound: sound)
        try output.write(head.bytes(byteCount: 0, index: 0))
        let writing = Task { [packets] in try await self.write(packets, sound, after: head) }
        work.withLock { $0.writing = writing }
    }

    /// Starts encoding the audio, and waits for the decoder's configuration. Returns `nil` if there is no audio.
    private func startSound() async throws -> MatroskaSound? {
        guard let track = job.settings.audio, let encoding = job.format.muxing?.audio, let coding = encoding.coding
        else { return nil }
        let feed = try await AudioFeed(track, of: job)
        let (run, packets) = try await start(ElementGraph(chain: encoding.elements), fedBy: feed.source) { _ in }
        feed.start { [weak self] in self?.abandon() }
        work.withLock { $0.sound = feed }
        guard let sound = await MatroskaSound(packets, coding, channels: feed.channels) else {
            try await feed.end()
            try await run.end()
            throw ExportError.cancelled
        }
        return sound
    }

    private func start(_ graph: ElementGraph, fedBy source: AppSource, setUp: (Pipeline) -> Void)
        async throws -> (PipelineRun, AppSink)
    {
        let sink = try AppSink()
        let pipeline = try Pipeline(graph, fedBy: source, into: sink)
        setUp(pipeline)
        let run = try await PipelineRun(
            pipeline,
            fedBy: source,
            meaning: { .pipeline(element: $0.element, message: $0.message) },
            whenMade: { run in work.withLock { $0.runs.append(run) } }
        )
        return (run, sink)
    }

    /// Writes the packets of both video streams in parallel, with the audio interleaved. Returns the number of pictures.
    private func write(_ films: [AppSink], _ sound: MatroskaSound?, after head: MatroskaHead) async throws -> Int {
        var (body, sound) = (MatroskaBody(job, origin: head.origin), sound)
        do {
            while let color = await films[0].next(), let alpha = await films[1].next() {
                // Audio is written before pictures that are shown later.
                while let packet = await sound?.next(before: job.timing.nanosecond(ofFrame: body.pictureCount)) {
                    try output.write(try body.add(sound: packet))
                }
                try output.write(try body.add(color: color, alpha: alpha, at: output.byteCount))
            }
            while let packet = await sound?.next(before: .max) { try output.write(try body.add(sound: packet)) }
            if body.pictureCount > 0 { try output.write(body.cluster) }
            let place = output.byteCount
            try output.write(body.index)
            try output.write(head.bytes(byteCount: output.byteCount, index: place), at: 0)
        } catch {
            abandon()
            throw error
        }
        return body.pictureCount
    }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        let (color, alpha) = (try picture.color.fillingGaps(), picture.color.alphaAsLuma)
        return { [self] frame in try await push(color, alpha, as: frame) }
    }

    /// Pushes a picture's colors, and its alpha as the luma of a gray picture.
    private func push(_ color: Picture, _ alpha: [UInt8], as frame: Int) async throws {
        let work = work.withLock { $0 }
        guard work.writing != nil else { throw ExportError.cancelled }
        let (time, duration) = (job.timing.nanosecond(ofFrame: frame), job.timing.nanosecondCount(ofFrame: frame))
        do {
            try await work.runs[0].push(color.buffer(at: time, for: duration))
            var alpha = Buffer(copying: alpha, presentationTime: time, duration: duration)
            let (width, height) = (job.size.width, job.size.height)
            let (chroma, chromaRows) = ((width + 1) / 2, (height + 1) / 2)
            let (second, third) = (width * height, width * height + chroma * chromaRows)
            let planes = [(offset: 0, bytesPerRow: width), (second, chroma), (third, chroma)]
            alpha.describePlanes(format: .i420, width: width, height: height, planes: planes)
            try await work.runs[1].push(alpha)
        } catch ExportError.cancelled { throw await reason(of: work) }
    }

    /// Returns the reason why the streams stopped: the disk is full, the sound cannot be decoded, or the export was abandoned.
    private func reason(of work: Work) async -> any Error {
        do {
            _ = try await work.writing?.value
            try await work.sound?.end()
            return ExportError.cancelled
        } catch { return error }
    }

    func end(pass: Int) async throws {
        let work = work.withLock { $0 }
        guard let writing = work.writing else { throw ExportError.cancelled }
        do {
            for run in work.runs.prefix(2) { try await run.end() }
        } catch ExportError.cancelled { throw await reason(of: work) }
        try await work.sound?.end()
        let count = try await writing.value
        try verify(count == job.frameCount, "it has \(count) frames instead of \(job.frameCount).")
    }

    func finish() async throws -> OutputReceipt {
        let found = try await ReadBack.reading(output.readablePath, as: job.request)
        try found.check(job)
        let (count, all) = (found.alphaCount, job.frameCount)
        try verify(count == all, "only \(count) of its \(all) pictures have transparency.")
        return try await output.commit(found.frameCount, work.withLock { $0.sound }, of: job)
    }

    var byteCount: Int { output.byteCount }

    func decoded(areDeep: Bool) throws -> any DecodedFrames {
        try DecodedVideo(output.readablePath, of: job, areDeep: areDeep)
    }

    func abandon() {
        let work = work.withLock { $0 }
        work.sound?.stop()
        for run in work.runs { run.abandon() }
    }
}
