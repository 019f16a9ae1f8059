public import FlipbookCore
public import FlipbookMedia
public import FlipbookScene
package import FlipbookWindow
package import GStreamer

/// The settings of a playback.
public struct PlaybackSettings: Sendable {
    /// The fate of frames that cannot be shown in time.
    public enum Pacing: CaseIterable, Sendable {
        /// They are left out, so that the others come at their times.
        case realtime
        /// They are shown late, and the clock waits for them.
        case everyFrame
    }

    /// The picture after the last cycle.
    public enum EndPicture: String, CaseIterable, Sendable {
        /// The static image, as an image view shows it again; nothing where there is none.
        case image
        /// The frame that was shown last.
        case last
        /// The first frame of the sequence.
        case first
        /// Nothing: the playback just ends.
        case none
    }

    /// Another sequence that is seen beside the one that is played, or through it.
    public struct Comparison: Sendable {
        /// Its frames. Those with the numbers of the played sequence belong to them; without common numbers, those at the same
        /// places.
        public var frames: FrameList
        /// The settings of their drawing, on the canvas of the played sequence. Their times do not count.
        public var settings: SequenceSettings
        /// The number of frames that the compared frame is later.
        public var offset: Int

        /// A sequence to compare with.
        public init(frames: FrameList, settings: SequenceSettings, offset: Int = 0) {
            (self.frames, self.settings, self.offset) = (frames, settings, offset)
        }
    }

    /// The look of the sequence; by default it repeats for ever.
    public var sequence = SequenceSettings(animationRepeatCount: 0)
    /// The sink that shows the frames, in a window of its own where it opens one; `nil` for the player's own window on X11 or
    /// Wayland, and elsewhere for `autovideosink`.
    public var sink: MediaSink?
    /// The terminal that shows the frames instead of ``sink``, or `nil` for none.
    package var terminal: TerminalDisplay?
    /// The sound that is heard with the frames, or `nil` for none.
    ///
    /// It is bound to the frames: it loops, turns round and changes its speed with them.
    public var audio: AudioTrack?
    /// The sink of the sound.
    public var audioSink = MediaSink(element: "autoaudiosink")
    /// The fate of frames that cannot be shown in time.
    public var pacing = Pacing.realtime
    /// The behavior at the ends of the sequence.
    public var loopMode = LoopMode.loop
    /// A Boolean value that indicates whether the clock stands until ``Player/play()``.
    public var startsPaused = false
    /// Whether nothing moves until ``Player/play()``, as people ask for whom motion is unpleasant: ``image`` is shown, or
    /// where there is none, the first frame.
    public var reducesMotion = false
    /// The picture for a frame's duration after the last cycle.
    public var endPicture = EndPicture.image
    /// The picture that an image view shows while it does not animate.
    public var image: Frame?
    /// The picture in the place of ``image`` while the view is highlighted.
    public var highlightedImage: Frame?
    /// The frames that are played while the view is highlighted, or `nil` if these are the same.
    public var highlightedFrames: FrameList?
    /// A Boolean value that indicates whether the highlighted pictures are shown first.
    public var isHighlighted: Bool {
        get { sequence.isHighlighted }
        set { sequence.isHighlighted = newValue }
    }
    /// A Boolean value that indicates whether the player goes on, and takes commands, when the last cycle has ended.
    public var staysOpen = false
    /// A Boolean value that indicates whether frames that stand in for missing or damaged ones get a mark; where no policy
    /// accepts them, they always do.
    public var marksSubstitutes = false
    /// Notes for the viewer on the frames, such as what stands in for missing ones: shown when the playback begins,
    /// and in the report.
    public var notes: [Explanation] = []
    /// The parts of the sequence that the timeline shows and keys go to, such as shots, in their order.
    public var chapters: [Chapter] = []
    /// The sequence's place among those that are played one after the other, from 1.
    public var sequenceNumber = 1
    /// The number of sequences that are played one after the other; the viewer may go to the others.
    public var sequenceCount = 1
    /// These sequences, as a window lists them; `nil` for no list.
    package var shelf: SequenceShelf?
    /// A Boolean value that indicates whether that list is shown when this one begins.
    package var showsList = false
    /// A Boolean value that indicates that there is nothing to play yet: the window says what to do.
    package var isEmpty = false
    /// The state in which the viewer left the sequence before, or `nil` if there was none.
    package var carried: PlayerState?
    /// The place where the viewer left this sequence before, or `nil` if it was not seen yet.
    package var place: Transport?
    /// The meanings of keys.
    public var keyMap = KeyMap.flipbook
    /// The words of remedies in what the picture tells the viewer; the library's own by default.
    public var wording: @Sendable (Explanation) -> String = { $0.description }
    /// Whether touches and the mouse go to the reader of ``Player/events``, in points, instead of controlling
    /// the player; keys do in any case. Off by default, as an image view has it.
    public var isUserInteractionEnabled: Bool {
        get { sequence.isUserInteractionEnabled }
        set { sequence.isUserInteractionEnabled = newValue }
    }
    /// Where ``PlayerCommand/saveFrame`` writes; the working folder by default.
    public var savedFramesFolder = FilePath(".")
    /// The sequence to compare with, or `nil` for none.
    public var comparison: Comparison?
    /// The folder where notes on frames are kept, a file for each sequence; `nil` to forget them with the player.
    public var notesFolder: FilePath?
    /// The window that several players share, one after the other; without it a player has one of its own.
    package var window: PlayerWindow?
    /// Returns why files that were dropped onto the window cannot be played, or `nil` if they can: the playback then ends, and its
    /// report has them. If there is no such closure, it ends in any case.
    package var refuseDropped: (@Sendable ([FilePath]) async -> String?)?
    /// Called with what the sink did with each portion of the sound, whose serial number is the sample that it begins with.
    package var soundObserver: (@Sendable (SinkObservation) -> Void)?
    package var noticeDuration = Duration.seconds(3)
    /// From when ``PlaybackReport/timeToFirstFrame`` counts; `nil` for the start of ``Player/run(noting:)``.
    package var began: ContinuousClock.Instant?

    /// A Boolean value that indicates whether the clock stands at first. It runs where the end of a sequence led on.
    var waits: Bool {
        carried.map { !$0.transport.isPlaying && $0.motion != .ended } ?? (startsPaused || reducesMotion)
    }

    /// ``sink``, or what shows frames where there is neither a choice nor a window of our own.
    var usedSink: MediaSink { sink ?? MediaSink(element: "autovideosink") }

    /// The controls of a sequence when it is shown first.
    func transport(frameCount: Int, isPlaying: Bool) -> Transport {
        var transport = Transport(frameCount: frameCount, isPlaying: isPlaying, loopMode: loopMode)
        if let carried {
            transport.setRate(carried.transport.rate)
            transport.setLoopMode(carried.transport.loopMode)
        }
        if let place { transport.go(to: place.position, inPoint: place.inPoint, outPoint: place.outPoint) }
        return transport
    }

    /// A window, not open yet, if a session is there: of X11 first, which most Wayland sessions have, too, since a program places
    /// its window there itself.
    package static func makeWindow() -> PlayerWindow? {
        let display = Display.current
        func answers(_ sink: String) -> Bool { display.obstacle(to: MediaSink(element: sink)) == nil }
        if answers("ximagesink") { return PlayerWindow(system: "X11") }
        return display.wayland != nil && answers("waylandsink") ? PlayerWindow(system: "Wayland") : nil
    }

    /// Settings with everything at its default.
    public init() {}
}
