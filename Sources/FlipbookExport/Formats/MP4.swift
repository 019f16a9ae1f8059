import FlipbookCore
import FlipbookMedia
import GStreamer

extension OutputFormat {
    /// MPEG-4 (ISO/IEC 14496-14), which every browser and player opens.
    public static let mp4 = OutputFormat(
        id: "mp4",
        noun: "an .mp4 file",
        fileExtensions: ["mp4"],
        kind: .film,
        codecs: [.h264, .h265, .av1],
        // GStreamer's muxer drops smaller pictures.
        leastSide: 16,
        clock: .mpeg4,
        muxing: .mpeg4("mp4mux")
    )
}

extension OutputClock {
    static let mpeg4 = OutputClock(
        // A frame's duration is stored in 32 bits, in the track's units.
        frameUnits: { slots in (inSecond: Int64(MP4Timescale.track(of: slots)), most: Int64(UInt32.max)) },
        limit: MP4Timescale.limit,
        // The unit of time is derived from the rate's own fraction, and readers round times to nanoseconds.
        tolerance: { _ in 2_000 },
        // The file stores the intervals between decoding times. With B-frames, the duration of the last picture would be lost.
        needsDisplayOrder: { $0.rate == nil },
    )
}

extension Muxing {
    static func mpeg4(_ element: String, carriesTimeCode: Bool = false, audio: AudioEncoding = .aac) -> Muxing {
        Muxing(
            muxer: element,
            properties: { job in
                let units = job.rate.map(MP4Timescale.track) ?? job.timing.frameSlots.map(MP4Timescale.track)
                // The index comes first, so that a browser can play the file while it loads.
                return [.init("faststart", "true")]
                    + [units ?? nil].compactMap { $0.map { .init("trak-timescale", $0) } }
            },
            scratchProperty: "faststart-file",
            carriesTimeCode: carriesTimeCode,
            demultiplexer: "qtdemux",
            colors: { OutputColors.CodePoints(ofMPEG4: $0) },
            audio: audio,
            packetSource: "qtdemux",
            identity: .mpeg4,
            tags: .mpeg4
        )
    }
}

enum MP4Timescale {
    /// Returns the track's units per second for frames of different durations: between a thousand and a million. If possible,
    /// every time is a whole number of units.
    static func track(of slots: FrameSlots) -> Int {
        let (least, most) = (1_000, 1_000_000)
        guard slots.ticksPerSecond <= most else { return most }
        let ticks = Int(slots.ticksPerSecond)
        return ticks * max(1, (least + ticks - 1) / ticks)
    }

    /// Returns the track's units per second that express a rate exactly, or `nil` if the muxer's default is exact.
    ///
    /// The default is 100 times the rate, rounded down. For 10 frames in 1.1 s, the error would grow with each frame.
    static func track(of rate: FrameRate) -> Int? {
        let (numerator, denominator) = (Int(rate.numerator), Int(rate.denominator))
        guard denominator != 1, denominator != 1001, max(numerator, denominator) <= Int32.max else { return nil }
        let factor = max(1, 1000 / numerator)
        return denominator * factor <= 1_000_000 ? numerator * factor : numerator
    }

    /// Returns the number of whole seconds that a file's length must stay below at a constant rate. The file stores its length
    /// in 32 bits.
    ///
    /// GStreamer's muxer doubles the track's units until they are fine enough for an edit list.
    static func limit(of rate: FrameRate) -> Int64? {
        var units = Int64(track(of: rate) ?? max(1, Int(100 * rate.framesPerSecond)))
        while units < 1800 { units *= 2 }
        return Int64(UInt32.max) / units
    }
}
