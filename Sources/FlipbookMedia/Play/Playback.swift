import FlipbookCore
import FlipbookImaging
import GStreamer

/// One running playback: which frame the clock started from, and who feeds the frames after it.
final actor Playback {
    private let sequence: CheckedSequence
    private let pipeline: PlaybackPipeline

    /// The frame whose time is the pipeline's 0, counted on from cycle to cycle.
    private var origin = 0
    private var isPaused = false
    private var feeding: Task<Void, any Error>?

    init(sequence: CheckedSequence, pipeline: PlaybackPipeline) {
        self.sequence = sequence
        self.pipeline = pipeline
    }

    /// Plays until the end of the stream or until the viewer quits.
    func run() async throws {
        defer { feeding?.cancel() }
        feed(from: 0)
        do {
            try pipeline.change(to: .playing)
        } catch {
            for await case .error(let error) in pipeline.messages { throw explain(error) }
            throw error
        }
        for await message in pipeline.messages {
            switch message {
            case .endOfStream:
                try await stopFeeding()
                return
            case .error(let error):
                if Self.saysWindowClosed(error) { return }
                // Whoever waits to push is answered now.
                pipeline.stop()
                try await stopFeeding()
                throw explain(error)
            case .navigation(let event):
                guard let command = PlayerCommand(event) else { continue }
                if try await !obey(command) { return }
            case .warning:
                continue
            }
        }
        throw CancellationError()
    }

    /// Does what the viewer asks for. Returns whether to go on.
    private func obey(_ command: PlayerCommand) async throws -> Bool {
        switch command {
        case .quit:
            return false
        case .togglePause where isPaused:
            isPaused = false
            try pipeline.change(to: .playing)
        case .togglePause:
            try await hold(shownFrame)
        case .step(let distance):
            try await hold(shownFrame + distance)
        }
        return true
    }

    /// The frame that is on the screen, counted on from cycle to cycle.
    private var shownFrame: Int {
        guard !isPaused, let position = pipeline.position else { return origin }
        let shown = sequence.timing.frame(at: sequence.timing.presentationTime(ofFrame: origin) + position)
        return min(shown, (sequence.playedFrameCount ?? .max) - 1)
    }

    /// Stops the clock and shows exactly `frame`, whatever was on its way to the screen.
    private func hold(_ frame: Int) async throws {
        try pipeline.change(to: .paused)
        isPaused = true
        pipeline.flush()
        try await stopFeeding()
        pipeline.resume()
        feed(from: placed(frame))
    }

    /// `frame`, moved by whole cycles to where it can be played: stepping back from
    /// the first frame shows the last, stepping on from the last one the first.
    private func placed(_ frame: Int) -> Int {
        let count = sequence.timing.frameCount
        if let end = sequence.playedFrameCount, frame >= end { return frame - end }
        return frame < 0 ? (sequence.playedFrameCount ?? count) + frame % count : frame
    }

    private func feed(from first: Int) {
        origin = first
        let (sequence, pipeline) = (sequence, pipeline)
        feeding = Task {
            do {
                let timing = sequence.timing
                let start = timing.presentationTime(ofFrame: first)
                let firstRun = sequence.runs.run(ofFrame: first)
                try await FrameFeeder(window: sequence.window).run(
                    count: (sequence.playedRunCount ?? .max) - firstRun,
                    make: { index in try await sequence.picture(ofRun: firstRun + index) },
                    deliver: { index, picture in
                        for frame in sequence.runs.frames(ofRun: firstRun + index) where frame >= first {
                            let isTaken = await pipeline.push(
                                picture,
                                presentationTime: timing.presentationTime(ofFrame: frame) - start,
                                duration: timing.duration(ofFrame: frame)
                            )
                            if !isTaken { throw CancellationError() }
                        }
                    }
                )
                await pipeline.endStream()
            } catch let error as FrameRenderError {
                // Ends the stream, so that whoever waits for it asks why.
                await pipeline.endStream()
                throw error
            }
        }
    }

    /// Waits until the feeder has stopped.
    /// - Throws: `FrameRenderError` when that is why it stopped.
    private func stopFeeding() async throws {
        feeding?.cancel()
        do {
            try await feeding?.value
        } catch is CancellationError {
            // That is what was asked for.
        }
    }

    private func explain(_ error: PipelineError) -> PlaybackError {
        let isAboutDevice = error.kind == .cannotOpen || error.kind == .cannotWrite
        return isAboutDevice && pipeline.opensWindow
            ? .noDisplay(sink: pipeline.sinkName, reason: error.message)
            : .pipeline(element: error.element, message: error.message)
    }

    /// X11 and GL sinks report the viewer's closing of the window as an error.
    private static func saysWindowClosed(_ error: PipelineError) -> Bool {
        error.message.contains("window was closed")
    }
}
