import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// A video file that was written, decoded by GStreamer: `filesrc ! demuxer ! decoder ! videoconvert ! appsink`. Pictures that are files of
/// an image format are decoded by the library's own reader: GStreamer 1.22's of PNG puts the alpha of 16 bits a pixel too far.
final class DecodedVideo: DecodedFrames {
    let decoder: String
    private let pipeline: Pipeline
    private let sink: AppSink
    private let watcher: Task<PipelineEnd, Never>
    private let job: EncodingJob
    private let areDeep: Bool
    /// What decodes pictures that are files of an image format; `nil` where GStreamer does.
    private let reader: ImageDecoder?

    /// The file at `path`, as the job's pictures became it.
    /// - Parameters:
    ///   - areDeep: Whether the pictures get 16 bits a channel.
    ///   - takesLong: Whether a compressed picture may be longer than the demultiplexer reads at once.
    /// - Throws: ``ExportError/missingElement(factory:)`` where the decoder is not installed.
    init(_ path: String, of job: EncodingJob, areDeep: Bool, takesLong: Bool = false) throws(ExportError) {
        guard let muxing = job.format.muxing, let format = job.decodedFormat else {
            preconditionFailure("\(job.codec.id) has no layout in the table")
        }
        let reader = job.reader(areDeep: areDeep)
        guard let decoder = reader == nil ? job.decoders.last : DecodedImages.decoder(of: job.codec) else {
            preconditionFailure("\(job.codec.id) has no decoder in the table")
        }
        (self.decoder, self.job, self.areDeep, self.reader) = (decoder, job, areDeep, reader)
        do throws(GStreamerError) {
            let filter = try Element("capsfilter")
            let (colorSetter, conversion) = (try Element("capssetter"), try Element("videoconvert"))
            // GStreamer 1.22 forgets full range on its way out of an .mp4, and asks a picture's height for what it does not know.
            let target = job.encoderLayout?.target ?? ""
            try colorSetter.set("caps", parsing: "video/x-raw\(target.isEmpty ? "" : ",colorimetry=\(target)")")
            // Luma and chroma are handed on as they are; where GStreamer made them of red, green and blue, it makes these again.
            let source = target.isEmpty ? nil : job.request.colors?.source
            let colors = source.map { ",colorimetry=\($0)" } ?? ""
            let wanted = reader == nil ? "video/x-raw,format=\(format.name)\(colors)" : job.codec.mediaType
            try filter.set("caps", parsing: wanted)
            var elements = try Element.reading(path, takesLong: takesLong)
            elements.append(try Element(muxing.demultiplexer ?? "matroskademux"))
            for name in job.decoders { elements.append(try Element(name)) }
            sink = try AppSink()
            pipeline = try Pipeline(
                linking: elements + (reader == nil ? [colorSetter, conversion] : []) + [filter, sink.element]
            )
            watcher = Task { [pipeline] in await PipelineEnd.reached(by: pipeline) }
            try pipeline.change(to: .playing)
        } catch {
            throw ExportError(error)
        }
    }

    deinit { stop() }

    func next() async throws(ExportError) -> Picture? {
        if let reader {
            if let bytes = await sink.next()?.bytes { return try DecodedImages.picture(in: bytes, reader) }
        } else if let picture = await sink.nextPicture() {
            return try unpacked(picture)
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

    private func unpacked(_ picture: AppSink.Picture) throws(ExportError) -> Picture {
        let format = job.pictures == .bgra ? .rgba : job.pictures
        let unpacked = picture.bytes.withUnsafeBytes { bytes in
            Result { () throws(MachineShortage) in
                try Picture.unpacking(
                    bytes,
                    planes: picture.planes,
                    of: format,
                    job.size,
                    coding: job.request.storedColors.coding,
                    isDeep: areDeep
                )
            }
        }
        return try ExportError.ofMachine { () throws(MachineShortage) in try unpacked.get() }
    }
}

extension EncodingJob {
    /// What decodes the pictures where each is a file of an image format; `nil` for films.
    fileprivate func reader(areDeep: Bool) -> ImageDecoder? {
        guard case .pictures? = encoder?.work else { return nil }
        return DecodedImages.reader(of: self, areDeep: areDeep)
    }

    /// What decodes the file, elements in a row: mostly of another library than the encoder's.
    fileprivate var decoders: [String] {
        let encoder = encoder
        return storesAlphaApart ? encoder?.alphaDecoder ?? [] : encoder?.decoder.map { [$0] } ?? []
    }

    /// The pictures' layout as GStreamer has it.
    fileprivate var decodedFormat: VideoFormat? {
        // Of red, green and blue, which lie as they do in pictures, no bit is lost.
        pictures == .bgra ? .rgba : layout?.format ?? [.rgba: .rgba, .rgba64: .rgba64][pictures]
    }
}
