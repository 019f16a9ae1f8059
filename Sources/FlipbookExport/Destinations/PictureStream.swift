import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc
import Synchronization

final class PictureStream: OutputWriter {
    private let job: EncodingJob
    private let target: FilePath
    private let isStopped = Mutex(false)
    private let sent = Mutex(0)

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try Self.check(job, target: target, overwrites: overwrites)
        (self.job, self.target) = (job, target)
    }

    /// Throws an error if standard output is not writable, or is a terminal, which binary output would garble.
    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        let mode = fcntl(STDOUT_FILENO, F_GETFL)
        let reason: Explanation
        if isatty(STDOUT_FILENO) != 0 {
            reason = "pictures are not written to a terminal. Send them"
        } else if mode < 0 || mode & O_ACCMODE == O_RDONLY {
            reason = "standard output is closed. Send the pictures"
        } else {
            return
        }
        let remedy: Explanation = " to another program or into a file."
        throw ExportError.unencodable(reason: "\(setting: .output) \(target): " + reason + remedy)
    }

    func begin(pass: Int) throws {
        guard job.format == .y4m else { return }
        let rate = job.rate.map { "F\($0.numerator):\($0.denominator)" } ?? ""
        let header = "YUV4MPEG2 W\(job.size.width) H\(job.size.height) \(rate) Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"
        try write(Array(header.utf8))
    }

    func prepare(_ picture: OutputPicture, inPass pass: Int) -> Delivery {
        { [self] _ in
            if job.format == .y4m { try write(Array("FRAME\n".utf8)) }
            try picture.color.withUnsafeBytes { try send($0) }
        }
    }

    var byteCount: Int { sent.withLock { $0 } }

    func decoded(areDeep: Bool) -> any DecodedFrames { preconditionFailure("a stream cannot be read back") }
    func finish() -> OutputReceipt { OutputReceipt(byteCount: byteCount, frameCount: 0) }
    func abandon() { isStopped.withLock { $0 = true } }
    private func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try send($0) } }

    private func send(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            guard !isStopped.withLock({ $0 }) else { throw ExportError.cancelled }
            let written = ExternalWait.during { Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count) }
            guard written >= 0 || errno == EINTR || errno == EAGAIN
            else { throw ExportError.cannotWrite(target, errno: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, written)...])
        }
        sent.withLock { $0 += bytes.count }
    }
}
