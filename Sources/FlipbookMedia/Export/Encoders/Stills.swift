import FlipbookCore
import FlipbookImaging

extension VideoCodec {
    /// JPEG: lossy, without transparency.
    public static let jpeg = VideoCodec(
        id: "jpeg",
        name: "JPEG",
        layouts: [
            PictureLayout(format: .rgba, depth: 8, chroma: .quarter),
            PictureLayout(format: .rgba, depth: 8, chroma: .full, isOnRequest: true),
        ],
        mediaType: "image/jpeg"
    )

    /// TIFF: lossless, with transparency, 8 or 16 bits a channel.
    public static let tiff = VideoCodec(
        id: "tiff",
        name: "TIFF",
        isLossless: true,
        layouts: VideoCodec.png.layouts,
        mediaType: "image/tiff"
    )

    /// Windows bitmap: lossless, with transparency.
    public static let bmp = VideoCodec(
        id: "bmp",
        name: "BMP",
        isLossless: true,
        layouts: [PictureLayout(format: .rgba, depth: 8, chroma: .rgb, carriesAlpha: true)],
        mediaType: "image/bmp"
    )
}

extension VideoEncoder {
    /// libjpeg-turbo.
    static let libjpeg = VideoEncoder(
        codec: .jpeg,
        name: "libjpeg",
        factors: RateFactors(best: 100, smallest: 1, scale: [10, 40, 65, 85, 98]),
        memory: { _ in 0 },
        work: .pictures { (picture, job) throws(ExportError) in
            do throws(StillEncodingError) {
                return try JPEGEncoder.encode(
                    picture,
                    quality: job.profile.rateFactor ?? 85,
                    keepsColor: job.pictureLayout.chroma == .full
                )
            } catch {
                throw .unencodable(
                    reason: "The pictures of \(job.size) cannot be written as JPEG: \(error.reason). "
                        + "Write \(OutputFormat.numberedPNG.offer)."
                )
            }
        }
    )

    /// The library's own writer.
    static let tiff = VideoEncoder(
        codec: .tiff,
        name: "TIFF",
        memory: { _ in 0 },
        work: .pictures { (picture, job) throws(ExportError) in TIFFEncoder.encode(picture, opaque: !job.keepsAlpha) }
    )

    /// The library's own writer.
    static let bmp = VideoEncoder(
        codec: .bmp,
        name: "BMP",
        memory: { _ in 0 },
        work: .pictures { (picture, job) throws(ExportError) in BMPEncoder.encode(picture, opaque: !job.keepsAlpha) }
    )
}
