import FlipbookCore
import FlipbookImaging
import FlipbookMedia

extension OutputFormat {
    /// Animated PNG (PNG third edition, clause 11.3.3), which all browsers show in full color.
    public static let animatedPNG = OutputFormat(
        id: "apng",
        noun: "an .apng file",
        fileExtensions: ["apng"],
        namedExtensions: ["png"],
        kind: .animation,
        codecs: [.animatedPNG],
        clock: OutputClock(
            frameUnits: { _ in (inSecond: 65_535, most: 65_535 * 65_535) },
            // A duration that is a fraction of two 16-bit numbers is exact. Other durations are rounded to milliseconds.
            tolerance: { _ in 500_000 }
        ),
        writer: AnimationDestination<AnimatedPNGCoder>.self
    )
}

extension VideoCodec {
    /// Animated PNG: lossless, with transparency and 8 or 16 bits per channel.
    public static let animatedPNG = VideoCodec(
        id: "apng",
        name: "animated PNG",
        isLossless: true,
        layouts: VideoCodec.png.layouts,
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/apng"
    )
}

/// Each picture replaces only the rectangle that has changed.
struct AnimatedPNGCoder: AnimationCoder {
    private let job: EncodingJob

    init(_ job: EncodingJob) { self.job = job }

    func head(pictureCount: Int, byteCount: Int) -> [UInt8] {
        let colorType: UInt8 = job.keepsAlpha ? 6 : 2
        let depth: UInt8 = job.pictures.isDeep ? 16 : 8
        return PNGChunks.signature
            + PNGChunks.chunk("IHDR", big(job.size.width, 4) + big(job.size.height, 4) + [depth, colorType, 0, 0, 0])
            + PNGChunks.chunk("acTL", big(pictureCount, 4) + big(job.loopCount, 4))
            + StandardProfile.pngChunks(of: job.standard) + job.metadata.pngChunks
    }

    func encode(_ step: AnimationPicture) throws -> [UInt8] {
        let changes = step.before.map { step.picture.changes(from: $0) } ?? PixelRect(job.size)
        let rect = changes ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        let part = try step.picture.cropped(to: rect)
        let file = try PNGEncoder.file(of: part, opaque: !job.keepsAlpha, level: job.levelOfPNG)
        let data = PNGChunks.imageData(of: file)
        // Each picture after the first has two numbered chunks.
        let number = max(0, step.index * 2 - 1)
        let delay = delay(of: step.frames)
        let control =
            big(number, 4) + big(rect.size.width, 4) + big(rect.size.height, 4) + big(rect.x, 4) + big(rect.y, 4)
            + big(delay.above, 2) + big(delay.below, 2)
            // These values mean that the picture stays on the canvas and replaces the earlier pixels.
            + [0, 0]
        return PNGChunks.chunk("fcTL", control)
            + (step.index == 0 ? PNGChunks.chunk("IDAT", data) : PNGChunks.chunk("fdAT", big(number + 1, 4) + data))
    }

    func tail() -> [UInt8] { PNGChunks.chunk("IEND", []) }

    private func delay(of frames: Range<Int>) -> (above: Int, below: Int) {
        if let exact = job.exactDuration(of: frames), exact.numerator <= 65_535, exact.denominator <= 65_535 {
            return (Int(exact.numerator), Int(exact.denominator))
        }
        let milliseconds = job.ticks(of: frames, timescale: 1000)
        return milliseconds <= 65_535 ? (Int(milliseconds), 1000) : (Int((milliseconds + 500) / 1000), 1)
    }

    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts {
        var facts = AnimationFacts(size: PixelSize(width: 0, height: 0))
        var (count, next) = (-1, 0)
        let isWhole = PNGChunks.forEach(in: file) { type, payload in
            func number(_ place: Int, _ length: Int = 4) -> Int {
                payload[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
            }
            switch type {
            case "IHDR": facts.size = PixelSize(width: number(0), height: number(4))
            case "acTL": (count, facts.loopCount) = (number(0), number(4))
            case "fcTL":
                guard number(0) == next else { return false }
                next += 1
                facts.durations.append(Double(number(20, 2)) / Double(max(1, number(22, 2))))
            case "fdAT":
                guard number(0) == next else { return false }
                next += 1
            default: break
            }
            return true
        }
        try verify(isWhole, "a chunk of the PNG is damaged or out of order.")
        try verify(count == facts.durations.count, "it declares \(count) pictures, but has \(facts.durations.count).")
        return facts
    }
}
