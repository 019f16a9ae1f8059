import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// FFV1: lossless, with transparency. libavcodec keeps 16 bits only for gray.
    public static let ffv1 = VideoCodec(
        id: "ffv1",
        name: "FFV1",
        isLossless: true,
        layouts: [
            PictureLayout(format: .bgra, depth: 8, chroma: .rgb, carriesAlpha: true),
            PictureLayout(format: .gbra12, depth: 12, chroma: .rgb, carriesAlpha: true),
            PictureLayout(format: .gray16, depth: 16, chroma: .rgb, isGray: true),
        ],
        mediaType: "video/x-ffv",
        elementLayouts: [
            .bgra: Layout(opaque: (.bgrx, 1), withAlpha: (.bgra, 1)),
            .gbra12: Layout(opaque: (.gbr12, 3), withAlpha: (.gbra12, 4)),
            .gray16: Layout(opaque: (.gray16, 1), withAlpha: (.gray16, 1), colorimetry: OutputColors.gray),
        ],
        // libavcodec 59 corrupts smaller pictures, with any number of slices, even when `ffmpeg -level 3` is used.
        leastSide: 3,
        decoder: "avdec_ffv1",
        // Each thread has its own tables for its part of a picture.
        memory: { job in job.size.area * 90 * ProcessorCount.usable },
        // 0 means as many threads as cores; the default is one. The default number of slices would depend on the machine.
        work: .element("avenc_ffv1") { job in
            let parts = job.threads.map { count in [4, 6, 9].first { $0 >= count } ?? 9 }
            let least = leastParts(job)
            return [.init("threads", 0)]
                + ((parts ?? 0) < least ? [.init("slices", least)] : parts.map { [.init("slices", $0)] } ?? [])
        }
    )

    /// Returns the minimum number of slices, or 0 for the encoder's default. The format stores a slice's length in 24 bits.
    ///
    /// libavcodec 59 calculates with one more bit than the pixels have, and aborts if noise needs slightly more than that.
    private static func leastParts(_ job: EncodingJob) -> Int {
        let isOpaque = job.layout.map { [.bgrx, .gbr12].contains($0.format) } ?? false
        let (bits, planes) =
            switch job.pictures {
            case .gray16: (16, 1)
            case .gbra12: (12, isOpaque ? 3 : 4)
            default: (8, isOpaque ? 3 : 4)
            }
        // Like the encoder, this tries every number of rows with one to two times as many columns.
        for rows in 2..<32 {
            for columns in rows..<2 * rows {
                let (width, height) = ((job.size.width + columns - 1) / columns, (job.size.height + rows - 1) / rows)
                guard width * height * (bits + 1) * planes * 3 / 2 <= 8 << 24 else { continue }
                return rows == 2 && columns == 2 ? 0 : rows * columns
            }
        }
        return 31 * 31
    }
}
