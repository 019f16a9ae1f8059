import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// Apple ProRes in 10 bits, for video editing: 4:2:2 for opaque pictures, 4:4:4 with alpha for others.
    public static let proRes = VideoCodec(
        id: "prores",
        name: "ProRes",
        layouts: [
            PictureLayout(format: .yuv422p10, depth: 10, chroma: .half, profiles: ["hq", "standard", "lt", "proxy"]),
            PictureLayout(format: .yuva444p10, depth: 10, chroma: .full, carriesAlpha: true, profiles: ["4444"]),
        ],
        colorSpaces: [.bt709, .bt601, .bt2020, .displayP3],
        colorRanges: [.limited],
        hasCameraTransfer: true,
        mediaType: "video/x-prores",
        elementLayouts: [
            .yuv422p10: .bt709(.i422p10),
            .yuva444p10: Layout(opaque: (.y444p10, 3), withAlpha: (.a444p10, 4), colorimetry: "bt709"),
        ],
        decoder: "avdec_prores",
        memory: { job in job.size.area * 30 * ProcessorCount.usable },
        work: .element("avenc_prores_ks") { job in
            let profile = job.request.codecProfile ?? (job.pictureLayout.chroma == .full ? "4444" : "hq")
            // 0 means as many threads as cores; the default is one.
            return [.init("profile", profile), .init("vendor", "apl0"), .init("threads", 0)]
        },
        // The encoder does not write the colors to the picture headers, which readers trust.
        mend: { packet, colors in
            var bytes = Array(packet)
            guard bytes.count >= 25, bytes[4..<8].elementsEqual("icpf".utf8) else { return nil }
            // SMPTE RDD 36, 5.1.1: primaries, transfer, matrix. BT.709's transfer is the only one that has a code. It equals
            // the transfer of BT.601 and BT.2020, and is used in place of sRGB's.
            let points = colors.codePoints
            bytes.replaceSubrange(22...24, with: [UInt8(points.primaries), 1, UInt8(points.matrix)])
            return bytes
        }
    )
}
