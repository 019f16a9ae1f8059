public import FlipbookCore
public import FlipbookMedia
import FlipbookScene

/// The plan of an export, written down: the drawing of each frame, the way it is drawn, and the file.
///
/// The plan of many frames is as long as their drawings: each file is named once, and ``runs`` tell when it is shown.
public struct ExportPlan: Sendable, Hashable, Codable {
    /// The form of a plan's document. Another number is refused when a document is read.
    public enum Version: Int, Sendable, Codable {
        /// The form of today.
        case current = 1
    }

    /// The form of this document. A document of another form is not read.
    public let version: Version
    /// The input: a pattern, a folder or a list.
    public let input: String
    /// The file, or the pattern of the files, that will be made.
    public let target: String
    /// The files that are drawn, each once for each of its looks.
    public let drawings: [Drawing]
    /// The orientation, insets and tint of stored pictures, by the keys of a manifest: `orientation`, `capInsets` …
    ///
    /// Slices of an asset catalog stand under `resizing`, as in its `Contents.json`.
    public let looks: [ManifestDocument]
    /// The drawing of each frame, from the first of a cycle to the last.
    public let runs: [Run]
    /// The contents of the views with a timeline, in the order of the tree, or `nil` without any.
    public let timelines: [ViewTimeline]?
    /// The number of whole cycles.
    public let cycles: Int
    /// The times of the frames of a cycle.
    public let timing: Timing
    /// The place of the drawings on the canvas, by the keys of a manifest; a key that is not there has its default.
    public let view: ManifestDocument
    /// Lines of text in the pictures, or `nil` without any.
    public let burnIns: [BurnIn]?
    /// The canvas of the drawings.
    public let canvas: Canvas
    /// The request for the file: the format, the codec and the encoder's settings.
    public let profile: EncodingRequest
    /// The pictures that the encoder gets.
    public let pictures: Pictures
    /// The encoder's elements as `gst-launch-1.0` reads them, with test pictures in the place of the frames, or `nil` if
    /// GStreamer has no part in it.
    public let launchLine: String?
    /// Sentences about the export that a user might not expect.
    public package(set) var notes: [Explanation]

    /// A file that is drawn, and how.
    public struct Drawing: Sendable, Hashable, Codable {
        /// The file, or `nil` for black in the place of a missing frame.
        public let file: String?
        /// The number of the picture, from 1, in a file that holds several, or `nil` for a file of one.
        public let picture: Int?
        /// Pixels of the file per point.
        public var scale: Double { givenScale ?? 1 }
        /// The place in ``ExportPlan/looks`` of how the picture is turned, cut and tinted, or `nil` if it is drawn as it is.
        public internal(set) var look: Int?
        /// A Boolean value that indicates nothing to be seen, not even black: the gap in a timeline.
        public var isNothing: Bool { isGap ?? false }
        /// The places in the table of what lies over the drawing and belongs to it, or `nil` for nothing.
        public let above: [Int]?
        /// The drawing that this one is on its way to, or `nil` for one that stays.
        public let next: Next?

        // A long plan has many drawings, so that what is usual is left out of its document.
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
    }

    /// The drawing that another one is on its way to, and the progress.
    public struct Next: Sendable, Hashable, Codable {
        /// The place of the next drawing in the table.
        public let drawing: Int
        /// The name of the transition, as in a manifest.
        public let transition: String
        /// The transition's direction, or `nil` for one without.
        public let direction: String?
        /// The color that it goes through, or `nil` for one without.
        public let color: String?
        /// The progress, 0 to 1.
        public let progress: Double

        init(drawing: Int, _ transition: Transition, progress: Double) {
            let (name, direction, color) = transition.parts
            (self.drawing, self.transition, self.progress) = (drawing, name.rawValue, progress)
            (self.direction, self.color) = (direction?.rawValue, color?.description)
        }

        /// The transition, or `nil` if the words mean none.
        var value: Transition? {
            guard let color = try? color.map({ try Color(parsing: $0) }) ?? .black else { return nil }
            let direction = direction.flatMap(Transition.Direction.init(rawValue:)) ?? .left
            return TransitionName(rawValue: transition)?.transition(direction, color)
        }
    }

    /// Neighboring frames that show one drawing. In a document it is `[first, count, drawing]`, and a number behind these.
    public struct Run: Sendable, Hashable, Codable {
        /// The first of the frames, counted from 0.
        public let first: Int
        /// The number of frames.
        public let count: Int
        /// The place of the drawing in the table.
        public let drawing: Int
        /// The number that stands in the pictures, or `nil` if none does, and for the first frame's place in the cycle.
        public internal(set) var number: Int?
    }

    /// The contents of a view, slot by slot.
    public struct ViewTimeline: Sendable, Hashable, Codable {
        /// Slots in a second, as a fraction.
        public let rate: String
        /// The drawing of each slot, from the first to the last.
        public let runs: [Run]
    }

    /// The times of the frames of a cycle.
    public struct Timing: Sendable, Hashable, Codable {
        /// Units in which lengths are counted, in a second.
        public let ticksPerSecond: Int64
        /// The duration of each frame, in order, equal neighbors together. In a document each is `[frames, ticks]`.
        public let lengths: [Length]
    }

    /// Neighboring frames of one length.
    public struct Length: Sendable, Hashable, Codable {
        /// The number of frames.
        public let frames: Int
        /// The duration of each, in ticks.
        public let ticks: Int64
    }

    /// The canvas of the drawings.
    public struct Canvas: Sendable, Hashable, Codable {
        /// Columns, in pixels.
        public let width: Int
        /// Rows, in pixels.
        public let height: Int
        /// Pixels per point, such as `2` or `4/3`.
        public let scale: String
    }

    /// The pictures that the encoder gets.
    public struct Pictures: Sendable, Hashable, Codable {
        /// Columns.
        public let width: Int
        /// Rows.
        public let height: Int
        /// The number of pictures, all cycles together.
        public let count: Int
        /// Frames per second as a fraction; ``ExportReport/variableRate`` where frames are shown for different times.
        public let rate: String
        /// A Boolean value that indicates transparency that is kept.
        public let hasAlpha: Bool
    }

    /// The exact duration of all cycles together; 0 for a document whose frames have no times.
    public var duration: RationalTime { timing.frameTiming?.presentationTime(ofFrame: pictures.count) ?? .zero }
}

extension ExportPlan.Run {
    /// The run of `[first, count, drawing]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (first, count, drawing) = (try row.decode(Int.self), try row.decode(Int.self), try row.decode(Int.self))
        number = row.isAtEnd ? nil : try row.decode(Int.self)
    }

    /// Writes `[first, count, drawing]`.
    public func encode(to encoder: any Encoder) throws {
        try ([first, count, drawing] + (number.map { [$0] } ?? [])).encode(to: encoder)
    }
}

extension ExportPlan.Length {
    /// The length of `[frames, ticks]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (frames, ticks) = (try row.decode(Int.self), try row.decode(Int64.self))
    }

    /// Writes `[frames, ticks]`.
    public func encode(to encoder: any Encoder) throws { try [Int64(frames), ticks].encode(to: encoder) }
}

extension ExportPlan.Drawing {
    /// The places of the drawings that it is made of besides its own file.
    var others: [Int] { (above ?? []) + (next.map { [$0.drawing] } ?? []) }
}

extension ExportPlan {
    /// The places of all drawings that are seen of one.
    func parts(of place: Int) -> [Int] { [place] + drawings[place].others.flatMap(parts) }

    /// A Boolean value that indicates drawings that stand behind those that they are made of, which are not too many.
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
}
