import FlipbookCore
import GStreamer

extension Playback {
    /// What rendering the frames of the present source has cost until now.
    var statistics: RenderStatistics { source.statistics }

    /// What it came to until now.
    var report: PlaybackReport {
        var report = meter.report
        report.cacheHits = formerCaches.hits + source.hits
        report.cachePeakBytes = max(formerCaches.peak, source.peakByteCount)
        report.undecodable = undecodable.count
        return report
    }

    /// How it stands.
    var status: PlayerStatus {
        let transport = currentTransport
        let frame = source.sequence.frames.frames[transport.position]
        let timing = source.sequence.timing
        return PlayerStatus(
            transport: transport,
            number: frame.number,
            name: frame.path?.lastComponent.escapingControlCharacters,
            timecode: Timecode(ofFrame: transport.position, in: timing).description,
            rateAsked: Double(timing.frameCount) / timing.cycleDuration.seconds * transport.rate.value.magnitude,
            rateReached: transport.isPlaying ? meter.recentRate : nil,
            dropped: meter.droppedCount,
            undecodable: undecodable.count,
            cacheBytes: source.byteCount,
            prompt: presentation.state.prompt,
            panel: panel(at: transport.position)
        )
    }

    /// What a terminal says about the picture, in letters of its own.
    private func panel(at position: Int) -> [String] {
        guard settings.terminal != nil else { return [] }
        let isStill = !isAnimating && restPicture == .image
        return decorator.panel(at: isStill ? nil : position)
    }

    /// What an element's error means to whoever plays.
    func explain(_ error: PipelineError) -> PlaybackError {
        let isAboutDevice = error.kind == .cannotOpen || error.kind == .cannotWrite
        return isAboutDevice && pipeline.opensWindow
            ? .noDisplay(sink: pipeline.sinkName, reason: error.message)
            : .pipeline(element: error.element, message: error.message)
    }

    /// X11 and GL sinks report the viewer's closing of the window as an error.
    static func saysWindowClosed(_ error: PipelineError) -> Bool {
        let message = error.message.lowercased()
        return message.contains("window was closed") || message.contains("quit requested")
    }
}
