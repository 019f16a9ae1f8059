import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The pictures, alpha, and sound of a Matroska file, in clusters that readers can seek to.
struct MatroskaBody {
    private let job: EncodingJob
    private let unit: Int64
    private let origin: Int
    private var groups: [UInt8] = []
    private var start: Int64 = 0
    private var cues: [UInt8] = []
    private(set) var pictureCount = 0

    /// - Parameter origin: The file offset to which the index is relative.
    init(_ job: EncodingJob, origin: Int) {
        (self.job, self.origin) = (job, origin)
        unit = Int64(job.matroskaUnit)
    }

    /// Adds the next picture, given the file's current length. Returns the previous cluster if a new one begins.
    mutating func add(color: MediaPacket, alpha: MediaPacket, at place: Int) throws -> [UInt8] {
        let time = moment(pictureCount)
        let isKey = color.isKey && alpha.isKey
        let closed = beginCluster(at: time, isKey: isKey)
        if groups.isEmpty, isKey {
            let position = EBML.list(0xB7, [EBML.number(0xF7, 1), EBML.number(0xF1, place + closed.count - origin)])
            cues += EBML.list(0xBB, [EBML.number(0xB3, Int(time)), position])
        }
        let block = head(ofTrack: 1, time, flags: 0)
        let length = max(1, Int(moment(pictureCount + 1) - time))
        // A picture that depends on an earlier one refers to it.
        let reference = isKey ? [] : EBML.element(0xFB, [UInt8(bitPattern: -1)])
        let alphas = EBML.list(0xA6, [EBML.number(0xEE, 1), EBML.element(0xA5, try alpha.contents())])
        let parts = [EBML.element(0xA1, block + (try color.contents())), EBML.number(0x9B, length), reference]
        groups += EBML.list(0xA0, parts + [EBML.element(0x75A1, alphas)])
        pictureCount += 1
        return closed
    }

    mutating func add(sound packet: MediaPacket) throws -> [UInt8] {
        let time = ((packet.bufferTime ?? 0) + unit / 2) / unit
        let closed = beginCluster(at: time, isKey: false)
        // All sound packets are key frames.
        groups += EBML.element(0xA3, head(ofTrack: MatroskaSound.track, time, flags: 0x80) + (try packet.contents()))
        return closed
    }

    /// Closes the cluster if necessary, and returns it.
    private mutating func beginCluster(at time: Int64, isKey: Bool) -> [UInt8] {
        var closed: [UInt8] = []
        // Times within a cluster are limited to 15 bits, and readers load a whole cluster at once.
        if !groups.isEmpty,
            isKey || time - start > 5_000_000_000 / unit || time - start > 32_000 || groups.count > 1 << 22
        {
            (closed, groups) = (cluster, [])
        }
        if groups.isEmpty { start = time }
        return closed
    }

    private func head(ofTrack track: Int, _ time: Int64, flags: UInt8) -> [UInt8] {
        [0x80 | UInt8(track)] + big(time - start, 2) + [flags]
    }

    var cluster: [UInt8] { EBML.element(0x1F43_B675, EBML.number(0xE7, Int(start)) + groups) }
    var index: [UInt8] { EBML.element(MatroskaHead.cues, cues) }

    /// Returns a frame's time in the file's time units, rounded.
    private func moment(_ frame: Int) -> Int64 { (job.timing.nanosecond(ofFrame: frame) + unit / 2) / unit }
}

extension MediaPacket {
    /// Returns the bytes. Throws an error if memory runs out, since a file with an empty block would appear complete.
    fileprivate func contents() throws -> [UInt8] {
        guard let bytes else { throw ExportError.memory(byteCount) }
        return bytes
    }
}
