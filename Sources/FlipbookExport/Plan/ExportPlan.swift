public import FlipbookCore
public import FlipbookMedia
import FlipbookScene

/// The plan of an export as a document: the drawing of each frame, its look, and the file.
///
/// A plan's length depends on the number of drawings: each file is listed once, and ``runs`` specify when it is shown.
public struct ExportPlan: Sendable, Hashable, Codable {
    /// The version of a plan's document. Other versions are rejected.
    public enum Version: Int, Sendable, Codable {
        /// The current version.
        case current = 1
    }

    /// The version of this document.
    public let version: Version
    /// The input: a pattern, a folder, or a list.
    public let input: String
    /// The output file, or the pattern of the files.
    public let target: String
    /// The input files. A file is listed once for each of its looks.
    public let drawings: [Drawing]
    /// The orientation, insets, and tint of stored pictures, as manifest keys such as `orientation` and `capInsets`.
    ///
    /// Slices of an asset catalog have the key `resizing`, as in its `Contents.json`.
    public let looks: [ManifestDocument]
    /// The drawings of a cycle's frames.
    public let runs: [Run]
    /// The contents of views with a timeline, in the order of the tree, or `nil` if there are none.
    public let timelines: [ViewTimeline]?
    /// The number of complete cycles.
    public let cycles: Int
    /// The times of a cycle's frames.
    public let timing: Timing
    /// The placement of the drawings on the canvas, as manifest keys. Missing keys have their default values.
    public let view: ManifestDocument
    /// Lines of text burned into the pictures, or `nil` if there are none.
    public let burnIns: [BurnIn]?
    /// The canvas of the drawings.
    public let canvas: Canvas
    /// The request for the file: the format, the codec, and the encoder's settings.
    public let profile: EncodingRequest
    /// The pictures that the encoder receives.
    public let pictures: Pictures
    /// The encoder as a `gst-launch-1.0` command with test pictures, or `nil` if GStreamer is not involved.
    public let launchLine: String?
    /// Notes on decisions that users might not expect.
    public package(set) var notes: [Explanation]

    /// A file with one look.
    public struct Drawing: Sendable, Hashable, Codable {
        /// The file, or `nil` for black in place of a missing frame.
        public let file: String?
        /// The picture's 1-based position in a file that contains multiple pictures, or `nil` for other files.
        public let picture: Int?
        /// The file's pixels per point.
        public var scale: Double { givenScale ?? 1 }
        /// The index in ``ExportPlan/looks``, or `nil` if the picture is drawn as stored.
        public internal(set) var look: Int?
        /// A Boolean value that indicates whether this is a gap in a timeline, in which nothing is shown, not even black.
        public var isNothing: Bool { isGap ?? false }
        /// The indices of drawings that are drawn above this one as part of it, or `nil` if there are none.
        public let above: [Int]?
        /// The target of a transition, or `nil` if there is no transition.
        public let next: Next?

        // Default values are left out of the document, since a long plan has many drawings.
        private let givenScale: Double?
        private let isGap: Bool?

        private enum CodingKeys: String, CodingKey {
            case file, picture, look, above, next
            case givenScale = "scale"
            case isGap = "isNothing"
        }

        init(_ image: Image, above: [Int] = [], _ next: Next? = nil) {
            (file, picture) = (image.path?.string, image.path?.picture)
            givenScale = image.scale == 1 ? nil : image.scale
            isGap = image.source == .nothing ? true : nil
            (self.above, self.next) = (above.isEmpty ? nil : above, next)
        }

        var others: [Int] { (above ?? []) + (next.map { [$0.drawing] } ?? []) }
    }

    /// The target of a transition, and its progress.
    public struct Next: Sendable, Hashable, Codable {
        /// The index of the target drawing.
        public let drawing: Int
        /// The name of the transition, as in a manifest.
        public let transition: String
        /// The transition's direction, if it has one.
        public let direction: String?
        /// The color that the transition passes through, if it has one.
        public let color: String?
        /// The progress from 0 to 1.
        public let progress: Double

        init(drawing: Int, _ transition: Transition, progress: Double) {
            let (name, direction, color) = transition.parts
            (self.drawing, self.transition, self.progress) = (drawing, name.rawValue, progress)
            (self.direction, self.color) = (direction?.rawValue, color?.description)
        }

        var value: Transition? {
            guard let color = try? color.map({ try Color(parsing: $0) }) ?? .black else { return nil }
            let direction = direction.flatMap(Transition.Direction.init(rawValue:)) ?? .left
            return TransitionName(rawValue: transition)?.transition(direction, color)
        }
    }

    /// Consecutive frames that show one drawing, encoded as `[first, count, drawing]` with an optional frame number.
    public struct Run: Sendable, Hashable, Codable {
        /// The first frame, counted from 0.
        public let first: Int
        /// The number of frames.
        public let count: Int
        /// The index of the drawing.
        public let drawing: Int
        /// The frame number to burn into the pictures. If `nil`, no number is burned in, or it is the frame's position in the
        /// cycle.
        public internal(set) var number: Int?
    }

    /// The contents of a view over time.
    public struct ViewTimeline: Sendable, Hashable, Codable {
        /// Slots per second, as a fraction.
        public let rate: String
        /// The drawings of the slots, in order.
        public let runs: [Run]
    }

    /// The times of a cycle's frames.
    public struct Timing: Sendable, Hashable, Codable {
        /// Ticks per second.
        public let ticksPerSecond: Int64
        /// The durations of the frames, in order, with equal neighbors combined. Encoded as `[frames, ticks]`.
        public let lengths: [Length]

        var frameCount: Int { lengths.reduce(0) { $0 + $1.frames } }
        var isConstant: Bool { lengths.count == 1 }

        func durations(of frames: Range<Int>) -> [RationalTime] {
            let cycle = lengths.flatMap { length in
                [RationalTime](repeating: RationalTime(length.ticks, ticksPerSecond), count: length.frames)
            }
            return frames.map { cycle[$0 % cycle.count] }
        }

        /// Returns the times of frames relative to the first frame, or `nil` if they are invalid.
        func timing(of frames: Range<Int>) -> FrameTiming? {
            guard let length = lengths.first, ticksPerSecond > 0 else { return nil }
            guard isConstant else { return FrameTiming(durations: durations(of: frames)) }
            let (ticks, overflow) = length.ticks.multipliedReportingOverflow(by: Int64(frames.count))
            guard !overflow else { return nil }
            return FrameTiming(frameCount: frames.count, cycleDuration: RationalTime(ticks, ticksPerSecond))
        }

        var frameTiming: FrameTiming? { timing(of: 0..<frameCount) }
    }

    /// Consecutive frames of equal duration.
    public struct Length: Sendable, Hashable, Codable {
        /// The number of frames.
        public let frames: Int
        /// The duration of each frame, in ticks.
        public let ticks: Int64
    }

    /// The canvas of the drawings.
    public struct Canvas: Sendable, Hashable, Codable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// Pixels per point, such as `2` or `4/3`.
        public let scale: String
    }

    /// The pictures that the encoder receives.
    public struct Pictures: Sendable, Hashable, Codable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The number of pictures in all cycles.
        public let count: Int
        /// Frames per second as a fraction, or ``ExportReport/variableRate``.
        public let rate: String
        /// A Boolean value that indicates whether transparency is kept.
        public let hasAlpha: Bool
    }

    /// The exact duration of all cycles, or 0 if a document has no valid times.
    public var duration: RationalTime { timing.frameTiming?.presentationTime(ofFrame: pictures.count) ?? .zero }

    /// Returns the indices of all drawings that are visible in a drawing.
    func parts(of place: Int) -> [Int] { [place] + drawings[place].others.flatMap(parts) }

    /// A Boolean value that indicates whether drawings refer only to earlier drawings, and only to as many as are allowed.
    var drawingsAreSound: Bool {
        var counts: [Int] = []
        for (place, drawing) in drawings.enumerated() {
            guard drawing.others.allSatisfy((0..<place).contains) else { return false }
            let count = drawing.others.reduce(1) { $0 + counts[$1] }
            guard count <= Timeline.largestPartCount else { return false }
            counts.append(count)
        }
        return true
    }

    /// A Boolean value that indicates whether all counts and times are in range. A document can contain any numbers.
    var isCountable: Bool {
        let counts = 1...FrameSet.maximumCount
        return (1...1_000_000_000).contains(cycles) && timing.ticksPerSecond > 0
            && runs.allSatisfy { (0..<FrameSet.maximumCount).contains($0.first) && counts.contains($0.count) }
            && timing.lengths.allSatisfy { counts.contains($0.frames) && $0.ticks > 0 }
            && drawings.allSatisfy { $0.picture ?? 1 > 0 }
    }

    var frameCountOfCycle: Int { runs.last.map { $0.first + $0.count } ?? 0 }

    var frameRate: FrameRate? { try? FrameRate(parsing: pictures.rate) }

    /// Returns the drawings of frames in any cycle, with equal neighbors combined.
    func runs(in frames: Range<Int>) -> [(count: Int, drawing: Int, number: Int?)] {
        let length = frameCountOfCycle
        var found: [(count: Int, drawing: Int, number: Int?)] = []
        var frame = frames.lowerBound
        while frame < frames.upperBound {
            let (_, place) = lastBegun(of: runs.count, at: Int128(frame)) {
                Int128($0 == runs.count ? length : runs[$0].first)
            }
            let run = runs[place]
            let count = min(run.first + run.count - frame % length, frames.upperBound - frame)
            if let last = found.last, last.drawing == run.drawing, last.number == run.number {
                found[found.count - 1].count += count
            } else {
                found.append((count, run.drawing, run.number))
            }
            frame += count
        }
        return found
    }
}

extension ExportPlan.Run {
    /// Decodes `[first, count, drawing]`, with an optional frame number.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (first, count, drawing) = (try row.decode(Int.self), try row.decode(Int.self), try row.decode(Int.self))
        number = row.isAtEnd ? nil : try row.decode(Int.self)
    }

    /// Encodes `[first, count, drawing]`, with an optional frame number.
    public func encode(to encoder: any Encoder) throws {
        try ([first, count, drawing] + (number.map { [$0] } ?? [])).encode(to: encoder)
    }
}

extension ExportPlan.Length {
    /// Decodes `[frames, ticks]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (frames, ticks) = (try row.decode(Int.self), try row.decode(Int64.self))
    }

    /// Encodes `[frames, ticks]`.
    public func encode(to encoder: any Encoder) throws { try [Int64(frames), ticks].encode(to: encoder) }
}

extension ExportPlan.ViewTimeline { var frameRate: FrameRate? { try? FrameRate(parsing: rate) } }
