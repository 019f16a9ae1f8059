import FlipbookCore
import FlipbookImaging
import GStreamer

extension VideoCodec {
    /// AV1, in 4:2:0 unless more is asked for: the smallest files that browsers show, and the slowest to make.
    public static let av1 = VideoCodec(
        id: "av1",
        name: "AV1",
        layouts: [.quarterChroma, .halfChroma, .fullChroma],
        colorSpaces: ColorSpace.video,
        colorRanges: [.limited, .full],
        mediaType: "video/x-av1"
    )
}

extension VideoEncoder {
    /// libaom.
    static let libaom = VideoEncoder(
        codec: .av1,
        name: "libaom",
        factors: RateFactors(best: 0, smallest: 63, scale: [59, 50, 41, 29, 5]),
        bitRatePasses: 1,
        isSizedByFactor: true,
        presets: ["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"],
        commonPresets: CommonPresets(fast: "8", balanced: "6", best: "4"),
        layouts: Layout.bt709,
        leastSide: 16,
        keepsLengths: false,
        // GStreamer 1.22 has no dav1d.
        decoder: "av1dec",
        memory: { job in job.size.area * 60 * 20 },
        work: .element("av1enc") { job in
            // The element's own largest quantiser is 0. In this mode it has no property for the level, and libaom's is 10,
            // so the smallest quantiser decides.
            let factor: [ElementGraph.Property] =
                [.init("max-quantizer", job.bitRate?.factors?.worst ?? 63)]
                + (job.profile.rateFactor.map { [.init("min-quantizer", $0)] } ?? [])
            let rate = job.bitRate.map { rate -> [ElementGraph.Property] in
                [
                    .init("end-usage", "vbr"), .init("target-bitrate", rate.kilobits),
                    .init("min-quantizer", rate.factors?.best ?? 5),
                ]
            }
            let preset: [ElementGraph.Property] = job.profile.preset.map { [.init("cpu-used", $0)] } ?? []
            return (rate ?? [.init("end-usage", "q")]) + factor + preset + [
                .init("keyframe-max-dist", VideoEncoder.keyDistance), .init("row-mt", "true"),
                .init("threads", job.threadCount),
            ]
        },
        parsers: [ElementGraph.Node("av1parse")],
        // The element does not tell libaom the colours, and what follows it forgets them.
        mend: { AV1SequenceHeader.saying($1, $0) }
    )
}
