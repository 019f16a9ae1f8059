import FlipbookCore

/// The unit in which a Matroska file tells times.
enum MatroskaUnit: Sendable {
    /// What every reader knows and the specification advises for video.
    case millisecond
    /// For frames whose lengths are no whole milliseconds.
    case microsecond

    /// The unit's length.
    var nanoseconds: Int {
        switch self {
        case .millisecond: 1_000_000
        case .microsecond: 1_000
        }
    }
}

extension EncodingProfile {
    /// The unit for frames with these times.
    ///
    /// At a constant rate the rate is in the file, and rounded times are what every reader of Matroska
    /// expects. Where frames are shown for different times, these are all that there is.
    func matroskaUnit(_ timing: FrameTiming, rate: FrameRate?) -> MatroskaUnit {
        guard container == .matroska, rate == nil, let slots = timing.frameSlots else { return .millisecond }
        // Whoever asks for pictures in another order gets times in the unit that carries them.
        guard !reordersPictures else { return .millisecond }
        return 1000 % slots.ticksPerSecond == 0 ? .millisecond : .microsecond
    }

    /// Whether an option can make the encoder write pictures in another order than they are shown.
    private var reordersPictures: Bool {
        options.contains { ["bframes", "option-string", "pass"].contains($0.name) }
    }

    /// How far a time in the file may lie from the exact one, in nanoseconds.
    ///
    /// MPEG-4 counts in units of the rate's own fraction, and a reader rounds these
    /// to nanoseconds; Matroska counts in its unit.
    func timeTolerance(_ timing: FrameTiming, rate: FrameRate?) -> Int64 {
        switch container {
        case .mp4: 2_000
        case .matroska: Int64(matroskaUnit(timing, rate: rate).nanoseconds)
        case .imageSequence: 0
        }
    }
}
