import FlipbookCore
import FlipbookCommandLine
import FlipbookPlay
import FlipbookWindow

/// What stays the same for a viewer while one sequence is played after the other: the window, what was chosen to see, and where
/// each sequence was left.
struct ViewerSession {
    let window: PlayerWindow?
    private let shelf = SequenceShelf()
    private var carried: PlayerState?
    private var places: [String: Transport] = [:]
    /// The sequences that viewers chose to compare others with.
    private var comparisons: [String: SequenceOptions] = [:]

    /// Why the sequence that was to come cannot be shown; the window of the next one says it.
    var refusal: String?
    /// The files that were dropped onto the window, which come next.
    var opened: [FilePath] = []
    private var showsErrors = true

    init(window: PlayerWindow?) { self.window = window }

    /// A sequence begins, or ends with an error that no window is to show.
    mutating func beginning(showsErrors: Bool) { (self.showsErrors, opened) = (showsErrors, []) }

    /// Returns whether the window shows why nothing can be played: unless the playback was to end by itself, or was ended.
    func canShow(_ failure: any EndingError) -> Bool {
        window != nil && showsErrors && failure.ending != .interrupted
    }

    func apply(to settings: inout PlaybackSettings, at place: Int, of list: Playlist) {
        settings.window = window
        (settings.sequenceNumber, settings.sequenceCount) = (place + 1, list.entries.count)
        settings.carried = carried
        settings.place = places[list.entries[place].key]
        settings.notes += refusal.map { [Explanation($0)] } ?? []
        guard list.entries.count > 1 else { return }
        (settings.shelf, settings.showsList) = (shelf, shelf.list(list.entries.map(\.shelved)))
    }

    func comparison(with entry: Playlist.Entry) -> SequenceOptions? { comparisons[entry.key] }

    /// Forgets a comparison that failed. Returns whether there was one.
    mutating func forgetComparison(with entry: Playlist.Entry) -> Bool {
        comparisons.removeValue(forKey: entry.key) != nil
    }

    /// Compares a sequence with another from now on, and keeps the place that the viewer left.
    mutating func leave(_ entry: Playlist.Entry, _ report: PlaybackReport, comparingWith other: SequenceOptions?) {
        if let other { comparisons[entry.key] = other }
        carried = report.carried
        // What was seen to its end begins again.
        (places[entry.key], opened) = (report.place, report.opened)
        refusal = nil
    }
}

extension Playlist.Entry {
    /// The text that no other sequence of the list has.
    fileprivate var key: String { options.input.joined(separator: "\0") }

    fileprivate var shelved: SequenceShelf.Entry {
        let title = FilePath(options.input.first ?? "").withoutTrailingSlashes.lastComponent
        return SequenceShelf.Entry(title: title, key: key) { [options] in
            let input = try options.locate(.showing).substituted()
            return (try input.usualFrames(), input.settings(repeatCount: 1, default: 1))
        }
    }
}
