public import FlipbookCore
public import FlipbookImaging
import GStreamer

/// Plays a sequence in a window, each frame at its exact time.
///
/// ``run(noting:)`` opens the window and returns when the playback is over; the verbs may be used meanwhile from
/// any task, and return when what they ask for is on the screen. Keys and the mouse in the window do the same.
///
/// ```swift
/// let player = Player(frames: frames, settings: settings)
/// async let ended: Void = player.run()
/// await player.seek(toFrame: 12)
/// for await event in player.events { if case .shown(let frame) = event { print(frame) } }
/// try await ended
/// ```
public actor Player {
    /// Finds the frames anew, for a player that reads everything from the disk again.
    public typealias Reload = @Sendable () async throws -> FrameList

    private let sets: PictureSets
    private let initialView: ImageView?
    let settings: PlaybackSettings
    private let reload: Reload?
    private let reloadHighlighted: Reload?
    private let watcher: SequenceWatcher?
    private let mailbox = PlaybackMailbox()
    private let broadcast = EventBroadcast()
    private var playback: Playback?
    private var lastReport = PlaybackReport()

    /// A player of `frames`.
    /// - Parameter reload: Finds the frames anew; without it, the same files are read again.
    /// - Parameter reloadHighlighted: Finds the frames of the highlighted state anew.
    /// - Parameter watcher: Tells of changes to the files, which are played from then on; its first change is `frames`.
    public init(
        frames: FrameList,
        settings: PlaybackSettings,
        reload: Reload? = nil,
        reloadHighlighted: Reload? = nil,
        following watcher: SequenceWatcher? = nil
    ) {
        sets = PictureSets(
            normal: frames,
            highlighted: settings.highlightedFrames,
            isHighlighted: settings.isHighlighted
        )
        initialView = nil
        self.watcher = watcher
        self.settings = settings
        self.reload = reload
        self.reloadHighlighted = reloadHighlighted
    }

    /// A player of an image view, which shows what ``update(_:)`` makes of it.
    ///
    /// The view's properties count before those of `settings`; the window has the size of its bounds, or, where these
    /// are empty, of the first picture. Unless `startAnimating()` was called, its still picture is shown.
    public init(showing view: ImageView, settings: PlaybackSettings = PlaybackSettings()) {
        sets = PictureSets(view)
        initialView = view
        var settings = settings
        settings.sequence.frameRate = nil
        settings.sequence.adopt(view)
        settings.staysOpen = true
        let size = Rect(origin: .zero, size: view.bounds.size)
        if !size.isEmpty {
            settings.sequence.canvas = size.snapped(scale: settings.sequence.scale?.value ?? 1).size
        }
        settings.isUserInteractionEnabled = view.isUserInteractionEnabled
        self.settings = settings
        reload = nil
        reloadHighlighted = nil
        watcher = nil
    }

    /// What happens from now on, for each who asks. Where nobody takes them, the latest 1024 wait. Ends with ``run(noting:)``.
    public nonisolated var events: AsyncStream<PlayerEvent> { broadcast.stream() }

    /// Plays until the last cycle has ended, the viewer quits, or the window is closed. Can be called once.
    ///
    /// - Parameter noting: Is told, before the first frame is shown, what someone might not
    ///   expect of the pictures, a sentence each.
    /// - Returns: What rendering the pictures cost.
    /// - Throws: ``PlaybackError``; cancelling the task throws ``PlaybackError/cancelled``. A frame that cannot be
    ///   decoded ends nothing: something stands in for it, marked, as ``SequenceSettings/missing`` says. Under
    ///   ``MissingFramePolicy/error`` that is the frame before, and ``PlaybackError/undecodable(_:)`` is thrown at the end;
    ///   ``MissingFramePolicy/skip`` leaves out what is found when the sequence is checked, not what decoding finds.
    ///   Where files are followed, ``SequenceError/faultyFrames(_:)`` is thrown at the end if some do not fit then.
    @discardableResult
    public func run(
        noting: @Sendable ([String]) -> Void = { _ in }
    ) async throws(PlaybackError) -> RenderStatistics {
        let began = settings.began ?? .now
        defer {
            mailbox.close()
            broadcast.finish()
        }
        do {
            if settings.terminal == nil, let obstacle = Display.current.obstacle(to: settings.sink) {
                throw PlaybackError.noDisplay(sink: settings.sink.element, reason: obstacle)
            }
            let preview = await preview()
            let frames = sets.current
            let full = Task { [settings, mailbox] in
                // The headers of a long sequence are read while its first frame is on the screen already.
                if preview != nil { await mailbox.waitForFirstFrame() }
                var checked = settings.sequence
                if let preview {
                    checked.canvas = preview.canvas
                    checked.scale = preview.scale
                }
                return try await CheckedSequence(
                    frames,
                    settings: checked,
                    unreadable: .played,
                    format: .bgra,
                    isFlattened: true
                )
            }
            defer { full.cancel() }
            let sequence: CheckedSequence
            if let preview { sequence = preview } else { sequence = try await full.value }
            let pipeline = try PlaybackPipeline(
                size: sequence.outputSize,
                rate: preview == nil ? sequence.rate : nil,
                sink: settings.sink,
                terminal: settings.terminal,
                // What the sink can go on with while something else has the processors.
                queueLength: Int(min(max(expectedRate / 20, 2), 16))
            )
            let (broadcast, mailbox) = (broadcast, mailbox)
            let playback = try Playback(
                sequence: sequence,
                sets: sets,
                view: initialView,
                isPreview: preview != nil,
                settings: settings,
                pipeline: pipeline,
                meter: PlaybackMeter(began: began) { broadcast.send($0) },
                mailbox: mailbox,
                events: broadcast,
                reload: reload,
                reloadHighlighted: reloadHighlighted
            )
            let mode = settings.sequence.contentMode
            if preview == nil {
                noting([sequence.placementNote(by: mode), settings.sequence.opacityNote].compactMap { $0 })
            } else {
                Task {
                    do {
                        let sequence = try await full.value
                        if let note = sequence.placementNote(by: mode) { broadcast.send(.note(note)) }
                        mailbox.post(.sequence(sequence))
                    } catch {
                        mailbox.post(.failed(error))
                    }
                }
            }
            let following = watcher.map { watcher in
                let follower = SequenceFollower(watcher: watcher, settings: settings.sequence, mailbox: mailbox)
                return Task { [events = broadcast] in
                    do { try await follower.run(from: full.value) { events.send(.note($0)) } } catch {
                        // What is the matter with the sequence itself is told by whoever waits for it.
                    }
                }
            }
            defer { following?.cancel() }
            self.playback = playback
            mailbox.whenDisplayIsLost { pipeline.giveUp() }
            let result: Result<Void, any Error> = await withTaskCancellationHandler {
                do { return .success(try await playback.run()) } catch { return .failure(error) }
            } onCancel: {
                mailbox.close()
                pipeline.beginStopping()
            }
            lastReport = await playback.report
            self.playback = nil
            try result.get()
            if Task.isCancelled { throw PlaybackError.cancelled }
            let undecodable = playback.undecodable.paths
            if settings.sequence.missing == .error, !undecodable.isEmpty {
                throw PlaybackError.undecodable(undecodable)
            }
            if let misfits = playback.undecodable.misfits {
                throw PlaybackError.sequence(.faultyFrames(misfits.faults))
            }
            return await playback.statistics
        } catch let error as PlaybackError {
            throw error
        } catch let error as SequenceError {
            throw .sequence(error)
        } catch let error as FrameRenderError {
            throw .frame(error)
        } catch let error as GStreamerError {
            throw PlaybackError(error)
        } catch {
            // Everything else that the steps throw is a cancellation.
            throw .cancelled
        }
    }

    /// Sequences with more frames than this begin with a preview: the others' headers are read in a few milliseconds.
    private static let previewedLength = 500

    /// The first frame as a sequence of its own, for the screen while the others' headers are read; `nil` for a sequence that is
    /// short, and where there is something about the frame to be told properly.
    private func preview() async -> CheckedSequence? {
        let frames = sets.current
        guard initialView?.isAnimating ?? true else { return nil }
        guard frames.frames.count > Self.previewedLength, let first = frames.frames.first, first.path != nil else {
            return nil
        }
        var settings = settings.sequence
        settings.frameRate = nil
        settings.animationDuration = .zero
        return try? await CheckedSequence(
            FrameList(name: frames.name, frames: [first]),
            settings: settings,
            format: .bgra,
            isFlattened: true
        )
    }

    /// Frames a second, as far as the settings say.
    private var expectedRate: Double {
        if let rate = settings.sequence.frameRate { return rate.framesPerSecond }
        let duration = settings.sequence.animationDuration.seconds
        return duration > 0 ? Double(sets.current.frames.count) / duration : FrameRate.imageViewDefault.framesPerSecond
    }

    /// What the playback came to, until now or in all.
    public var report: PlaybackReport {
        get async { if let playback { await playback.report } else { lastReport } }
    }

    /// The picture that the sink shows, 4 bytes a pixel: blue, green, red and one that does not matter. `nil` before the first.
    package var shownPixels: [UInt8]? {
        playback?.pipeline.shownBytes
    }

    /// How it stands; `nil` where it does not run.
    public var status: PlayerStatus? {
        get async { if let playback { await playback.status } else { nil } }
    }

    /// The image view as it is on the screen.
    ///
    /// Its animation runs while the player's does, also where the clock stands in it.
    public var view: ImageView {
        get async {
            if let playback { return await playback.currentView }
            return initialView ?? ImageView(sets, settings, size: .zero)
        }
    }

    /// Changes the image view, and returns when the change can be seen. Before ``run(noting:)`` it waits for that.
    ///
    /// UIKit's verbs and properties do here what they do there: `startAnimating()` begins with the first picture,
    /// `stopAnimating()` shows `image`, another `isHighlighted` brings the other pictures. The size of the
    /// window stays.
    /// - Parameter change: Gets the view as it is now. What it changes together is shown together.
    /// - Throws: ``PlaybackError`` where pictures cannot be shown; then nothing has changed.
    public func update(_ change: @escaping @Sendable (inout ImageView) -> Void) async throws(PlaybackError) {
        var refusal: PlaybackInput.Refusal?
        await withCheckedContinuation { continuation in
            let reply = PlaybackInput.Reply(continuation: continuation)
            refusal = reply.refusal
            mailbox.post(.update(change, reply))
        }
        if let error = refusal?.error { throw error }
    }

    /// Does what a command asks for, and returns when it can be seen. Before ``run(noting:)`` it waits for that.
    public func perform(_ command: PlayerCommand) async {
        await withCheckedContinuation { mailbox.post(.command(command, .init(continuation: $0))) }
    }

    /// Tells the player what a viewer did outside the window, on a terminal for example.
    public nonisolated func send(_ input: PlayerInput) {
        mailbox.post(.viewer(input))
    }

    /// Ends the playback with ``PlaybackError/displayLost(sink:)``, without waiting for a sink that cannot answer any more: for programs
    /// that are told so by the window system itself, as Xlib tells of a server that is gone.
    public nonisolated func endWithoutDisplay() {
        mailbox.post(.failed(PlaybackError.displayLost(sink: settings.sink.element)))
        mailbox.loseDisplay()
    }
}
