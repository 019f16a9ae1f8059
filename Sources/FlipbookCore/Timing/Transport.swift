/// A player's controls as a value: position, playback state, speed, loop mode and range. It has no clock. A player shows the
/// position and reports its progress with ``arrive(at:isReverse:)``.
public struct Transport: Hashable, Sendable {
    /// The number of frames, at least 1.
    public private(set) var frameCount: Int
    /// The current frame, from 0.
    public private(set) var position = 0
    /// A Boolean value that indicates whether the sequence is playing.
    public private(set) var isPlaying: Bool
    /// The current speed and direction.
    public private(set) var rate = PlaybackRate.normal
    /// The direction that the user chose. In ping-pong mode, the current direction is in ``rate``.
    private var isChosenReverse = false
    /// The action at the ends.
    public private(set) var loopMode: LoopMode
    /// The first frame to play, or `nil` for the first of the sequence.
    public private(set) var inPoint: Int?
    /// The last frame to play, or `nil` for the last of the sequence.
    public private(set) var outPoint: Int?

    /// Creates controls at the first frame of a sequence.
    public init(frameCount: Int, isPlaying: Bool = true, loopMode: LoopMode = .loop) {
        (self.frameCount, self.isPlaying, self.loopMode) = (max(1, frameCount), isPlaying, loopMode)
    }

    /// The frames from the in point to the out point.
    public var range: ClosedRange<Int> { (inPoint ?? 0)...(outPoint ?? frameCount - 1) }
    package var isOutside: Bool { !range.contains(position) }

    package func schedule(timing: FrameTiming, cycleCount: Int) -> PlaybackSchedule {
        PlaybackSchedule(
            timing: timing,
            range: isOutside ? 0...frameCount - 1 : range,
            start: position,
            rate: rate,
            loopMode: loopMode,
            cycleCount: cycleCount
        )
    }

    /// Records that the frame at `position` is on the screen.
    public mutating func arrive(at position: Int, isReverse: Bool) {
        self.position = bounded(position)
        if loopMode == .pingPong, isReverse != rate.isReverse { rate = rate.reversed }
    }

    /// Starts playback. At the end of a sequence that does not loop, playback starts over. If the current frame is outside the
    /// in and out points, they are cleared.
    public mutating func play() {
        isPlaying = true
        forgetPointsElsewhere()
        let (first, last) = rate.isReverse ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
        if loopMode == .once, position == last { position = first }
    }

    private mutating func forgetPointsElsewhere() { if isPlaying, isOutside { setRange(nil) } }

    /// Pauses at the current frame.
    public mutating func pause() { isPlaying = false }

    /// Pauses if playing, and plays if paused.
    public mutating func togglePause() { if isPlaying { pause() } else { play() } }

    /// Pauses, and moves by `distance` frames. A step stops at an end. If the sequence loops, the next step moves to the other
    /// end.
    public mutating func step(by distance: Int) {
        isPlaying = false
        guard distance != 0 else { return }
        let bounds = range.contains(position) ? range : 0...frameCount - 1
        let (near, far) = distance > 0 ? (bounds.upperBound, bounds.lowerBound) : (bounds.lowerBound, bounds.upperBound)
        if position == near {
            if loopMode != .once { position = far }
            return
        }
        let (sum, overflow) = position.addingReportingOverflow(distance)
        position = overflow ? near : min(max(sum, bounds.lowerBound), bounds.upperBound)
    }

    /// Moves to the frame at `position`, clamped to the sequence. During playback, clears in and out points that exclude it.
    public mutating func seek(to position: Int) {
        self.position = bounded(position)
        forgetPointsElsewhere()
    }

    /// Pauses at the frame under a pointer. If the pointer is beyond an edge, pauses at the first or last frame.
    /// - Parameter fraction: The horizontal position in the picture, from 0 to 1.
    public mutating func scrub(to fraction: Double) {
        isPlaying = false
        position = Self.frame(at: fraction, in: range)
    }

    /// Returns the frame at a fraction of `range`. All frames take equal parts of the range. Values outside 0...1 return the
    /// ends.
    public static func frame(at fraction: Double, in range: ClosedRange<Int>) -> Int {
        guard fraction > 0 else { return range.lowerBound }
        guard fraction < 1 else { return fraction.isNaN ? range.lowerBound : range.upperBound }
        return min(range.upperBound, range.lowerBound + Int(fraction * Double(range.count)))
    }

    /// Moves to the first frame of the range.
    public mutating func goToBeginning() { position = range.lowerBound }

    /// Moves to the last frame of the range.
    public mutating func goToEnd() { position = range.upperBound }

    /// Plays at normal speed in a direction. If already playing in that direction, doubles the speed, up to 16 times.
    public mutating func shuttle(isReverse: Bool) {
        if isPlaying, rate.isReverse == isReverse, isChosenReverse == isReverse {
            rate = rate.shuttled()
        } else {
            setRate(isReverse ? PlaybackRate.normal.reversed : .normal)
            play()
        }
    }

    /// Pauses, and resets the speed.
    public mutating func stopShuttle() {
        isPlaying = false
        setRate(.normal)
    }

    /// Increases the speed. See ``PlaybackRate/faster``.
    public mutating func goFaster() { rate = rate.faster }

    /// Decreases the speed. See ``PlaybackRate/slower``.
    public mutating func goSlower() { rate = rate.slower }

    /// Sets the speed and direction.
    public mutating func setRate(_ rate: PlaybackRate) { (self.rate, isChosenReverse) = (rate, rate.isReverse) }

    /// Reverses the direction.
    public mutating func reverse() { setRate(rate.reversed) }

    /// Sets the in point to the current frame. Clears an earlier out point.
    public mutating func setInPoint() {
        inPoint = position
        if let outPoint, outPoint < position { self.outPoint = nil }
    }

    /// Sets the out point to the current frame. Clears a later in point.
    public mutating func setOutPoint() {
        outPoint = position
        if let inPoint, inPoint > position { self.inPoint = nil }
    }

    /// Sets the range to play, clamped to the sequence, or clears it. If the current frame is outside the range, moves to the
    /// range's first frame.
    public mutating func setRange(_ range: ClosedRange<Int>?) {
        setPoints(range?.lowerBound, range?.upperBound)
        if isOutside { goToBeginning() }
    }

    package mutating func setPoints(_ inPoint: Int?, _ outPoint: Int?) {
        (self.inPoint, self.outPoint) = (inPoint.map(bounded), outPoint.map(bounded))
        if let first = self.inPoint, let last = self.outPoint, first > last { self.inPoint = nil }
    }

    /// Sets the action at the ends. When ping-pong mode ends, playback continues in the chosen direction.
    public mutating func setLoopMode(_ mode: LoopMode) {
        loopMode = mode
        if mode != .pingPong, rate.isReverse != isChosenReverse { rate = rate.reversed }
    }

    /// Turns ping-pong mode on or off.
    public mutating func togglePingPong() { setLoopMode(loopMode == .pingPong ? .loop : .pingPong) }

    /// Returns the controls for a different number of frames. Positions beyond the new end are moved to it.
    public func fitted(to frameCount: Int) -> Transport {
        var copy = self
        copy.frameCount = max(1, frameCount)
        copy.position = copy.bounded(position)
        copy.inPoint = inPoint.map(copy.bounded)
        copy.outPoint = outPoint.map(copy.bounded)
        return copy
    }

    private func bounded(_ position: Int) -> Int { min(max(position, 0), frameCount - 1) }
}
