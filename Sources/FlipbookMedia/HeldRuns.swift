import FlipbookCore
package import FlipbookFiles

/// The drawings of a repeating sequence, each with the frames that show it. A drawing held for several frames is decoded and
/// composited once. Run numbers, like frame numbers, continue from one cycle to the next.
package struct HeldRuns: Sendable {
    private let starts: [Int]

    package let hasRecurringDrawings: Bool

    /// Creates runs of equal neighboring frames in one cycle.
    /// - Parameter looks: A number for each frame. Frames with equal numbers look the same.
    package init(_ looks: [Int]) {
        precondition(!looks.isEmpty, "a sequence must have frames")
        var starts = [0]
        var seen: Set<Int> = [looks[0]]
        var hasRecurringDrawings = false
        for index in 1..<max(1, looks.count) where looks[index] != looks[index - 1] {
            starts.append(index)
            if !seen.insert(looks[index]).inserted { hasRecurringDrawings = true }
        }
        self.starts = starts + [looks.count]
        self.hasRecurringDrawings = hasRecurringDrawings
    }

    package var countPerCycle: Int { starts.count - 1 }
    package var framesOfCycle: [Range<Int>] { zip(starts, starts.dropFirst()).map { $0..<$1 } }

    /// Returns whether memory is better used for decoded pictures than for composited ones. This is the case if a cycle's
    /// composited pictures do not fit in memory and are made from fewer decoded pictures.
    /// - Parameters:
    ///   - drawings: The number of decoded pictures in a cycle.
    ///   - byteCount: The size of a composited picture, in bytes.
    package func areMadeOfFewer(_ drawings: Int, of byteCount: Int, than memory: MemoryBudget) -> Bool {
        countPerCycle > memory.byteCount / 4 * 3 / max(1, byteCount) && drawings < countPerCycle / 4 * 3
    }

    package func frames(ofRun index: Int) -> Range<Int> {
        let (cycle, run) = index.quotientAndRemainder(dividingBy: countPerCycle)
        let base = cycle * starts[countPerCycle]
        return base + starts[run]..<base + starts[run + 1]
    }

    package func run(ofFrame frame: Int) -> Int {
        let (cycle, run) = lastBegun(of: countPerCycle, at: Int128(frame)) { Int128(starts[$0]) }
        return Int(cycle) * countPerCycle + run
    }
}
