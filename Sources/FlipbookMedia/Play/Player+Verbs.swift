public import FlipbookCore

/// What a program can have a player do, while it runs.
extension Player {
    /// Runs the clock.
    @discardableResult
    public func play() async -> Bool { await perform(.play) }

    /// Stops the clock on the frame that is shown.
    @discardableResult
    public func pause() async -> Bool { await perform(.pause) }

    /// Stops, `distance` frames further on.
    @discardableResult
    public func step(by distance: Int) async -> Bool { await perform(.step(by: distance)) }

    /// Shows exactly the frame at a position, from 0, and runs on if it ran. Beyond the ends, the end is shown.
    @discardableResult
    public func seek(toFrame position: Int) async -> Bool { await perform(.seek(toFrame: position)) }

    /// How fast and in which direction; 1 where it does not run yet.
    public var rate: PlaybackRate {
        get async { await status?.transport.rate ?? .normal }
    }

    /// Plays at a rate from the frame that is shown.
    @discardableResult
    public func setRate(_ rate: PlaybackRate) async -> Bool { await perform(.setRate(rate)) }

    /// What happens at the ends.
    public var loopMode: LoopMode {
        get async { await status?.transport.loopMode ?? settings.loopMode }
    }

    /// Does something else at the ends from now on.
    @discardableResult
    public func setLoopMode(_ mode: LoopMode) async -> Bool { await perform(.setLoopMode(mode)) }

    /// Plays between two positions; `nil` for the whole sequence.
    @discardableResult
    public func setRange(_ range: ClosedRange<Int>?) async -> Bool { await perform(.setRange(range)) }
}
