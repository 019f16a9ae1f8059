import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// The frames of a sequence that turn out to be damaged only when they are decoded.
///
/// Their headers are right, or they changed after these were read. What is made of the sequence begins again, with
/// what was found, so that one place decides what stands in for a frame, and how long the sequence then is.
struct DecodedDamage {
    private let frames: FrameList
    private let settings: SequenceSettings
    /// The damaged files, for the next check of the sequence.
    private(set) var known: [FilePath: FrameSurvey.Entry] = [:]
    /// The error after which another attempt was made, or `nil` for the first.
    private(set) var cause: ExportError?
    /// Files that could not be decoded, and may be whole again.
    private var failed: Set<FilePath> = []

    init(of frames: FrameList, _ settings: SequenceSettings) { (self.frames, self.settings) = (frames, settings) }

    /// Makes something of the sequence, and again where that meets a damaged frame for which another may stand in.
    /// - Parameter searching: `true` to decode all other frames, too, so that one more attempt is enough.
    mutating func standingIn<Result>(
        searching: Bool = true,
        _ body: (DecodedDamage) async throws -> Result
    ) async throws(ExportError) -> Result {
        try await ExportError.awaiting {
            while true {
                do {
                    return try await body(self)
                } catch {
                    let error = ExportError(error)
                    guard try await adds(error, searching: searching) else {
                        throw try await refusal(error, searching: searching)
                    }
                    cause = error
                }
            }
        }
    }

    /// The files of the sequence's frames, and those of views' frames.
    private var paths: [FilePath] { (frames.files + (settings.scene?.listedFiles ?? [])).distinct }

    var reasons: [Frame.Source: String] {
        var reasons: [Frame.Source: String] = [:]
        for (path, entry) in known {
            if case .failure(let error) = entry.header { reasons[.file(path)] = "\(error.reason)" }
        }
        return reasons
    }

    /// The damaged files in the frames' order, or `nil` without any.
    var faults: FrameFaults? { FrameFaults(in: FrameSurvey(entries: paths.compactMap { known[$0] }), mismatch: .fit) }

    /// Decodes all frames, unless damaged ones are refused anyway.
    mutating func search() async throws {
        if settings.missing != .error { try await decodeAll() }
    }

    private mutating func decodeAll() async throws {
        for entry in try await FrameSurvey.undecodable(paths, codecs: try settings.readingColors().codecs) {
            if let path = entry.frame.path, case .failure(let error) = entry.header, error.isDamage {
                known[path] = entry
            }
        }
    }

    /// Adds the frame that an error is about.
    /// - Returns: `true` if the policy for missing frames holds for the error, and another attempt is worth while.
    mutating func adds(_ error: ExportError, searching: Bool = true) async throws -> Bool {
        guard settings.missing != .error else { return false }
        let paths = paths
        let failures = error.failures.filter { $0.cause.isDamage && known[$0.path] == nil && paths.contains($0.path) }
        guard !failures.isEmpty else { return false }
        if searching, failed.isEmpty { try await decodeAll() }
        for failure in failures {
            // A file that is being rewritten has a second chance.
            guard !failed.insert(failure.path).inserted || !searching else { continue }
            known[failure.path] = FrameSurvey.Entry(frame: Frame(file: failure.path), header: .failure(failure.cause))
        }
        return true
    }

    /// The refusal of a damaged frame: one that names all of them, and offers other frames in their places, if there are some.
    /// - Parameter hasOthers: `true` if there are frames besides these.
    mutating func refusal(
        _ error: ExportError,
        searching: Bool = true,
        hasOthers: Bool = false
    ) async throws -> ExportError {
        guard case .frame(let failure) = error, failure.cause.isDamage, settings.missing == .error,
            case let files = paths, hasOthers || files.count > 1, files.contains(failure.path)
        else { return error }
        // To find each picture of a film, the film is decoded from its beginning.
        if searching, failure.path.picture == nil { try await decodeAll() }
        known[failure.path] = FrameSurvey.Entry(frame: Frame(file: failure.path), header: .failure(failure.cause))
        guard var faults else { return error }
        faults.hasOthers = hasOthers || faults.faults.count < files.count
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
                if case .unreadable(let error) = fault.reason {
                    FrameRenderError(path: fault.path, cause: error)
                } else {
                    nil
                }
            }
        default: []
        }
    }
}
