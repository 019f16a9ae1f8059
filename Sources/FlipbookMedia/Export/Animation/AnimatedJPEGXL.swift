import FlipbookCore
import FlipbookImaging
import Synchronization

extension OutputFormat {
    /// Animated JPEG XL (ISO/IEC 18181-1): Safari plays it, and programs that use libjxl.
    public static let animatedJPEGXL = OutputFormat(
        animated: "jxl",
        noun: "a .jxl file",
        fileExtensions: ["jxl"],
        codec: .jpegXL,
        clock: OutputClock(
            frameLengths: { _ in RationalTime(1, 1_000_000).map { $0...RationalTime(4_000) } },
            limit: { _ in nil },
            tolerance: { _ in 1_000 },
            needsDisplayOrder: { _ in false },
            note: { _ in nil }
        ),
        libraries: [.jxl],
        writer: AnimatedFile<AnimatedJPEGXLCoder>.self
    )
}

/// Animated JPEG XL: every picture whole.
struct AnimatedJPEGXLCoder: AnimationCoder {
    static let isSequential = true

    private let job: EncodingJob
    private let timescale: Int64
    private let encoder: Encoder

    /// The library's encoder, which one thread uses at a time.
    private final class Encoder: Sendable {
        let state: Mutex<LibJXL.Encoder>

        init(_ encoder: sending LibJXL.Encoder) { state = Mutex(encoder) }
    }

    init(_ job: EncodingJob) throws(ExportError) {
        self.job = job
        let timescale = job.timescale(atMost: 1 << 30)
        self.timescale = timescale
        encoder = try ExportError.ofStill { () throws(StillEncodingError) in
            Encoder(
                try LibJXL.Encoder(
                    of: job.size,
                    job.pictures,
                    opaque: !job.keepsAlpha,
                    distance: job.distanceOfJPEGXL,
                    effort: job.profile.preset.flatMap { Int($0) } ?? 7,
                    animation: (Int(timescale), job.loopCount)
                )
            )
        }
    }

    func head(pictureCount: Int) -> [UInt8] { [] }

    func encode(_ step: AnimationStep) throws(ExportError) -> [UInt8] {
        let ticks = Int(job.ticks(of: step.frames, timescale: timescale))
        return try ExportError.ofStill { () throws(StillEncodingError) in
            let result = encoder.state.withLock { encoder in
                Result { () throws(StillEncodingError) in
                    try encoder.add(step.picture, ticks: ticks, isLast: step.after == nil)
                }
            }
            return try result.get()
        }
    }

    static func read(_ file: UnsafeRawBufferPointer) throws(ExportError) -> AnimationFacts {
        try AnimationFacts(reading: file)
    }
}

extension EncodingJob {
    /// How far colours may be off, in libjxl's measure; `nil` for pixels that come back exactly.
    var distanceOfJPEGXL: Float? {
        profile.isLossless ? nil : LibJXL.distance(ofQuality: profile.rateFactor ?? 90)
    }
}

extension AnimationFacts {
    /// What the library's own reader finds in a file.
    init(reading file: UnsafeRawBufferPointer) throws(ExportError) {
        do throws(ImageError) {
            let session = try ImageDecoder(keepsSixteenBits: true).open(file)
            self.init(size: session.header.size, loopCount: session.loopCount ?? 0)
            durations = (0..<session.frameCount).map { session.duration(ofFrame: $0)?.seconds ?? 0 }
        } catch {
            throw .readBack(reason: "it cannot be read: \(error).")
        }
    }
}
