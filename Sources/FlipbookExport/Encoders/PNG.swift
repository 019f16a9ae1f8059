import FlipbookCore
import FlipbookImaging
import FlipbookMedia

extension VideoCodec {
    /// PNG, as image files or in QuickTime: lossless, with transparency.
    public static let png = VideoCodec(
        id: "png",
        name: "PNG",
        isLossless: true,
        layouts: [.rgba, .rgba64],
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/png",
        // zlib's levels. The library's encoder keeps 16 bits, unlike GStreamer's element.
        presets: (0...9).map(String.init),
        commonPresets: ["balanced": "\(EncodingJob.usualLevelOfPNG)", "fast": "1", "best": "9"],
        work: .pictures { picture, job in
            var file = try PNGEncoder.file(of: picture, opaque: !job.keepsAlpha, level: job.levelOfPNG)
            let texts = job.format.isNumbered ? job.metadata.pngChunks : []
            // The signature and the header have 33 bytes. The sRGB chunk has 13.
            let rest = job.request.standard == nil ? 33 : 46
            let colors = job.request.standard.map(StandardProfile.pngChunks) ?? []
            file.replaceSubrange(33..<rest, with: colors + texts)
            return file
        }
    )
}

extension EncodingJob {
    /// The lowest level at which zlib searches for better matches. Files are a tenth smaller than at level 2. Level 6 takes
    /// three times as long.
    static let usualLevelOfPNG = 4

    var levelOfPNG: Int { preset.flatMap { Int($0) } ?? Self.usualLevelOfPNG }
}

extension PNGEncoder {
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
        } catch { throw .unencodable(reason: "\(name) \(error).") }
    }
}
