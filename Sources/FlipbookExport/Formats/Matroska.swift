import FlipbookCore
import GStreamer

extension OutputFormat {
    /// Matroska.
    public static let matroska = OutputFormat(
        id: "mkv",
        noun: "an .mkv file",
        fileExtensions: ["mkv"],
        kind: .film,
        codecs: [.ffv1, .h264, .vp9, .av1],
        clock: .matroska,
        muxing: .matroska("matroskamux", audio: .flac)
    )

    /// WebM, Matroska's subset for browsers.
    public static let webM = OutputFormat(
        id: "webm",
        noun: "a .webm file",
        fileExtensions: ["webm"],
        kind: .film,
        codecs: [.vp9, .vp8, .av1],
        clock: .matroska,
        muxing: .matroska("webmmux", audio: .vorbis),
        // Browsers support no other chroma resolution.
        mostChroma: .quarter
    )
}

extension OutputClock {
    static let matroska = OutputClock(
        // Readers expect milliseconds.
        frameUnits: { _ in (inSecond: 1000, most: 1_000_000_000) },
        tolerance: { Int64($0.matroskaUnit) },
        // With fine units, the times that fit in the file cover only a short interval, which reordered pictures can exceed.
        needsDisplayOrder: { $0.matroskaUnit == 1_000 },
        note: { job in
            guard job.rate == nil, let slots = job.timing.frameSlots, job.matroskaUnit == 1_000_000,
                1000 % slots.ticksPerSecond != 0
            else { return nil }
            return "The frames' times are rounded to milliseconds, since an encoder option can change their order. "
                + "For microsecond precision, omit this option, or use \(remedy: .choose(format: "mp4"))."
        }
    )
}

extension Muxing {
    static func matroska(_ element: String, audio: AudioEncoding) -> Muxing {
        Muxing(
            muxer: element,
            properties: { job in
                guard job.matroskaUnit != 1_000_000 else { return [] }
                return [
                    .init("timecodescale", job.matroskaUnit),
                    // A picture's time, relative to that of its cluster, is stored in 16 bits.
                    .init("max-cluster-duration", job.matroskaUnit * Int(Int16.max)),
                ]
            },
            audio: audio,
            packetSource: "matroskademux",
            identity: .matroska,
            tags: .matroska
        )
    }
}

extension EncodingJob {
    /// The length of a time unit, in nanoseconds: one millisecond, which every reader supports, or one microsecond if durations
    /// are not whole milliseconds.
    ///
    /// A constant rate is stored in the file, and readers expect rounded times. If the unit is a millisecond, pictures can be
    /// reordered.
    var matroskaUnit: Int {
        guard rate == nil, let slots = timing.frameSlots, !mayReorder, 1000 % slots.ticksPerSecond != 0
        else { return 1_000_000 }
        return 1_000
    }
}
