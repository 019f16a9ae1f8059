internal import CGStreamer

/// The times of the pictures in a video file, found without decoding: `filesrc ! parsebin ! appsink`.
package struct VideoIndex: Sendable {
    /// The presentation times in nanoseconds, in ascending order. Empty if the container has no times.
    package private(set) var times: [Int64] = []
    package private(set) var count = 0
    package private(set) var lastDuration: Int64?
    package private(set) var hasAlphaApart = false
    package private(set) var holdsPNG = false
    package private(set) var hasSound = false
    /// The time of the first picture in nanoseconds since the streams began. Times below 10 ms are reported as 0: Matroska's
    /// times are rounded, and GStreamer 1.22 places Opus up to 7 ms early.
    package private(set) var start: Int64 = 0
    package private(set) var fault: (any Error)?

    package init(_ path: String, takesLong: Bool = false, changes: [ByteChange] = []) throws {
        let stream = try FileStream(path, takesLong: takesLong, changes: changes) { [try Element("parsebin")] }
        var hasTimes = true
        var (lastTime, longest, shift): (Int64, Int64, Int64) = (.min, 0, 0)
        var end: Int64?
        do {
            while let packet = try stream.next() {
                guard packet.isShown else { continue }
                if count == 0 {
                    (hasAlphaApart, holdsPNG) = (packet.hasAlphaApart, packet.caps?.mediaType == "image/png")
                }
                count += 1
                guard let time = packet.shownTime else {
                    hasTimes = false
                    continue
                }
                times.append(time)
                shift = packet.runningTime.map { $0 - time } ?? shift
                if time > lastTime { (lastTime, lastDuration) = (time, packet.duration) }
                longest = max(longest, packet.duration ?? 0)
                end = packet.streamEnd ?? end
            }
        } catch {
            fault = error
        }
        hasSound = stream.pipeline.hasSound
        times.sort()
        if hasTimes, let first = times.first, first + shift >= 10_000_000 { start = first + shift }
        // A parser's duration is the time to the next decoded packet, which is not always the next one shown. If the end is
        // farther from the last picture than the longest distance between two pictures, it is the end of the audio.
        longest = max(longest, zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0)
        if let end, end > lastTime, end - lastTime <= longest { lastDuration = end - lastTime }
        // Times do not identify pictures if two pictures have the same time.
        if !hasTimes || zip(times, times.dropFirst()).contains(where: { $0 == $1 }) { times = [] }
    }
}
