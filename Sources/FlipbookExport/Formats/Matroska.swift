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

    /// WebM: Matroska's subset for browsers.
    public static let webM = OutputFormat(
        id: "webm",
        noun: "a .webm file",
        fileExtensions: ["webm"],
        kind: .film,
        codecs: [.vp9, .vp8, .av1],
        clock: .matroska,
        muxing: .matroska("webmmux", audio: .vorbis),
        // Browsers show nothing else.
        mostChroma: .quarter
    )
}

extension OutputClock {
    /// How Matroska and its subset tell times.
    static let matroska = OutputClock(
        // What its readers expect.
        frameLengths: { _ in RationalTime(1, 1000).map { $0...RationalTime(1_000_000) } },
        tolerance: { Int64(MatroskaUnit($0).nanoseconds) },
        // Fine units count from a picture that may be far off where pictures are decoded in another order.
        needsDisplayOrder: { MatroskaUnit($0) == .microsecond },
        note: { job in
            guard job.rate == nil, let slots = job.timing.frameSlots, MatroskaUnit(job) == .millisecond,
                1000 % slots.ticksPerSecond != 0
            else { return nil }
            return "The frames' times are rounded to milliseconds, since the encoder may change their order. "
                + "Leave these options out for times to the microsecond, or write \(remedy: .choose(format: "mp4"))."
        }
    )
}

extension Muxing {
    /// GStreamer's muxers of this family, by their element.
    static func matroska(_ element: String, audio: AudioEncoding) -> Muxing {
        Muxing(
            muxer: element,
            properties: { job in
                let unit = MatroskaUnit(job)
                guard unit != .millisecond else { return [] }
                return [
                    .init("timecodescale", unit.nanoseconds),
                    // A picture's time counts from its cluster's in 16 bits.
                    .init("max-cluster-duration", unit.nanoseconds * Int(Int16.max)),
                ]
            },
            audio: audio,
            packetSource: "matroskademux",
            identity: .matroska,
            tags: .matroska
        )
    }
}

/// The unit in which a Matroska file tells times.
enum MatroskaUnit {
    /// What every reader knows and the specification advises for video.
    case millisecond
    /// For frames whose lengths are no whole milliseconds.
    case microsecond

    /// The unit for the pictures of `job`.
    ///
    /// At a constant rate the rate is in the file, and rounded times are what every reader of Matroska
    /// expects. Where frames are shown for different times, these are all that there is.
    init(_ job: EncodingJob) {
        // An encoder that may change the pictures' order gets the unit that carries them.
        guard job.rate == nil, let slots = job.timing.frameSlots, !job.mayReorder else {
            self = .millisecond
            return
        }
        self = 1000 % slots.ticksPerSecond == 0 ? .millisecond : .microsecond
    }

    /// The unit's length.
    var nanoseconds: Int {
        switch self {
        case .millisecond: 1_000_000
        case .microsecond: 1_000
        }
    }
}
