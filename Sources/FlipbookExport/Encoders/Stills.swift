import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia

extension VideoCodec {
    /// JPEG: lossy, without transparency.
    public static let jpeg = VideoCodec(
        id: "jpeg",
        name: "JPEG",
        layouts: [
            PictureLayout(format: .rgba, depth: 8, chroma: .quarter),
            PictureLayout(format: .rgba, depth: 8, chroma: .full, isOnRequest: true),
        ],
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/jpeg",
        factors: .init(best: 100, smallest: 1, scale: [10, 40, 65, 85, 98]),
        mostSide: 65_500,
        work: .pictures { picture, job in
            let (quality, isFull) = (job.rateFactor ?? 85, job.pictureLayout.chroma == .full)
            let (standard, xmp) = (job.standard, job.metadata.xmp)
            return try JPEGEncoder.encode(picture, quality: quality, keepsColor: isFull, standard: standard, xmp: xmp)
        }
    )

    /// TIFF: lossless, with transparency and 8 or 16 bits per channel.
    public static let tiff = VideoCodec(
        id: "tiff",
        name: "TIFF",
        isLossless: true,
        layouts: VideoCodec.png.layouts,
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/tiff",
        presets: TIFFCompression.allCases.map(\.rawValue),
        commonPresets: ["balanced": "deflate", "fast": "none", "best": "deflate"],
        work: .pictures { picture, job in
            let packing = job.preset.flatMap { TIFFCompression(rawValue: $0) } ?? .deflate
            let (opaque, colors, texts) = (!job.keepsAlpha, job.standard, job.metadata.tiffTexts)
            return try TIFFEncoder.encode(picture, opaque: opaque, compression: packing, standard: colors, texts: texts)
        }
    )

    /// Truevision TGA: lossless, with transparency, run-length encoded.
    public static let tga = VideoCodec(
        id: "tga",
        name: "TGA",
        isLossless: true,
        layouts: VideoCodec.bmp.layouts,
        mediaType: "image/x-tga",
        work: .pictures { picture, job in try TGAEncoder.encode(picture, opaque: !job.keepsAlpha) }
    )

    /// AVIF: lossy or lossless, with transparency and 8, 10, or 12 bits per channel.
    public static let avif = VideoCodec(
        id: "avif",
        name: "AVIF",
        isLossless: true,
        layouts: [
            PictureLayout(format: .rgba, depth: 8, chroma: .quarter, carriesAlpha: true),
            PictureLayout(format: .rgba, depth: 8, chroma: .full, carriesAlpha: true, isOnRequest: true),
            PictureLayout(format: .rgba64, depth: 10, chroma: .quarter, carriesAlpha: true),
            PictureLayout(format: .rgba64, depth: 10, chroma: .full, carriesAlpha: true, isOnRequest: true),
            // AV1's professional profile, which fewer programs support.
            PictureLayout(format: .rgba64, depth: 12, chroma: .quarter, carriesAlpha: true, isOnRequest: true),
            PictureLayout(format: .rgba64, depth: 12, chroma: .full, carriesAlpha: true, isOnRequest: true),
        ],
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/avif",
        encoderName: "libavif",
        factors: .init(best: 100, smallest: 0, scale: [8, 35, 52, 80, 98]),
        presets: (0...9).reversed().map(String.init),
        commonPresets: ["balanced": "6", "fast": "9", "best": "3"],
        memory: { job in job.size.area * 60 },
        work: .pictures { picture, job in
            let encoder = try LibAVIF.Encoder(job, timescale: 1, threads: 1)
            try encoder.add(picture, ticks: nil)
            return try encoder.finish()
        }
    )

    /// JPEG XL: lossy or lossless, with transparency and 8 or 16 bits per channel.
    public static let jpegXL = VideoCodec(
        id: "jxl",
        name: "JPEG XL",
        isLossless: true,
        layouts: VideoCodec.png.layouts,
        mediaType: "image/jxl",
        encoderName: "libjxl",
        factors: .init(best: 100, smallest: 5, scale: [10, 22, 46, 74, 96]),
        presets: (1...9).map(String.init),
        commonPresets: ["balanced": "7", "fast": "3", "best": "9"],
        memory: { job in job.size.area * 60 },
        work: .pictures { picture, job in
            let (distance, effort, xmp) = (job.distanceOfJPEGXL, job.effortOfJPEGXL, job.metadata.xmp)
            return try LibJXL.file(of: picture, opaque: !job.keepsAlpha, distance: distance, effort: effort, xmp: xmp)
        }
    )

    /// OpenEXR: light in half precision, with transparency.
    public static let openEXR = VideoCodec(
        id: "exr",
        name: "OpenEXR",
        layouts: VideoCodec.png.layouts,
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/x-exr",
        presets: EXREncoder.Compression.allCases.map(\.rawValue),
        commonPresets: ["balanced": "zip", "fast": "none", "best": "zip"],
        multipliesAlpha: true,
        work: .pictures { picture, job in
            let packing = job.preset.flatMap { EXREncoder.Compression(rawValue: $0) } ?? .zip
            let (opaque, colors, texts) = (!job.keepsAlpha, job.standard, job.metadata.attributes)
            return EXREncoder.encode(picture, opaque: opaque, compression: packing, standard: colors, texts: texts)
        }
    )

    /// Windows bitmap: lossless, with transparency.
    public static let bmp = VideoCodec(
        id: "bmp",
        name: "BMP",
        isLossless: true,
        layouts: [.rgba],
        mediaType: "image/bmp",
        work: .pictures { picture, job in BMPEncoder.encode(picture, opaque: !job.keepsAlpha) }
    )
}
