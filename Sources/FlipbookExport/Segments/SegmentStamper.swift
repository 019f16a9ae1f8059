import FlipbookCore
import GStreamer
import Synchronization

/// Stamps the packets of successive segments with their times in the joined file. The times are computed from frame numbers.
final class SegmentStamper: Sendable {
    private struct State {
        var first = 0
        var timing: FrameTiming
        var seen: [Bool] = []
        var packetCount = 0
        /// The number of frames by which decoding is ahead of display, or `nil` if it is unknown or before the first packet.
        var lead: Int?
        var fault: String?
    }

    private let timing: FrameTiming
    private let state: Mutex<State>

    init(_ timing: FrameTiming) {
        self.timing = timing
        state = Mutex(State(timing: timing))
    }

    func begin(_ frames: Range<Int>, _ timing: FrameTiming) {
        state.withLock { state in
            (state.first, state.timing) = (frames.lowerBound, timing)
            state.seen = [Bool](repeating: false, count: frames.count)
        }
    }

    var fault: String? {
        state.withLock { state in
            let count = state.seen.count(where: \.self)
            if let fault = state.fault { return fault }
            return count == state.seen.count ? nil : "has \(count) frames instead of \(state.seen.count)"
        }
    }

    /// Returns the times of the next packet, or `nil` if it does not belong to the segment.
    func stamp(_ times: MediaPacket.Times) -> MediaPacket.Stamp? {
        state.withLock { state in
            guard let shown = times.presentation else {
                state.fault = "has a picture without a time"
                return nil
            }
            let frame = state.timing.nearestFrame(to: shown)
            guard state.seen.indices.contains(frame), !state.seen[frame] else {
                state.fault = "has a picture at \(shown) ns, which matches none of its \(state.seen.count) frames"
                return nil
            }
            state.seen[frame] = true
            if state.packetCount == 0, let decoded = times.decoding {
                state.lead = frame - state.timing.nearestFrame(to: decoded)
            }
            let place = state.first + frame
            let presentation = timing.nanosecond(ofFrame: place)
            // Packets arrive in decoding order, one for each frame.
            let decoding = state.lead.map { timing.nanosecond(ofFrame: state.packetCount - $0) }
            guard decoding ?? presentation <= presentation else {
                state.fault = "has its pictures in a different order than the first segment"
                return nil
            }
            state.packetCount += 1
            return (presentation, decoding, timing.nanosecondCount(ofFrame: place))
        }
    }
}

extension FrameTiming {
    /// Returns the frame that begins nearest to a time in nanoseconds. The time may be before the first frame.
    fileprivate func nearestFrame(to time: Int64) -> Int {
        let frame = frame(atNanosecond: time)
        return time - nanosecond(ofFrame: frame) <= nanosecond(ofFrame: frame + 1) - time ? frame : frame + 1
    }
}
