internal import CGStreamer

/// When the pictures of a video file are shown, found without decoding them: `filesrc ! parsebin ! appsink`.
package struct VideoIndex: Sendable {
    /// The times of the pictures in nanoseconds, rising; empty where a container without times cannot say.
    package private(set) var times: [Int64] = []
    package private(set) var count = 0
    /// The time that the last one is shown, in nanoseconds, or `nil` if the file does not say.
    package private(set) var lastDuration: Int64?
    /// A Boolean value that tells whether transparency is a film of its own beside the pictures, as in WebM.
    package private(set) var hasAlphaApart = false
    package private(set) var holdsPNG = false
    /// The error that ended the file before its end, or `nil` if nothing did.
    package private(set) var fault: (any Error)?

    /// Takes the file at `path` apart.
    /// - Parameters:
    ///   - takesLong: A Boolean value that allows pictures longer than a demultiplexer reads at once.
    ///   - changes: The bytes that are read in the place of the file's own.
    package init(_ path: String, takesLong: Bool = false, changes: [ByteChange] = []) throws {
        let stream = try FileStream(path, takesLong: takesLong, changes: changes) { [try Element("parsebin")] }
        var hasTimes = true
        var (lastTime, longest): (Int64, Int64) = (.min, 0)
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
                if time > lastTime { (lastTime, lastDuration) = (time, packet.duration) }
                longest = max(longest, packet.duration ?? 0)
                end = packet.streamEnd ?? end
            }
        } catch {
            fault = error
        }
        times.sort()
        // The length of a packet, where a parser says it at all, is the time to the one that is decoded next, which need not be
        // shown next. An end that is farther from the last picture than any two are from each other is that of the sound.
        longest = max(longest, zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0)
        if let end, end > lastTime, end - lastTime <= longest { lastDuration = end - lastTime }
        // Two pictures of one time cannot be distinguished by it.
        if !hasTimes || zip(times, times.dropFirst()).contains(where: { $0 == $1 }) { times = [] }
    }
}
