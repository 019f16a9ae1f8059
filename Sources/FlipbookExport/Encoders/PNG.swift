import FlipbookCore
import FlipbookImaging
import FlipbookMedia

extension VideoCodec {
    /// PNG, in files of their own or in QuickTime's: lossless, with transparency.
    public static let png = VideoCodec(
        id: "png",
        name: "PNG",
        isLossless: true,
        layouts: [
            PictureLayout(format: .rgba, depth: 8, chroma: .rgb, carriesAlpha: true),
            PictureLayout(format: .rgba64, depth: 16, chroma: .rgb, carriesAlpha: true),
        ],
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/png",
        // The library's own, which keeps 16 bits where GStreamer's element keeps 8.
        // Zlib's levels.
        presets: (0...9).map(String.init),
        commonPresets: ["balanced": "\(EncodingJob.usualLevelOfPNG)", "fast": "1", "best": "9"],
        work: .pictures { picture, job in
            var file = try PNGEncoder.file(of: picture, opaque: !job.keepsAlpha, level: job.levelOfPNG)
            let texts = job.format.isNumbered ? job.metadata.pngChunks : []
            // The signature and the header are 33 bytes, what says sRGB is 13.
            let rest = job.request.standard == nil ? 33 : 46
            let colors = job.request.standard.map(StandardProfile.pngChunks) ?? []
            file.replaceSubrange(33..<rest, with: colors + texts)
            return file
        }
    )
}

extension EncodingJob {
    /// The first of zlib's levels that looks for better matches than the next one: noisy pictures and clean ones take a tenth less than at
    /// level 2, and less than ffmpeg makes of them in twice the time. Level 6 takes three times as long, and makes no less of noise.
    static let usualLevelOfPNG = 4

    var levelOfPNG: Int { preset.flatMap { Int($0) } ?? Self.usualLevelOfPNG }
}

extension PNGEncoder {
    /// The file of a picture, which an error calls `name`.
    static func file(
        of picture: Picture,
        named name: String = "The picture",
        opaque: Bool = false,
        level: Int = defaultLevel
    ) throws(ExportError) -> [UInt8] {
        do throws(PNGEncodingError) {
            return try encode(picture, opaque: opaque, level: level)
        } catch .shortage(let error) {
            throw .shortage(error)
        } catch {
            throw .unencodable(reason: "\(name) \(error).")
        }
    }
}
