import FlipbookCore
import FlipbookImaging
import GStreamer

/// What is put on the screen, and how.
extension Playback {
    /// Puts what the transport says on the screen.
    func show() async {
        if generation > 0 {
            if let showing = meter.showing { completedCycles += schedule?.cycle(ofShowing: showing) ?? 0 }
            await change(to: .paused)
            await pipeline.flush()
            await stopFeeding()
            await pipeline.resume()
        }
        isAtEnd = false
        generation += 1
        let cycles = appearance.animationRepeatCount
        let schedule = transport.schedule(
            timing: source.sequence.timing,
            cycleCount: cycles > 0 ? max(1, cycles - completedCycles) : 0
        )
        self.schedule = schedule
        meter.begin(
            generation: generation,
            schedule: schedule,
            isRunning: transport.isPlaying,
            isStill: !isAnimating
        )
        pipeline.setLatest(latest)
        let feeder = feeder(schedule)
        let (mailbox, isPlaying, generation) = (mailbox, transport.isPlaying, generation)
        let rest = isAnimating ? nil : restPicture
        feeding = Task {
            do {
                if isPlaying {
                    try await feeder.run()
                } else if let rest {
                    try await feeder.showStill(try await self.picture(rest))
                } else {
                    try await feeder.showFirst()
                }
            } catch is CancellationError {
                // That is what was asked for, or the pipeline says why it takes no more.
            } catch {
                mailbox.post(.failed(PlaybackError(ending: error)))
            }
        }
        await change(to: isPlaying ? .playing : .paused)
        // While it runs, frames are shown one after the other without anyone being told.
        if isPlaying { answer(generation) }
    }

    private func feeder(_ schedule: PlaybackSchedule) -> PlaybackFeeder {
        let (source, end) = (source, settings.endPicture)
        return PlaybackFeeder(
            source: source,
            pipeline: pipeline,
            meter: meter,
            generation: generation,
            schedule: schedule,
            pacing: pacing,
            window: window,
            decorate: decorator.decorate,
            endPicture: { try await self.picture(end) }
        )
    }

    var decorator: FrameDecorator {
        let source = source
        return FrameDecorator(
            sequence: source.sequence,
            presentation: presentation,
            meter: meter,
            marksSubstitutes: settings.marksSubstitutes,
            keyMap: settings.keyMap,
            isPlaying: transport.isPlaying,
            rate: transport.rate,
            loopMode: transport.loopMode,
            points: transport.points(in: source.sequence.frames.frames),
            cachedBytes: { source.byteCount },
            undecodable: undecodable,
            drawsText: settings.terminal == nil
        )
    }

    /// What is shown while nothing animates, with what is laid over it; `nil` for what is there already.
    private func picture(_ rest: PlaybackSettings.EndPicture) async throws -> Picture? {
        let range = transport.range
        switch rest {
        case .image:
            let still = imageView.stillImage.map(Frame.init)
            // A window that closes at once need not show that there is nothing.
            guard still != nil || settings.staysOpen || !isAnimating else { return nil }
            return decorator.decorate(try await source.picture(still: still))
        case .none where isAnimating: return nil
        case .last, .none:
            let last = transport.rate.isReverse ? range.lowerBound : range.upperBound
            return decorator.decorate(try await source.picture(at: last), at: last)
        case .first: return decorator.decorate(try await source.picture(at: 0), at: 0)
        }
    }

    /// How many frames are made or wait: enough to even out what differs in the making, in a quarter of the memory.
    private var window: Int {
        let bytes = max(1, source.sequence.outputSize.area * 4)
        let least = source.sequence.window
        return min(max(appearance.memoryBudget / 4 / bytes, least), max(least, 16))
    }

    /// How late in nanoseconds a frame may come and still be shown: until its turn is over, but not so early that every
    /// little delay drops one; `nil` for however late.
    var latest: Int64? {
        guard pacing == .realtime else { return nil }
        let timing = source.sequence.timing
        let mean = timing.cycleDuration.seconds / Double(timing.frameCount) / transport.rate.value.magnitude
        return Int64(min(max(mean, 0.010), 0.100) * 1e9)
    }
}
