import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// A written video file, decoded by GStreamer. Pictures in an image format are decoded by the library's own reader, since
/// GStreamer 1.22's PNG decoder shifts 16-bit alpha by a pixel.
final class DecodedVideo: DecodedFrames {
    let decoder: String
    private let stream: FileStream
    private let job: EncodingJob
    private let areDeep: Bool
    /// The decoder of pictures in an image format, or `nil` if GStreamer decodes them.
    private let reader: ImageDecoder?

    init(_ path: String, of job: EncodingJob, areDeep: Bool, takesLong: Bool = false) throws {
        // RGB is decoded without loss.
        let usual = [PixelFormat.bgra: VideoFormat.rgba, .rgba: .rgba, .rgba64: .rgba64][job.pictures]
        guard let muxing = job.format.muxing,
            let format = job.pictures == .bgra ? usual : job.layout?.format ?? usual
        else { preconditionFailure("\(job.codec.id) has no layout in the table") }
        let reader: ImageDecoder? =
            if case .pictures? = job.codec.work { DecodedImages.reader(of: job, areDeep: areDeep) } else { nil }
        // The decoder is usually in a library other than the encoder's.
        let decoders = job.storesAlphaApart ? job.codec.alphaDecoder : job.codec.decoder.map { [$0] } ?? []
        guard let decoder = reader == nil ? decoders.last : DecodedImages.decoder(of: job.codec)
        else { preconditionFailure("\(job.codec.id) has no decoder in the table") }
        (self.decoder, self.job, self.areDeep, self.reader) = (decoder, job, areDeep, reader)
        // GStreamer 1.22 ignores the full range of an .mp4 file, and guesses unknown colors from the picture's height.
        let target = job.encoderLayout?.target ?? ""
        let stated = "video/x-raw\(target.isEmpty ? "" : ",colorimetry=\(target)")"
        let conversion = [try Element("capssetter", ["caps": stated]), try Element("videoconvert")]
        // Luma and chroma are not converted, unless GStreamer converted them from RGB.
        let source = target.isEmpty ? nil : job.request.colors?.source
        let colors = source.map { ",colorimetry=\($0)" } ?? ""
        let wanted = reader == nil ? "video/x-raw,format=\(format.name)\(colors)" : job.codec.mediaType
        let filter = try Element("capsfilter", ["caps": wanted])
        stream = try FileStream(path, takesLong: takesLong) {
            let elements = try ([muxing.demultiplexer ?? "matroskademux"] + decoders).map { try Element($0) }
            return elements + (reader == nil ? conversion : []) + [filter]
        }
    }

    func next() async throws -> Picture? {
        guard let reader else { return try await stream.readBack(\.picture).map(unpacked) }
        return try await stream.readBack(\.bytes).map { bytes in
            try reader.readBack { try bytes.withUnsafeBytes { try reader.decode($0) } }
        }
    }

    func stop() { stream.stop() }

    private func unpacked(_ picture: AppSink.Picture) throws -> Picture {
        let (format, coding) = (job.pictures == .bgra ? .rgba : job.pictures, job.request.storedColors.coding)
        return try picture.bytes.withUnsafeBytes { bytes in
            try Picture.unpacking(bytes, planes: picture.planes, of: format, job.size, coding: coding, isDeep: areDeep)
        }
    }
}
