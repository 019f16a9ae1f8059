/// The notes on frames that others stand in for while they play: each once, and of many only the first ones.
package struct SubstituteNotes {
    /// So many are reported one by one.
    static let limit = 5

    private var reasons: Set<String> = []

    /// Notes that leave these reasons out.
    package init(reasons: Set<String> = []) {
        self.reasons = reasons
    }

    /// The sentence to print of a frame now; `nil` if it was printed, or enough were. Frames that are left out share the place
    /// of the frame after them, so the sentence tells them apart.
    package mutating func note(_ reason: String) -> String? {
        guard reasons.insert(reason).inserted, reasons.count <= Self.limit else { return nil }
        return reason
    }

    /// What is left to say at the end, when so many files could not be decoded; `nil` where nothing is.
    package func rest(of all: Int) -> String? {
        let count = max(all, reasons.count) - Self.limit
        guard count > 0 else { return nil }
        return count == 1
            ? "and 1 more frame that could not be shown" : "and \(count) more frames that could not be shown"
    }
}
