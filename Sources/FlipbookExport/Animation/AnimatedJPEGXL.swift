import FlipbookFiles
import FlipbookImaging

extension OutputFormat {
    /// Animated JPEG XL (ISO/IEC 18181-1): Safari plays it, and programs that use libjxl.
    public static let animatedJPEGXL = OutputFormat(
        id: "jxl",
        noun: "a .jxl file",
        fileExtensions: ["jxl"],
        kind: .animation,
        codecs: [.jpegXL],
        libraries: [.jxl],
        clock: .microseconds,
        writer: AnimationDestination<AnimatedJPEGXLCoder>.self
    )
}

/// Animated JPEG XL: every picture whole.
struct AnimatedJPEGXLCoder: AnimationCoder {
    static let isSequential = true
    static let isStillIfAlone = true

    private let job: EncodingJob
    private let timescale: Int64
    private let encoder: SharedEncoder<LibJXL.Encoder>

    init(_ job: EncodingJob) throws(ExportError) {
        self.job = job
        let timescale = job.timescale(atMost: 1 << 30)
        self.timescale = timescale
        encoder = try ExportError.ofStill { () throws(StillEncodingError) in
            SharedEncoder(
                try LibJXL.Encoder(
                    of: job.size,
                    job.pictures,
                    opaque: !job.keepsAlpha,
                    distance: job.distanceOfJPEGXL,
                    effort: job.preset.flatMap { Int($0) } ?? 7,
                    animation: (Int(timescale), job.loopCount),
                    xmp: job.metadata.xmp
                )
            )
        }
    }

    func head(pictureCount: Int) -> [UInt8] { [] }

    func encode(_ step: AnimationPicture) throws(ExportError) -> [UInt8] {
        let ticks = Int(job.ticks(of: step.frames, timescale: timescale))
        return try encoder.call { (encoder) throws(StillEncodingError) in
            try encoder.add(step.picture, ticks: ticks, isLast: step.after == nil)
        }
    }

    static func read(_ file: UnsafeRawBufferPointer) throws(ExportError) -> AnimationFacts {
        try AnimationFacts(reading: file)
    }
}

extension EncodingJob {
    /// How far colours may be off, in libjxl's measure; `nil` for pixels that come back exactly.
    var distanceOfJPEGXL: Float? {
        request.isLossless ? nil : LibJXL.distance(ofQuality: rateFactor ?? 90)
    }
}
