import FlipbookCore
import FlipbookMedia
import GStreamer

extension VideoCodec {
    /// H.264, in 4:2:0 by default, which every browser and player shows. It has no transparency.
    public static let h264 = VideoCodec(
        id: "h264",
        name: "H.264",
        layouts: [.quarterChroma, .halfChroma, .fullChroma] + PictureLayout.tenBits,
        colorSpaces: ColorSpace.video,
        colorRanges: [.limited, .full],
        mediaType: "video/x-h264",
        encoderName: "x264",
        // The default is a little better than x264's own 23.
        factors: RateFactors(best: 1, smallest: 50, scale: [45, 36, 28, 20, 8]),
        bitRatePasses: 2,
        presets: x264Presets.map(\.name),
        commonPresets: ["balanced": "medium", "fast": "veryfast", "best": "veryslow"],
        elementLayouts: Layout.bt709,
        mostSide: 16_384,
        needsEvenWidth: true,
        reorderingProperties: ["bframes", "option-string", "pass"],
        decoder: "avdec_h264",
        memory: { job in
            let asked = job.request.options.last { $0.name == "rc-lookahead" }.flatMap { Int($0.value) }
            return bytesOfHeldPicture(job) * (preset(job).held - preset(job).lookahead + (asked ?? lookahead(job)))
        },
        work: .element("x264enc") { job in
            var properties: [ElementGraph.Property] = []
            if let preset = job.preset { properties.append(.init("speed-preset", preset)) }
            if let rate = job.bitRate {
                properties += [.init("pass", rate.value("cbr", "pass1", "pass2")), .init("bitrate", rate.kilobits)]
                // Without a limit, a short video would exceed quality 100.
                properties.append(.init("qp-min", 8))
                if let path = rate.notes?.path { properties += [.init("multipass-cache-file", path, isVerbatim: true)] }
            } else {
                properties.append(.init("pass", "qual"))
            }
            if let factor = job.rateFactor { properties.append(.init("quantizer", factor)) }
            // Otherwise, the default bit rate limits the requested quality.
            properties += [.init("vbv-buf-capacity", 0), .init("key-int-max", keyDistance)]
            if preset(job).lookahead >= 40, job.threadCount <= 4 {
                // By default, x264 looks ahead on a separate thread and holds more pictures. With `medium` and slower presets,
                // size and time are the same without this thread.
                properties.append(.init("sync-lookahead", 0))
            }
            if lookahead(job) < preset(job).lookahead { properties.append(.init("rc-lookahead", lookahead(job))) }
            if job.format.clock?.needsDisplayOrder(job) == true { properties.append(.init("bframes", 0)) }
            if let threads = job.threads {
                // This is the number of threads that x264 would choose. Without this setting, the output would depend on the
                // type of the cores.
                properties.append(.init("threads", max(1, threads * 3 / 2)))
                properties.append(.init("option-string", "cpu-independent=1"))
            }
            return properties
        },
        signature: { signatureLength(in: $0, 6, behind: 7...9, headerLength: 1) { $0 & 0x1F } }
    )

    /// Returns the length of the encoder's text at the beginning of a packet, including everything that precedes the text. The
    /// text is unregistered user data (H.264 and H.265, 7.3.1 and D.1). Each unit is preceded by its length.
    /// - Parameters:
    ///   - information: The type of units that can contain the text.
    ///   - parameters: The types of delimiters, and of units that are also in the file's header.
    ///   - headerLength: The length of a unit's header in bytes.
    ///   - type: Returns the type of a unit, given its first byte.
    static func signatureLength(
        in packet: UnsafeRawBufferPointer,
        _ information: UInt8,
        behind parameters: ClosedRange<UInt8>,
        headerLength: Int,
        type: (UInt8) -> UInt8
    ) -> Int {
        var (place, length) = (0, 0)
        while place + 5 + headerLength <= packet.count {
            let unit = type(packet[place + 4])
            let isText = unit == information && packet[place + 4 + headerLength] == 5
            guard isText || parameters.contains(unit) else { break }
            place += 4 + Int(UInt32(bigEndian: packet.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            if isText { length = min(place, packet.count) }
        }
        return length
    }

    /// The presets, each with its lookahead and the number of pictures that x264 holds for lookahead and as references.
    static let x264Presets: [(name: String, held: Int, lookahead: Int)] = [
        ("ultrafast", 8, 0), ("superfast", 22, 0), ("veryfast", 30, 10), ("faster", 40, 20), ("fast", 48, 30),
        ("medium", 55, 40), ("slow", 65, 50), ("slower", 75, 60), ("veryslow", 75, 60), ("placebo", 75, 60),
    ]

    private static func preset(_ job: EncodingJob) -> (name: String, held: Int, lookahead: Int) {
        x264Presets.first { $0.name == job.preset } ?? (name: "", held: 75, lookahead: 40)
    }

    /// Returns the size, in bytes, of a picture that x264 holds, with its reduced copies and motion: 4.6 bytes per pixel,
    /// measured.
    private static func bytesOfHeldPicture(_ job: EncodingJob) -> Int { job.size.area * 46 / 10 }

    /// Returns the number of pictures in x264's lookahead: the preset's number, limited to 2.5 GB of pictures. It is the same
    /// on every machine, since the output depends on it.
    private static func lookahead(_ job: EncodingJob) -> Int {
        min(preset(job).lookahead, max(1, 2_500_000_000 / bytesOfHeldPicture(job)))
    }
}
