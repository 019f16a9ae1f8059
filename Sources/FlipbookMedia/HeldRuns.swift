import FlipbookCore
package import FlipbookFiles

/// The drawings of a repeating sequence, each with the frames it is shown for. A drawing that is held for several frames is
/// decoded and composited once, and shown again from the same memory. Runs are counted on from cycle to cycle, as frames
/// are.
package struct HeldRuns: Sendable {
    /// The beginnings of a cycle's runs, and after the last one the cycle's length.
    private let starts: [Int]

    package let hasRecurringDrawings: Bool

    /// The runs of equal neighbors among the frames of one cycle.
    /// - Parameter looks: For each frame a number; equal ones look the same.
    /// - Precondition: There is at least one frame.
    package init(_ looks: [Int]) {
        precondition(!looks.isEmpty, "a sequence has frames")
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

    /// Runs in one cycle.
    package var countPerCycle: Int { starts.count - 1 }

    /// Returns whether memory is better kept for decoded pictures than for composited ones: those of a cycle have no room in
    /// it, so that none is there when it comes round, and are made of fewer.
    /// - Parameters:
    ///   - drawings: The number of pictures that are decoded for a cycle.
    ///   - byteCount: The bytes of a composited picture.
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
