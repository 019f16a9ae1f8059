import FlipbookCore
import FlipbookImaging
import Synchronization

extension OutputFormat {
    /// Animated AVIF (AV1 Image File Format, 1.1): the smallest animated images that browsers show.
    public static let animatedAVIF = OutputFormat(
        id: "avif",
        noun: "an .avif file",
        fileExtensions: ["avif"],
        kind: .animation,
        codecs: [.avif],
        libraries: [.avif],
        clock: .microseconds,
        writer: AnimationDestination<AnimatedAVIFCoder>.self
    )
}

/// Animated AVIF: an AV1 video stream for colors, and a second one for transparency.
final class AnimatedAVIFCoder: AnimationCoder {
    static let isFilm = true

    private let job: EncodingJob
    private let timescale: Int64
    private let encoder: Mutex<LibAVIF.Encoder>

    init(_ job: EncodingJob) throws {
        (self.job, timescale) = (job, job.timescale(atMost: Int64(UInt32.max)))
        encoder = Mutex(try LibAVIF.Encoder(job, timescale: Int(timescale), threads: job.threadsOfLibaom))
    }

    func encode(_ step: AnimationPicture) throws -> [UInt8] {
        let ticks = Int(job.ticks(of: step.frames, timescale: timescale))
        try encoder.withLock { try $0.add(step.picture, ticks: ticks) }
        return []
    }

    func tail() throws -> [UInt8] {
        var file = try encoder.withLock { try $0.finish() }
        AVIFLoop(count: job.loopCount).add(to: &file)
        return file
    }

    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts {
        changing(try AnimationFacts(reading: file)) { $0.loopCount = AVIFLoop(of: file)?.count ?? -1 }
    }
}

extension LibAVIF.Encoder {
    convenience init(_ job: EncodingJob, timescale: Int, threads: Int) throws(StillEncodingError) {
        let speed = job.preset.flatMap { Int($0) } ?? 6
        try self.init(
            opaque: !job.keepsAlpha,
            quality: job.request.isLossless ? nil : job.rateFactor ?? 60,
            keepsColor: job.pictureLayout.chroma == .full,
            depth: job.pictureLayout.depth,
            standard: job.standard,
            // At speed 7, libaom 3.6 (and avifenc) crashes on the second picture of a luma-only stream, such as the one for
            // transparency.
            speed: speed == 7 && job.keepsAlpha ? 6 : speed,
            timescale: timescale,
            loopCount: job.loopCount,
            threads: threads,
            xmp: job.metadata.xmp
        )
    }
}
