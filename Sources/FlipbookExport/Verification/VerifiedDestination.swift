import FlipbookCore
import FlipbookImaging
import Synchronization

/// A destination that wraps another one. It decodes the file and compares it with the pictures before the file gets its name.
final class VerifiedDestination: FrameDestination {
    private let job: EncodingJob
    private let base: any FrameDestination
    /// The decoded frames, or `nil` before the last pass's first picture, which determines their bit depth.
    private let found = Mutex<(any DecodedFrames)?>(nil)
    private let tally = Mutex(FidelityTally())

    init(_ base: any FrameDestination, of job: EncodingJob) { (self.base, self.job) = (base, job) }

    var passes: Int { base.passes + 1 }
    var byteCount: Int { base.byteCount }

    func comparesPictures(inPass pass: Int) -> Bool { pass >= base.passes }

    func begin(pass: Int) async throws { if !comparesPictures(inPass: pass) { try await base.begin(pass: pass) } }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        guard comparesPictures(inPass: pass) else { return try base.prepare(picture, inPass: pass) }
        let picture = try job.inKeptBits(try job.inStoredColors(picture.color))
        return { [self] frame in try await compare(picture, frame) }
    }

    private func decodedFrames(like picture: Picture) throws -> any DecodedFrames {
        if let frames = found.withLock({ $0 }) { return frames }
        let frames = try base.decoded(areDeep: picture.format.isDeep)
        found.withLock { $0 = frames }
        return frames
    }

    private func compare(_ picture: Picture, _ frame: Int) async throws {
        guard let decoded = try await decodedFrames(like: picture).next()
        else { throw ExportError.readBack(reason: "only \(frame) of its \(job.frameCount) frames can be decoded.") }
        let shown = try job.inKeptBits(decoded)
        let difference = shown.withUnsafeBytes { bytes in
            picture.difference(from: bytes, planes: shown.planes, hasAlpha: job.keepsAlpha)
        }
        tally.withLock { $0.add(difference, frame: frame) }
    }

    func end(pass: Int) async throws {
        guard comparesPictures(inPass: pass) else { return try await base.end(pass: pass) }
        guard let decoded = found.withLock({ $0 }) else { throw ExportError.cancelled }
        try verify(try await decoded.next() == nil, "more than its \(job.frameCount) frames can be decoded.")
        decoded.stop()
        try tally.withLock { $0 }.fidelity(decodedBy: decoded.decoder).check(job)
    }

    func finish() async throws -> OutputReceipt {
        var receipt = try await base.finish()
        let decoder = found.withLock { $0 }?.decoder
        receipt.fidelity = decoder.map { name in tally.withLock { $0.fidelity(decodedBy: name) } }
        return receipt
    }

    func decoded(areDeep: Bool) throws -> any DecodedFrames { try base.decoded(areDeep: areDeep) }

    func abandon() {
        base.abandon()
        found.withLock { $0 }?.stop()
    }

    func discard() { base.discard() }
}

extension EncodingJob {
    /// Rounds a picture to the file's bit depth if the codec preserves all bits of the frames, since compositing may add bits.
    fileprivate func inKeptBits(_ picture: Picture) throws -> Picture {
        let kept = pictureLayout.depth
        guard picture.format == .rgba64, codec.isLossless, kept >= sourceDepth, kept < 16 else { return picture }
        return try picture.rounded(toBits: kept)
    }
}

struct FidelityTally: Sendable {
    private var all = PictureDifference()
    private var worst: (frame: Int, psnr: Double)?
    private var similarities: (sum: Double, worst: Double, count: Int) = (0, 1, 0)

    mutating func add(_ difference: PictureDifference, frame: Int) {
        all += difference
        if let psnr = difference.psnr, psnr < worst?.psnr ?? .infinity { worst = (frame, psnr) }
        similarities.sum += difference.ssim
        similarities.worst = min(similarities.worst, difference.ssim)
        similarities.count += 1
    }

    func fidelity(decodedBy decoder: String) -> Fidelity {
        Fidelity(
            decoder: decoder,
            isExact: all.isExact,
            psnr: worst.flatMap { worst in
                all.psnr.map { Fidelity.Decibels(mean: $0, worst: worst.psnr, worstFrame: worst.frame + 1) }
            },
            meanSSIM: similarities.count > 0 ? similarities.sum / Double(similarities.count) : 1,
            worstSSIM: similarities.worst
        )
    }
}
