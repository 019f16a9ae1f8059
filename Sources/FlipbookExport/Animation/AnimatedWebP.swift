import FlipbookCore
import FlipbookImaging
import FlipbookMedia

extension OutputFormat {
    /// Animated WebP (RFC 9649).
    public static let animatedWebP = OutputFormat(
        id: "webp",
        noun: "a .webp file",
        fileExtensions: ["webp"],
        kind: .animation,
        codecs: [.webP],
        libraries: [.webP],
        rules: [.repeats(of: "A WebP", atMost: 65_535)],
        clock: OutputClock(
            // Durations are in milliseconds, stored in 24 bits.
            frameUnits: { _ in (inSecond: 1000, most: 16_777_215) },
            tolerance: { _ in 500_000 }
        ),
        writer: AnimationDestination<AnimatedWebPCoder>.self
    )
}

extension VideoCodec {
    /// WebP, lossy or lossless, with transparency.
    public static let webP = VideoCodec(
        id: "webp",
        name: "WebP",
        isLossless: true,
        layouts: [.rgba],
        colorSpaces: ColorSpace.pictures,
        mediaType: "image/webp",
        factors: .init(best: 100, smallest: 0, scale: [5, 35, 60, 80, 98]),
        mixedFactors: { _ in [] },
        // Each side is stored in 14 bits (RFC 9649).
        mostSide: 16_383,
        memory: { job in job.size.area * 12 * 2 },
        work: .pictures { picture, job in
            let (quality, colors) = (job.request.isLossless ? nil : job.rateFactor, job.standard)
            return try LibWebP.installed().file(of: picture, quality: quality, standard: colors, xmp: job.metadata.xmp)
        }
    )
}

extension LibWebP {
    fileprivate static func installed() throws -> LibWebP {
        guard let library = LibWebP() else { throw ExportError.missingLibrary(name: RuntimeLibrary.webP.name) }
        return library
    }
}

/// Each picture replaces only the rectangle that has changed.
struct AnimatedWebPCoder: AnimationCoder {
    private let job: EncodingJob
    private let library: LibWebP

    init(_ job: EncodingJob) throws { (self.job, library) = (job, try .installed()) }

    func head(pictureCount: Int, byteCount: Int) -> [UInt8] {
        // Flags: animation, profile, transparency, and XMP.
        let flags: UInt8 = (job.keepsAlpha ? 0x32 : 0x22) | (job.metadata.xmp.isEmpty ? 0 : 0x04)
        let canvas = little(job.size.width - 1, 3) + little(job.size.height - 1, 3)
        return Array("RIFF".utf8) + little(max(0, byteCount - 8), 4) + Array("WEBP".utf8)
            + LibWebP.chunk("VP8X", [flags, 0, 0, 0] + canvas)
            + LibWebP.chunk("ICCP", StandardProfile.icc(of: job.standard))
            + LibWebP.chunk("ANIM", little(0, 4) + little(job.loopCount, 2))
    }

    func encode(_ step: AnimationPicture) throws -> [UInt8] {
        // The canvas is empty before the first picture.
        let changes = step.before.map { step.picture.changes(from: $0) } ?? step.picture.visibleRect
        // WebP stores positions in steps of two pixels.
        let area = changes ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        let (width, height) = (area.size.width + area.x % 2, area.size.height + area.y % 2)
        let rect = PixelRect(x: area.x & ~1, y: area.y & ~1, width: width, height: height)
        let quality = job.request.isLossless ? nil : job.rateFactor(ofFrame: step.frames.lowerBound)
        let pixels = try library.chunks(of: try step.picture.cropped(to: rect), quality: quality)
        let duration = Int(job.ticks(of: step.frames, timescale: 1000))
        // The last byte means that the picture stays on the canvas and replaces the earlier pixels.
        let place =
            little(rect.x / 2, 3) + little(rect.y / 2, 3) + little(rect.size.width - 1, 3)
            + little(rect.size.height - 1, 3) + little(duration, 3) + [2]
        return LibWebP.chunk("ANMF", place + pixels)
    }

    func tail() -> [UInt8] { job.metadata.xmp.isEmpty ? [] : LibWebP.chunk("XMP ", job.metadata.xmp) }

    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts {
        let stated = file.starts(with: "RIFF".utf8) ? RIFFChunk(in: file, at: 0)?.payload.upperBound : nil
        try verify(stated == file.count, "the length of the WebP file differs from its header.")
        var facts = AnimationFacts(size: PixelSize(width: 0, height: 0))
        var end = 12
        for chunk in RIFFChunk.row(in: file) where chunk.payload.upperBound <= file.count {
            func number(_ place: Int, _ count: Int) -> Int {
                Int(file.littleEndian(at: chunk.payload.lowerBound + place, count: count))
            }
            switch chunk.type {
            case "VP8X": facts.size = PixelSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
            case "ANIM": facts.loopCount = number(4, 2)
            case "ANMF": facts.durations.append(Double(number(12, 3)) / 1000)
            default: break
            }
            end = chunk.next
        }
        try verify(end == file.count, "the WebP ends within a chunk.")
        return facts
    }
}
