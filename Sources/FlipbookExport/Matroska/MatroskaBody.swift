import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import GStreamer

/// The pictures of a Matroska file, each with its alpha beside it, and its sound, in clusters that a reader can jump to.
struct MatroskaBody {
    private let job: EncodingJob
    private let unit: Int64
    private let origin: Int
    /// The groups of the cluster that is not closed.
    private var groups: [UInt8] = []
    private var start: Int64 = 0
    private var cues: [UInt8] = []
    private(set) var pictureCount = 0

    /// - Parameter origin: The place in the file from which those in the index count.
    init(_ job: EncodingJob, origin: Int) {
        (self.job, self.origin) = (job, origin)
        unit = Int64(job.matroskaUnit)
    }

    /// Takes in the next picture, in a file of so many bytes; returns the cluster before, where a new one begins.
    mutating func add(color: MediaPacket, alpha: MediaPacket, at place: Int) throws -> [UInt8] {
        let time = moment(pictureCount)
        let isKey = color.isKey && alpha.isKey
        let closed = beginCluster(at: time, isKey: isKey)
        if groups.isEmpty, isKey { addCue(time, at: place + closed.count) }
        let block = head(ofTrack: 1, time, flags: 0)
        let length = max(1, Int(moment(pictureCount + 1) - time))
        // A picture that needs one before names it.
        let reference = isKey ? [] : EBML.element(0xFB, [UInt8(bitPattern: -1)])
        groups += EBML.list(
            0xA0,
            [
                EBML.element(0xA1, block + (try color.contents())), EBML.number(0x9B, length), reference,
                EBML.list(0x75A1, [EBML.list(0xA6, [EBML.number(0xEE, 1), EBML.element(0xA5, try alpha.contents())])]),
            ]
        )
        pictureCount += 1
        return closed
    }

    /// Takes in the next packet of the sound; returns the cluster before, where a new one begins.
    mutating func add(sound packet: MediaPacket) throws -> [UInt8] {
        let time = ((packet.bufferTime ?? 0) + unit / 2) / unit
        let closed = beginCluster(at: time, isKey: false)
        // Each of them is a place to begin.
        groups += EBML.element(0xA3, head(ofTrack: MatroskaSound.track, time, flags: 0x80) + (try packet.contents()))
        return closed
    }

    /// The time of the next picture, in nanoseconds.
    var nextTime: Int64 { job.timing.nanosecond(ofFrame: pictureCount) }

    /// Closes the cluster where another has to begin, and returns it.
    private mutating func beginCluster(at time: Int64, isKey: Bool) -> [UInt8] {
        var closed: [UInt8] = []
        // Times in a cluster have 15 bits; and a cluster is read as a whole.
        if !groups.isEmpty,
            isKey || time - start > 5_000_000_000 / unit || time - start > 32_000 || groups.count > 1 << 22
        {
            closed = cluster
            groups = []
        }
        if groups.isEmpty { start = time }
        return closed
    }

    private func head(ofTrack track: Int, _ time: Int64, flags: UInt8) -> [UInt8] {
        [0x80 | UInt8(track)] + big(time - start, 2) + [flags]
    }

    /// The cluster that is not closed.
    var cluster: [UInt8] { EBML.element(0x1F43_B675, EBML.number(0xE7, Int(start)) + groups) }

    /// The index of the clusters that a decoder can begin with.
    var index: [UInt8] { EBML.element(MatroskaHead.cues, cues) }

    /// A frame's moment in the file's units, rounded to the nearest.
    private func moment(_ frame: Int) -> Int64 { (job.timing.nanosecond(ofFrame: frame) + unit / 2) / unit }

    private mutating func addCue(_ time: Int64, at place: Int) {
        cues += EBML.list(
            0xBB,
            [
                EBML.number(0xB3, Int(time)),
                EBML.list(0xB7, [EBML.number(0xF7, 1), EBML.number(0xF1, place - origin)]),
            ]
        )
    }
}

extension MediaPacket {
    /// The bytes, for which memory may be missing: a file with an empty block would pass for a whole one.
    fileprivate func contents() throws -> [UInt8] {
        guard let bytes else { throw ExportError.memory(byteCount) }
        return bytes
    }
}
