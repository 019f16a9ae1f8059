import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookSequences
import Synchronization

/// The files of a playback that cannot be decoded, and what stands in for each.
///
/// One list for all the pictures that are played, however often these are redrawn, so that each file is reported once.
/// A file that can be decoded later is none of them any more.
final class UndecodableFrames: Sendable {
    private struct Fault: Sendable {
        let position: Int
        let error: FrameRenderError
        let standIn: String

        var note: Explanation { "\(error) (\(standIn))" }
    }

    private let faults = Mutex<[Frame.Source: Fault]>([:])
    private let found = Mutex<[FilePath: FrameSurvey.Entry]>([:])
    private let refused = Mutex<FollowedSequence.Misfits?>(nil)
    private let note: @Sendable (PlayerEvent) -> Void
    private let tellShortage: @Sendable (MachineShortage) -> Void
    private let isShort = Atomic(false)
    private let deletion = Atomic(false)

    /// An empty list that tells `note` of each file that comes onto it.
    /// - Parameter shortage: Called once where the process has too little memory for some of them.
    init(
        note: @escaping @Sendable (PlayerEvent) -> Void,
        shortage: @escaping @Sendable (MachineShortage) -> Void = { _ in }
    ) {
        (self.note, tellShortage) = (note, shortage)
    }

    /// Puts a frame's file onto the list.
    /// - Parameter standIn: The picture that is seen of it, in words for brackets: `walk.0006.png is shown instead`.
    func add(_ source: Frame.Source, at position: Int, _ error: FrameRenderError, standIn: String) {
        let fault = Fault(position: position, error: error, standIn: standIn)
        let former = faults.withLock { $0.updateValue(fault, forKey: source) }
        // A drawing that is held has several places, in which others may stand in for it.
        let isOther = former.map { $0.position == position && $0.standIn != standIn }
        if isOther ?? true { note(.substituted(frame: position, reason: fault.note)) }
        guard let shortage = error.shortage else { return }
        if !isShort.exchange(true, ordering: .relaxed) { tellShortage(shortage) }
    }

    /// The files that turned out to be damaged when they were decoded, and with which the sequence was checked again.
    var damaged: [FilePath: FrameSurvey.Entry] {
        get { found.withLock { $0 } }
        set { found.withLock { $0 = newValue } }
    }

    func remove(_ frame: Frame) {
        faults.withLock { faults in
            if !faults.isEmpty { faults[frame.source] = nil }
        }
    }

    /// A Boolean value that indicates deleted files: pictures are those that are kept of all frames.
    var areDeleted: Bool {
        get { deletion.load(ordering: .relaxed) }
        set { deletion.store(newValue, ordering: .relaxed) }
    }

    /// The files that can be decoded and do not fit the others: something stands in for them, too.
    var misfits: FollowedSequence.Misfits? {
        get { refused.withLock { $0 } }
        set { refused.withLock { $0 = newValue } }
    }

    /// The misfit of the file in whose place `frame` is shown, or `nil` if there is none.
    func misfit(for frame: Frame) -> FrameFaults.Fault? {
        guard frame.substitution != nil, let number = frame.number else { return nil }
        return refused.withLock { $0?.byNumber[number] }
    }

    /// Takes every file off the list that is not among `frames`, or is among those that have `changed`; none is known
    /// not to fit any more.
    func keep(_ frames: [Frame], changed: Set<FilePath> = []) {
        areDeleted = false
        misfits = nil
        damaged = [:]
        guard count > 0 else { return }
        let sources = Set(frames.lazy.filter { $0.path.map { !changed.contains($0) } ?? true }.map(\.source))
        faults.withLock { faults in faults = faults.filter { sources.contains($0.key) } }
    }

    func contains(_ frame: Frame) -> Bool {
        areDeleted || faults.withLock { !$0.isEmpty && $0[frame.source] != nil }
    }

    /// The picture that is seen of `frame` and why, in short lines for viewers; none if it is shown itself.
    func lines(for frame: Frame) -> [String] {
        if let fault = misfit(for: frame) {
            let name = frame.path?.name.description ?? "black"
            return ["does not fit: \(fault.measure)", "\(name) is shown instead"]
        }
        let source = frame.damage?.source ?? frame.source
        return faults.withLock { faults in
            guard !faults.isEmpty, let fault = faults[source] else {
                return areDeleted ? ["deleted", "shown from memory"] : []
            }
            let cause = fault.error.shortage == nil ? "cannot be decoded" : "the process has too little for it"
            return [cause, fault.standIn]
        }
    }

    var count: Int { faults.withLock { $0.count } }

    var shortage: MachineShortage? { faults.withLock { $0.values.lazy.compactMap(\.error.shortage).first } }

    /// The notes on each file, a sentence each, in the order of the frames.
    var notes: [Explanation] {
        faults.withLock { faults in
            faults.values.sorted { ($0.position, $0.note.description) < ($1.position, $1.note.description) }
                .map { "\($0.note)." }
        }
    }

    var paths: [FilePath] {
        faults.withLock { $0.values.map(\.error.path) }.sorted { $0.string < $1.string }
    }
}

extension FrameFaults.Fault {
    /// The difference from the others, in a word.
    fileprivate var measure: String {
        switch reason {
        case .size(let size): "\(size)"
        case .scale(let scale): "@\(scale)x"
        case .unreadable(let error): "\(error.reason)"
        case .severalPictures(let format): "\(format.name) of several pictures"
        }
    }
}
