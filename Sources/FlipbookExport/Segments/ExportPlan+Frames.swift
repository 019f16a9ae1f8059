import FlipbookCore

extension ExportPlan.Timing {
    /// Frames of a cycle.
    var frameCount: Int { lengths.reduce(0) { $0 + $1.frames } }

    /// A Boolean value that indicates frames of one duration.
    var isConstant: Bool { lengths.count == 1 }

    /// The durations of frames, in any cycle.
    func durations(of frames: Range<Int>) -> [RationalTime] {
        let cycle = lengths.flatMap { length in
            [RationalTime](repeating: RationalTime(length.ticks, ticksPerSecond), count: length.frames)
        }
        return frames.map { cycle[$0 % cycle.count] }
    }

    /// The times of frames, counted from the first one, or `nil` if they are none.
    func timing(of frames: Range<Int>) -> FrameTiming? {
        guard let length = lengths.first, ticksPerSecond > 0 else { return nil }
        guard isConstant else { return FrameTiming(durations: durations(of: frames)) }
        let (ticks, overflow) = length.ticks.multipliedReportingOverflow(by: Int64(frames.count))
        guard !overflow else { return nil }
        return FrameTiming(frameCount: frames.count, cycleDuration: RationalTime(ticks, ticksPerSecond))
    }

    /// The times of a cycle as a value that counts, or `nil` if they are none.
    var frameTiming: FrameTiming? { timing(of: 0..<frameCount) }
}

extension ExportPlan {
    /// A Boolean value that indicates frames, times and pictures that can be counted: a document may have any numbers.
    var isCountable: Bool {
        let counts = 1...FrameSet.maximumCount
        return (1...1_000_000_000).contains(cycles) && timing.ticksPerSecond > 0
            && runs.allSatisfy { (0..<FrameSet.maximumCount).contains($0.first) && counts.contains($0.count) }
            && timing.lengths.allSatisfy { counts.contains($0.frames) && $0.ticks > 0 }
            && drawings.allSatisfy { $0.picture ?? 1 > 0 }
    }

    /// Frames of a cycle.
    var frameCountOfCycle: Int { runs.last.map { $0.first + $0.count } ?? 0 }

    /// Frames per second, or `nil` if frames are shown for different times.
    var frameRate: FrameRate? { try? FrameRate(parsing: pictures.rate) }

    /// The drawing of each frame of a range, counted over all cycles, equal neighbors together.
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

extension ExportPlan.ViewTimeline {
    /// Slots in a second, or `nil` if the text is no rate.
    var frameRate: FrameRate? { try? FrameRate(parsing: rate) }
}
