import Synchronization

/// The notes to print when the terminal is the shell's again, each sentence once, and not more than anyone reads.
package final class TerminalNotes: Sendable {
    private let state = Mutex<(sentences: [String], more: Int)>(([], 0))

    package init() {}

    /// Keeps a sentence for later.
    @Sendable package func add(_ sentence: String) {
        state.withLock { state in
            if state.sentences.contains(sentence) { return }
            if state.sentences.count < 20 { state.sentences.append(sentence) } else { state.more += 1 }
        }
    }

    /// What there is to say.
    package var sentences: [String] {
        state.withLock { $0.sentences + ($0.more > 0 ? ["\($0.more) more of the kind"] : []) }
    }
}
