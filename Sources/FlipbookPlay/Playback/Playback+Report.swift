import FlipbookCore
import FlipbookMedia
import FlipbookScene

extension Playback {
    var view: ImageView { state.arrived(showing: meter.showing).imageView(of: pictures.sets) }

    var helpPageCount: Int { display.helpPageCount }

    var statistics: RenderStatistics { pictures.statistics }

    var report: PlaybackReport {
        var report = meter.report
        report.cacheHits = pictures.statistics.hits
        report.cachePeakBytes = pictures.peakByteCount
        report.undecodable = undecodable.count
        report.notesAtEnd = [pictures.sequence.strayNote, pictures.sequence.levelsNote].compactMap(\.self)
        report.notes = notes + undecodable.notes + report.notesAtEnd
        report.sequencesFurther = sequencesFurther
        report.opened = opened
        report.chosenComparison = chosenComparison
        report.restorable = restorable
        report.misplacedNotes = misplacedNotes
        report.isOver = isOver
        let state = state.arrived(showing: meter.showing)
        (report.carried, report.place) = (state, state.motion == .animating ? state.transport : nil)
        if let comparison = settings.comparison, let found = pictures.compared?.findings.summary {
            let (name, first) = (comparison.frames.name, found.firstDifference)
            report.comparison = PlaybackReport.Comparison(name: name, compared: found.count, firstDifference: first)
        }
        return report
    }

    private var restorable: RestorableState {
        var restorable = RestorableState()
        restorable.views = pictures.sequence.viewStates
        // A finished playback starts over.
        guard state.motion != .ended else { return restorable }
        let transport = state.arrived(showing: meter.showing).transport
        restorable.playback = RestorableState.Position(
            frame: transport.position,
            timeNs: pictures.played.timing.nanosecond(ofFrame: transport.position),
            cycle: meter.report.cycles,
            isAnimating: state.motion == .animating && transport.isPlaying
        )
        return restorable
    }

    var status: PlayerStatus {
        let state = state.arrived(showing: meter.showing)
        let transport = state.transport
        let played = pictures.played
        let frame = played.frames[transport.position]
        let shown = state.restPicture == .image ? PlayerState.Shown.still : .frame(transport.position)
        return PlayerStatus(
            transport: transport,
            number: frame.number,
            name: frame.path?.name.description,
            timecode: TimeCode(ofFrame: transport.position, in: played.timing).description,
            rateAsked: PlayerStatus.rate(played.timing, transport.rate),
            rateReached: transport.isPlaying ? meter.recentRate : nil,
            dropped: meter.droppedCount,
            undecodable: undecodable.count,
            cacheBytes: pictures.source.byteCount,
            prompt: state.options.prompt,
            notice: settings.terminal == nil
                ? state.options.notice?.lines(settings.wording).joined(separator: "  ") : nil,
            panel: settings.terminal == nil ? [] : display.panel(over: shown)
        )
    }
}
