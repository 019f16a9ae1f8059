import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// The damaged frames of a sequence that are found only by decoding them.
///
/// Each time such a frame is found, the work starts over with the frame treated as damaged, so that its substitute and the
/// sequence's length can be determined.
struct DecodedDamage {
    private let frames: FrameList
    private let settings: SequenceSettings
    private(set) var known: [FilePath: FrameSurvey.Entry] = [:]
    /// The error that caused the current attempt, or `nil` for the first attempt.
    private(set) var cause: ExportError?
    /// Files that could not be decoded, but might be complete at the next attempt.
    private var failed: Set<FilePath> = []

    init(of frames: FrameList, _ settings: SequenceSettings) { (self.frames, self.settings) = (frames, settings) }

    /// Runs `body`. If a damaged frame can be replaced by a substitute, runs `body` again.
    /// - Parameter searching: A Boolean value that indicates whether to find all damaged frames at once.
    mutating func standingIn<Result>(searching: Bool = true, _ body: (DecodedDamage) async throws -> Result)
        async throws(ExportError) -> Result
    {
        try await ExportError.awaiting {
            while true {
                do {
                    return try await body(self)
                } catch {
                    let (error, paths) = (ExportError(error), paths)
                    let failures = error.failures.filter { failure in
                        settings.missing != .error && failure.cause.isDamage && known[failure.path] == nil
                            && paths.contains(failure.path)
                    }
                    guard !failures.isEmpty else { throw try await refusal(error, searching: searching) }
                    if searching, failed.isEmpty { try await decodeAll() }
                    for failure in failures {
                        // A file that is being rewritten gets a second chance.
                        guard !failed.insert(failure.path).inserted || !searching else { continue }
                        add(failure)
                    }
                    cause = error
                }
            }
        }
    }

    private var paths: [FilePath] { (frames.files + (settings.scene?.listedFiles ?? [])).distinct }

    var reasons: [Frame.Source: String] {
        let reasons = known.compactMap { path, entry in
            entry.header?.failure.map { (Frame.Source.file(path), "\($0.reason)") }
        }
        return Dictionary(uniqueKeysWithValues: reasons)
    }

    var faults: FrameFaults? { FrameFaults(in: FrameSurvey(entries: paths.compactMap { known[$0] }), mismatch: .fit) }

    mutating func search() async throws { if settings.missing != .error { try await decodeAll() } }

    private mutating func add(_ failure: FrameRenderError) {
        known[failure.path] = FrameSurvey.Entry(frame: Frame(file: failure.path), header: .failure(failure.cause))
    }

    private mutating func decodeAll() async throws {
        for entry in try await FrameSurvey.undecodable(paths, codecs: try settings.readingColors().codecs) {
            if let path = entry.frame.path, entry.header?.failure?.isDamage == true { known[path] = entry }
        }
    }

    /// Returns the error for all damaged frames. It suggests substitutes if there are other frames.
    mutating func refusal(_ error: ExportError, searching: Bool = true, hasOthers: Bool = false)
        async throws -> ExportError
    {
        guard case .frame(let failure) = error, failure.cause.isDamage, settings.missing == .error,
            case let files = paths, hasOthers || files.count > 1, files.contains(failure.path)
        else { return error }
        // A video's other frames are not searched, since the video would have to be decoded from the beginning.
        if searching, failure.path.picture == nil { try await decodeAll() }
        add(failure)
        guard var faults else { return error }
        (faults.hasOthers, faults.wereDecoded) = (hasOthers || faults.faults.count < files.count, true)
        return .sequence(.faultyFrames(faults))
    }
}

extension ExportError {
    fileprivate var failures: [FrameRenderError] {
        switch self {
        case .recovered(_, let error): error.failures
        case .frame(let failure): [failure]
        case .sequence(.faultyFrames(let faults)):
            faults.faults.compactMap { fault in
                guard case .unreadable(let error) = fault.reason else { return nil }
                return FrameRenderError(path: fault.path, cause: error)
            }
        default: []
        }
    }
}
