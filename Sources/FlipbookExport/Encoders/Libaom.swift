import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// AV1, in 4:2:0 by default: the smallest files that browsers show, and the slowest to encode.
    public static let av1 = VideoCodec(
        id: "av1",
        name: "AV1",
        layouts: [.quarterChroma, .halfChroma, .fullChroma],
        colorSpaces: ColorSpace.video,
        colorRanges: [.limited, .full],
        mediaType: "video/x-av1",
        encoderName: "libaom",
        factors: RateFactors(best: 0, smallest: 63, scale: [63, 57, 45, 33, 6]),
        bitRatePasses: 1,
        isSizedByFactor: true,
        mixedFactors: libaomFactor,
        presets: ["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"],
        commonPresets: ["balanced": "6", "fast": "8", "best": "4"],
        elementLayouts: Layout.bt709,
        leastSide: 16,
        // AV1, Annex A: the limit of all levels.
        mostSide: 16_384,
        keepsLengths: false,
        // GStreamer 1.22 has no element for dav1d.
        decoder: "av1dec",
        memory: { job in job.size.area * 60 * 20 },
        work: .element("av1enc") { job in
            // With only these bounds, the quality is that of a libaom factor one sixth larger, so the factor is reduced. With a
            // size limit, it is not, since every step is needed.
            let isSized = job.request.mostBytes != nil
            let factor = job.rateFactor(ofFrame: 0).map {
                [.init("end-usage", "q")] + libaomFactor(isSized ? $0 : $0 * 6 / 7)
            }
            // The quality never exceeds 100.
            let rate = job.bitRate.map { rate -> [ElementGraph.Property] in
                [.init("end-usage", "vbr"), .init("target-bitrate", rate.kilobits)] + quantizers(63, 5)
            }
            let preset: [ElementGraph.Property] = job.preset.map { [.init("cpu-used", $0)] } ?? []
            let speed = [ElementGraph.Property("row-mt", "true"), .init("threads", job.threadsOfLibaom)]
            return (rate ?? factor ?? []) + preset + [.init("keyframe-max-dist", keyDistance)] + speed
        },
        library: { job in
            guard let rate = job.rate, let factor = job.rateFactor else { return nil }
            return try LibAOM.Encoder(
                of: job.size,
                job.pictures,
                rate: rate,
                level: factor,
                speed: job.preset.flatMap { Int($0) } ?? 6,
                keyDistance: keyDistance,
                threads: job.threadsOfLibaom
            )
        },
        packetType: "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu",
        parsers: [ElementGraph.Node("av1parse")],
        // The element does not pass the colors to libaom, and later elements ignore them.
        mend: { AV1SequenceHeader.saying($1, $0) }
    )
}

extension EncodingJob {
    /// The number of threads that suits libaom. Threads with fewer than five rows of blocks mostly wait for one another: at 256
    /// rows of pixels, two threads take twice as long as one.
    var threadsOfLibaom: Int { min(threadCount, max(1, size.height / 320)) }
}

extension VideoCodec {
    /// Returns the properties of a rate factor. av1enc cannot set libaom's own factor, so the factor is used as both the
    /// largest and the smallest quantizer. The largest is set first, since the smallest must never exceed it.
    private static func libaomFactor(_ factor: Int) -> [ElementGraph.Property] { quantizers(factor, factor) }

    private static func quantizers(_ largest: Int, _ smallest: Int) -> [ElementGraph.Property] {
        [.init("max-quantizer", largest), .init("min-quantizer", smallest)]
    }
}

extension AV1SequenceHeader {
    /// Returns a packet with these colors in its sequence header, or `nil` if the packet has no header, or if the header
    /// already contains colors.
    static func saying(_ colors: OutputColors, _ packet: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let header = Self(packet), !header.length.isEmpty else { return nil }
        // The color flag and the following range are in one or two bytes. A temporary byte is added after the header.
        let bytes = packet[header.payload] + [0]
        let (place, shift) = (header.colorFlag / 8, 15 - header.colorFlag % 8)
        let word = Int(bytes[place]) << 8 | Int(bytes[place + 1])
        guard word >> shift & 1 == 0 else { return nil }
        let points = colors.codePoints
        let described = 1 << 24 | points.primaries << 16 | points.transfer << 8 | points.matrix
        let range = colors.range == .full ? 1 << (shift - 1) : 0
        // Inserting 24 bits keeps the rest aligned to bytes.
        let changed = (word >> (shift + 1)) << (shift + 25) | described << shift | range | word & (1 << (shift - 1) - 1)
        let payload = (bytes[..<place] + big(changed, 5) + bytes[(place + 2)...]).dropLast()
        return packet[..<header.length.lowerBound] + length(of: payload.count) + payload
            + packet[header.payload.upperBound...]
    }

    /// Encodes a length in groups of seven bits, the lowest first.
    private static func length(of count: Int) -> [UInt8] {
        var (rest, bytes) = (count, [UInt8]())
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
