import Dispatch
import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookScene
import FlipbookWindow
import GStreamer

extension Playback {
    func hear(_ input: PlaybackInput) async throws {
        if deferred != nil, input.needsSequence(controls) {
            deferred?.append(input)
            return
        }
        switch input {
        case .bus(let message): try await hear(message)
        case .busEnded:
            if let refusal { throw refusal }
            try Task.checkCancellation()
            throw PlaybackError.pipeline(element: "pipeline", message: "it ended unexpectedly")
        case .then(let body): await body(self)
        case .window(let news):
            inputTime = news.time
            await hear(news.event)
        // The next frame has the new size. If none follows, the current one is shown again.
        case .reconfigured: if meter.showing != nil { state.refresh() }
        case .viewer(let input, let time):
            inputTime = time
            await hear(input)
        case .request(let request, let reply):
            let outcome = await Result { try await obey(request) }.mapError(PlaybackError.init)
            if case .success = outcome { answer(reply) } else { reply.answer(outcome) }
        case .sequence(let sequence):
            (arrived, deferred) = ((deferred ?? []) + arrived, nil)
            var next = pictures
            next.replacePreview(with: sequence)
            if settings.carried != nil || state.options.background != nil { next.redraw(state.view, state.options) }
            await replacePictures(with: next)
            show(sequence.playedNotes)
            let isPlaying = state.motion == .animating && !settings.waits
            state.transport = settings.transport(frameCount: sequence.timing.frameCount, isPlaying: isPlaying)
        case .followed(let followed):
            var next = pictures
            next.follow(followed)
            await goOn(with: next)
            if state.hasPictures { state.view.animationImages = next.sets.normal.frames.map(\.image) }
            say(Explanation(followed.summary))
        case .failed(.frame(let failure)):
            var next = pictures
            guard try await next.omit(failure, state.view, state.options) else { throw failure }
            await goOn(with: next)
        case .failed(let error): throw error
        }
    }

    private func goOn(with next: PlayedPictures) async {
        let former = pictures.played
        await stopClock()
        await replacePictures(with: next)
        let played = next.played
        await carryOut(state.follow(former.frames, played.frames, timing: played.timing))
    }

    private func hear(_ message: BusMessage) async throws {
        switch message {
        // After the process was stopped, or after a flush, an end of stream belongs to discarded pictures.
        case .endOfStream:
            if meter.hasStopped || isHalted || !meter.isPushed { return }
            await stopFeeding()
            meter.finish()
            await carryOut(state.end())
            isOver = !settings.staysOpen
            // A short playback might end before it is known whether the audio can be played.
            if isOver, let error = await sound?.refusal() { throw error }
            if isOver, settings.sequenceCount > 1 { sequencesFurther = 1 }
            answer(state.generation)
        case .error(let error):
            // X11 and GL sinks report a closed window as an error.
            if ["window was closed", "quit requested"].contains(where: error.message.lowercased().contains) {
                isOver = true
                return
            }
            // Pushes that are waiting return now.
            await pipeline.stop()
            await stopFeeding()
            throw explain(error)
        case .closeRequested: isOver = true
        case .prerolled:
            pipeline.watchWindow()
            beginListing()
            guard let serial = pipeline.shownSerial, meter.noteStanding(serial) else { return }
            mailbox.firstFrame.answer(())
            answer(state.generation)
            if let turn = heldKey.turn(after: state.generation, pace: .seconds(1 / rate)) { await take(turn) }
        case .warning: break
        }
    }

    func hear(_ input: PlayerInput) async {
        if state.view.isUserInteractionEnabled {
            if let events = touches.events(for: input, at: inputTime, in: state.hasPictures ? state.view : nil) {
                for event in events {
                    self.events.send(event)
                    if case .touch(let touch) = event { await take(touch) }
                }
                return
            }
        }
        if state.closeList(for: input) {
            lastEscape = inputTime
            controls.follow(state.options.prompt)
            return await carryOut(state.divideWindow())
        }
        if input.isEscape, state.options.prompt == nil, let notice = state.options.notice, notice == refusedNotice {
            lastEscape = inputTime
            return state.endNotice(notice.number)
        }
        // The first press leaves full screen.
        if input.isEscape, state.options.prompt == nil, let ownWindow, ownWindow.isFullScreen {
            return ownWindow.leaveFullScreen()
        }
        if input.isEscape, ownWindow != nil {
            // An extra press does not end the session.
            if state.options.prompt != nil {
                lastEscape = inputTime
            } else if let lastEscape, inputTime - lastEscape < .seconds(1) {
                return
            }
        }
        await choose { $0.commands(for: input) }
    }

    private func take(_ touch: Touch) async {
        if let tree {
            await tree.send(touch)
            return state.refresh()
        }
        arrive()
        let moment = pictures.sequence.timing.nanosecond(ofFrame: state.transport.position)
        guard viewerTouches?.take(touch, at: moment) == true, let done = viewerTouches?.events else { return }
        let former = pictures.played
        var next = pictures
        do {
            try await next.replay(done, in: state.view, state.options)
        } catch {
            return say("nothing happened: \(PlaybackError(error).explanation)")
        }
        await replacePictures(with: next)
        state.replaceFrames(former.frames, with: next.played.frames, timing: next.played.timing)
    }

    func obey(_ request: PlaybackRequest) async throws {
        switch request {
        case .command(let command): await perform(command)
        case .update(let change): try await update(change)
        }
    }

    func stopFeeding() async {
        feeding?.cancel()
        await feeding?.value
    }

    private func explain(_ error: PipelineError) -> PlaybackError {
        let isAboutDevice = error.kind == .cannotOpen || error.kind == .cannotWrite
        return isAboutDevice && pipeline.opensWindow
            ? .noDisplay(sink: pipeline.sinkName, reason: error.message)
            : .pipeline(element: error.element, message: error.message)
    }

    /// Beats ten times per second on its own thread, so that a gap means that the process was stopped.
    /// - Returns: A function that ends the heartbeat.
    static func heartbeat(of meter: PlaybackMeter, to mailbox: PlaybackMailbox) -> () -> Void {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "flipbook.heart"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(100), leeway: .milliseconds(10))
        timer.setEventHandler {
            mailbox.beat()
            // Playback continues from the same frame, and no frames are pending.
            if meter.beat() { mailbox.post { await $0.stopClock() } }
        }
        timer.activate()
        return { timer.cancel() }
    }
}
