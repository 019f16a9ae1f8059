import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Synchronization

/// Another destination, whose file is decoded before it gets its name: in a pass behind the others every picture, as it was
/// composited, is compared with what was decoded.
final class VerifiedDestination<Base: DecodableDestination>: FrameDestination {
    /// What is made of a picture: what the file gets, or in the last pass the picture itself.
    enum Prepared: Sendable {
        case written(Base.Prepared)
        case compared(Picture)
    }

    private let job: EncodingJob
    private let base: Base
    /// What was decoded; `nil` before the last pass and until its first picture comes, which says how many bits it has.
    private let found = Mutex<(any DecodedFrames)?>(nil)
    private let tally = Mutex(FidelityTally())
    private let isComparing = Atomic(false)

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        (self.job, base) = (job, try Base(job: job, target: target, overwrites: overwrites))
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try Base.check(job, target: target, overwrites: overwrites)
    }

    var passes: Int { base.passes + 1 }

    func comparesPictures(inPass pass: Int) -> Bool { pass >= base.passes }

    func begin(pass: Int) async throws(ExportError) {
        guard comparesPictures(inPass: pass) else { return try await base.begin(pass: pass) }
        isComparing.store(true, ordering: .sequentiallyConsistent)
    }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> Prepared {
        guard isComparing.load(ordering: .sequentiallyConsistent) else { return .written(try base.prepare(picture)) }
        return .compared(try job.inKeptBits(try job.inStoredColors(picture.color)))
    }

    /// What was decoded, in as many bits a channel as a picture has.
    private func decodedFrames(like picture: Picture) throws(ExportError) -> any DecodedFrames {
        if let frames = found.withLock({ $0 }) { return frames }
        let frames = try base.decoded(areDeep: picture.format.isDeep)
        found.withLock { $0 = frames }
        return frames
    }

    func accept(_ prepared: Prepared, as frame: Int) async throws(ExportError) {
        switch prepared {
        case .written(let prepared): try await base.accept(prepared, as: frame)
        case .compared(let picture):
            guard let decoded = try await decodedFrames(like: picture).next() else {
                throw .readBack(reason: "\(frame) of its \(job.frameCount) frames can be decoded.")
            }
            let shown = try job.inKeptBits(decoded)
            let difference = shown.withUnsafeBytes { bytes in
                picture.difference(from: bytes, planes: shown.planes, hasAlpha: job.keepsAlpha)
            }
            tally.withLock { $0.add(difference, frame: frame) }
        }
    }

    func end(pass: Int) async throws(ExportError) {
        guard comparesPictures(inPass: pass) else { return try await base.end(pass: pass) }
        guard let decoded = found.withLock({ $0 }) else { throw .cancelled }
        guard try await decoded.next() == nil else {
            throw .readBack(reason: "more than its \(job.frameCount) frames can be decoded.")
        }
        decoded.stop()
        try tally.withLock { $0 }.fidelity(decodedBy: decoded.decoder).check(job)
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        var receipt = try await base.finish()
        receipt.fidelity = found.withLock { $0 }.map { decoded in
            tally.withLock { $0.fidelity(decodedBy: decoded.decoder) }
        }
        return receipt
    }

    func abandon() {
        base.abandon()
        found.withLock { $0 }?.stop()
    }

    func discard() { base.discard() }
}

extension EncodingJob {
    /// A picture with as many bits as the file has, where a codec that can give pixels back exactly has room for all bits of the
    /// frames: what compositing adds to these is rounded there. Where the frames have more, these count.
    fileprivate func inKeptBits(_ picture: Picture) throws(ExportError) -> Picture {
        let kept = pictureLayout.depth
        guard picture.format == .rgba64, codec.isLossless, kept >= sourceDepth, kept < 16 else {
            return picture
        }
        return try ExportError.ofMachine { () throws(MachineShortage) in try picture.rounded(toBits: kept) }
    }
}

/// The differences of the frames that were compared until now.
struct FidelityTally: Sendable {
    private var all = PictureDifference()
    private var worst: (frame: Int, psnr: Double)?
    private var similarities: (sum: Double, worst: Double, count: Int) = (0, 1, 0)

    /// Takes in a frame, counted from 0.
    mutating func add(_ difference: PictureDifference, frame: Int) {
        all += difference
        if let psnr = difference.psnr, psnr < worst?.psnr ?? .infinity { worst = (frame, psnr) }
        similarities.sum += difference.ssim
        similarities.worst = min(similarities.worst, difference.ssim)
        similarities.count += 1
    }

    /// The measures of all frames.
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
