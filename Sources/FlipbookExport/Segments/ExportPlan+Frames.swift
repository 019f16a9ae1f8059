import FlipbookCore

extension ExportPlan.Timing {
    var frameCount: Int { lengths.reduce(0) { $0 + $1.frames } }
    var isConstant: Bool { lengths.count == 1 }

    func durations(of frames: Range<Int>) -> [RationalTime] {
        let cycle = lengths.flatMap { length in
            [RationalTime](repeating: RationalTime(length.ticks, ticksPerSecond), count: length.frames)
        }
        return frames.map { cycle[$0 % cycle.count] }
    }

    /// Returns the times of frames relative to the first frame, or `nil` if they are invalid.
    func timing(of frames: Range<Int>) -> FrameTiming? {
        guard let length = lengths.first, ticksPerSecond > 0 else { return nil }
        guard isConstant else { return FrameTiming(durations: durations(of: frames)) }
        let (ticks, overflow) = length.ticks.multipliedReportingOverflow(by: Int64(frames.count))
        guard !overflow else { return nil }
        return FrameTiming(frameCount: frames.count, cycleDuration: RationalTime(ticks, ticksPerSecond))
    }

    var frameTiming: FrameTiming? { timing(of: 0..<frameCount) }
}

extension ExportPlan {
    /// A Boolean value that indicates whether all counts and times are in range. A document can contain any numbers.
    var isCountable: Bool {
        let counts = 1...FrameSet.maximumCount
        return (1...1_000_000_000).contains(cycles) && timing.ticksPerSecond > 0
            && runs.allSatisfy { (0..<FrameSet.maximumCount).contains($0.first) && counts.contains($0.count) }
            && timing.lengths.allSatisfy { counts.contains($0.frames) && $0.ticks > 0 }
            && drawings.allSatisfy { $0.picture ?? 1 > 0 }
    }

    var frameCountOfCycle: Int { runs.last.map { $0.first + $0.count } ?? 0 }

    var frameRate: FrameRate? { try? FrameRate(parsing: pictures.rate) }

    /// Returns the drawings of frames in any cycle, with equal neighbors combined.
    func runs(in frames: Range<Int>) -> [(count: Int, drawing: Int, number: Int?)] {
        let length = frameCountOfCycle
        var found: [(count: Int, drawing: Int, number: Int?)] = []
        var frame = frames.lowerBound
        while frame < frames.upperBound {
            let (_, place) = lastBegun(of: runs.count, at: Int128(frame)) {
                Int128($0 == runs.count ? length : runs[$0].first)
            }
            let run = runs[place]
            let count = min(run.first + run.count - frame % length, frames.upperBound - frame)
            if let last = found.last, last.drawing == run.drawing, last.number == run.number {
                found[found.count - 1].count += count
            } else {
                found.append((count, run.drawing, run.number))
            }
            frame += count
        }
        return found
    }
}

extension ExportPlan.ViewTimeline { var frameRate: FrameRate? { try? FrameRate(parsing: rate) } }
