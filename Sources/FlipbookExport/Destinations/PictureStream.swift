import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc
import Synchronization

/// Writes pictures as they are to standard output, for another program to read.
final class PictureStream: FrameDestination {
    let passes = 1
    private let job: EncodingJob
    private let target: FilePath
    private let isStopped = Mutex(false)
    private let byteCount = Mutex(0)

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try Self.check(job, target: target, overwrites: overwrites)
        (self.job, self.target) = (job, target)
    }

    /// Refuses a terminal, which pictures would only spoil, and a stream that takes nothing.
    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw .unencodable(
                reason:
                    "\(setting: .output) \(target): pictures do not go to a terminal. Send them to another program or "
                    + "into a file."
            )
        }
        guard case let mode = fcntl(STDOUT_FILENO, F_GETFL), mode >= 0, mode & O_ACCMODE != O_RDONLY else {
            throw .unencodable(
                reason:
                    "\(setting: .output) \(target): standard output is closed. Send the pictures to another program or "
                    + "into a file."
            )
        }
    }

    func begin(pass: Int) throws(ExportError) {
        guard job.format == .y4m else { return }
        let rate = job.rate.map { "F\($0.numerator):\($0.denominator)" } ?? ""
        let header = "YUV4MPEG2 W\(job.size.width) H\(job.size.height) \(rate) Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"
        try write(Array(header.utf8))
    }

    func prepare(_ picture: OutputPicture) -> Picture { picture.color }

    func accept(_ picture: Picture, as frame: Int) async throws(ExportError) {
        if job.format == .y4m { try write(Array("FRAME\n".utf8)) }
        if let failure = picture.withUnsafeBytes({ send($0) }) { throw failure }
    }

    func end(pass: Int) {}

    func finish() -> OutputReceipt {
        OutputReceipt(files: [.init(path: target, byteCount: byteCount.withLock { $0 }, frameCount: 0)])
    }

    func abandon() { isStopped.withLock { $0 = true } }

    private func write(_ bytes: [UInt8]) throws(ExportError) {
        if let failure = bytes.withUnsafeBytes({ send($0) }) { throw failure }
    }

    /// Writes the bytes; returns why it could not.
    private func send(_ bytes: UnsafeRawBufferPointer) -> ExportError? {
        var rest = bytes
        while !rest.isEmpty {
            guard !isStopped.withLock({ $0 }) else { return .cancelled }
            let written = ExternalWait.during { Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count) }
            guard written >= 0 || errno == EINTR || errno == EAGAIN else { return .cannotWrite(target, errno: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, written)...])
        }
        byteCount.withLock { $0 += bytes.count }
        return nil
    }
}
