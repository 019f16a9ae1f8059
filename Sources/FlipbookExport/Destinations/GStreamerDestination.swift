import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer
import Glibc
import Synchronization

/// Writes a file through GStreamer: `appsrc ! encoder ! queue ! muxer ! fdsink`.
final class GStreamerDestination: MeasuredDestination {
    /// Two where the encoder looks at the pictures before it makes a file of a bit rate, and has not done so.
    let passes: Int

    private let job: EncodingJob
    private let target: FilePath
    private let encoder: VideoEncoder
    private let output: OutputFile
    /// For the muxer's own use.
    private let scratch: OutputFile
    private let graph: EncodingGraph
    private let caps: Caps
    /// What comes compressed out of other files, and what stands in the file for what differs from one to the next; `nil`
    /// where pictures come.
    private let packets: Packets?
    /// The encoder's library, where that makes the packets.
    private let library: SharedEncoder<LibAOM.Encoder>?
    private let current = Mutex<PipelineRun?>(nil)
    private let sound = Mutex<FedSound?>(nil)

    /// Begins a file that is to become `target`.
    /// - Throws: ``ExportError`` when something has the name already, or the folder cannot be written.
    convenience init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try self.init(job: job, target: target, overwrites: overwrites, packets: nil)
    }

    /// Pictures that are compressed already.
    struct Packets: Sendable {
        /// Their format, as `MediaPacket.format` says it.
        let format: String
        /// What compressed them, where that is known.
        let encoder: String?
        /// What the file says of its creation.
        let moment: FileIdentity.Moment
    }

    /// Begins a file of pictures that are compressed already, where there are `packets`.
    init(job: EncodingJob, target: FilePath, overwrites: Bool, packets: Packets?) throws(ExportError) {
        var job = job
        if job.bitRatePasses == 2, job.bitRate != nil, job.bitRate?.notes == nil {
            job.bitRate?.notes = try EncoderNotes()
        }
        passes = job.bitRate?.notes.map { $0.isComplete ? 1 : 2 } ?? 1
        if job.bitRate?.notes != nil { job = job.inPass(.last) }
        output = try OutputFile(target: target, overwrites: overwrites)
        scratch = try OutputFile(target: FilePath(AtomicFile.hiddenName(beside: target)), overwrites: false)
        // Nothing waits for the time of a frame while it is written.
        let sink = ElementGraph.Node("fdsink", [.init("fd", Int(output.descriptor)), .init("sync", "false")])
        let opened = packets == nil && job.suitsLibrary ? try Self.library(of: job) : nil
        library = opened
        let source: EncodingSource = packets != nil ? .file : opened != nil ? .library : .pictures
        guard let encoder = job.encoder, let caps = opened == nil ? job.caps : job.packetCaps,
            let graph = job.graph(scratch: scratch.readablePath, of: source, into: sink)
        else { preconditionFailure("\(job.codec.id) in \(job.format.id) has no encoder in the table") }
        (self.job, self.target, self.encoder) = (job, target, encoder)
        (self.graph, self.caps, self.packets) = (graph, caps, packets)
    }

    private static func library(of job: EncodingJob) throws(ExportError) -> SharedEncoder<LibAOM.Encoder>? {
        try ExportError.ofStill { () throws(StillEncodingError) in
            guard let encoder = try job.encoder?.library?(job) else { return nil }
            return SharedEncoder(encoder)
        }
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try OutputFile.check(target, overwrites: overwrites)
        guard let caps = job.caps, let graph = job.graph(into: ElementGraph.Node("fakesink")) else { return }
        do throws(GStreamerError) {
            let source = try AppSource(caps: caps, queueLength: 1)
            let sound = try AppSource(caps: .samples(rate: AudioReader.rate, channels: 2), queueLength: 1)
            _ = try Pipeline(graph.graph, fedBy: source, and: graph.audio.map { (sound, $0) })
        } catch {
            throw ExportError(error)
        }
    }

    /// How many pictures of so many bytes wait before the encoder.
    static func waitingCount(_ byteCount: Int) -> Int { byteCount > 1 << 28 ? 1 : 2 }

    /// Starts the elements.
    /// - Throws: ``ExportError`` when an element is missing, refuses an option, or cannot start.
    func begin(pass: Int) async throws(ExportError) {
        let isSurvey = pass < passes - 1
        let (pipeline, source): (Pipeline, AppSource)
        var feed: AudioFeed?
        if let track = job.audio, !isSurvey { feed = try await AudioFeed(track, of: job) }
        do throws(GStreamerError) {
            source =
                if let packets {
                    try AppSource(
                        packetsOf: packets.format,
                        colorimetry: job.colorimetry,
                        rate: (job.rate?.numerator ?? 0, job.rate?.denominator ?? 1)
                    )
                } else {
                    try AppSource(
                        caps: caps,
                        queueLength: Self.waitingCount(Picture.byteCount(size: job.size, format: job.pictures))
                    )
                }
            let other = graph.audio.flatMap { place in feed.map { ($0.source, place) } }
            pipeline = try Pipeline(isSurvey ? surveyGraph : graph.graph, fedBy: source, and: other)
        } catch {
            throw ExportError(error)
        }
        job.mendPackets(in: pipeline)
        job.mixFactors(in: pipeline)
        if !isSurvey, let muxing = job.format.muxing {
            pipeline.write(tags: muxing.tags.given(job.metadata), with: muxing.muxer)
        }
        if let name = packets?.encoder { source.send(encoderName: name) }
        let failure = failure
        try await PipelineRun(pipeline, fedBy: source, meaning: { failure($0) }) { run in
            current.withLock { $0 = run }
        }
        guard let feed, let run = current.withLock({ $0 }) else { return }
        let fed = FedSound(feed) { run.abandon() }
        sound.withLock { $0 = fed }
    }

    /// The encoder alone, which looks at the pictures.
    private var surveyGraph: ElementGraph {
        ElementGraph(chain: (job.inPass(.first).compression ?? []) + [ElementGraph.Node("fakesink")])
    }

    /// What the pipeline gets for a drawing: its pixels, or the compressed picture.
    enum Packet: Sendable {
        case picture(Picture)
        case bytes([UInt8])
    }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> Packet {
        switch encoder.work {
        case .element: .picture(picture.color)
        case .pictures: .bytes(try job.compressed(picture.color))
        }
    }

    /// Hands a picture on, waiting until the encoder has room for it.
    func accept(_ packet: Packet, as frame: Int) async throws(ExportError) {
        guard let run = current.withLock({ $0 }) else { throw .cancelled }
        if let library, case .picture(let picture) = packet {
            let made = try await encode { () throws(ExportError) in
                try library.call { (encoder) throws(StillEncodingError) in try encoder.add(picture) }
            }
            return try await hearing { () async throws(ExportError) in try await push(made, to: run) }
        }
        try await hearing { () async throws(ExportError) in try await run.push(buffer(of: packet, as: frame)) }
    }

    /// Has the library work on a thread that may be kept busy.
    private func encode(
        _ work: @escaping @Sendable () throws(ExportError) -> [LibAOM.Packet]
    ) async throws(ExportError) -> [LibAOM.Packet] {
        let executor: WorkExecutor? = WorkExecutor.shared.threadCount > 0 ? .shared : nil
        let task = Task(executorPreference: executor) { Result(catching: work) }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Hands on what the library made, and has it name its colours.
    private func push(_ made: [LibAOM.Packet], to run: PipelineRun) async throws(ExportError) {
        let colors = job.request.storedColors
        for packet in made {
            let mended = packet.bytes.withUnsafeBytes { bytes in encoder.mend?(bytes, colors) }
            try await run.push(buffer(of: .bytes(mended ?? packet.bytes), as: packet.frame))
        }
    }

    /// Does work that is stopped where the sound fails, and then says why.
    private func hearing(_ body: () async throws(ExportError) -> Void) async throws(ExportError) {
        do throws(ExportError) {
            try await body()
        } catch .cancelled {
            try await sound.withLock { $0 }?.end()
            throw .cancelled
        }
    }

    /// Hands compressed pictures of another file on, until it ends.
    func forward(
        _ first: MediaPacket,
        from sink: AppSink,
        stamp: @escaping @Sendable (MediaPacket.Times) -> MediaPacket.Stamp?
    ) async throws(ExportError) -> Int {
        guard let run = current.withLock({ $0 }) else { throw .cancelled }
        var count = 0
        try await hearing { () async throws(ExportError) in
            count = try await run.forward(first, from: sink, stamp: stamp)
        }
        return count
    }

    private func buffer(of packet: Packet, as frame: Int) -> Buffer {
        let (time, duration) = (job.timing.presentationTime(ofFrame: frame), job.timing.duration(ofFrame: frame))
        var buffer: Buffer
        switch packet {
        case .bytes(let bytes): buffer = Buffer(copying: bytes, presentationTime: time, duration: duration)
        case .picture(let picture):
            buffer = picture.withUnsafeBytes { bytes in
                Buffer(lending: bytes, keeping: picture, presentationTime: time, duration: duration)
            }
            if let layout = job.layout {
                buffer.describePlanes(
                    format: layout.format,
                    width: picture.size.width,
                    height: picture.size.height,
                    planes: Array(picture.planes.prefix(layout.planeCount))
                )
            }
        }
        if frame == 0, let code = job.timeCode, let rate = job.rate {
            buffer.setTimeCode(
                (code.hours, code.minutes, code.seconds, code.frames),
                dropsFrames: code.dropsFrames,
                rate: (rate.numerator, rate.denominator)
            )
        }
        return buffer
    }

    /// Waits until the last picture is in the file.
    func end(pass: Int) async throws(ExportError) {
        guard let run = current.withLock({ $0 }) else { throw .cancelled }
        if let library {
            // What an encoder holds back at its best preset takes it minutes.
            let rest = try await encode { () throws(ExportError) in
                try library.call { (encoder) throws(StillEncodingError) in
                    try encoder.finish { Task.isCancelled }
                }
            }
            if Task.isCancelled { throw .cancelled }
            try await hearing { () async throws(ExportError) in try await push(rest, to: run) }
        }
        try await hearing { () async throws(ExportError) in try await run.end() }
        guard pass == passes - 1 else {
            job.bitRate?.notes?.isComplete = true
            return
        }
        if let audio = job.format.muxing?.audio, job.audio != nil {
            for change in try output.withContents({ audio.edits(inMPEG4: $0) }) {
                try output.write(change.bytes, at: change.offset)
            }
        }
        guard let muxing = job.format.muxing else { return }
        var changes: [(offset: Int, bytes: [UInt8])] = []
        if !job.metadata.fields.isEmpty {
            changes += try output.withContents { bytes in muxing.tags.change(job.metadata, bytes) }.map { [$0] } ?? []
        }
        if let packets {
            changes += try output.withContents { bytes in muxing.identity.changes(bytes, packets.moment) }
        }
        for change in changes { try output.write(change.bytes, at: change.offset) }
    }

    /// Whether the same packets make the same file each time; it has ended.
    func isRepeatable() throws(ExportError) -> Bool {
        guard let muxing = job.format.muxing else { return true }
        return try output.withContents { muxing.identity.isRepeatable($0) }
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        let path = output.readablePath
        var found = try await ReadBack.reading(path, as: job.request, takesLong: try hasLongPackets())
        if let colors = job.format.muxing?.colors { found.colors = try output.withContents { colors($0) } }
        try found.check(job)
        return try await output.commit(frameCount: found.frameCount, sound.withLock { $0 }, of: job)
    }

    var byteCount: Int { output.byteCount }

    func decoded(areDeep: Bool) throws(ExportError) -> any DecodedFrames {
        try DecodedVideo(output.readablePath, of: job, areDeep: areDeep, takesLong: hasLongPackets())
    }

    /// Whether a compressed picture may be longer than GStreamer's demultiplexer of MPEG-4 reads at once.
    private func hasLongPackets() throws(ExportError) -> Bool {
        guard job.format.muxing?.demultiplexer != nil else { return false }
        return try output.withContents { bytes in
            // A file that is not what it should be is refused where it is read.
            do throws(ImageError) {
                let file = try FileReader(bytes)
                var window = try FileWindow(file)
                return try VideoContainer(window.bytes)?.hasLongSample(file, &window) ?? false
            } catch {
                return false
            }
        }
    }

    func abandon() {
        sound.withLock { $0 }?.stop()
        current.withLock { current in
            defer { current = nil }
            return current
        }?.abandon()
    }

    /// What an element's report means for the file.
    private func failure(_ error: PipelineError) -> ExportError {
        switch error.kind {
        case .noSpaceLeft: .cannotWrite(target, errno: error.systemCode ?? ENOSPC)
        case .cannotWrite: .cannotWrite(target, errno: error.systemCode ?? EIO)
        case .other where error.isRefusal && !job.request.options.isEmpty: refusedOptions
        case .cannotOpen, .other: .pipeline(element: error.element, message: error.message)
        }
    }

    /// The encoder takes no pictures, which it takes without the properties that it was given besides.
    private var refusedOptions: ExportError {
        let encoder = job.encoder?.elementName ?? job.codec.id
        let options = job.request.options.map { "\($0.name)=\($0.value)".escapingControlCharacters }
        return .unencodable(
            reason: "\(setting: .encoderOption) \(options.joined(separator: ", "))"
                + ": GStreamer's '\(encoder)' takes no pictures with this. 'gst-inspect-1.0 \(encoder)' lists its properties; "
                + "change the value, or leave \(remedy: .omit(.encoderOption)) out."
        )
    }
}
