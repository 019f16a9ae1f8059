import FlipbookCore
import FlipbookImaging
import Synchronization

/// Another destination, whose file is decoded before it gets its name: in a pass behind the others every picture is compared
/// with what was decoded.
final class VerifiedDestination<Base: DecodableDestination>: FrameDestination {
    /// What is made of a picture: what the file gets, or in the last pass the picture itself.
    enum Prepared: Sendable {
        case written(Base.Prepared)
        case compared(Picture)
    }

    private let job: EncodingJob
    private let base: Base
    private let found = Mutex<(any DecodedFrames)?>(nil)
    private let tally = Mutex(FidelityTally())

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        (self.job, base) = (job, try Base(job: job, target: target, overwrites: overwrites))
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try Base.check(job, target: target, overwrites: overwrites)
    }

    var passes: Int { base.passes + 1 }

    func begin(pass: Int) async throws(ExportError) {
        guard pass >= base.passes else { return try await base.begin(pass: pass) }
        let frames = try base.decoded()
        found.withLock { $0 = frames }
    }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> Prepared {
        guard found.withLock({ $0 == nil }) else { return .compared(try job.inStoredColors(picture.color)) }
        return .written(try base.prepare(picture))
    }

    func accept(_ prepared: Prepared, as frame: Int) async throws(ExportError) {
        switch prepared {
        case .written(let prepared): try await base.accept(prepared, as: frame)
        case .compared(let picture):
            guard let decoded = found.withLock({ $0 }) else { throw .cancelled }
            guard let shown = try await decoded.next() else {
                throw .readBack(reason: "\(frame) of its \(job.frameCount) frames can be decoded.")
            }
            let difference = shown.bytes.withUnsafeBytes { bytes in
                picture.difference(from: bytes, planes: shown.planes, hasAlpha: job.keepsAlpha)
            }
            tally.withLock { $0.add(difference, frame: frame) }
        }
    }

    func end(pass: Int) async throws(ExportError) {
        guard let decoded = found.withLock({ $0 }) else { return try await base.end(pass: pass) }
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
