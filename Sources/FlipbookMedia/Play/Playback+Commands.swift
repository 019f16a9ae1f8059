import FlipbookCore

/// What viewers and programs ask for.
extension Playback {
    /// Does what someone asks for.
    func obey(_ command: PlayerCommand) async {
        if command == .quit {
            isOver = true
            return
        }
        arrive()
        let before = (transport, isAnimating)
        // After the last cycle, the first one follows.
        if isAtEnd, command == .play || command == .togglePause {
            transport.rate.isReverse ? transport.goToEnd() : transport.goToBeginning()
        }
        if transport.obey(command, timing: source.sequence.timing, numbers: source.sequence.frames.frames) {
            if transport.isPlaying || command.choosesFrame { isAnimating = true }
            // The same again shows nothing new, but a step to the same frame stops.
            if before != (transport, isAnimating) || isAtEnd { needsShowing = true }
            let before = before.0
            if transport.isPlaying != before.isPlaying { events.send(transport.isPlaying ? .playing : .paused) }
            return
        }
        await obeyAboutView(command)
    }

    /// Closes the list of keys where it is shown and that is what Escape means. Returns whether it did.
    func closesHelp(_ input: PlayerInput) -> Bool {
        let state = presentation.state
        guard input.isEscape, state.helpPage != nil, state.prompt == nil else { return false }
        presentation.update { $0.helpPage = nil }
        if !transport.isPlaying, meter.showing != nil { needsShowing = true }
        return true
    }

    /// Brings the transport to the frame that is on the screen.
    func arrive() { transport = currentTransport }

    /// The transport at the frame that is on the screen.
    var currentTransport: Transport {
        var transport = transport
        guard !needsShowing, transport.isPlaying, let schedule else { return transport }
        let showing = min(meter.showing ?? 0, (schedule.count ?? .max) - 1)
        transport.arrive(at: schedule.frame(ofShowing: showing), isReverse: schedule.isReverse(atShowing: showing))
        return transport
    }
}
