import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import GStreamer
import Synchronization

/// Writes a Matroska file whose transparency is a film of its own, stored beside each picture: as browsers read it in WebM,
/// and as GStreamer's muxers of 1.22 do not write it.
final class AlphaMatroskaDestination: MeasuredDestination {
    /// A picture in two: its colours, and its alpha as the luma of a grey one.
    struct Prepared: Sendable {
        let color: Picture
        let alpha: [UInt8]
    }

    private struct Runs: Sendable {
        let color: PipelineRun
        let alpha: PipelineRun
        let sound: FedSound?
        let writing: Task<Result<Int, ExportError>, Never>
    }

    let passes = 1
    private let job: EncodingJob
    private let target: FilePath
    private let output: OutputFile
    /// What is at work, from the first of them on, and all of it together.
    private let runs = Mutex<(started: Started, all: Runs?)>((Started(), nil))

    private struct Started {
        var films: [PipelineRun] = []
        var sound: FedSound?
    }

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        output = try OutputFile(target: target, overwrites: overwrites)
        (self.job, self.target) = (job, target)
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try OutputFile.check(target, overwrites: overwrites)
        do throws(GStreamerError) {
            for film in films(of: job) {
                _ = try Pipeline(film.graph, fedBy: try AppSource(caps: film.caps, queueLength: 1), into: try AppSink())
            }
        } catch {
            throw ExportError(error)
        }
    }

    /// What is compressed by itself.
    private struct Film {
        let job: EncodingJob
        let caps: Caps
        let graph: ElementGraph
    }

    /// The colours, and alpha.
    private static func films(of job: EncodingJob) -> [Film] {
        guard let caps = job.caps, let compression = job.compression, let encoder = job.encoder,
            let element = encoder.element(job.ofAlpha)
        else { preconditionFailure("\(job.codec.id) has no encoder in the table") }
        return [
            Film(job: job, caps: caps, graph: ElementGraph(chain: compression)),
            Film(
                job: job.ofAlpha,
                caps: job.caps(of: .i420, colorimetry: "bt709"),
                graph: ElementGraph(chain: [element] + encoder.parsers)
            ),
        ]
    }

    func begin(pass: Int) async throws(ExportError) {
        let films = Self.films(of: job)
        let (colors, colorPackets) = try await start(films[0], isColored: true)
        let (alpha, alphaPackets) = try await start(films[1], isColored: false)
        let sound = try await startSound()
        let head = MatroskaHead(job, sound: sound)
        try output.write(head.bytes(byteCount: 0, index: 0))
        let writing = Task { await self.write(colorPackets, alphaPackets, sound, after: head) }
        runs.withLock { $0.all = Runs(color: colors, alpha: alpha, sound: $0.started.sound, writing: writing) }
    }

    /// Starts what encodes the sound, and waits for what a decoder of it needs first; `nil` where there is none.
    private func startSound() async throws(ExportError) -> MatroskaSound? {
        guard let track = job.audio, let encoding = job.format.muxing?.audio, let coding = encoding.coding
        else { return nil }
        let feed = try await AudioFeed(track, of: job)
        let (run, packets) = try await start(ElementGraph(chain: encoding.elements), fedBy: feed.source) { _ in }
        let fed = FedSound(feed) { [weak self] in self?.abandon() }
        runs.withLock { $0.started.sound = fed }
        guard let sound = await MatroskaSound(packets, coding, channels: feed.channels) else {
            try await fed.end()
            try await run.end()
            throw .cancelled
        }
        return sound
    }

    private func start(
        _ film: Film,
        isColored: Bool
    ) async throws(ExportError) -> (PipelineRun, AppSink) {
        let source: AppSource
        do throws(GStreamerError) {
            source = try AppSource(caps: film.caps, queueLength: 2)
        } catch {
            throw ExportError(error)
        }
        return try await start(film.graph, fedBy: source) { pipeline in
            if isColored { film.job.mendPackets(in: pipeline) }
            film.job.mixFactors(in: pipeline)
        }
    }

    private func start(
        _ graph: ElementGraph,
        fedBy source: AppSource,
        setUp: (Pipeline) -> Void
    ) async throws(ExportError) -> (PipelineRun, AppSink) {
        let (pipeline, sink): (Pipeline, AppSink)
        do throws(GStreamerError) {
            sink = try AppSink()
            pipeline = try Pipeline(graph, fedBy: source, into: sink)
        } catch {
            throw ExportError(error)
        }
        setUp(pipeline)
        let run = try await PipelineRun(
            pipeline,
            fedBy: source,
            meaning: { .pipeline(element: $0.element, message: $0.message) },
            whenMade: { run in runs.withLock { $0.started.films.append(run) } }
        )
        return (run, sink)
    }

    /// Writes the packets of both films side by side, until one of them ends, with the sound between; returns how many pictures
    /// there are.
    private func write(
        _ colors: AppSink,
        _ alphas: AppSink,
        _ sound: MatroskaSound?,
        after head: MatroskaHead
    ) async -> Result<Int, ExportError> {
        var (body, sound) = (MatroskaBody(job, origin: head.origin), sound)
        do throws(ExportError) {
            while let color = await colors.next(), let alpha = await alphas.next() {
                // What is heard before a picture is seen, stands before it.
                while let packet = await sound?.next(before: body.nextTime) {
                    try output.write(body.add(sound: packet))
                }
                try output.write(body.add(color: color, alpha: alpha, at: output.byteCount))
            }
            while let packet = await sound?.next(before: .max) {
                try output.write(body.add(sound: packet))
            }
            if body.pictureCount > 0 { try output.write(body.cluster) }
            let place = output.byteCount
            try output.write(body.index)
            try output.write(head.bytes(byteCount: output.byteCount, index: place), at: 0)
        } catch {
            abandon()
            return .failure(error)
        }
        return .success(body.pictureCount)
    }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> Prepared {
        return try ExportError.ofMachine { () throws(MachineShortage) in
            Prepared(color: try picture.color.fillingGaps(), alpha: picture.color.alphaAsLuma)
        }
    }

    func accept(_ prepared: Prepared, as frame: Int) async throws(ExportError) {
        guard let runs = runs.withLock({ $0.all }) else { throw .cancelled }
        let (time, duration) = (job.timing.presentationTime(ofFrame: frame), job.timing.duration(ofFrame: frame))
        do throws(ExportError) {
            try await runs.color.push(
                prepared.color.withUnsafeBytes { bytes in
                    Buffer(lending: bytes, keeping: prepared.color, presentationTime: time, duration: duration)
                }
            )
            var alpha = Buffer(copying: prepared.alpha, presentationTime: time, duration: duration)
            let (width, height) = (job.size.width, job.size.height)
            let (chroma, chromaRows) = ((width + 1) / 2, (height + 1) / 2)
            alpha.describePlanes(
                format: .i420,
                width: width,
                height: height,
                planes: [
                    (0, width), (width * height, chroma), (width * height + chroma * chromaRows, chroma),
                ]
            )
            try await runs.alpha.push(alpha)
        } catch .cancelled {
            throw await reason(of: runs)
        }
    }

    /// Why the films were stopped: the disk is full, the sound cannot be heard, or nobody waits for them any more.
    private func reason(of runs: Runs) async -> ExportError {
        if case .failure(let error) = await runs.writing.value { return error }
        do throws(ExportError) {
            try await runs.sound?.end()
            return .cancelled
        } catch {
            return error
        }
    }

    func end(pass: Int) async throws(ExportError) {
        guard let runs = runs.withLock({ $0.all }) else { throw .cancelled }
        do throws(ExportError) {
            try await runs.color.end()
            try await runs.alpha.end()
        } catch .cancelled {
            throw await reason(of: runs)
        }
        try await runs.sound?.end()
        let count = try await runs.writing.value.get()
        guard count == job.frameCount else {
            throw .readBack(reason: "it holds \(count) frames, \(job.frameCount) were encoded.")
        }
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        let found = try await ReadBack.reading(output.readablePath, as: job.request)
        try found.check(job)
        guard found.alphaCount == job.frameCount else {
            throw .readBack(reason: "\(found.alphaCount) of its \(job.frameCount) pictures have transparency.")
        }
        return try await output.commit(frameCount: found.frameCount, runs.withLock { $0.all?.sound }, of: job)
    }

    var byteCount: Int { output.byteCount }

    func decoded(areDeep: Bool) throws(ExportError) -> any DecodedFrames {
        try DecodedVideo(output.readablePath, of: job, areDeep: areDeep)
    }

    func abandon() {
        let started = runs.withLock { $0.started }
        started.sound?.stop()
        for film in started.films { film.abandon() }
    }
}
