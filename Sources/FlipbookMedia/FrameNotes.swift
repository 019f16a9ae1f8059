public import FlipbookCore

/// A viewer's notes and drawings on the frames of a sequence: at most one note for each frame.
public struct FrameNotes: Hashable, Sendable {
    /// A line that was drawn with the pointer.
    public struct Stroke: Hashable, Sendable {
        /// Its points in pixels of the canvas, from the top left; at least one.
        public var points: [Point]

        /// A line through points.
        public init(_ points: [Point]) { self.points = points }
    }

    /// A note on one frame.
    public struct Note: Hashable, Sendable {
        /// The frame's number; its place from 1 where files have no numbers.
        public var frame: Int
        /// The text; empty if there are only strokes.
        public var text: String
        /// The strokes, in the order of drawing.
        public var strokes: [Stroke]

        /// A note on a frame.
        public init(frame: Int, text: String, strokes: [Stroke] = []) {
            (self.frame, self.text, self.strokes) = (frame, text, strokes)
        }
    }

    private var byFrame: [Int: Note] = [:]

    /// Notes on frames; of two on one frame the last counts.
    public init(_ notes: [Note] = []) {
        for note in notes { byFrame[note.frame] = note }
    }

    /// The notes in the order of their frames.
    public var notes: [Note] { byFrame.values.sorted { $0.frame < $1.frame } }

    /// The number that notes know the frame at a position by: its own, or its place from 1 where it has none.
    package static func number(at position: Int, in frames: [Frame]) -> Int {
        (frames.indices.contains(position) ? frames[position].number : nil) ?? position + 1
    }

    /// A Boolean value that tells whether nothing was noted.
    public var isEmpty: Bool { byFrame.isEmpty }

    /// The note on a frame, by its number. One that says nothing and draws nothing is removed.
    public subscript(frame: Int) -> Note? {
        get { byFrame[frame] }
        set { byFrame[frame] = newValue.flatMap { $0.text.isEmpty && $0.strokes.isEmpty ? nil : $0 } }
    }
}

extension FrameNotes.Stroke: Codable {
    /// A list of points, each `[x, y]`; what follows these is left to other programs.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        points = []
        while !list.isAtEnd {
            var pair = try list.nestedUnkeyedContainer()
            let (x, y) = (try pair.decode(Double.self), try pair.decode(Double.self))
            guard x.isFinite, y.isFinite, x.magnitude <= 1e6, y.magnitude <= 1e6 else {
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "a point lies beyond any canvas")
            }
            points.append(Point(x: x, y: y))
        }
        guard !points.isEmpty else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "a stroke has no points")
        }
    }

    /// A list of points, each `[x, y]` with one decimal.
    public func encode(to encoder: any Encoder) throws {
        try points.map { [($0.x * 10).rounded() / 10, ($0.y * 10).rounded() / 10] }.encode(to: encoder)
    }
}

extension FrameNotes.Note: Codable {}
