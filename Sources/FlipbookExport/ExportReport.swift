public import FlipbookCore
public import FlipbookMedia

/// The receipt of an export.
public struct ExportReport: Sendable, Codable, Hashable {
    /// The input: a pattern, a folder or a list.
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
    /// The length of the file in seconds: the number of the document.
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
    /// The stand-ins for missing and damaged drawings.
    public let substitutions: [Substitution]
    /// Missing and damaged frames that were left out, as ranges: `3,7-9`; empty without any.
    public let skipped: String
    /// Frames of another size or scale, each with its place on the canvas: `walk.0002.png: 360x640, fitted to 640x360`.
    public let fitted: [String]
    /// The values of the files that are shown as black and as white, such as `0..4095`, or `nil` for all of their bits.
    public let levels: String?
    /// Sentences about the export that a user might not expect.
    public package(set) var notes: [Explanation]
    /// The cost of rendering the pictures; left out of a document without statistics.
    public var rendering: RenderStatistics?
    /// The usual name of the codec of the file's sound, or `nil` if it has none.
    public let audioCodec: String?
    /// The distance of the decoded pixels from the composited frames, or `nil` if they were not compared.
    public let fidelity: Fidelity?
    /// A picture of one frame that was made besides, or `nil` for none.
    public var poster: String?
    /// The number of segments, and of those that were there from an export before, or `nil` for an export in one piece.
    public internal(set) var segments: SegmentCount?
    /// The time that the export took in seconds: the number of the document.
    public internal(set) var wallTime: Double

    /// The value of ``rate`` for frames that are shown for different times.
    public static let variableRate = "variable"

    /// One missing or damaged drawing and what was shown for it.
    public struct Substitution: Sendable, Codable, Hashable {
        /// The number of the drawing; without one, its place in the sequence from 1.
        public let frame: Int
        /// The policy that decided: `hold`, `nearest` or `black`.
        public let policy: String
        /// The number of the drawing that was shown, or `nil` for black.
        public let heldFrame: Int?
        /// The damaged file, or `nil` if there is none.
        public var file: String?
        /// The reason why the file is damaged.
        public var reason: String?
    }
}

extension ExportReport {
    init(
        of receipt: OutputReceipt,
        _ job: EncodingJob,
        input: String,
        file: String,
        framesIn: Int,
        _ treatment: SegmentPlan.Treatment,
        notes: [Explanation],
        rendering: RenderStatistics? = nil,
        wallTime: Duration
    ) {
        self.init(
            input: input,
            framesIn: framesIn,
            framesEncoded: job.frameCount,
            framesReadBack: receipt.frameCount,
            framesRendered: rendering?.renders ?? 0,
            rate: job.rate?.description ?? Self.variableRate,
            duration: Double(job.timing.nanosecond(ofFrame: job.frameCount)) / 1e9,
            width: job.size.width,
            height: job.size.height,
            codec: job.codec,
            container: job.format,
            file: file,
            byteCount: receipt.byteCount,
            substitutions: treatment.substitutions,
            skipped: treatment.skipped,
            fitted: treatment.fitted,
            levels: treatment.levels,
            notes: notes + receipt.notes,
            rendering: rendering,
            audioCodec: receipt.sound?.codec,
            fidelity: receipt.fidelity,
            wallTime: wallTime / .seconds(1)
        )
    }
}

extension ExportReport.Substitution {
    /// The stand-in for `frame`, or `nil` if its own drawing was shown.
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
