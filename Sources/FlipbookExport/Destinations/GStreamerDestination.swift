import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer
import Glibc
import Synchronization

final class GStreamerDestination: OutputWriter {
    /// The number of passes, which is two if an encoder with a bit rate has not surveyed the pictures yet.
    let passes: Int

    private let job: EncodingJob
    private let layout: (format: VideoFormat, planeCount: Int)?
    private let work: VideoCodec.Work?
    private let target: FilePath
    private let output, scratch: AtomicFile
    private let graph: ElementGraph
    private let caps: Caps
    /// Compressed pictures from other files, or `nil` if pictures are encoded.
    private let packets: Packets?
    /// A Boolean value that indicates whether packets come from the encoder's library instead of an element.
    private let hasLibrary: Bool
    private let library: Mutex<LibAOM.Encoder?>
    private let current = Mutex<PipelineRun?>(nil)
    private let sound = Mutex<AudioFeed?>(nil)

    convenience init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try self.init(job: job, target: target, overwrites: overwrites, packets: nil)
    }

    struct Packets: Sendable {
        let format: String
        let encoder: String?
        let moment: FileIdentity.Moment
    }

    init(job: EncodingJob, target: FilePath, overwrites: Bool, packets: Packets?) throws {
        var job = job
        if job.bitRatePasses == 2, let rate = job.bitRate, rate.notes == nil { job.bitRate?.notes = try EncoderNotes() }
        passes = job.bitRate?.notes.map { $0.isComplete.withLock { $0 } ? 1 : 2 } ?? 1
        output = try AtomicFile(target: target, overwrites: overwrites)
        scratch = try AtomicFile(target: FilePath(AtomicFile.hiddenName(beside: target)), overwrites: false)
        // Synchronization is off, so that frames are written as fast as possible.
        let sink = ElementGraph.Node("fdsink", [.init("fd", Int(output.descriptor)), .init("sync", "false")])
        library = Mutex(packets == nil && job.suitsLibrary ? try job.codec.library?(job) : nil)
        hasLibrary = library.withLock { $0 != nil }
        let source: EncodingSource = packets != nil ? .file : hasLibrary ? .library : .pictures
        guard let caps = hasLibrary ? job.packetCaps : job.caps,
            let graph = job.graph(scratch: scratch.readablePath, of: source, into: sink)
        else { preconditionFailure("\(job.codec.id) in \(job.format.id) has no encoder in the table") }
        (self.job, self.target, layout, work) = (job, target, job.layout, job.codec.work)
        (self.graph, self.caps, self.packets) = (graph, caps, packets)
    }

    /// Stops writing before the descriptor is reused.
    deinit { abandon() }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try AtomicFile.check(target, overwrites: overwrites)
        guard let caps = job.caps, let graph = job.graph(into: ElementGraph.Node("fakesink")) else { return }
        let source = try AppSource(caps: caps, queueLength: 1)
        let sound = try AppSource(caps: .samples(rate: AudioReader.rate, channels: 2), queueLength: 1)
        _ = try Pipeline(graph, fedBy: source, hearing: sound)
    }

    /// Returns the number of pictures of this size that can wait for the encoder.
    static func waitingCount(_ byteCount: Int) -> Int { byteCount > 1 << 28 ? 1 : 2 }

    func begin(pass: Int) async throws {
        let isSurvey = pass < passes - 1
        var feed: AudioFeed?
        if let track = job.settings.audio, !isSurvey { feed = try await AudioFeed(track, of: job) }
        let rate = (job.rate?.numerator ?? 0, job.rate?.denominator ?? 1)
        let length = Self.waitingCount(Picture.byteCount(size: job.size, format: job.pictures))
        let source =
            if let packets {
                try AppSource(packetsOf: packets.format, colorimetry: job.colorimetry, rate: rate)
            } else {
                try AppSource(caps: caps, queueLength: length)
            }
        let pipeline = try Pipeline(isSurvey ? surveyGraph : graph, fedBy: source, hearing: feed?.source)
        job.mendPackets(in: pipeline)
        job.mixFactors(in: pipeline)
        if !isSurvey, let muxing = job.format.muxing {
            pipeline.write(tags: muxing.tags.given(job.metadata), with: muxing.muxer)
            // In the pictures' time units, the lengths of samples would not be whole numbers.
            pipeline.set(.init("trak-timescale", AudioReader.rate), of: muxing.muxer, onPad: "audio_0")
        }
        if let name = packets?.encoder { source.send(encoderName: name) }
        // A closure that captured the destination would keep the encoder's notes alive.
        let meaning = { @Sendable [job, target] (error: PipelineError) in job.meaning(of: error, for: target) }
        try await PipelineRun(pipeline, fedBy: source, meaning: meaning) { run in current.withLock { $0 = run } }
        guard let feed, let run = current.withLock({ $0 }) else { return }
        feed.start { run.abandon() }
        sound.withLock { $0 = feed }
    }

    private var surveyGraph: ElementGraph {
        var job = job
        job.bitRate?.isSurvey = true
        return ElementGraph(chain: (job.compression ?? []) + [ElementGraph.Node("fakesink")])
    }

    enum Packet: Sendable {
        case picture(Picture)
        case bytes([UInt8])
    }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        let packet: Packet =
            switch work {
            case .element?, nil: .picture(picture.color)
            case .pictures?: .bytes(try job.compressed(picture.color))
            }
        return { [self] frame in try await push(packet, as: frame) }
    }

    private func push(_ packet: Packet, as frame: Int) async throws {
        guard let run = current.withLock({ $0 }) else { throw ExportError.cancelled }
        if hasLibrary, case .picture(let picture) = packet {
            let made = try await encode { try $0.add(picture) }
            return try await hearing { try await push(made, to: run) }
        }
        try await hearing { try await run.push(buffer(of: packet, as: frame)) }
    }

    /// Runs the library on a thread that may be blocked for a long time.
    private func encode(
        _ work: @escaping @Sendable (LibAOM.Encoder) throws -> [LibAOM.Packet]
    ) async throws -> [LibAOM.Packet] {
        let executor: WorkExecutor? = WorkExecutor.shared.threadCount > 0 ? .shared : nil
        let task = Task(executorPreference: executor) { try self.library.withLock { try $0.map(work) ?? [] } }
        return try await withTaskCancellationHandler(operation: { try await task.value }, onCancel: { task.cancel() })
    }

    /// Pushes packets from the library, and specifies their colors.
    private func push(_ made: [LibAOM.Packet], to run: PipelineRun) async throws {
        let colors = job.request.storedColors
        for packet in made {
            let mended = packet.bytes.withUnsafeBytes { bytes in job.codec.mend?(bytes, colors) }
            try await run.push(buffer(of: .bytes(mended ?? packet.bytes), as: packet.frame))
        }
    }

    /// Runs `body`. If an audio failure stopped `body`, throws the audio error.
    private func hearing(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch ExportError.cancelled {
            try await sound.withLock { $0 }?.end()
            throw ExportError.cancelled
        }
    }

    /// Forwards compressed pictures from another file until that file ends.
    func forward(_ first: MediaPacket, from sink: AppSink, stamp: @escaping MediaPacket.Stamper) async throws {
        guard let run = current.withLock({ $0 }) else { throw ExportError.cancelled }
        try await hearing { try await run.forward(first, from: sink, stamp: stamp) }
    }

    private func buffer(of packet: Packet, as frame: Int) -> Buffer {
        let (time, duration) = (job.timing.nanosecond(ofFrame: frame), job.timing.nanosecondCount(ofFrame: frame))
        var buffer: Buffer
        switch packet {
        case .bytes(let bytes): buffer = Buffer(copying: bytes, presentationTime: time, duration: duration)
        case .picture(let picture):
            buffer = picture.buffer(at: time, for: duration)
            if let layout {
                let (size, planes) = (picture.size, Array(picture.planes.prefix(layout.planeCount)))
                buffer.describePlanes(format: layout.format, width: size.width, height: size.height, planes: planes)
            }
        }
        if frame == 0, let code = job.settings.timeCode, let rate = job.rate {
            let fields = (code.hours, code.minutes, code.seconds, code.frames)
            buffer.setTimeCode(fields, dropsFrames: code.dropsFrames, rate: (rate.numerator, rate.denominator))
        }
        return buffer
    }

    func end(pass: Int) async throws {
        guard let run = current.withLock({ $0 }) else { throw ExportError.cancelled }
        if hasLibrary {
            // With its best preset, an encoder can take minutes for the frames that it has held back.
            let rest = try await encode { try $0.finish { Task.isCancelled } }
            if Task.isCancelled { throw ExportError.cancelled }
            try await hearing { try await push(rest, to: run) }
        }
        try await hearing { try await run.end() }
        guard pass == passes - 1 else {
            job.bitRate?.notes?.isComplete.withLock { $0 = true }
            return
        }
        guard let muxing = job.format.muxing else { return }
        var changes: [(offset: Int, bytes: [UInt8])] = []
        if let audio = muxing.audio, job.settings.audio != nil {
            changes += try output.withContents { audio.edits(inMPEG4: $0) }
        }
        if !job.metadata.fields.isEmpty {
            changes += try output.withContents { bytes in muxing.tags.change(job.metadata, bytes) }.map { [$0] } ?? []
        }
        if let packets { changes += try output.withContents { muxing.identity.changes($0, packets.moment) } }
        for change in changes { try output.write(change.bytes, at: change.offset) }
    }

    /// Returns whether the same packets result in the same file each time. The file must be complete.
    func isRepeatable() throws -> Bool {
        guard let muxing = job.format.muxing else { return true }
        return try output.withContents { muxing.identity.isRepeatable($0) }
    }

    func finish() async throws -> OutputReceipt {
        let path = output.readablePath
        var found = try await ReadBack.reading(path, as: job.request, takesLong: try hasLongPackets())
        if let colors = job.format.muxing?.colors { found.colors = try output.withContents { colors($0) } }
        try found.check(job)
        return try await output.commit(found.frameCount, sound.withLock { $0 }, of: job)
    }

    var byteCount: Int { output.byteCount }

    func decoded(areDeep: Bool) throws -> any DecodedFrames {
        try DecodedVideo(output.readablePath, of: job, areDeep: areDeep, takesLong: hasLongPackets())
    }

    /// Returns whether a compressed picture might be too long for GStreamer's MPEG-4 demultiplexer to read in one piece.
    private func hasLongPackets() throws -> Bool {
        guard job.format.muxing?.demultiplexer != nil else { return false }
        return try output.withContents { bytes in
            // A faulty file is reported when it is read back.
            do {
                var file = try FileReader(bytes)
                return try VideoContainer(file.head())?.hasLongSample(&file) ?? false
            } catch { return false }
        }
    }

    func abandon() {
        sound.withLock { $0 }?.stop()
        current.withLock { $0.take() }?.abandon()
    }
}

extension EncodingJob {
    fileprivate func meaning(of error: PipelineError, for target: FilePath) -> ExportError {
        switch error.kind {
        case .noSpaceLeft: .cannotWrite(target, errno: error.systemCode ?? ENOSPC)
        case .cannotWrite: .cannotWrite(target, errno: error.systemCode ?? EIO)
        case .other where error.isRefusal && !request.options.isEmpty: refusedOptions
        case .cannotOpen, .other: .pipeline(element: error.element, message: error.message)
        }
    }

    private var refusedOptions: ExportError {
        let encoder = codec.elementName ?? codec.id
        let options = request.options.map { "\($0.name)=\($0.value)".escapingControlCharacters }
        return .unencodable(
            reason: "\(setting: .encoderOption) \(options.joined(separator: ", ")): the GStreamer element '\(encoder)' "
                + "does not accept pictures with this setting. 'gst-inspect-1.0 \(encoder)' lists its properties. "
                + "Change the value, or omit \(remedy: .omit(.encoderOption))."
        )
    }
}
