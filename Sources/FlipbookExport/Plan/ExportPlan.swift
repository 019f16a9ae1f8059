public import FlipbookCore
public import FlipbookMedia
import FlipbookScene

/// What an export will do, written down: which drawing is shown when, how it is drawn, and what becomes of it.
///
/// The plan of many frames is as long as their drawings: each file is named once, and ``runs`` tell when it is shown.
public struct ExportPlan: Sendable, Hashable, Codable {
    /// The form of a plan's document: 1. Another number is refused when a document is read.
    public struct Version: Sendable, Hashable, Codable {
        /// The number.
        public static let number = 1

        init() {}

        /// Reads the number.
        /// - Throws: `DecodingError.dataCorrupted` for a document of another form.
        public init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let found = try value.decode(Int.self)
            guard found == Self.number else {
                throw DecodingError.dataCorruptedError(
                    in: value,
                    debugDescription: "The plan has version \(found); this program reads version \(Self.number)."
                )
            }
        }

        /// Writes the number.
        public func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            try value.encode(Self.number)
        }
    }

    /// The form of this document. A document of another form is not read.
    public let version: Version
    /// What was read: a pattern, a folder or a list.
    public let input: String
    /// The file, or the pattern of the files, that will be made.
    public let target: String
    /// The files that are drawn, each once for each of its looks.
    public let drawings: [Drawing]
    /// The orientation, insets and tint of stored pictures, by the keys of a manifest: `orientation`, `capInsets` …
    ///
    /// Slices of an asset catalog stand under `resizing`, as in its `Contents.json`.
    public let looks: [ManifestDocument]
    /// Which drawing is shown, from the first frame of a cycle to the last.
    public let runs: [Run]
    /// What the views with a timeline show, in the order of the tree; `nil` without any.
    public let timelines: [ViewTimeline]?
    /// How many whole cycles there are.
    public let cycles: Int
    /// When the frames of a cycle are shown.
    public let timing: Timing
    /// How the drawings lie on the canvas, by the keys of a manifest; what is not there has its default.
    public let view: ManifestDocument
    /// Lines of text in the pictures; `nil` without any.
    public let burnIns: [BurnIn]?
    /// What the drawings are placed on.
    public let canvas: Canvas
    /// What is written: the format, the codec and the encoder's settings.
    public let profile: EncodingRequest
    /// The pictures that the encoder gets.
    public let pictures: Pictures
    /// The encoder's elements as `gst-launch-1.0` reads them, with test pictures in the place of the frames; `nil` where
    /// GStreamer has no part in it.
    public let launchLine: String?
    /// What the export does that a user might not expect, a sentence each.
    public package(set) var notes: [Explanation]

    /// A file that is drawn, and how.
    public struct Drawing: Sendable, Hashable, Codable {
        /// The file; `nil` for black in the place of a missing frame.
        public let file: String?
        /// The number of the picture, from 1, in a file that holds several; `nil` for a file of one.
        public let picture: Int?
        /// Pixels of the file per point.
        public let scale: Double
        /// The place in ``ExportPlan/looks`` of how the picture is turned, cut and tinted, or `nil` if it is drawn as it is.
        public internal(set) var look: Int?
        /// Whether there is nothing to be seen, not even black: the gap in a timeline.
        public let isNothing: Bool
        /// The places in the table of what lies over the drawing and belongs to it; `nil` for nothing.
        public let above: [Int]?
        /// What the drawing is on its way to; `nil` for one that stays.
        public let next: Next?

        private enum CodingKeys: String, CodingKey {
            case file, picture, scale, look, isNothing, above, next
        }

        init(_ image: Image, above: [Int] = [], _ next: Next? = nil) {
            (file, picture, scale) = (image.path?.string, image.path?.picture, image.scale)
            (isNothing, self.above, self.next) = (image.source == .nothing, above.isEmpty ? nil : above, next)
        }

        /// Reads a drawing of a document.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            file = try values.decodeIfPresent(String.self, forKey: .file)
            picture = try values.decodeIfPresent(Int.self, forKey: .picture)
            scale = try values.decodeIfPresent(Double.self, forKey: .scale) ?? 1
            look = try values.decodeIfPresent(Int.self, forKey: .look)
            isNothing = try values.decodeIfPresent(Bool.self, forKey: .isNothing) ?? false
            above = try values.decodeIfPresent([Int].self, forKey: .above)
            next = try values.decodeIfPresent(Next.self, forKey: .next)
        }

        /// Writes a drawing: a long plan has many, so a scale of 1 is left out.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(file, forKey: .file)
            try values.encodeIfPresent(picture, forKey: .picture)
            if scale != 1 { try values.encode(scale, forKey: .scale) }
            try values.encodeIfPresent(look, forKey: .look)
            if isNothing { try values.encode(true, forKey: .isNothing) }
            try values.encodeIfPresent(above, forKey: .above)
            try values.encodeIfPresent(next, forKey: .next)
        }
    }

    /// What a drawing is on its way to, and how far it has come.
    public struct Next: Sendable, Hashable, Codable {
        /// The place of the next drawing in the table.
        public let drawing: Int
        /// The name of the transition, as in a manifest.
        public let transition: String
        /// Which way it runs; `nil` for one without a direction.
        public let direction: String?
        /// The colour that it goes through; `nil` for one without.
        public let color: String?
        /// How far it has come, 0 to 1.
        public let progress: Double

        init(drawing: Int, _ transition: Transition, progress: Double) {
            let (name, direction, color) = transition.parts
            (self.drawing, self.transition, self.progress) = (drawing, name.rawValue, progress)
            (self.direction, self.color) = (direction?.rawValue, color?.description)
        }

        /// The transition, or `nil` if the words mean none.
        var value: Transition? {
            do throws(ParsingError) {
                return TransitionName(rawValue: transition)?.transition(
                    direction.flatMap(Transition.Direction.init(rawValue:)) ?? .left,
                    try color.map(Color.init(parsing:)) ?? .black
                )
            } catch {
                return nil
            }
        }
    }

    /// Neighbouring frames that show one drawing. In a document it is `[first, count, drawing]`, and a number behind these.
    public struct Run: Sendable, Hashable, Codable {
        /// The first of the frames, counted from 0.
        public let first: Int
        /// How many they are.
        public let count: Int
        /// The place of the drawing in the table.
        public let drawing: Int
        /// The number that stands in the pictures, or `nil` if none does, and for the first frame's place in the cycle.
        public let number: Int?
    }

    /// What a view shows, slot by slot.
    public struct ViewTimeline: Sendable, Hashable, Codable {
        /// Slots in a second, as a fraction.
        public let rate: String
        /// Which drawing is shown, from the first slot to the last.
        public let runs: [Run]
    }

    /// When the frames of a cycle are shown.
    public struct Timing: Sendable, Hashable, Codable {
        /// Units in which lengths are counted, in a second.
        public let ticksPerSecond: Int64
        /// How long each frame is shown, in order, equal neighbours together. In a document each is `[frames, ticks]`.
        public let lengths: [Length]
    }

    /// Neighbouring frames of one length.
    public struct Length: Sendable, Hashable, Codable {
        /// How many they are.
        public let frames: Int
        /// How long each is shown, in ticks.
        public let ticks: Int64
    }

    /// What the drawings are placed on.
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
        /// How many they are, all cycles together.
        public let count: Int
        /// Frames per second as a fraction; ``ExportReport/variableRate`` where frames are shown for different times.
        public let rate: String
        /// Whether transparency is kept.
        public let hasAlpha: Bool
    }

    /// How long all cycles last together, in seconds.
    public var duration: Double {
        let ticks = timing.lengths.reduce(0.0) { $0 + Double($1.frames) * Double($1.ticks) }
        return ticks / Double(timing.ticksPerSecond) * Double(cycles)
    }
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
        var row = encoder.unkeyedContainer()
        try row.encode(first)
        try row.encode(count)
        try row.encode(drawing)
        if let number { try row.encode(number) }
    }
}

extension ExportPlan.Length {
    /// The length of `[frames, ticks]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (frames, ticks) = (try row.decode(Int.self), try row.decode(Int64.self))
    }

    /// Writes `[frames, ticks]`.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(frames)
        try row.encode(ticks)
    }
}

extension ExportPlan.Drawing {
    /// The places of the drawings that it is made of besides its own file.
    var others: [Int] { (above ?? []) + (next.map { [$0.drawing] } ?? []) }
}

extension ExportPlan {
    /// The places of all drawings that are seen of one.
    func parts(of place: Int) -> [Int] { [place] + drawings[place].others.flatMap(parts) }

    /// Whether each drawing stands behind those that it is made of, which are not too many.
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
