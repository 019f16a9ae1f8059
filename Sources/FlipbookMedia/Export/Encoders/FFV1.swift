import FlipbookCore
import FlipbookImaging
import GStreamer

extension VideoCodec {
    /// FFV1: lossless, with transparency. Libavcodec keeps 16 bits of grey alone.
    public static let ffv1 = VideoCodec(
        id: "ffv1",
        name: "FFV1",
        isLossless: true,
        layouts: [
            PictureLayout(format: .bgra, depth: 8, chroma: .rgb, carriesAlpha: true),
            PictureLayout(format: .gbra12, depth: 12, chroma: .rgb, carriesAlpha: true),
            PictureLayout(format: .gray16, depth: 16, chroma: .rgb, isGray: true),
        ],
        mediaType: "video/x-ffv"
    )
}

extension VideoEncoder {
    /// libavcodec's FFV1.
    static let ffv1 = VideoEncoder(
        codec: .ffv1,
        name: "FFV1",
        layouts: [
            .bgra: Layout(opaque: (.bgrx, 1), withAlpha: (.bgra, 1)),
            // Alpha is the last plane.
            .gbra12: Layout(opaque: (.gbr12, 3), withAlpha: (.gbra12, 4)),
            .gray16: Layout(opaque: (.gray16, 1), withAlpha: (.gray16, 1), colorimetry: OutputColors.gray),
        ],
        // Of smaller pictures libavcodec 59 gives back other pixels than it was given,
        // with any number of slices; `ffmpeg -level 3` shows the same.
        leastSide: 3,
        decoder: "avdec_ffv1",
        // Each thread has tables of its own for its part of a picture.
        memory: { job in job.size.area * 90 * ProcessorCount.usable },
        // 0 is as many threads as there are cores; the default is one. By default so many are the parts of a
        // picture, too, and the pixels' bytes depend on the machine.
        work: .element("avenc_ffv1") { job in
            let parts = job.threads.map { count in [4, 6, 9].first { $0 >= count } ?? 9 }
            return [.init("threads", 0)] + (parts.map { [.init("slices", $0)] } ?? [])
        }
    )
}
