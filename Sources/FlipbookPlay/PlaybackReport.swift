public import FlipbookCore
public import FlipbookMedia

/// The report of a playback, measured at the sink, which `--report` writes.
///
/// A frame is *shown* when the sink has handed it to the display (or, where there is none, when its time has come
/// in the sink); its *lateness* is that moment minus its presentation time, so it includes the drawing itself.
public struct PlaybackReport: Hashable, Sendable {
    /// The lateness of frames.
    public struct Lateness: Hashable, Sendable {
        /// Half of the shown frames were not later.
        public var median = Duration.zero
        /// 95 of 100 were not later.
        public var p95 = Duration.zero
        /// 99 of 100 were not later.
        public var p99 = Duration.zero
        /// None was later.
        public var max = Duration.zero
    }

    /// Frames that were shown while the clock ran. The end picture is none of them.
    public var presented = 0
    /// Frames whose turn passed without being shown: not begun because there was no time, or dropped by the sink. Turns
    /// that passed while the process was stopped, by Ctrl-Z for example, are none: it goes on with the frame on the screen.
    public var dropped = 0
    /// Frames that were shown more than half their duration after their time.
    public var late = 0
    /// The lateness of the shown frames.
    public var lateness = Lateness()
    /// Cycles that were shown to their end.
    public var cycles = 0
    /// The longest time from the last shown frame of a cycle to the first of the next; `nil` without a seam.
    public var seamGap: Duration?
    /// Frames a second that were asked for; where the speed was changed, their mean over the time that was measured.
    public var rateAsked = 0.0
    /// Frames a second that were shown, `nil` for fewer than two frames: those after the first, over the time from the moment
    /// when the first one was due until the last one was shown. Turns that passed without a frame are part of that time, and
    /// nothing but a sink that does not keep the time makes it more than ``rateAsked``. After each pause, seek or change of
    /// speed it is measured again, and the times are summed.
    public var rateReached: Double?
    /// Pictures that were there already when they were wanted.
    public var cacheHits = 0
    /// The most bytes that kept pictures took.
    public var cachePeakBytes = 0
    /// The time from the start until the first frame was shown, or `nil` if none was.
    public var timeToFirstFrame: Duration?
    /// The number of ``dropped`` frames that fell into each cycle that was begun, the first cycle first; of no more than
    /// ``listedCycles``. A reader that sees drops only in the first one knows that they come from decoding.
    public var droppedByCycle: [Int] = []
    /// The most cycles that ``droppedByCycle`` tells.
    public static let listedCycles = 100
    /// Files that could not be decoded when they were wanted last, and that something stood in for.
    public var undecodable = 0

    /// The faults of frames that were shown all the same, a sentence each.
    public var notes: [Explanation] = []
    /// To which sequence of several the viewer went, or the end of this one led: so many further; `nil` where it is over.
    public var sequencesFurther: Int?

    /// The places of the views, and that of the playback.
    public var restorable = RestorableState()
    /// The files that were dropped onto the window, which are to be played next; empty where none were.
    public var opened: [FilePath] = []
    /// The findings of comparing with another sequence, or `nil` if there was none.
    public var comparison: Comparison?

    /// The sequence that the viewer chose to compare this one with, so that it is played again; `nil` for none.
    package var chosenComparison: ChosenComparison?

    package enum ChosenComparison: Hashable, Sendable {
        /// The next of several sequences.
        case next
        case file(FilePath)
    }

    /// The state that the viewer left, of which the next sequence keeps a part.
    package var carried: PlayerState?
    /// The place where the viewer left the sequence, or `nil` if it was seen to its end.
    package var place: Transport?
    /// A Boolean value that indicates whether it ended as the viewer or the sequence had it, and not by an error.
    package var isOver = false
    /// The notes that could not be written where they belong, or `nil` for none.
    package var misplacedNotes: MisplacedNotes?
    /// The notes that only decoded frames give, which the player keeps until its end.
    package var notesAtEnd: [Explanation] = []

    package struct MisplacedNotes: Hashable, Sendable {
        package var reason: String
        /// The notes that are missing there.
        package var notes: [FrameNotes.Note]
        /// The file elsewhere that has all of them, or `nil` if none could be written.
        package var file: FilePath?
    }

    /// The differences of the shown frames from another sequence's.
    public struct Comparison: Hashable, Sendable {
        /// The other sequence's name.
        public var name: String
        /// The number of compared frames: those that were shown, or read ahead, each once.
        public var compared: Int
        /// The first of them with another picture, as both are shown, by its number; its place from 1 where files have no
        /// common numbers. `nil` where none differs.
        public var firstDifference: Int?
    }

    /// Nothing was played.
    public init() {}

    private static func quoted(_ text: String) -> String { text.escapingControlCharacters.quotedForJSON() }

    private var comparisonText: String {
        guard let comparison else { return "null" }
        return "{\"name\": \(Self.quoted(comparison.name)), \"compared\": \(comparison.compared), "
            + "\"firstDifference\": \(comparison.firstDifference.map(String.init) ?? "null")}"
    }

    /// The report as a JSON document, milliseconds with three decimals.
    public var json: String {
        func number(_ value: Double?) -> String {
            value.flatMap { $0.magnitude < 1e12 ? $0.fixed(3) : nil } ?? "null"
        }
        func milliseconds(_ time: Duration?) -> String { number(time.map { $0 / .milliseconds(1) }) }
        return """
            {
              "presented": \(presented),
              "dropped": \(dropped),
              "late": \(late),
              "latenessMs": {
                "median": \(milliseconds(lateness.median)),
                "p95": \(milliseconds(lateness.p95)),
                "p99": \(milliseconds(lateness.p99)),
                "max": \(milliseconds(lateness.max))
              },
              "cycles": \(cycles),
              "seamGapMs": \(milliseconds(seamGap)),
              "rateAsked": \(number(rateAsked)),
              "rateReached": \(number(rateReached)),
              "cacheHits": \(cacheHits),
              "cachePeakBytes": \(cachePeakBytes),
              "timeToFirstFrameMs": \(milliseconds(timeToFirstFrame)),
              "droppedByCycle": \(droppedByCycle),
              "undecodable": \(undecodable),
              "comparison": \(comparisonText),
              "notes": [\(notes.map { Self.quoted($0.description) }.joined(separator: ", "))]
            }
            """
    }
}
