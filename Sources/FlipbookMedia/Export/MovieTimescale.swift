import FlipbookCore

/// The units a second in which an MPEG-4 file tells its length, which is a number of 32 bits.
enum MovieTimescale {
    /// The longest that a file of a constant rate lasts, in whole seconds.
    ///
    /// GStreamer's muxer takes the track's units, doubled until they are fine enough for an edit list.
    static func longest(rate: FrameRate) -> Int64 {
        var units = Int64(EncodingPipeline.timescale(for: rate) ?? max(1, Int(100 * rate.framesPerSecond)))
        while units < 1800 { units *= 2 }
        return Int64(UInt32.max) / units
    }
}
