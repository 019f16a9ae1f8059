import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookSequences
import Synchronization

/// The files that cannot be decoded, and their replacements. All picture sources of a ``Playback`` share one list.
@dynamicMemberLookup
final class UndecodableFrames: Sendable {
    struct Marks: Sendable {
        /// The files that were found to be damaged, as used in the last check of the sequence.
        var damaged: [FilePath: FrameSurvey.Entry] = [:]
        /// The files that can be decoded but do not fit the sequence, and are replaced.
        var misfits: FollowedSequence.Misfits?
        /// The files that are damaged on disk, and whose earlier versions are shown from memory.
        var outdated: Set<FilePath> = []
        /// A Boolean value that indicates whether all files were deleted and only cached pictures are shown.
        var areDeleted = false
    }

    private struct Fault: Sendable {
        let position: Int
        let error: FrameRenderError
        let standIn: String

        var note: Explanation { "\(error) (\(standIn))" }
    }

    private let faults = Mutex<[Frame.Source: Fault]>([:])
    private let marks = Mutex(Marks())
    private let note: @Sendable (PlayerEvent) -> Void
    private let tellShortage: @Sendable (MachineShortage) -> Void
    private let isShort = Atomic(false)

    /// Creates a list that calls `note` for each new file, and `shortage` once if memory runs out.
    init(
        note: @escaping @Sendable (PlayerEvent) -> Void,
        shortage: @escaping @Sendable (MachineShortage) -> Void = { _ in }
    ) { (self.note, tellShortage) = (note, shortage) }

    /// Adds a frame's file.
    /// - Parameter standIn: A description of the replacement: `walk.0006.png is shown instead`.
    func add(_ source: Frame.Source, at position: Int, _ error: FrameRenderError, standIn: String) {
        let fault = Fault(position: position, error: error, standIn: standIn)
        let former = faults.withLock { $0.updateValue(fault, forKey: source) }
        // A held drawing has several positions, with different replacements.
        let isOther = former.map { $0.position == position && $0.standIn != standIn }
        if isOther ?? true { note(.substituted(frame: position, reason: fault.note)) }
        guard let shortage = error.shortage else { return }
        if !isShort.exchange(true, ordering: .relaxed) { tellShortage(shortage) }
    }

    subscript<Value: Sendable>(dynamicMember mark: WritableKeyPath<Marks, Value>) -> Value {
        get { marks.withLock { $0[keyPath: mark] } }
        set { marks.withLock { $0[keyPath: mark] = newValue } }
    }

    func remove(_ frame: Frame) { faults.withLock { faults in if !faults.isEmpty { faults[frame.source] = nil } } }

    private func isOutdated(_ frame: Frame) -> Bool {
        guard frame.substitution == nil, let path = frame.path else { return false }
        return marks.withLock { $0.outdated.contains(path) }
    }

    /// Returns whether a frame's picture, if it can be shown, comes from memory, because its file was deleted or is damaged.
    func isFromMemory(_ frame: Frame) -> Bool { self.areDeleted || isOutdated(frame) }

    /// Returns the misfit that `frame` replaces, or `nil` if it replaces none.
    func misfit(for frame: Frame) -> FrameFaults.Fault? {
        guard frame.substitution != nil, let number = frame.number else { return nil }
        return marks.withLock { $0.misfits?.byNumber[number] }
    }

    /// Keeps only the unchanged files of `frames`.
    func keep(_ frames: [Frame], changed: Set<FilePath> = []) {
        marks.withLock { $0 = Marks() }
        guard count > 0 else { return }
        let sources = Set(frames.lazy.filter { $0.path.map { !changed.contains($0) } ?? true }.map(\.source))
        faults.withLock { faults in faults = faults.filter { sources.contains($0.key) } }
    }

    func contains(_ frame: Frame) -> Bool {
        isFromMemory(frame) || faults.withLock { !$0.isEmpty && $0[frame.source] != nil }
    }

    /// Returns short lines about a replaced frame, or none if the frame itself is shown.
    func lines(for frame: Frame) -> [String] {
        if let fault = misfit(for: frame) {
            let name = frame.path?.name.description ?? "black"
            return ["does not fit: \(fault.measure)", "\(name) is shown instead"]
        }
        let source = frame.damage?.source ?? frame.source
        guard let fault = faults.withLock({ $0.isEmpty ? nil : $0[source] }) else {
            if self.areDeleted { return ["deleted", "shown from memory"] }
            return isOutdated(frame) ? ["damaged", "showing the earlier version"] : []
        }
        let cause = fault.error.shortage == nil ? "cannot be decoded" : "there is not enough memory to decode it"
        return [cause, fault.standIn]
    }

    var count: Int { faults.withLock { $0.count } }

    var shortage: MachineShortage? { faults.withLock { $0.values.lazy.compactMap(\.error.shortage).first } }

    /// A note on each file, in the order of frames.
    var notes: [Explanation] {
        faults.withLock { faults in
            faults.values.sorted { ($0.position, $0.note.description) < ($1.position, $1.note.description) }
                .map { "\($0.note)." }
        }
    }

    var paths: [FilePath] { faults.withLock { $0.values.map(\.error.path) }.sorted { $0.string < $1.string } }
}

extension FrameFaults.Fault {
    fileprivate var measure: String {
        switch reason {
        case .size(let size): "\(size)"
        case .scale(let scale): "@\(scale)x"
        case .unreadable(let error): "\(error.reason)"
        case .severalPictures(let format): "\(format.name) with multiple pictures"
        }
    }
}
