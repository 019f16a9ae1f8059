public import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookScene

/// The plan of an export in segments, with everything that determines the result, so that multiple machines can share the work.
///
/// Its document is that of an ``ExportPlan`` with additional keys. Any machine that has access to the files can make segments,
/// which are then joined into the file ``ExportPlan/target``. In the folder ``Division/work``, a segment is named by its key:
/// the hash of everything that its pictures and compression depend on. An existing segment is therefore the correct one.
@dynamicMemberLookup
public struct SegmentPlan: Sendable, Hashable {
    /// The plan of the whole export.
    public package(set) var export: ExportPlan
    /// The additional keys of the document.
    public var division: Division
    /// The value of an additional key.
    public subscript<Value>(dynamicMember key: KeyPath<Division, Value>) -> Value { division[keyPath: key] }

    /// The division of an export into segments, and the facts that determine each segment.
    public struct Division: Sendable, Hashable, Codable {
        /// The folder to which file names are relative.
        public let folder: String
        /// The folder of the segments, absolute or relative to ``folder``.
        public var work: String
        /// The number of frames in each segment except the last.
        public let segmentLength: Int
        /// The keys of the segments.
        public internal(set) var keys: [ContentHash]
        /// The number of encoder threads, on which the output may depend.
        public let threads: Int
        /// The versions of GStreamer, its plugins, and the program, by name.
        public let versions: [String: String]
        /// The files of the drawings, in the order of ``ExportPlan/drawings``, or `nil` for black.
        public let inputs: [Input?]
        /// The files of overlays, of color settings, and of views.
        public let overlayInputs: [Input]
        /// The audio of the joined file, or `nil` for none.
        public let sound: Sound?
        /// The requirements on the decoded pixels of every segment, or `nil` to skip the comparison.
        public let verification: PixelVerification?
        let traits: Traits
        let treatment: Treatment
        let texts: [String: String]
        let timeCode: String?
        let startNumber: Int?
    }

    /// The state of a file when the plan was made, encoded as `[bytes, time, hash, columns, rows]`.
    public struct Input: Sendable, Hashable, Codable {
        /// The length in bytes.
        public let byteCount: Int
        /// The modification time, in nanoseconds since 1970.
        public let modified: Int64
        /// The hash of the contents.
        public let hash: ContentHash
        /// The columns of the picture as stored.
        public internal(set) var width: Int
        /// The rows of the picture as stored.
        public internal(set) var height: Int
    }

    /// An audio file, with its state when the plan was made.
    public struct Sound: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// The time of the first sample in the film, in seconds, as a numerator and a denominator.
        let offset: [Int64]
        /// The length, time, and hash of the file.
        public let input: Input
    }

    struct Treatment: Sendable, Hashable, Codable {
        let missing: String
        let mismatch: String
        let substitutions: [ExportReport.Substitution]
        let skipped: String
        let fitted: [String]
        /// The levels, whether they were specified or measured, or `nil` if there are none.
        let levels: String?

        init(of sequence: CheckedSequence) {
            (missing, mismatch) = (sequence.settings.missing.rawValue, "\(sequence.settings.mismatch)")
            substitutions = sequence.frames.frames.compactMap(ExportReport.Substitution.init).distinct
            (skipped, fitted) = (sequence.skipped.description, sequence.fitted)
            levels = sequence.settings.levels?.description
        }
    }

    struct Traits: Sendable, Hashable, Codable {
        let textLengths: [Int]
        let depth: Int
        let haveGaps: Bool
        let alphaOutput: String
        /// `true` if all pictures are gray, otherwise `nil`.
        let areGray: Bool?
        let staging: Staging?
    }

    /// The facts, in addition to the keys, that determine how views and text are drawn.
    struct Staging: Sendable, Hashable, Codable {
        /// The size in points for which the views were laid out, or `nil` for the canvas's size.
        let size: Size?
        let safeAreaInsets: EdgeInsets
        let isRightToLeft: Bool
        /// The hash of pictures of the text, which depend on the machine's fonts, or `nil` if there is no text.
        let letters: ContentHash?
    }

    /// The number of segments.
    public var segmentCount: Int { self.keys.count }

    /// Returns the frames of a segment, counted from 0 over all cycles.
    public func frames(ofSegment index: Int) -> Range<Int> {
        let end = index == segmentCount - 1 ? export.pictures.count : (index + 1) * self.segmentLength
        return index * self.segmentLength..<end
    }

    /// Returns the number of segments. One or two remaining frames join the last segment, because an encoder that reorders
    /// pictures would write a different header for them.
    private static func count(of frameCount: Int, length: Int) -> Int {
        let (whole, rest) = frameCount.quotientAndRemainder(dividingBy: length)
        return max(1, rest > 2 || length <= 2 && rest > 0 ? whole + 1 : whole)
    }

    static func ranges(of frameCount: Int, length: Int) -> [Range<Int>] {
        let count = count(of: frameCount, length: length)
        return (0..<count).map { $0 * length..<($0 == count - 1 ? frameCount : ($0 + 1) * length) }
    }

    /// Returns the default length of a segment in frames: the encoders' distance between key frames, or ten seconds if that is
    /// more.
    public static func usualLength(at rate: FrameRate?) -> Int {
        max(VideoCodec.keyDistance, Int((10 * (rate?.framesPerSecond ?? 24)).rounded(.up)))
    }

    /// The hash of everything that determines the result: the keys, and everything that joining adds.
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

    /// The time of the newest input, in seconds since 1970, which is also the creation time of the joined file.
    var creationTime: Int64 {
        let inputs = self.inputs.compactMap { $0 } + self.overlayInputs + [self.sound?.input].compactMap { $0 }
        return (inputs.map(\.modified).max() ?? 0) / 1_000_000_000
    }

    /// Returns a name in the plan as a path from the current folder.
    func path(_ name: String) -> FilePath { FilePath(self.folder + "/").naming(name) }

    /// The files of overlays and colors, in the order of ``Division/overlayInputs``.
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

    /// The output file.
    public var target: FilePath { path(export.target) }
    /// The folder that contains the segments.
    public var workFolder: FilePath { path(self.work) }
}

extension SegmentPlan: Codable {
    /// Decodes a plan.
    /// - Throws: `DecodingError` for an invalid or inconsistent document.
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
            // The files can be listed only after the checks above.
            self.overlayInputs.count == overlayFiles.count
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The parts of the plan are inconsistent.")
            )
        }
    }

    /// Encodes the keys of ``ExportPlan`` and the additional ones.
    public func encode(to encoder: any Encoder) throws {
        try export.encode(to: encoder)
        try division.encode(to: encoder)
    }
}

extension SegmentPlan.Input {
    /// Decodes `[bytes, time, hash, columns, rows]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (byteCount, modified) = (try row.decode(Int.self), try row.decode(Int64.self))
        hash = try row.decode(ContentHash.self)
        (width, height) = (try row.decode(Int.self), try row.decode(Int.self))
    }

    /// Encodes `[bytes, time, hash, columns, rows]`.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(byteCount)
        try row.encode(modified)
        try row.encode(hash)
        try row.encode(width)
        try row.encode(height)
    }
}
