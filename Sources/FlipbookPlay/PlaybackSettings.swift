public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookMedia
public import FlipbookScene
package import FlipbookWindow
package import GStreamer

/// Playback settings.
public struct PlaybackSettings: Sendable {
    /// The handling of frames that cannot be shown in time.
    public enum Pacing: CaseIterable, Sendable {
        /// Drops late frames, so that the others are on time.
        case realtime
        /// Shows every frame; the clock waits for late ones.
        case everyFrame
    }

    /// The picture shown after the last cycle.
    public enum EndPicture: String, CaseIterable, Sendable {
        /// The still picture, as in an image view, or no picture if there is none.
        case image
        /// The last frame shown.
        case last
        /// The first frame of the sequence.
        case first
        /// No picture. Playback ends.
        case none
    }

    /// A second sequence to compare with.
    public struct Comparison: Sendable {
        /// The frames. They are matched with the played frames by number, or by position if the sequences have no numbers in
        /// common or one of them is a video or an animation.
        public var frames: FrameList
        /// The settings for drawing the frames on the canvas of the played sequence. Their timing is ignored.
        public var settings: SequenceSettings
        /// The number of frames by which the second sequence is shifted.
        public var offset: Int

        /// Creates a comparison.
        public init(frames: FrameList, settings: SequenceSettings, offset: Int = 0) {
            (self.frames, self.settings, self.offset) = (frames, settings, offset)
        }
    }

    /// The appearance and timing of the sequence. It repeats forever by default.
    public var sequence = SequenceSettings(animationRepeatCount: 0)
    /// The sink for the frames. If `nil`, the player opens its own window on X11 or Wayland, and uses `autovideosink`
    /// elsewhere.
    public var sink: MediaSink?
    /// The terminal to play on instead of ``sink``, or `nil` if there is none.
    package var terminal: TerminalDisplay?
    /// The audio played with the frames, or `nil` if there is none.
    ///
    /// Audio follows the frames when they loop, reverse, or change speed.
    public var audio: AudioTrack?
    /// The sink for audio.
    public var audioSink = MediaSink(element: "autoaudiosink")
    /// The handling of frames that cannot be shown in time.
    public var pacing = Pacing.realtime
    /// The behavior at the ends of the sequence.
    public var loopMode = LoopMode.loop
    /// A Boolean value that indicates whether playback waits for ``Player/play()``.
    public var startsPaused = false
    /// A Boolean value that indicates whether motion waits for ``Player/play()``, for people who prefer reduced motion. Until
    /// then, ``image`` or, if there is none, the first frame is shown.
    public var reducesMotion = false
    /// The picture shown for one frame's duration after the last cycle.
    public var endPicture = EndPicture.image
    /// The picture of an image view that does not animate.
    public var image: Frame?
    /// The picture that replaces ``image`` while the view is highlighted.
    public var highlightedImage: Frame?
    /// The frames of the highlighted state, or `nil` if both states have the same frames.
    public var highlightedFrames: FrameList?
    /// A Boolean value that indicates whether playback begins highlighted.
    public var isHighlighted: Bool {
        get { sequence.isHighlighted }
        set { sequence.isHighlighted = newValue }
    }
    /// A Boolean value that indicates whether the player stays open and accepts commands after the last cycle.
    public var staysOpen = false
    /// A Boolean value that indicates whether replaced frames are marked even if a policy accepts gaps. If no policy accepts
    /// gaps, replaced frames are always marked.
    public var marksSubstitutes = false
    /// Notes about the frames, shown when playback begins and included in the report.
    public var notes: [Explanation] = []
    /// The named parts of the sequence, such as shots, in order.
    public var chapters: [Chapter] = []
    /// The 1-based position of this sequence in the list of sequences.
    public var sequenceNumber = 1
    /// The number of sequences in the list. The viewer can switch between them.
    public var sequenceCount = 1
    /// The list shown in the window's strip, or `nil` for no strip.
    package var shelf: SequenceShelf?
    package var showsList = false
    /// A Boolean value that indicates whether the window is empty and shows instructions.
    package var isEmpty = false
    /// The viewer's state after the previous sequence, or `nil` for the first.
    package var carried: PlayerState?
    /// The viewer's last position in this sequence, or `nil` if it has not been played yet.
    package var place: Transport?
    /// The key bindings.
    public var keyMap = KeyMap.flipbook
    /// Returns the text of an explanation for the viewer. By default, this is the library's own text.
    public var wording: @Sendable (Explanation) -> String = { $0.description }
    /// A Boolean value that indicates whether touches and the mouse are sent as ``Player/events``, in points, instead of
    /// controlling the player. Keys always control it. Off by default, as in an image view.
    public var isUserInteractionEnabled: Bool {
        get { sequence.isUserInteractionEnabled }
        set { sequence.isUserInteractionEnabled = newValue }
    }
    /// The folder for ``PlayerCommand/saveFrame``, by default the working folder.
    public var savedFramesFolder = FilePath(".")
    /// The sequence to compare with, or `nil` if there is none.
    public var comparison: Comparison?
    /// The folder for notes, with a file for each sequence, or `nil` to discard notes at the end.
    public var notesFolder: FilePath?
    /// A window shared by several players in turn, or `nil` to open a new one.
    package var window: PlayerWindow?
    /// Returns the reason why dropped files cannot be played. If there is no reason or no closure, playback ends, and its
    /// report lists the files.
    package var refuseDropped: (@Sendable ([FilePath]) async -> String?)?
    /// Called with the sink's result for each block of samples. A block's serial number is the position of its first sample.
    package var soundObserver: (@Sendable (SinkObservation) -> Void)?
    package var noticeDuration = Duration.seconds(3)
    /// The time from which ``PlaybackReport/timeToFirstFrame`` is measured, or `nil` for the start of ``Player/run(noting:)``.
    package var began: ContinuousClock.Instant?

    /// A Boolean value that indicates whether playback starts paused. If the previous sequence played to its end, this is
    /// `false`.
    var waits: Bool {
        carried.map { !$0.transport.isPlaying && $0.motion != .ended } ?? (startsPaused || reducesMotion)
    }

    /// ``sink``, or the default sink if none was chosen and the player has no window of its own.
    var usedSink: MediaSink { sink ?? MediaSink(element: "autovideosink") }

    func transport(frameCount: Int, isPlaying: Bool) -> Transport {
        var transport = Transport(frameCount: frameCount, isPlaying: isPlaying, loopMode: loopMode)
        if let carried {
            transport.setRate(carried.transport.rate)
            transport.setLoopMode(carried.transport.loopMode)
        }
        if let place { transport.go(to: place.position, inPoint: place.inPoint, outPoint: place.outPoint) }
        return transport
    }

    /// Prepares a program to open its first window. Sets the environment, which a library must not do, and loads GStreamer,
    /// SDL, and fonts on another thread. The program must end without exit handlers, because they could run during the loading.
    package static func prepareProcess() {
        Display.prepareProcess()
        guard !Runtime.changesEnvironment, makeWindow() != nil else { return }
        _ = SystemThread.start {
            try? Runtime.start()
            _ = RuntimeLibrary.sdl.isInstalled
            for face in [Look.Face.word, .number] { _ = Look.size(of: "0", face) }
        }
    }

    /// Returns an unopened window if there is a desktop session. X11 is preferred, because programs can position its windows.
    package static func makeWindow() -> PlayerWindow? {
        let display = Display.current
        func answers(_ sink: String) -> Bool { display.obstacle(to: MediaSink(element: sink)) == nil }
        if answers("ximagesink") { return PlayerWindow(system: "X11") }
        return display.wayland != nil && answers("waylandsink") ? PlayerWindow(system: "Wayland") : nil
    }

    /// Creates settings with default values.
    public init() {}
}
