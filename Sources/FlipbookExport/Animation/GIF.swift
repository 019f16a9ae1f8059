import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

extension OutputFormat {
    /// Graphics Interchange Format 89a, which every chat app and browser shows.
    public static let gif = OutputFormat(
        id: "gif",
        noun: "a .gif file",
        fileExtensions: ["gif"],
        kind: .animation,
        codecs: [.gif],
        metadataFields: [.comment],
        passes: 2,
        rules: EncodingRule.ofGIF,
        clock: OutputClock(
            frameUnits: { _ in (inSecond: 100, most: 65_535) },
            // The tolerance is half a unit.
            tolerance: { _ in 5_000_000 },
            note: { job in
                let isShort = { job.ticks(of: $0..<$0 + 1, timescale: 100) < 2 }
                guard (0..<job.timing.frameCount).contains(where: isShort) else { return nil }
                return "Browsers show a GIF frame for 0.1 s if it is shorter than 0.02 s. "
                    + remedy(at: job.rate, of: job.frames.constantNumbers) + "."
            }
        ),
        writer: AnimationDestination<GIFCoder>.self
    )
}

/// Returns advice for a GIF whose frame durations are too short for browsers. If the frames form a range, the advice includes a
/// range with fewer frames.
private func remedy(at rate: FrameRate?, of numbers: FrameSet?) -> Explanation {
    let most = Int64(50)
    guard let rate, let range = numbers?.ranges.first, numbers?.ranges.count == 1
    else { return "Use \(remedy: .set(.frameRate, to: "\(most)")) or less" }
    let factor = (Int64(rate.numerator) + most * Int64(rate.denominator) - 1) / (most * Int64(rate.denominator))
    let (rest, slower) = (range.step * Int(factor), FrameRate(Int64(rate.numerator), Int64(rate.denominator) * factor))
    let fewer = "\(range.first)-\(range.last)x\(rest.magnitude)"
    return "To keep the length, use \(remedy: .set(.frames, to: fewer)) "
        + "\(remedy: .set(.frameRate, to: "\(slower ?? FrameRate(Int32(most)))"))"
}

extension FrameList { var constantNumbers: FrameSet? { expected?.count == frames.count ? expected : nil } }

extension EncodingRule {
    @RuleTable fileprivate static var ofGIF: [EncodingRule] {
        EncodingRule(when: { $0.times.map { $0.longest > GIFCoder.longestDuration } ?? false }) { _ in
            "A GIF shows a frame for at most 655 s, but some frames last longer. "
                + "Use \(remedy: .choose(format: "apng"))."
        }
        EncodingRule(when: { ($0.times?.rate?.framesPerSecond ?? 0) > 100 }) {
            "A GIF shows at most 100 frames/s, but this sequence has \($0.times?.rate?.description ?? ""). "
                + remedy(at: $0.times?.rate, of: $0.times?.numbers) + ", or use \(remedy: .choose(format: "apng"))."
        }
        repeats(of: "A GIF", atMost: 65_536)
    }
}

extension VideoCodec {
    /// GIF's palette of 256 colors, with pixels that are either opaque or transparent.
    public static let gif = VideoCodec(
        id: "gif",
        name: "GIF",
        layouts: [.rgba],
        mediaType: "image/gif",
        mostSide: 65_535
    )
}

final class GIFCoder: AnimationCoder {
    private let job: EncodingJob
    private let colors = ColorSurvey(mostColors: GIFCoder.transparent)
    private let palette = Mutex<ColorPalette?>(nil)
    private let translucent = Mutex(0)

    /// The palette index of pixels that are transparent or unchanged.
    private static let transparent = 255

    /// Slightly less than the format's limit, because times are rounded. A GIF stores hundredths of a second in two bytes.
    static let longestDuration: Int64 = 655_340_000_000

    init(_ job: EncodingJob) { self.job = job }

    func survey(_ picture: Picture) {
        colors.add(picture)
        if job.keepsAlpha, picture.isTranslucent { translucent.withLock { $0 += 1 } }
    }

    func endSurvey() throws {
        palette.withLock { $0 = colors.palette }
        guard job.settings.alphaOutput == .keep, let note = notes.first else { return }
        throw ExportError.unencodable(
            reason: "\(setting: .alphaOutput) keep: " + note + " Omit \(remedy: .omit(.alphaOutput)), or use "
                + "\(remedy: .choose(format: "apng"))."
        )
    }

    var notes: [Explanation] {
        let count = translucent.withLock { $0 }
        guard count > 0 else { return [] }
        return [
            "GIF has no partial transparency: in \(count.of("picture")), pixels below 50 % become transparent and the "
                + "others opaque."
        ]
    }

    /// Returns the header, the palette, and the loop count (GIF 89a, 17 to 19; Netscape's extension).
    func head(pictureCount: Int, byteCount: Int) -> [UInt8] {
        let colors = palette.withLock { $0 }?.colors ?? []
        let size = little(job.size.width, 2) + little(job.size.height, 2)
        // A global palette of 2^8 colors, 8 bits each.
        let screen = size + [0xF7, 0, 0]
        let table = colors + [UInt8](repeating: 0, count: 256 * 3 - colors.count)
        // The number of repetitions. Without this block, the file plays once.
        let loop: [UInt8] =
            job.loopCount == 1
            ? [] : [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(max(0, job.loopCount - 1), 2) + [0]
        return Array("GIF89a".utf8) + screen + table + loop + comment
    }

    /// A comment extension, in blocks of 255 bytes (GIF 89a, 24).
    private var comment: [UInt8] {
        guard let text = job.metadata[.comment].map({ Array($0.utf8) }) else { return [] }
        let blocks = stride(from: 0, to: text.count, by: 255).map { text[$0..<min($0 + 255, text.count)] }
        let contents: [UInt8] = blocks.flatMap { block in [UInt8(block.count)] + block }
        return [0x21, 0xFE] + contents + [0]
    }

    func encode(_ step: AnimationPicture) throws -> [UInt8] {
        guard let palette = palette.withLock({ $0 }) else { preconditionFailure("the palette must have been created") }
        let clear = UInt8(Self.transparent)
        let dither = job.request.dither ?? .none
        var indexed = IndexedPicture(step.picture, palette: palette, transparent: clear, dither: dither)
        // Pixels become transparent again only if their picture is disposed of, so its rectangle must include all visible
        // pixels.
        let isDisposed = step.after?.hides(pixelsOf: step.picture) ?? false
        let visible = isDisposed ? indexed.visibleRect : nil
        if let before = step.before, !step.picture.hides(pixelsOf: before) {
            indexed.dropPixels(unchangedFrom: before, to: step.picture)
        }
        let rect = visible ?? indexed.visibleRect ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        let delay = job.ticks(of: step.frames, timescale: 100)
        let control: [UInt8] = [0x21, 0xF9, 4, (isDisposed ? 2 : 1) << 2 | 1] + little(Int(delay), 2) + [clear, 0]
        let place = little(rect.x, 2) + little(rect.y, 2) + little(rect.size.width, 2) + little(rect.size.height, 2)
        return control + [0x2C] + place + [0] + indexed.compressed(rect, bits: 8)
    }

    func tail() -> [UInt8] { [0x3B] }

    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts {
        try verify(file.starts(with: "GIF89a".utf8), "it is not a GIF.")
        do throws(ImageError) {
            // Decoders lengthen durations below 0.02 s. The index contains the durations as stored in the file.
            var reader = try FileReader(file)
            let index = try GIFIndex(&reader)
            if let damage = index.frames.lazy.compactMap(\.damage).first { throw damage }
            let durations = index.frames.map { Double($0.delay) / 100 }
            return AnimationFacts(size: index.size, loopCount: index.loopCount, durations: durations)
        } catch { throw ExportError.readBack(reason: "it cannot be read: \(error).") }
    }
}
