import FlipbookCore
import FlipbookImaging
import GStreamer

/// A video file that was written, decoded by GStreamer: `filesrc ! demuxer ! decoder ! videoconvert ! appsink`.
final class DecodedVideo: DecodedFrames {
    let decoder: String
    private let pipeline: Pipeline
    private let sink: AppSink
    private let watcher: Task<PipelineEnd, Never>

    /// The file at `path`, as the job's pictures became it.
    /// - Throws: ``ExportError/missingElement(factory:)`` where the decoder is not installed.
    init(_ path: String, of job: EncodingJob) throws(ExportError) {
        guard let muxing = job.profile.format.muxing, let decoder = job.decoders.last, let format = job.decodedFormat
        else {
            preconditionFailure("\(job.profile.codec.id) has no decoder in the table")
        }
        self.decoder = decoder
        do throws(GStreamerError) {
            let (source, filter) = (try Element("filesrc"), try Element("capsfilter"))
            try source.set("location", to: path)
            let (colorSetter, conversion) = (try Element("capssetter"), try Element("videoconvert"))
            // GStreamer 1.22 forgets full range on its way out of an .mp4, and asks a picture's height for what it does not know.
            let target = job.encoderLayout?.target ?? ""
            try colorSetter.set("caps", parsing: "video/x-raw\(target.isEmpty ? "" : ",colorimetry=\(target)")")
            let colors = job.colors.map { ",colorimetry=\($0.source)" } ?? ""
            try filter.set("caps", parsing: "video/x-raw,format=\(format.name)\(colors)")
            for property in job.colors?.conversion ?? [] {
                try conversion.set(property.name, parsing: property.value)
            }
            var elements = [source, try Element(muxing.demultiplexer ?? "matroskademux")]
            for name in job.decoders { elements.append(try Element(name)) }
            sink = try AppSink()
            pipeline = try Pipeline(
                linking: elements + [colorSetter, conversion, filter, sink.element]
            )
            watcher = Task { [pipeline] in await PipelineEnd.reached(by: pipeline) }
            try pipeline.change(to: .playing)
        } catch {
            throw ExportError(error)
        }
    }

    deinit { stop() }

    func next() async throws(ExportError) -> DecodedPicture? {
        if let picture = await sink.nextPicture() {
            return DecodedPicture(bytes: picture.bytes, planes: picture.planes)
        }
        switch await watcher.value {
        case .endOfStream: return nil
        case .failed(let error): throw .readBack(reason: "it cannot be decoded (\(error.message))")
        case .stopped: throw .cancelled
        }
    }

    func stop() {
        pipeline.stop()
        watcher.cancel()
    }
}

extension EncodingJob {
    /// What decodes the file, elements in a row: mostly of another library than the encoder's.
    fileprivate var decoders: [String] {
        let encoder = profile.codec.encoder
        return storesAlphaApart ? encoder?.alphaDecoder ?? [] : encoder?.decoder.map { [$0] } ?? []
    }

    /// The pictures' layout as GStreamer has it.
    fileprivate var decodedFormat: VideoFormat? {
        layout?.format ?? [.rgba: .rgba, .rgba64: .rgba64][pictures]
    }
}
