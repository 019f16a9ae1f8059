import FlipbookCore

extension Transport {
    /// Carries out a command that concerns the position or speed. Returns `false` for any other command.
    mutating func obey(_ command: PlayerCommand, timing: FrameTiming, numbers frames: [Frame]) -> Bool {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePause: togglePause()
        case .step(let distance): step(by: distance)
        case .seek(let position): seek(to: position)
        case .goTo(let number):
            pause()
            // Files without numbers are numbered from 1.
            seek(to: Self.position(ofNumber: number, in: frames) ?? number - 1)
        case .goToTime(let text):
            pause()
            if let position = Self.position(ofTimeCode: text, in: timing) { seek(to: position) }
        case .scrub(let fraction): scrub(to: fraction)
        case .skip(let time): seek(to: Self.position(position, movedBy: time, in: timing))
        case .goToBeginning: goToBeginning()
        case .goToEnd: goToEnd()
        case .shuttle(let isReverse): shuttle(isReverse: isReverse)
        case .stopShuttle: stopShuttle()
        case .goFaster: goFaster()
        case .goSlower: goSlower()
        case .setRate(let rate): setRate(rate)
        case .reverse: reverse()
        case .setInPoint: setInPoint()
        case .setOutPoint: setOutPoint()
        case .clearPoints: setRange(nil)
        case .setRange(let range): setRange(range)
        case .cyclePoints:
            if inPoint == nil { setInPoint() } else if outPoint == nil { setOutPoint() } else { setRange(nil) }
        case .togglePingPong: togglePingPong()
        case .setLoopMode(let mode): setLoopMode(mode)
        case .toggleLoop: setLoopMode(loopMode == .once ? .loop : .once)
        default: return false
        }
        return true
    }

    /// Goes to a position, and sets the points that are not `nil`.
    mutating func go(to position: Int, inPoint: Int?, outPoint: Int?) {
        setPoints(inPoint ?? self.inPoint, outPoint ?? self.outPoint)
        seek(to: position)
    }

    /// Returns the frame with a number or the nearest one, or `nil` if frames have no numbers.
    static func position(ofNumber number: Int, in frames: [Frame]) -> Int? {
        func distance(_ other: Int) -> UInt {
            other > number ? UInt(bitPattern: other &- number) : UInt(bitPattern: number &- other)
        }
        return frames.indices.filter { frames[$0].number != nil }
            .min { distance(frames[$0].number ?? 0) < distance(frames[$1].number ?? 0) }
    }

    /// Returns the frame at a typed time in the form of ``TimeCode``, such as `1:12` or `0:01:12`, or `nil` if it is invalid.
    static func position(ofTimeCode text: String, in timing: FrameTiming) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { ":;.".contains($0) }.map { Int($0) }
        let numbers = parts.compactMap { $0 }
        guard numbers.count == parts.count, (1...4).contains(numbers.count) else { return nil }
        let rate = (Double(timing.frameCount) / timing.cycleDuration.seconds).rounded()
        let seconds = numbers.dropLast().reduce(0) { ($0 &* 60) &+ $1 }
        let frames = Double(seconds) * max(1, rate) + Double(numbers[numbers.count - 1])
        return Int(min(frames, Double(timing.frameCount - 1)))
    }

    private static func position(_ position: Int, movedBy time: RationalTime, in timing: FrameTiming) -> Int {
        let target = Int128(timing.nanosecond(ofFrame: position)) + Int128(time.nanoseconds)
        let end = timing.nanosecond(ofFrame: timing.frameCount) - 1
        return timing.frame(atNanosecond: min(max(Int64(clamping: target), 0), end))
    }

    /// Returns a notice on a command, or `nil` if the picture shows its result.
    func notice(of command: PlayerCommand, since former: Transport, frames: [Frame]) -> String? {
        switch command {
        case .goFaster, .goSlower, .reverse, .setRate: rate.name
        // The first press starts playback.
        case .shuttle: rate == former.rate ? nil : rate.name
        case .togglePingPong, .toggleLoop, .setLoopMode: Self.name(of: loopMode)
        case .setInPoint, .setOutPoint, .clearPoints, .cyclePoints, .setRange: points(in: frames) ?? "all frames"
        default: nil
        }
    }

    /// Returns a notice if a frame is outside the in and out points, or if playing from a frame outside them has cleared them.
    func noticeOfPoints(since former: Transport, frames: [Frame]) -> String? {
        guard let points = former.points(in: frames), !former.range.contains(position) else { return nil }
        if isOutside { return former.isOutside ? nil : "outside \(points): playing from here clears them" }
        return self.points(in: frames) == nil ? "cleared \(points)" : nil
    }

    /// Returns the points with frame numbers: `in 5  out 8`, or `nil` if all frames are played.
    func points(in frames: [Frame]) -> String? {
        let ends = [("in", inPoint), ("out", outPoint)].compactMap { name, position in
            position.map { position in
                // Files without numbers are numbered from 1.
                let number = frames.indices.contains(position) ? frames[position].number : nil
                return "\(name) \(number ?? position + 1)"
            }
        }
        return ends.isEmpty ? nil : ends.joined(separator: "  ")
    }

    static func name(of mode: LoopMode) -> String { mode == .pingPong ? "ping-pong" : mode.rawValue }
}
