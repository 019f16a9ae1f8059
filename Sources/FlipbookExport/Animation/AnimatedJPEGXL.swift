import FlipbookImaging
import Synchronization

extension OutputFormat {
    /// Animated JPEG XL (ISO/IEC 18181-1), played by Safari and by programs that use libjxl.
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

final class AnimatedJPEGXLCoder: AnimationCoder {
    static let isFilm = true

    private let job: EncodingJob
    private let timescale: Int64
    private let encoder: Mutex<LibJXL.Encoder>

    init(_ job: EncodingJob) throws {
        (self.job, timescale) = (job, job.timescale(atMost: 1 << 30))
        encoder = Mutex(
            try LibJXL.Encoder(
                of: job.size,
                job.pictures,
                opaque: !job.keepsAlpha,
                distance: job.distanceOfJPEGXL,
                effort: job.effortOfJPEGXL,
                animation: (Int(timescale), job.loopCount),
                xmp: job.metadata.xmp
            )
        )
    }

    func encode(_ step: AnimationPicture) throws -> [UInt8] {
        let ticks = Int(job.ticks(of: step.frames, timescale: timescale))
        return try encoder.withLock { try $0.add(step.picture, ticks: ticks, isLast: step.after == nil) }
    }

    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts { try AnimationFacts(reading: file) }
}

extension EncodingJob {
    /// The allowed color error, as a libjxl distance, or `nil` for lossless.
    var distanceOfJPEGXL: Float? { request.isLossless ? nil : LibJXL.distance(ofQuality: rateFactor ?? 90) }
    var effortOfJPEGXL: Int { preset.flatMap { Int($0) } ?? 7 }
}
