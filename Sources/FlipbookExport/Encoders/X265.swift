import FlipbookCore
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// H.265, in 4:2:0 by default: half the size of H.264, for Apple devices and newer players.
    public static let h265 = VideoCodec(
        id: "h265",
        name: "H.265",
        layouts: [.quarterChroma, .halfChroma, .fullChroma] + PictureLayout.tenBits + PictureLayout.twelveBits,
        colorSpaces: ColorSpace.video,
        colorRanges: [.limited, .full],
        mediaType: "video/x-h265",
        encoderName: "x265",
        factors: RateFactors(best: 1, smallest: 50, scale: [46, 38, 30, 22, 10]),
        bitRatePasses: 2,
        presets: x264Presets.map(\.name),
        commonPresets: ["balanced": "medium", "fast": "veryfast", "best": "slower"],
        elementLayouts: Layout.bt709,
        // The element does not accept smaller pictures.
        leastSide: 16,
        // H.265, A.4: the limit of the highest level, rounded down.
        mostSide: 16_384,
        needsEvenWidth: true,
        nominalRate: 30,
        reorderingProperties: ["option-string"],
        decoder: "avdec_h265",
        memory: { job in job.size.area * 60 * 20 },
        work: .element("x265enc") { job in
            // The element has no property for the factor.
            let factor = job.rateFactor.map { "crf=\($0)" } ?? job.bitRate.map(rate)
            // With reordering, x265 takes decoding times from uninitialized memory if a video has only one or two pictures.
            let keepsOrder = job.format.clock?.needsDisplayOrder(job) == true || job.frameCount <= 2
            let order = keepsOrder ? "bframes=0" : nil
            // With only a few cores, x265 encodes one picture at a time by default. Encoding three at a time saves a fifth of
            // the time, and files have about the same size.
            let pictures = "frame-threads=\(job.threadCount >= 16 ? 5 : 3)"
            // Pictures at the end of a segment must not depend on the next segment.
            let threads = job.threads.map { "open-gop=0:pools=\($0)" }
            return (job.preset.map { [.init("speed-preset", $0)] } ?? []) + [
                .init("key-int-max", keyDistance),
                .init("option-string", [factor, order, pictures, threads].compactMap { $0 }.joined(separator: ":")),
            ]
        },
        // Apple's players support H.265 only with the tag hvc1, which requires the parameters in the header.
        parsers: [ElementGraph.Node("h265parse"), .filter("video/x-h265,stream-format=hvc1,alignment=au")],
        signature: { signatureLength(in: $0, 39, behind: 32...35, headerLength: 2) { $0 >> 1 & 0x3F } }
    )

    /// Returns the bit rate as options of x265. The quality never exceeds 100.
    private static func rate(_ rate: BitRate) -> String {
        let notes = rate.notes.map { "stats=\($0.path)" }
        let options = ["bitrate=\(rate.kilobits)", "qpmin=10", rate.value(nil, "pass=1", "pass=2"), notes]
        return options.compactMap { $0 }.joined(separator: ":")
    }
}
