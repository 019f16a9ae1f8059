import FlipbookCore
import FlipbookImaging
import GStreamer
import Glibc
import Synchronization

/// Writes a file through GStreamer: `appsrc ! encoder ! queue ! muxer ! fdsink`.
final class GStreamerDestination: FrameDestination {
    let passes = 1

    private let job: EncodingJob
    private let target: FilePath
    private let encoder: VideoEncoder
    private let output: OutputFile
    /// For the muxer's own use.
    private let scratch: OutputFile
    private let graph: ElementGraph
    private let caps: Caps
    private let current = Mutex<PipelineRun?>(nil)

    /// Begins a file that is to become `target`.
    /// - Throws: ``ExportError`` when something has the name already, or the folder cannot be written.
    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        output = try OutputFile(target: target, overwrites: overwrites)
        scratch = try OutputFile(target: FilePath(OutputFile.hiddenName(beside: target)), overwrites: false)
        // Nothing waits for the time of a frame while it is written.
        let sink = ElementGraph.Node("fdsink", [.init("fd", Int(output.descriptor)), .init("sync", "false")])
        guard let encoder = job.profile.codec.encoder, let caps = job.caps,
            let graph = job.graph(scratch: scratch.readablePath, into: sink)
        else { preconditionFailure("\(job.profile.codec.id) in \(job.profile.format.id) has no encoder in the table") }
        (self.job, self.target, self.encoder) = (job, target, encoder)
        (self.graph, self.caps) = (graph, caps)
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try OutputFile.check(target, overwrites: overwrites)
        guard let caps = job.caps, let graph = job.graph(into: ElementGraph.Node("fakesink")) else { return }
        do throws(GStreamerError) {
            _ = try Pipeline(graph, fedBy: try AppSource(caps: caps, queueLength: 1))
        } catch {
            throw ExportError(error)
        }
    }

    /// Starts the elements.
    /// - Throws: ``ExportError`` when an element is missing, refuses an option, or cannot start.
    func begin(pass: Int) async throws(ExportError) {
        let (pipeline, source): (Pipeline, AppSource)
        do throws(GStreamerError) {
            source = try AppSource(caps: caps, queueLength: 2)
            pipeline = try Pipeline(graph, fedBy: source)
        } catch {
            throw ExportError(error)
        }
        if let mend = encoder.mend, let name = encoder.elementName { pipeline.changePackets(leaving: name, by: mend) }
        if let muxing = job.profile.format.muxing {
            pipeline.write(tags: muxing.tags.told(job.metadata), with: muxing.muxer)
        }
        let failure = failure
        try await PipelineRun(pipeline, fedBy: source, meaning: { failure($0) }) { run in
            current.withLock { $0 = run }
        }
    }

    /// What the pipeline gets for a drawing: its pixels, or the compressed picture.
    enum Packet: Sendable {
        case picture(Picture)
        case bytes([UInt8])
    }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> Packet {
        switch encoder.work {
        case .element: .picture(picture.color)
        case .pictures(let compress): .bytes(try compress(picture.color, job))
        }
    }

    /// Hands a picture on, waiting until the encoder has room for it.
    func accept(_ packet: Packet, as frame: Int) async throws(ExportError) {
        guard let run = current.withLock({ $0 }) else { throw .cancelled }
        try await run.push(buffer(of: packet, as: frame))
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
        try await run.end()
        guard let tags = job.profile.format.muxing?.tags, !job.metadata.fields.isEmpty else { return }
        let change = try output.withContents { bytes in tags.change(job.metadata, bytes) }
        if let change { try output.write(change.bytes, at: change.offset) }
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        let found = try await ReadBack.reading(output.readablePath, as: job.profile)
        try found.check(job)
        let byteCount = output.byteCount
        guard !Task.isCancelled else { throw .cancelled }
        try output.commit()
        return OutputReceipt(files: [.init(path: target, byteCount: byteCount, frameCount: found.frameCount)])
    }

    func abandon() {
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
        case .cannotRead, .cannotOpen, .other: .pipeline(element: error.element, message: error.message)
        }
    }
}
