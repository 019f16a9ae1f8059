public import FlipbookCore

/// A viewer's notes and drawings, at most one note for each frame.
public struct FrameNotes: Hashable, Sendable {
    /// A line drawn with the pointer.
    public struct Stroke: Hashable, Sendable {
        /// One or more points, in canvas pixels from the upper left corner.
        public var points: [Point]

        /// Creates a line through points.
        public init(_ points: [Point]) { self.points = points }
    }

    /// A note on one frame.
    public struct Note: Hashable, Sendable, Codable {
        /// The frame's number, or its 1-based position if the files have no numbers.
        public var frame: Int
        /// The text, or an empty string if there are only strokes.
        public var text: String
        /// The strokes, in the order in which they were drawn.
        public var strokes: [Stroke]

        /// Creates a note on a frame.
        public init(frame: Int, text: String, strokes: [Stroke] = []) {
            (self.frame, self.text, self.strokes) = (frame, text, strokes)
        }
    }

    private var byFrame: [Int: Note] = [:]

    /// Creates notes on frames. If a frame has multiple notes, the last one is used.
    public init(_ notes: [Note] = []) { for note in notes { byFrame[note.frame] = note } }

    /// The notes in the order of their frames.
    public var notes: [Note] { byFrame.values.sorted { $0.frame < $1.frame } }

    /// Returns the number of the frame at a position, or the 1-based position if the frame has no number.
    package static func number(at position: Int, in frames: [Frame]) -> Int {
        (frames.indices.contains(position) ? frames[position].number : nil) ?? position + 1
    }

    /// A Boolean value that indicates whether there are no notes.
    public var isEmpty: Bool { byFrame.isEmpty }

    /// The note on a frame, by number. Setting a note that has neither text nor strokes removes the frame's note.
    public subscript(frame: Int) -> Note? {
        get { byFrame[frame] }
        set { byFrame[frame] = newValue.flatMap { $0.text.isEmpty && $0.strokes.isEmpty ? nil : $0 } }
    }
}

extension FrameNotes.Stroke: Codable {
    /// Reads a list of points, each `[x, y]`. Additional numbers in a point are ignored.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        points = []
        while !list.isAtEnd {
            var pair = try list.nestedUnkeyedContainer()
            let (x, y) = (try pair.decode(Double.self), try pair.decode(Double.self))
            guard x.isFinite, y.isFinite, x.magnitude <= 1e6, y.magnitude <= 1e6
            else { throw DecodingError.dataCorruptedError(in: list, debugDescription: "a point is outside any canvas") }
            points.append(Point(x: x, y: y))
        }
        guard !points.isEmpty
        else { throw DecodingError.dataCorruptedError(in: list, debugDescription: "a stroke has no points") }
    }

    /// Writes a list of points, each `[x, y]` with one decimal place.
    public func encode(to encoder: any Encoder) throws {
        try points.map { [($0.x * 10).rounded() / 10, ($0.y * 10).rounded() / 10] }.encode(to: encoder)
    }
}
