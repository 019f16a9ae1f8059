import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// VP9, in 4:2:0 and 8 bits by default, which browsers show in WebM.
    public static let vp9 = VideoCodec(
        id: "vp9",
        name: "VP9",
        layouts: [.quarterChroma, .quarterChromaWithAlpha, .fullChroma] + PictureLayout.tenBits
            + PictureLayout.twelveBits,
        colorSpaces: ColorSpace.video,
        colorRanges: [.limited, .full],
        mediaType: "video/x-vp9",
        encoderName: "libvpx",
        factors: RateFactors(best: 0, smallest: 63, scale: [59, 50, 38, 20, 4]),
        bitRatePasses: 2,
        mixedFactors: vpxFactor,
        presets: ["8", "7", "6", "5", "4", "3", "2", "1", "0"],
        commonPresets: ["balanced": "3", "fast": "5", "best": "1"],
        elementLayouts: Layout.bt709.merging([.rgba: .converted(to: "bt709")]) { first, _ in first },
        // GStreamer's muxers do not accept smaller pictures.
        leastSide: 16,
        // The limit in the builds of Debian and most other distributions.
        mostSide: 16_384,
        compressesAlphaApart: true,
        decoder: "avdec_vp9",
        alphaDecoder: ["vp9parse", "vp9alphadecodebin"],
        memory: { job in job.size.area * 30 * 10 },
        work: .element("vp9enc") { vpx($0) + [.init("row-mt", "true"), .init("tile-columns", 6)] },
        mend: { packet, colors in vp9Packet(packet, saying: colors) }
    )

    /// VP8 in 4:2:0, which older browsers show in WebM.
    public static let vp8 = VideoCodec(
        id: "vp8",
        name: "VP8",
        layouts: [.quarterChroma, .quarterChromaWithAlpha],
        colorSpaces: [.bt709, .bt601],
        colorRanges: [.limited],
        // RFC 6386, 9.2. The file specifies primaries and transfer.
        matrix: .bt601,
        mediaType: "video/x-vp8",
        encoderName: "libvpx",
        factors: RateFactors(best: 0, smallest: 63, scale: [63, 53, 39, 15, 4]),
        bitRatePasses: 2,
        mixedFactors: vpxFactor,
        presets: ["8", "7", "6", "5", "4", "3", "2", "1", "0"],
        commonPresets: ["balanced": "2", "fast": "5", "best": "0"],
        elementLayouts: [
            .i420: Layout(opaque: (.i420, 3), withAlpha: (.i420, 3), colorimetry: vp8Colors.target),
            .rgba: .converted(to: vp8Colors.target),
        ],
        leastSide: 16,
        mostSide: 16_383,
        compressesAlphaApart: true,
        decoder: "avdec_vp8",
        alphaDecoder: ["vp8alphadecodebin"],
        memory: { job in job.size.area * 30 * 6 },
        work: .element("vp8enc", vpx)
    )

    private static let vp8Colors = OutputColors(space: .bt709, range: .limited, matrix: .bt601)

    /// Returns a packet with the matrix and range of its colors, or `nil` if it is not a key frame. GStreamer's element
    /// supports few matrices and ranges.
    private static func vp9Packet(_ packet: UnsafeRawBufferPointer, saying colors: OutputColors) -> [UInt8]? {
        func bits(_ place: Int, _ count: Int) -> Int {
            (place..<place + count).reduce(0) { (number: Int, place: Int) -> Int in
                return number << 1 | (Int(packet[place / 8]) >> (7 - place % 8)) & 1
            }
        }
        // VP9 bitstream specification, 6.2.
        guard packet.count > 5, bits(0, 2) == 2 else { return nil }
        let profile = bits(2, 1) | bits(3, 1) << 1
        let flags = profile == 3 ? 5 : 4
        guard bits(flags, 2) == 0, bits(flags + 4, 24) == 0x49_8342 else { return nil }
        let place = flags + 28 + (profile >= 2 ? 1 : 0)
        let matrix = [6: 3, 9: 5][colors.codePoints.matrix] ?? 2
        var bytes = Array(packet)
        let colorBits = matrix << 1 | (colors.range == .full ? 1 : 0)
        for bit in 0..<4 {
            let (byte, mask) = ((place + bit) / 8, UInt8(0x80) >> ((place + bit) % 8))
            bytes[byte] = colorBits >> (3 - bit) & 1 == 1 ? bytes[byte] | mask : bytes[byte] & ~mask
        }
        return bytes
    }

    private static func vpx(_ job: EncodingJob) -> [ElementGraph.Property] {
        let factor = job.rateFactor(ofFrame: 0).map(vpxFactor) ?? []
        let preset: [ElementGraph.Property] = job.preset.map { [.init("cpu-used", $0)] } ?? []
        // The default bit rate, 256 kbit/s, would limit the requested quality.
        let usual = [ElementGraph.Property("end-usage", "cq"), .init("target-bitrate", 2_000_000_000)]
        return (job.bitRate.map(rate) ?? usual) + factor + preset + [
            // A deadline of one second per picture selects libvpx's good mode, in which `cpu-used` matters.
            .init("deadline", 1_000_000),
            // With lookahead, the libvpx elements of GStreamer 1.22 lose frames at the end of the stream.
            .init("lag-in-frames", 0),
            .init("keyframe-max-dist", keyDistance),
            .init("threads", job.threadCount),
        ]
    }

    /// Returns the properties of a rate factor. If the bit rate is unlimited, the level is ignored, and the smallest quantizer
    /// determines the quality.
    private static func vpxFactor(_ factor: Int) -> [ElementGraph.Property] {
        [.init("cq-level", factor), .init("min-quantizer", factor)]
    }

    /// Returns the properties of a bit rate. The quality never exceeds 100.
    private static func rate(_ rate: BitRate) -> [ElementGraph.Property] {
        [
            .init("end-usage", "vbr"), .init("target-bitrate", rate.bitsPerSecond), .init("min-quantizer", 4),
            .init("multipass-mode", rate.value("one-pass", "first-pass", "last-pass")),
        ] + (rate.notes.map { [.init("multipass-cache-file", $0.path, isVerbatim: true)] } ?? [])
    }
}
