import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import GStreamer

package struct ReadBack: Sendable, Hashable {
    package internal(set) var frameCount = 0
    /// The time of the last picture, in nanoseconds.
    package internal(set) var lastTime: Int64?
    /// The time of each picture, in nanoseconds, in file order.
    package internal(set) var times: [Int64] = []
    /// The duration of the last picture, in nanoseconds, or `nil` if unknown.
    var lastDuration: Int64?
    package internal(set) var mediaType = ""
    var alphaCount = 0
    var size: PixelSize?
    var colors: OutputColors.CodePoints?

    package static func reading(matroska bytes: UnsafeRawBufferPointer) throws(ExportError) -> ReadBack {
        try MatroskaReader.reading { () throws(ImageError) in try FileReader(bytes) }
    }

    /// Reads every packet of a file. Throws ``ExportError/readBack(reason:)`` if the file is invalid.
    package static func reading(_ path: String, as request: EncodingRequest, takesLong: Bool = false)
        async throws -> ReadBack
    {
        guard let muxing = request.format.muxing else { throw ExportError.readBack(reason: "it is not a video.") }
        guard let demultiplexer = muxing.demultiplexer
        else { return try MatroskaReader.reading { () throws(ImageError) in try FileReader(FilePath(path)) } }
        let file = try FileStream(path, takesLong: takesLong) { [try Element(demultiplexer)] }
        return try await withTaskCancellationHandler {
            var found = ReadBack()
            while let packet = try await file.readBack({ $0 }) {
                found.mediaType = packet.mediaType ?? "unknown"
                if let (width, height) = packet.size { found.size = PixelSize(width: width, height: height) }
                found.add(time: packet.shownTime, duration: packet.duration)
            }
            return found
        } onCancel: {
            file.stop()
        }
    }

    mutating func add(time: Int64?, duration: Int64?) {
        frameCount += 1
        guard let time else { return }
        if time >= lastTime ?? time { lastDuration = duration }
        lastTime = max(lastTime ?? time, time)
        times.append(time)
    }

    /// Compares the contents with the job.
    /// - Throws: ``ExportError/readBack(reason:)`` with the first difference.
    func check(_ job: EncodingJob) throws(ExportError) {
        let expectedCount = job.frameCount
        let tolerance = job.format.clock?.tolerance(job) ?? 0
        try verify(frameCount == expectedCount, "it has \(frameCount.of("frame")) instead of \(expectedCount).")
        try verify(size == job.size, "its size is \(size?.description ?? "unknown") instead of \(job.size).")
        try verify(mediaType == job.codec.mediaType, "it contains \(mediaType) instead of \(job.codec.id).")
        try Self.check(colors, job.codePoints)
        for (index, found, name) in [(0, times.min(), "first"), (expectedCount - 1, lastTime, "last")] {
            let time = job.timing.nanosecond(ofFrame: index)
            guard let found, (found - time).magnitude <= tolerance else {
                let shown = found.map { "\($0) ns" } ?? "an unknown time"
                throw .readBack(reason: "its \(name) frame is shown at \(shown) instead of \(time) ns.")
            }
        }
        if !job.timing.isConstant { try checkTimes(job, tolerance: tolerance) }
    }

    private static func check(_ found: OutputColors.CodePoints?, _ asked: OutputColors.CodePoints) throws(ExportError) {
        guard found?.agree(with: asked) != true else { return }
        throw .readBack(
            reason: "its colors (primaries, transfer, matrix, range) are \(found?.words ?? "unspecified") instead of "
                + "\(asked.words)."
        )
    }

    /// Throws an error if a file with luma and chroma does not specify the requested colors.
    package static func checkColors(of bytes: [UInt8], at path: String, as request: EncodingRequest) async throws {
        var found = try await reading(path, as: request)
        if let colors = request.format.muxing?.colors { found.colors = bytes.withUnsafeBytes { colors($0) } }
        var wanted = request.storedColors.codePoints
        wanted.isFullRange = request.storedColors.range == .full
        try check(found.colors, wanted)
    }

    private func checkTimes(_ job: EncodingJob, tolerance: Int64) throws(ExportError) {
        let shown = times.sorted()
        guard job.format.clock?.needsDisplayOrder(job) != true || shown == times else {
            throw .readBack(
                reason: "its pictures are not stored in display order, so \(job.format.noun) loses "
                    + "the duration of the last one. Omit \(remedy: .omit(.encoderOption)) bframes, or use "
                    + "\(remedy: .choose(format: "mkv"))."
            )
        }
        for (index, found) in shown.enumerated() {
            let time = job.timing.nanosecond(ofFrame: index)
            let isRight = (found - time).magnitude <= tolerance
            try verify(isRight, "its frame \(index + 1) is shown at \(found) ns instead of \(time) ns.")
        }
        let last = job.timing.nanosecondCount(ofFrame: times.count - 1)
        guard let lastDuration, (lastDuration - last).magnitude <= 2 * tolerance else {
            let shown = lastDuration.map { "for \($0) ns" } ?? "for an unknown time"
            throw .readBack(reason: "its last frame is shown \(shown) instead of \(last) ns.")
        }
    }
}

extension OutputColors.CodePoints {
    fileprivate var words: String {
        let range = isFullRange.map { $0 ? ", full" : ", limited" } ?? ""
        return "\(primaries), \(transfer), \(matrix)\(range)"
    }
}

extension FileStream {
    /// Waits for the next packet of a written file, and returns what `body` makes of it, or `nil` at the end of the file.
    func readBack<Value: Sendable>(_ body: @escaping @Sendable (MediaPacket) -> Value?) async throws -> Value? {
        do { return try await next(body) } catch let error as PipelineError {
            throw ExportError.readBack(reason: "it cannot be read (\(error.message))")
        }
    }
}
