import FlipbookCore
import GStreamer
import Synchronization

/// Gives the packets of one segment after another the times that they have in the joined file: by the number of their frame,
/// so that nothing accumulates.
final class SegmentStamper: Sendable {
    private struct State {
        /// The first frame of the segment, counted in the whole.
        var first = 0
        /// The times of the segment's frames, counted from its first one.
        var timing: FrameTiming
        /// The frames of the segment that came.
        var seen: [Bool] = []
        /// Packets that came of all segments.
        var packetCount = 0
        /// The frames by which decoding is ahead, or `nil` before the first packet, and if the files do not tell.
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

    /// The fault of the segment whose packets came, to stand in a sentence, or `nil` if nothing is.
    var fault: String? {
        state.withLock { state in
            let count = state.seen.count(where: \.self)
            return state.fault ?? (count == state.seen.count ? nil : "holds \(count) frames, not \(state.seen.count)")
        }
    }

    /// The times of the next packet, or `nil` if it does not belong to the segment.
    func stamp(_ times: MediaPacket.Times) -> MediaPacket.Stamp? {
        state.withLock { state in
            guard let shown = times.presentation else {
                state.fault = "has a picture without a time"
                return nil
            }
            let frame = state.timing.nearestFrame(to: shown)
            guard state.seen.indices.contains(frame), !state.seen[frame] else {
                state.fault = "shows a picture at \(shown) ns that is none of its \(state.seen.count) frames"
                return nil
            }
            state.seen[frame] = true
            if state.packetCount == 0, let decoded = times.decoding {
                state.lead = frame - state.timing.nearestFrame(to: decoded)
            }
            let place = state.first + frame
            let presentation = timing.nanosecond(ofFrame: place)
            // Packets come in the order of decoding, one for each frame.
            let decoding = state.lead.map { timing.nanosecond(ofFrame: state.packetCount - $0) }
            guard decoding ?? presentation <= presentation else {
                state.fault = "has its pictures in an order that the first segment has not"
                return nil
            }
            state.packetCount += 1
            return (presentation, decoding, timing.nanosecondCount(ofFrame: place))
        }
    }
}

extension FrameTiming {
    /// The frame that begins nearest to a time, in nanoseconds, also before the first one.
    fileprivate func nearestFrame(to time: Int64) -> Int {
        let frame = frame(atNanosecond: time)
        return time - nanosecond(ofFrame: frame) <= nanosecond(ofFrame: frame + 1) - time ? frame : frame + 1
    }
}
