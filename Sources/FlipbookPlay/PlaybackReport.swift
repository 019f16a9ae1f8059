public import FlipbookCore
public import FlipbookMedia

/// A playback report with measurements from the sink, as written by `--report`.
///
/// A frame is *shown* when the sink has handed it to the display. Its *lateness* is the time from its presentation time to the
/// moment when it is shown, including the time for drawing. Without a display, a frame is treated as shown when the sink
/// reaches its presentation time.
public struct PlaybackReport: Hashable, Sendable {
    /// The lateness of frames.
    public struct Lateness: Hashable, Sendable {
        /// The median.
        public var median = Duration.zero
        /// The 95th percentile.
        public var p95 = Duration.zero
        /// The 99th percentile.
        public var p99 = Duration.zero
        /// The maximum.
        public var max = Duration.zero
    }

    /// The number of frames shown while the clock was running. The end picture is not included.
    public var presented = 0
    /// The number of frames that were not drawn in time, or that the sink dropped. Frames that were due while the process was
    /// stopped (by Ctrl-Z, for example) are not included, since playback resumes with the frame on the screen.
    public var dropped = 0
    /// The number of frames that were late by more than half their duration.
    public var late = 0
    /// The lateness of the shown frames.
    public var lateness = Lateness()
    /// The number of completed cycles.
    public var cycles = 0
    /// The longest time from the last frame of a cycle to the first frame of the next, or `nil` if there was only one cycle.
    public var seamGap: Duration?
    /// The requested frames per second. If the speed was changed, this is the mean over the measured time.
    public var rateAsked = 0.0
    /// The measured frames per second, or `nil` for fewer than two frames.
    ///
    /// The first frame is not counted. The time is measured from the first frame's due time to the last frame, including
    /// dropped frames. Only a sink that ignores the clock can exceed ``rateAsked``. Each pause, seek, or speed change begins a
    /// new measurement, and the times are added.
    public var rateReached: Double?
    /// The number of pictures found in the cache.
    public var cacheHits = 0
    /// The peak size of the picture cache, in bytes.
    public var cachePeakBytes = 0
    /// The time from the start to the first frame, or `nil` if none was shown.
    public var timeToFirstFrame: Duration?
    /// The number of ``dropped`` frames in each cycle, up to ``listedCycles``. If frames are dropped only in the first cycle,
    /// decoding was too slow.
    public var droppedByCycle: [Int] = []
    /// The maximum number of entries in ``droppedByCycle``.
    public static let listedCycles = 100
    /// The number of files that could not be decoded at the last attempt, and were replaced.
    public var undecodable = 0

    /// Problems with frames that were shown anyway, one sentence each.
    public var notes: [Explanation] = []
    /// The position of the next sequence in the list, relative to this one, or `nil` if playback is over.
    public var sequencesFurther: Int?

    /// The state of the views and the playback position, for resuming.
    public var restorable = RestorableState()
    /// Files dropped onto the window, to be played next.
    public var opened: [FilePath] = []
    /// The result of the comparison with another sequence, or `nil` if there was no comparison.
    public var comparison: Comparison?

    /// The sequence that the viewer chose to compare with. The current sequence is then played again alongside it.
    package var chosenComparison: ChosenComparison?

    package enum ChosenComparison: Hashable, Sendable {
        /// The next sequence in the list.
        case next
        case file(FilePath)
    }

    /// The viewer's state, parts of which are kept for the next sequence.
    package var carried: PlayerState?
    /// The viewer's position in the sequence, or `nil` if the sequence was played to its end.
    package var place: Transport?
    /// A Boolean value that indicates whether playback ended without an error.
    package var isOver = false
    /// The notes that could not be saved in their own file, or `nil` if there are none.
    package var misplacedNotes: MisplacedNotes?
    /// Notes that become known only during decoding, and are shown at the end.
    package var notesAtEnd: [Explanation] = []

    package struct MisplacedNotes: Hashable, Sendable {
        package var reason: String
        package var notes: [FrameNotes.Note]
        /// The file that contains all notes, or `nil` if none could be written.
        package var file: FilePath?
    }

    /// The result of a comparison with another sequence.
    public struct Comparison: Hashable, Sendable {
        /// The other sequence's name.
        public var name: String
        /// The number of compared frames, whether they were shown or only read ahead. Each frame is counted once.
        public var compared: Int
        /// The frame number of the first picture that differs, or its 1-based position if the sequences have no numbers in
        /// common. `nil` if no picture differs.
        public var firstDifference: Int?
    }

    /// Creates the report for playback that showed no frames.
    public init() {}

    private static func quoted(_ text: String) -> String { text.escapingControlCharacters.quotedForJSON() }

    private var comparisonText: String {
        guard let comparison else { return "null" }
        return "{\"name\": \(Self.quoted(comparison.name)), \"compared\": \(comparison.compared), "
            + "\"firstDifference\": \(comparison.firstDifference.map(String.init) ?? "null")}"
    }

    /// The report as a JSON document, with milliseconds to three decimals.
    public var json: String {
        func number(_ value: Double?) -> String { value.flatMap { $0.magnitude < 1e12 ? $0.fixed(3) : nil } ?? "null" }
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
