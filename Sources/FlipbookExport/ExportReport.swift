public import FlipbookCore
public import FlipbookMedia

/// The receipt of an export.
public struct ExportReport: Sendable, Codable, Hashable {
    /// The input: a pattern, a folder, or a list.
    public let input: String
    /// The number of different image files in one cycle. Substitutes for missing and damaged images are not counted.
    public let framesIn: Int
    /// The number of encoded frames in all cycles.
    public let framesEncoded: Int
    /// The number of frames counted in the finished file.
    public let framesReadBack: Int
    /// The number of pictures that were decoded and composited. All others were reused.
    public internal(set) var framesRendered: Int
    /// Frames per second as a fraction such as `24000/1001`, or ``variableRate``.
    public let rate: String
    /// The duration of the file in seconds.
    public let duration: Double
    /// The width of the video in pixels.
    public let width: Int
    /// The height of the video in pixels.
    public let height: Int
    /// The codec.
    public let codec: VideoCodec
    /// The container.
    public let container: OutputFormat
    /// The file, or the pattern of an image sequence.
    public let file: String
    /// The size of the file, or of all files together, in bytes.
    public let byteCount: Int
    /// The substitutes for missing and damaged drawings.
    public let substitutions: [Substitution]
    /// The missing and damaged frames that were left out, as ranges such as `3,7-9`. May be empty.
    public let skipped: String
    /// Notes on frames that differ in size or scale: `walk.0002.png: 360x640, fitted to 640x360`.
    public let fitted: [String]
    /// The file values that map to black and to white, such as `0..4095`, or `nil` for the full range.
    public let levels: String?
    /// Notes on decisions that users might not expect.
    public package(set) var notes: [Explanation]
    /// The cost of rendering, or `nil` if statistics were not requested.
    public var rendering: RenderStatistics?
    /// The common name of the audio codec, or `nil` if there is no audio.
    public let audioCodec: String?
    /// The difference between decoded pixels and composited frames, or `nil` if they were not compared.
    public let fidelity: Fidelity?
    /// The image file of a single frame that was written as a poster, or `nil` if there is none.
    public var poster: String?
    /// The segment counts, or `nil` if the export was not divided into segments.
    public internal(set) var segments: SegmentCount?
    /// The duration of the export in seconds.
    public internal(set) var wallTime: Double

    /// The value of ``rate`` if frames have different durations.
    public static let variableRate = "variable"

    /// A missing or damaged drawing, and its substitute.
    public struct Substitution: Sendable, Codable, Hashable {
        /// The drawing's frame number, or its 1-based position if its file has no number.
        public let frame: Int
        /// The policy that was applied: `hold`, `nearest`, or `black`.
        public let policy: String
        /// The frame number of the drawing that was shown instead, or `nil` for black.
        public let heldFrame: Int?
        /// The damaged file, or `nil` if the drawing is missing.
        public var file: String?
        /// A description of the damage.
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
    init?(_ frame: Frame) {
        guard let number = frame.number ?? frame.damage?.number else { return nil }
        switch frame.substitution {
        case .held(let held): self.init(frame: number, policy: MissingFramePolicy.hold.rawValue, heldFrame: held)
        case .nearest(let near): self.init(frame: number, policy: MissingFramePolicy.nearest.rawValue, heldFrame: near)
        case .black: self.init(frame: number, policy: MissingFramePolicy.black.rawValue, heldFrame: nil)
        case nil: return nil
        }
        guard let damage = frame.damage else { return }
        (file, reason) = (damage.source.name.string, damage.reason)
    }
}

/// The receipt of one frame.
public struct FrameReport: Sendable, Codable, Hashable {
    /// The input: a pattern, a folder, or a list.
    public let input: String
    /// The frame number, or `nil` if the frame's file has no number.
    public let frame: Int?
    /// The 1-based position of the frame in the sequence.
    public let position: Int
    /// The file of the frame's picture, or `nil` for a black substitute.
    public let source: String?
    /// The output file.
    public let file: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// A Boolean value that indicates whether the file has an alpha channel.
    public let hasAlpha: Bool
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The substitute for a missing or damaged frame, or `nil` if the frame itself is shown.
    public let substitution: ExportReport.Substitution?
    /// Notes on decisions that users might not expect.
    public package(set) var notes: [Explanation]
    /// The cost of rendering, or `nil` if statistics were not requested.
    public var rendering: RenderStatistics?
}
