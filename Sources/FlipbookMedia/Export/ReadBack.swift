import FlipbookCore
import GStreamer

/// What a written video file holds, as a demultiplexer sees it.
package struct ReadBack: Sendable, Hashable {
    /// Pictures in the file.
    var frameCount = 0
    /// When the first picture is shown, in nanoseconds.
    var firstTime: Int64?
    /// When the last picture is shown, in nanoseconds.
    var lastTime: Int64?
    /// When each picture is shown, in nanoseconds, in the order of the file.
    var times: [Int64] = []
    /// How long the last picture is shown, in nanoseconds, where the file says.
    var lastDuration: Int64?
    /// The media type, such as `video/x-h264`.
    var mediaType = ""
    /// The video's size in pixels, where the file says.
    var size: PixelSize?

    /// Reads every packet of the file at `path`.
    package static func reading(_ path: String, container: Container) async throws -> ReadBack {
        let source = try Element("filesrc")
        try source.set("location", to: path)
        let demultiplexer = try Element(container == .mp4 ? "qtdemux" : "matroskademux")
        let sink = try AppSink()
        let pipeline = try Pipeline(linking: [source, demultiplexer, sink.element])
        defer { pipeline.stop() }
        return try await withTaskCancellationHandler {
            try pipeline.change(to: .playing)
            return try await withThrowingTaskGroup(of: ReadBack?.self) { group in
                group.addTask { await counted(sink) }
                group.addTask {
                    try await watch(pipeline)
                    return nil
                }
                var found = ReadBack()
                while let result = try await group.next() { found = result ?? found }
                return found
            }
        } onCancel: {
            pipeline.stop()
        }
    }

    private static func counted(_ sink: AppSink) async -> ReadBack {
        var found = ReadBack()
        while let (sample, stream) = await sink.next() { found.take(sample, stream) }
        return found
    }

    /// Waits for the end of the file.
    private static func watch(_ pipeline: Pipeline) async throws {
        for await message in pipeline.messages {
            switch message {
            case .endOfStream: return
            case .error(let error):
                // A demultiplexer that finds no picture never says to the sink that there is none.
                pipeline.stop()
                throw ExportError.readBack(reason: "it cannot be read (\(error.message))")
            case .warning, .prerolled, .closeRequested: continue
            }
        }
        throw CancellationError()
    }

    private mutating func take(_ sample: AppSink.Sample, _ stream: AppSink.Stream) {
        frameCount += 1
        mediaType = stream.mediaType
        if let width = stream.width, let height = stream.height { size = PixelSize(width: width, height: height) }
        guard let time = sample.presentationTime else { return }
        firstTime = min(firstTime ?? time, time)
        if time >= lastTime ?? time { lastDuration = sample.duration }
        lastTime = max(lastTime ?? time, time)
        times.append(time)
    }

    /// Compares with what was asked for.
    /// - Throws: ``ExportError/readBack(reason:)`` with the first difference.
    func check(
        frameCount expectedCount: Int,
        timing: FrameTiming,
        rate: FrameRate?,
        size expectedSize: PixelSize,
        profile: EncodingProfile
    ) throws(ExportError) {
        let tolerance = profile.timeTolerance(timing, rate: rate)
        guard frameCount == expectedCount else {
            throw .readBack(
                reason: "it holds \(frameCount) \(frameCount == 1 ? "frame" : "frames"), \(expectedCount) were encoded."
            )
        }
        guard size == expectedSize else {
            let found = size.map { "\($0)" } ?? "no size"
            throw .readBack(reason: "it says \(found), the pictures are \(expectedSize).")
        }
        guard mediaType == profile.codec.mediaType else {
            throw .readBack(reason: "it holds \(mediaType), not \(profile.codec.rawValue).")
        }
        let expected = [(0, firstTime, "first"), (expectedCount - 1, lastTime, "last")]
        for (index, found, name) in expected {
            let time = timing.presentationTime(ofFrame: index)
            guard let found, (found - time).magnitude <= tolerance else {
                let shown = found.map { "\($0) ns" } ?? "no time"
                throw .readBack(reason: "its \(name) frame is shown at \(shown), not at \(time) ns.")
            }
        }
        if !timing.isConstant { try check(timing, container: profile.container, tolerance: tolerance) }
    }
}

extension ReadBack {
    /// Compares the time of every picture, and how long the last one is shown.
    private func check(_ timing: FrameTiming, container: Container, tolerance: Int64) throws(ExportError) {
        let shown = times.sorted()
        guard container != .mp4 || shown == times else {
            throw .readBack(
                reason: "its pictures are not in the order they are shown, which loses the last one's duration in "
                    + "an .mp4 file. Leave \(remedy: .omit(.encoderOption)) bframes out, or write \(remedy: .choose(format: "mkv"))."
            )
        }
        for (index, found) in shown.enumerated() {
            let time = timing.presentationTime(ofFrame: index)
            guard (found - time).magnitude <= tolerance else {
                throw .readBack(reason: "its frame \(index + 1) is shown at \(found) ns, not at \(time) ns.")
            }
        }
        let last = timing.duration(ofFrame: times.count - 1)
        guard let lastDuration, (lastDuration - last).magnitude <= 2 * tolerance else {
            let shown = lastDuration.map { "for \($0) ns" } ?? "for an unknown time"
            throw .readBack(reason: "its last frame is shown \(shown), not for \(last) ns.")
        }
    }
}

extension VideoCodec {
    /// What a demultiplexer calls the stream.
    fileprivate var mediaType: String {
        switch self {
        case .h264: "video/x-h264"
        case .ffv1: "video/x-ffv"
        case .png: "image/png"
        }
    }
}
