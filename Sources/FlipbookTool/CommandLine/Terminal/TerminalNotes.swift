import Synchronization

/// The notes to print when the terminal is the shell's again, each sentence once, and not more than anyone reads.
package final class TerminalNotes: Sendable {
    private let state = Mutex<(sentences: [String], more: Int)>(([], 0))

    package init() {}

    @Sendable package func add(_ sentence: String) {
        state.withLock { state in
            if state.sentences.contains(sentence) { return }
            if state.sentences.count < 20 { state.sentences.append(sentence) } else { state.more += 1 }
        }
    }

    package var sentences: [String] {
        state.withLock { $0.sentences + ($0.more > 0 ? ["\($0.more) more of the kind"] : []) }
    }
}

/// The notes on frames that others stand in for while they play: each once, and of many only the first ones.
package struct SubstituteNotes {
    static let limit = 5

    private var reasons: Set<String> = []

    package init(reasons: Set<String> = []) { self.reasons = reasons }

    /// The sentence to print of a frame now, or `nil` if it was printed, or enough were. Frames that are left out share the place
    /// of the frame after them, so the sentence tells them apart.
    package mutating func note(_ reason: String) -> String? {
        guard reasons.insert(reason).inserted, reasons.count <= Self.limit else { return nil }
        return reason
    }

    /// The note at the end, when so many files could not be decoded, or `nil` if nothing is left to report.
    package func rest(of all: Int) -> String? {
        let count = max(all, reasons.count) - Self.limit
        guard count > 0 else { return nil }
        return count == 1
            ? "and 1 more frame that could not be shown" : "and \(count) more frames that could not be shown"
    }
}
