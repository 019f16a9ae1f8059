/// The notes on frames that others stand in for while they play: each once, and of many only the first ones.
struct SubstituteNotes {
    /// So many are reported one by one.
    static let limit = 5

    private var frames: Set<Int> = []

    /// The sentence to say of a frame now; `nil` where it was printed, or enough were.
    mutating func note(frame: Int, reason: String) -> String? {
        guard frames.insert(frame).inserted, frames.count <= Self.limit else { return nil }
        return reason
    }

    /// What is left to say at the end, when so many files could not be decoded; `nil` where nothing is.
    func rest(of all: Int) -> String? {
        let count = max(all, frames.count) - Self.limit
        guard count > 0 else { return nil }
        return count == 1
            ? "and 1 more frame that could not be shown" : "and \(count) more frames that could not be shown"
    }
}
