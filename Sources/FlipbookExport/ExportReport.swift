public import FlipbookCore
public import FlipbookMedia

/// What an export did: its receipt.
public struct ExportReport: Sendable, Codable, Hashable {
    /// What was read: a pattern, a folder or a list.
    public let input: String
    /// Image files that are shown in one cycle, each counted once: a drawing that is held or comes again is one,
    /// and what is put in for a missing or damaged one is none.
    public let framesIn: Int
    /// Frames that were encoded, all cycles together.
    public let framesEncoded: Int
    /// Frames that were counted in the finished file.
    public let framesReadBack: Int
    /// Pictures that were decoded and composited; the others were shown again.
    public internal(set) var framesRendered: Int
    /// Frames per second as a fraction, such as `24000/1001`; ``variableRate`` where frames are shown for
    /// different times.
    public let rate: String
    /// Length of the file in seconds.
    public let duration: Double
    /// Columns of the video.
    public let width: Int
    /// Rows of the video.
    public let height: Int
    /// The codec.
    public let codec: VideoCodec
    /// The container.
    public let container: OutputFormat
    /// The file, or for an image sequence its pattern.
    public let file: String
    /// Bytes of the file, or of all files.
    public let byteCount: Int
    /// What stood in for missing and damaged drawings.
    public let substitutions: [Substitution]
    /// Missing and damaged frames that were left out, as ranges: `3,7-9`; empty without any.
    public let skipped: String
    /// Frames of another size or scale that were placed on the canvas.
    public let fitted: [String]
    /// What the export did that a user might not expect, a sentence each.
    public package(set) var notes: [Explanation]
    /// What rendering the pictures cost; left out of a document without statistics.
    public var rendering: RenderStatistics?
    /// What people call the codec of the file's sound; `nil` where it has none.
    public let audioCodec: String?
    /// How near the decoded pixels are to the composited frames; `nil` where they were not compared.
    public let fidelity: Fidelity?
    /// A picture of one frame that was made besides; `nil` for none.
    public var poster: String?
    /// How many segments there are, and how many were there from an export before; `nil` of an export in one piece.
    public internal(set) var segments: SegmentCount?
    /// Seconds that the export took.
    public internal(set) var wallTime: Double

    /// What ``rate`` says of frames that are shown for different times.
    public static let variableRate = "variable"

    /// One missing or damaged drawing and what was shown for it.
    public struct Substitution: Sendable, Codable, Hashable {
        /// The number of the drawing; without one, its place in the sequence from 1.
        public let frame: Int
        /// The policy that decided: `hold`, `nearest` or `black`.
        public let policy: String
        /// The number of the drawing that was shown; `nil` for black.
        public let heldFrame: Int?
        /// The damaged file; `nil` where there is none.
        public var file: String?
        /// What is the matter with the file.
        public var reason: String?
    }
}

extension ExportReport.Substitution {
    /// What stood in for some of the frames, each once.
    static func all(in frames: [Frame]) -> [Self] { frames.compactMap(Self.init).distinct }

    /// What stood in for `frame`; `nil` when its own drawing was shown.
    init?(_ frame: Frame) {
        guard let number = frame.number ?? frame.damage?.number else { return nil }
        switch frame.substitution {
        case .held(let held): self.init(frame: number, policy: MissingFramePolicy.hold.rawValue, heldFrame: held)
        case .nearest(let shown):
            self.init(frame: number, policy: MissingFramePolicy.nearest.rawValue, heldFrame: shown)
        case .black: self.init(frame: number, policy: MissingFramePolicy.black.rawValue, heldFrame: nil)
        case nil: return nil
        }
        guard let damage = frame.damage else { return }
        (file, reason) = (damage.source.name.string, damage.reason)
    }
}
