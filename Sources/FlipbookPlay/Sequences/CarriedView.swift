import FlipbookCore

/// The settings of the view and of the playback that stay when the window goes from one sequence to another.
package struct CarriedView: Hashable, Sendable {
    /// What the viewer chose to see.
    let options: DisplayOptions
    private let pacing: PlaybackSettings.Pacing
    private let isMuted: Bool
    private let volume: Int
    private let rate: PlaybackRate
    private let loopMode: LoopMode
    /// Whether the clock runs; it does where the end of the sequence led on.
    let isPlaying: Bool

    /// What is kept of a player's state.
    init(_ state: PlayerState) {
        var options = state.options
        (options.notice, options.prompt, options.helpPage, options.hovered) = (nil, nil, nil, nil)
        self.options = options
        (pacing, isMuted, volume) = (state.pacing, state.isMuted, state.volume)
        (rate, loopMode) = (state.transport.rate, state.transport.loopMode)
        isPlaying = state.transport.isPlaying || state.motion == .ended
    }

    /// Goes on with it in the state of another player.
    func apply(to state: inout PlayerState) {
        let comparison = state.options.comparison
        state.options = options
        state.options.comparison = comparison
        if let former = options.comparison {
            state.options.comparison?.way = former.way
            state.options.comparison?.wipe = former.wipe
            state.options.comparison?.amplification = former.amplification
        }
        (state.pacing, state.isMuted, state.volume) = (pacing, isMuted, volume)
    }

    /// Goes on with it in other controls.
    func apply(to transport: inout Transport) {
        transport.setRate(rate)
        transport.setLoopMode(loopMode)
    }
}

/// Where a viewer left a sequence, to be there again when it is shown the next time.
package struct PlaybackPlace: Hashable, Sendable {
    private let position: Int
    private let inPoint: Int?
    private let outPoint: Int?

    /// The place of controls.
    init(_ transport: Transport) {
        self.init(position: transport.position, inPoint: transport.inPoint, outPoint: transport.outPoint)
    }

    /// A place; a point that is `nil` leaves that of other controls as it is.
    init(position: Int, inPoint: Int?, outPoint: Int?) {
        (self.position, self.inPoint, self.outPoint) = (position, inPoint, outPoint)
    }

    /// Puts other controls there.
    func apply(to transport: inout Transport) {
        if let outPoint {
            transport.seek(to: outPoint)
            transport.setOutPoint()
        }
        if let inPoint {
            transport.seek(to: inPoint)
            transport.setInPoint()
        }
        transport.seek(to: position)
    }
}

extension PlaybackSettings {
    /// The controls of a sequence when it is shown first.
    func transport(frameCount: Int, isPlaying: Bool) -> Transport {
        var transport = Transport(frameCount: frameCount, isPlaying: isPlaying, loopMode: loopMode)
        carried?.apply(to: &transport)
        place?.apply(to: &transport)
        return transport
    }
}
