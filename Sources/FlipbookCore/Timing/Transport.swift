/// A player's controls as a value: where it is, whether and how it runs, and between which points.
///
/// It has no clock: what it says is put on the screen by a player, which tells it with ``arrive(at:isReverse:)``
/// how far it came.
public struct Transport: Hashable, Sendable {
    /// Frames in the sequence; at least 1.
    public private(set) var frameCount: Int
    /// The frame that is shown, from 0.
    public private(set) var position = 0
    /// A Boolean value that indicates a running clock.
    public private(set) var isPlaying: Bool
    /// The speed and the direction.
    public private(set) var rate = PlaybackRate.normal
    /// The direction that was chosen: while it turns round at the ends, ``rate`` has the one that it goes in.
    private var isChosenReverse = false
    /// The action at the ends.
    public private(set) var loopMode: LoopMode
    /// The first frame that is played, or `nil` if it is the sequence's.
    public private(set) var inPoint: Int?
    /// The last frame that is played, or `nil` if it is the sequence's.
    public private(set) var outPoint: Int?

    /// The controls of a sequence that stands at its first frame.
    public init(frameCount: Int, isPlaying: Bool = true, loopMode: LoopMode = .loop) {
        (self.frameCount, self.isPlaying, self.loopMode) = (max(1, frameCount), isPlaying, loopMode)
    }

    /// The frames between the in point and the out point.
    public var range: ClosedRange<Int> { (inPoint ?? 0)...(outPoint ?? frameCount - 1) }

    /// A Boolean value that indicates a frame outside the points, where the clock stands.
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

    /// Notes that the frame at `position` is on the screen, on the way back or not.
    public mutating func arrive(at position: Int, isReverse: Bool) {
        self.position = bounded(position)
        if loopMode == .pingPong, isReverse != rate.isReverse { rate = rate.reversed }
    }

    /// Runs. From the end where it stops there, from the beginning. From a frame outside the points, these are forgotten.
    public mutating func play() {
        isPlaying = true
        forgetPointsElsewhere()
        let (first, last) = rate.isReverse ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
        if loopMode == .once, position == last { position = first }
    }

    private mutating func forgetPointsElsewhere() { if isPlaying, isOutside { setRange(nil) } }

    /// Stops on the frame that is shown.
    public mutating func pause() { isPlaying = false }

    /// Runs if it stands, and the other way round.
    public mutating func togglePause() { if isPlaying { pause() } else { play() } }

    /// Stops, `distance` frames further on.
    ///
    /// A step over an end stops at the end; from there the next one goes to the other end, as the loop does.
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

    /// Goes to the frame at `position`, or the end that is nearer to it, and runs on if it ran: outside the points, these are
    /// forgotten then.
    public mutating func seek(to position: Int) {
        self.position = bounded(position)
        forgetPointsElsewhere()
    }

    /// Stops at the frame that lies under a pointer, `fraction` of the way across the picture; beyond the edges at the ends.
    public mutating func scrub(to fraction: Double) {
        isPlaying = false
        position = Self.frame(at: fraction, in: range)
    }

    /// The frame of `range` at a fraction of the way: each has an equal part of it. Beyond 0 and 1 it is the end.
    public static func frame(at fraction: Double, in range: ClosedRange<Int>) -> Int {
        guard fraction > 0 else { return range.lowerBound }
        guard fraction < 1 else { return fraction.isNaN ? range.lowerBound : range.upperBound }
        return min(range.upperBound, range.lowerBound + Int(fraction * Double(range.count)))
    }

    /// To the first frame that is played.
    public mutating func goToBeginning() { position = range.lowerBound }

    /// To the last frame that is played.
    public mutating func goToEnd() { position = range.upperBound }

    /// Runs in a direction at the sequence's rate; where it does already, twice as fast each time, up to 16 times.
    public mutating func shuttle(isReverse: Bool) {
        if isPlaying, rate.isReverse == isReverse, isChosenReverse == isReverse {
            rate = rate.shuttled()
        } else {
            setRate(isReverse ? PlaybackRate.normal.reversed : .normal)
            play()
        }
    }

    /// Stops, and forgets the speed.
    public mutating func stopShuttle() {
        isPlaying = false
        setRate(.normal)
    }

    /// A higher speed in the same direction, see ``PlaybackRate/faster``.
    public mutating func goFaster() { rate = rate.faster }

    /// A lower speed in the same direction.
    public mutating func goSlower() { rate = rate.slower }

    /// Plays at a rate.
    public mutating func setRate(_ rate: PlaybackRate) { (self.rate, isChosenReverse) = (rate, rate.isReverse) }

    /// Turns round.
    public mutating func reverse() { setRate(rate.reversed) }

    /// Begins at the frame that is shown. An out point before it is forgotten.
    public mutating func setInPoint() {
        inPoint = position
        if let outPoint, outPoint < position { self.outPoint = nil }
    }

    /// Ends at the frame that is shown. An in point after it is forgotten.
    public mutating func setOutPoint() {
        outPoint = position
        if let inPoint, inPoint > position { self.inPoint = nil }
    }

    /// Plays between two frames, from the first where it is at none of them, or all frames if there is no range. Points
    /// outside the sequence are moved to its ends.
    public mutating func setRange(_ range: ClosedRange<Int>?) {
        setPoints(range?.lowerBound, range?.upperBound)
        if isOutside { goToBeginning() }
    }

    /// Sets both points, within the sequence.
    package mutating func setPoints(_ inPoint: Int?, _ outPoint: Int?) {
        (self.inPoint, self.outPoint) = (inPoint.map(bounded), outPoint.map(bounded))
        if let first = self.inPoint, let last = self.outPoint, first > last { self.inPoint = nil }
    }

    /// Does at the ends what `mode` says. Where it no longer turns round, it goes on in the direction that was chosen.
    public mutating func setLoopMode(_ mode: LoopMode) {
        loopMode = mode
        if mode != .pingPong, rate.isReverse != isChosenReverse { rate = rate.reversed }
    }

    /// Turns round at the ends, or no longer does.
    public mutating func togglePingPong() { setLoopMode(loopMode == .pingPong ? .loop : .pingPong) }

    /// The same controls for a sequence with another number of frames: what lies beyond the new end moves to it.
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
