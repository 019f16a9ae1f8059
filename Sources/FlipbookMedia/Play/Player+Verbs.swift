public import FlipbookCore

/// What a program can have a player do, while it runs.
extension Player {
    /// Runs the clock.
    public func play() async { await perform(.play) }

    /// Stops the clock on the frame that is shown.
    public func pause() async { await perform(.pause) }

    /// Stops, `distance` frames further on.
    public func step(by distance: Int) async { await perform(.step(by: distance)) }

    /// Shows exactly the frame at a position, from 0, and runs on if it ran. Beyond the ends, the end is shown.
    public func seek(toFrame position: Int) async { await perform(.seek(toFrame: position)) }

    /// How fast and in which direction; 1 where it does not run yet.
    public var rate: PlaybackRate {
        get async { await status?.transport.rate ?? .normal }
    }

    /// Plays at a rate from the frame that is shown.
    public func setRate(_ rate: PlaybackRate) async { await perform(.setRate(rate)) }

    /// What happens at the ends.
    public var loopMode: LoopMode {
        get async { await status?.transport.loopMode ?? settings.loopMode }
    }

    /// Does something else at the ends from now on.
    public func setLoopMode(_ mode: LoopMode) async { await perform(.setLoopMode(mode)) }

    /// Plays between two positions; `nil` for the whole sequence.
    public func setRange(_ range: ClosedRange<Int>?) async { await perform(.setRange(range)) }
}
