public import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookScene

/// An export that is cut into segments, written down: everything that decides the result, for machines that make a part each.
///
/// It is the document of an ``ExportPlan`` with further keys. Segments are made one by one, on any machine that sees the same
/// files, and joined into the file that ``ExportPlan/target`` names. A segment's name in the folder ``Division/work`` is its
/// key: the hash of all that its pictures and its compression depend on, so that a segment that is there is the right one.
@dynamicMemberLookup
public struct SegmentPlan: Sendable, Hashable {
    /// The plan of the whole export.
    public package(set) var export: ExportPlan
    /// The further keys of the document.
    public var division: Division
    /// The value of a further key.
    public subscript<Value>(dynamicMember key: KeyPath<Division, Value>) -> Value { division[keyPath: key] }

    /// The division of an export into segments, and the facts that decide each.
    public struct Division: Sendable, Hashable, Codable {
        /// The folder that relative names of files count from.
        public let folder: String
        /// The folder in which segments are kept, relative to ``folder`` where it does not begin with a slash.
        public var work: String
        /// Frames in each segment but the last.
        public let segmentLength: Int
        /// The key of each segment.
        public internal(set) var keys: [ContentHash]
        /// The threads of the encoder, which its result may depend on.
        public let threads: Int
        /// The versions of what makes the segments, by name: GStreamer, the plugins, the program.
        public let versions: [String: String]
        /// The file of each drawing, in the order of ``ExportPlan/drawings``, or `nil` for black.
        public let inputs: [Input?]
        /// The files of the overlays, those that say how numbers become colors, and those of views.
        public let overlayInputs: [Input]
        /// The sound that the joined file gets, or `nil` for none.
        public let sound: Sound?
        /// The demands on the decoded pixels of every segment, or `nil` if they are not compared.
        public let verification: PixelVerification?
        /// The facts of the pictures that decide how they are stored.
        let traits: Traits
        /// The treatment of frames that are missing or of another size.
        let treatment: Treatment
        /// The texts that the joined file says about itself.
        let texts: [String: String]
        /// The time that the joined file's first frame has for an editor.
        let timeCode: String?
        /// The number in the name of the first of the joined images, or `nil` for 1.
        let startNumber: Int?
    }

    /// A file as it was when the plan was made. In a document it is `[bytes, time, hash, columns, rows]`.
    public struct Input: Sendable, Hashable, Codable {
        /// Its length in bytes.
        public let byteCount: Int
        /// The time of its last change, in nanoseconds since 1970.
        public let modified: Int64
        /// The hash of its bytes.
        public let hash: ContentHash
        /// The picture's columns as stored.
        public internal(set) var width: Int
        /// The picture's rows as stored.
        public internal(set) var height: Int
    }

    /// A sound file as it was when the plan was made.
    public struct Sound: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// The time in the film of its first sample, in seconds: a numerator and a denominator.
        let offset: [Int64]
        /// Its length, time and hash.
        public let input: Input
    }

    /// The notes on frames that are missing or of another size.
    struct Treatment: Sendable, Hashable, Codable {
        let missing: String
        let mismatch: String
        let substitutions: [ExportReport.Substitution]
        let skipped: String
        let fitted: [String]
        /// The levels, measured where they were to be, or `nil` without any.
        let levels: String?

        init(of sequence: CheckedSequence) {
            (missing, mismatch) = (sequence.settings.missing.rawValue, "\(sequence.settings.mismatch)")
            substitutions = sequence.frames.frames.compactMap(ExportReport.Substitution.init).distinct
            (skipped, fitted) = (sequence.skipped.description, sequence.fitted)
            levels = sequence.settings.levels?.description
        }
    }

    struct Traits: Sendable, Hashable, Codable {
        /// Letters in the longest text of each line in the pictures.
        let textLengths: [Int]
        let depth: Int
        /// A Boolean value that indicates transparency in some.
        let haveGaps: Bool
        let alphaOutput: String
        /// A Boolean value that indicates pictures without color, or `nil` if some have one.
        let areGray: Bool?
        /// The drawing of views and texts, or `nil` if there are none.
        let staging: Staging?
    }

    /// The facts besides their keys that decide the drawing of views and texts.
    struct Staging: Sendable, Hashable, Codable {
        /// The size that they were laid out for, in points, or `nil` for that of the canvas.
        let size: Size?
        let safeAreaInsets: EdgeInsets
        /// A Boolean value that indicates views that run from right to left.
        let isRightToLeft: Bool
        /// The pictures of texts, hashed: another machine's fonts may draw others. `nil` without any.
        let letters: ContentHash?
    }

    /// The number of segments.
    public var segmentCount: Int { self.keys.count }

    /// The frames of a segment, counted from 0 over all cycles.
    public func frames(ofSegment index: Int) -> Range<Int> {
        let end = index == segmentCount - 1 ? export.pictures.count : (index + 1) * self.segmentLength
        return index * self.segmentLength..<end
    }

    /// The number of segments. One or two frames that are left over belong to the last one: an encoder that reorders
    /// pictures writes another header for so few.
    private static func count(of frameCount: Int, length: Int) -> Int {
        let (whole, rest) = frameCount.quotientAndRemainder(dividingBy: length)
        return max(1, rest > 2 || length <= 2 && rest > 0 ? whole + 1 : whole)
    }

    /// The frames of all segments.
    static func ranges(of frameCount: Int, length: Int) -> [Range<Int>] {
        let count = count(of: frameCount, length: length)
        return (0..<count).map { $0 * length..<($0 == count - 1 ? frameCount : ($0 + 1) * length) }
    }

    /// Frames in a segment where nothing is asked for: as many as an encoder has between pictures that need no other, or ten
    /// seconds where that is more.
    public static func usualLength(at rate: FrameRate?) -> Int {
        max(VideoCodec.keyDistance, Int((10 * (rate?.framesPerSecond ?? 24)).rounded(.up)))
    }

    /// The hash of the whole plan's result: of the keys, and of what the join adds.
    var resultKey: ContentHash {
        var digest = SHA256()
        digest.add("flipbook result 1")
        for key in self.keys { digest.add(key.description) }
        for text in self.texts.sorted(by: { $0.key < $1.key }) { digest.add(text.key + "=" + text.value) }
        digest.add(self.timeCode ?? "")
        if let startNumber = self.startNumber { digest.add("from \(startNumber)") }
        if let sound = self.sound { digest.add("\(sound.input.hash) \(sound.offset)") }
        return ContentHash(digest)
    }

    /// The time of the newest input, in seconds since 1970: the joined file's statement about its creation, so that the
    /// same inputs give the same bytes.
    var creationTime: Int64 {
        let inputs = self.inputs.compactMap { $0 } + self.overlayInputs + [self.sound?.input].compactMap { $0 }
        return (inputs.map(\.modified).max() ?? 0) / 1_000_000_000
    }

    /// A name of the plan as it is seen from here.
    func path(_ name: String) -> FilePath { FilePath(self.folder + "/").naming(name) }

    /// The files of the overlays and of colors, in the order of ``Division/overlayInputs``.
    var overlayFiles: [String] {
        var files = export.view.colorFiles.map(\.name)
        if case .list(let overlays)? = export.view.value("overlays") {
            files =
                overlays.map { overlay in
                    if case .object(let values) = overlay, case .text(let name)? = values["image"] { name } else { "" }
                } + files
        }
        return files + (scene()?.filesOfViews.map(\.string) ?? [])
    }

    /// The file that will be made.
    public var target: FilePath { path(export.target) }
    /// The folder in which segments are kept.
    public var workFolder: FilePath { path(self.work) }
}

extension SegmentPlan: Codable {
    /// Reads a plan.
    /// - Throws: `DecodingError` for a document that is none, or whose parts do not fit together.
    public init(from decoder: any Decoder) throws {
        export = try ExportPlan(from: decoder)
        try export.profile.checkAgain()
        division = try Division(from: decoder)
        let drawings = 0..<export.drawings.count
        let looks = 0..<export.looks.count
        guard self.segmentLength > 0, self.threads > 0, export.isCountable, self.inputs.count == drawings.count,
            export.pictures.count == export.cycles * export.frameCountOfCycle,
            self.keys.count == Self.count(of: export.pictures.count, length: self.segmentLength),
            // All frames of a segment are listed.
            min(self.segmentLength, export.pictures.count) <= FrameSet.maximumCount,
            (self.startNumber ?? 1).magnitude < 1_000_000_000,
            self.traits.textLengths.count == export.burnIns?.count ?? 0,
            self.sound.map({ $0.offset.count == 2 && $0.offset[1] > 0 }) ?? true,
            export.runs.allSatisfy({ drawings.contains($0.drawing) }),
            export.timelines?.allSatisfy({ timeline in
                timeline.frameRate != nil
                    && timeline.runs.allSatisfy {
                        drawings.contains($0.drawing) && (1...FrameSet.maximumCount).contains($0.count)
                    }
            }) ?? true,
            export.drawings.allSatisfy({ $0.look.map(looks.contains) ?? true }),
            export.drawingsAreSound,
            zip(export.runs, export.runs.dropFirst()).allSatisfy({ $0.first + $0.count == $1.first }),
            export.runs.first?.first == 0, export.timing.frameCount == export.frameCountOfCycle,
            // They are found by what was checked above.
            self.overlayInputs.count == overlayFiles.count
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The parts of the plan do not fit together.")
            )
        }
    }

    /// Writes the plan: the keys of ``ExportPlan`` and further ones.
    public func encode(to encoder: any Encoder) throws {
        try export.encode(to: encoder)
        try division.encode(to: encoder)
    }
}

extension SegmentPlan.Input {
    /// The file of `[bytes, time, hash, columns, rows]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        byteCount = try row.decode(Int.self)
        modified = try row.decode(Int64.self)
        hash = try row.decode(ContentHash.self)
        (width, height) = (try row.decode(Int.self), try row.decode(Int.self))
    }

    /// Writes `[bytes, time, hash, columns, rows]`.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(byteCount)
        try row.encode(modified)
        try row.encode(hash)
        try row.encode(width)
        try row.encode(height)
    }
}
