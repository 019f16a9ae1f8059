import FlipbookCore
import FlipbookCommandLine
import FlipbookPlay
import FlipbookWindow

/// The state shared by sequences that are played in turn: the window, the viewer's choices, and the position in each sequence.
struct ViewerSession {
    let window: PlayerWindow?
    private let shelf = SequenceShelf()
    private var carried: PlayerState?
    private var places: [String: Transport] = [:]
    private var comparisons: [String: SequenceOptions] = [:]

    /// The error of a sequence that could not be shown, to be displayed in the next window.
    var refusal: String?
    var opened: [FilePath] = []
    private var showsErrors = true

    init(window: PlayerWindow?) { self.window = window }

    /// Prepares for a new sequence, or for the end of a sequence with an error that no window can show.
    mutating func beginning(showsErrors: Bool) { (self.showsErrors, opened) = (showsErrors, []) }

    /// Returns `true` if the window can show an error. It cannot if playback ends on its own or was interrupted.
    func canShow(_ failure: any EndingError) -> Bool { window != nil && showsErrors && failure.ending != .interrupted }

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

    mutating func forgetComparison(with entry: Playlist.Entry) -> Bool {
        comparisons.removeValue(forKey: entry.key) != nil
    }

    mutating func leave(_ entry: Playlist.Entry, _ report: PlaybackReport, comparingWith other: SequenceOptions?) {
        if let other { comparisons[entry.key] = other }
        carried = report.carried
        // A finished sequence starts over.
        (places[entry.key], opened) = (report.place, report.opened)
        refusal = nil
    }
}

extension Playlist.Entry {
    fileprivate var key: String { options.input.joined(separator: "\0") }

    fileprivate var shelved: SequenceShelf.Entry {
        let title = FilePath(options.input.first ?? "").withoutTrailingSlashes.lastComponent
        return SequenceShelf.Entry(title: title, key: key) { [options] in
            let input = try options.locate(.showing).substituted()
            return (try input.usualFrames(), input.settings(repeatCount: 1, default: 1))
        }
    }
}
