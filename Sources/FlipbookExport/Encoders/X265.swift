import FlipbookCore
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// H.265, in 4:2:0 unless more is asked for: half of H.264's size, shown by Apple's devices and newer players.
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
        // The element takes no smaller pictures.
        leastSide: 16,
        // H.265, A.4: what its largest level has, rounded down.
        mostSide: 16_384,
        needsEvenWidth: true,
        nominalRate: 30,
        reorderingProperties: ["option-string"],
        decoder: "avdec_h265",
        memory: { job in job.size.area * 60 * 20 },
        work: .element("x265enc") { job in
            // The element has no property for the factor.
            let factor = job.rateFactor.map { "crf=\($0)" } ?? job.bitRate.map(rate)
            // Of one or two pictures x265 tells a decoding time from memory that it never wrote, where it may reorder them.
            let keepsOrder = job.format.clock?.needsDisplayOrder(job) == true || job.frameCount <= 2
            let order = keepsOrder ? "bframes=0" : nil
            // x265 works on one picture at a time where there are few cores, and leaves them idle: with three at a time the files are
            // the same to the byte, or to 0.3 % where all moves fast, and take a fifth of the time less. Of many cores it takes 5.
            let pictures = "frame-threads=\(job.threadCount >= 16 ? 5 : 3)"
            // A segment that others follow ends with a picture that needs none of them.
            let threads = job.threads.map { "open-gop=0:pools=\($0)" }
            return (job.preset.map { [.init("speed-preset", $0)] } ?? []) + [
                .init("key-int-max", keyDistance),
                .init("option-string", [factor, order, pictures, threads].compactMap { $0 }.joined(separator: ":")),
            ]
        },
        // Apple's players know H.265 by the tag hvc1 only: the parameters are in the header, not among the pictures.
        parsers: [
            ElementGraph.Node("h265parse"),
            ElementGraph.Node("capsfilter", [.init("caps", "video/x-h265,stream-format=hvc1,alignment=au")]),
        ],
        signature: { signatureLength(in: $0, 39, behind: 32...35, headerLength: 2) { $0 >> 1 & 0x3F } }
    )

    /// The rate as x265's options have it; no pixel becomes better than at quality 100.
    private static func rate(_ rate: BitRate) -> String {
        let notes = rate.notes.map { "stats=\($0.path)" }
        let options = ["bitrate=\(rate.kilobits)", "qpmin=10", rate.value(nil, "pass=1", "pass=2"), notes]
        return options.compactMap { $0 }.joined(separator: ":")
    }
}
