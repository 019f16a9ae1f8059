import FlipbookCore
import FlipbookManifest
import FlipbookCommandLine
import FlipbookPlay
import FlipbookSequences

struct FollowedInput: Sendable {
    let watcher: SequenceWatcher

    /// Frames, with a sentence about them if the input had to wait for them.
    typealias Arrival = (frames: FrameList, sentence: String?)

    /// The state of the input: its frames, or a sentence about what it is waiting for.
    enum News: Sendable {
        case frames(Arrival)
        case waiting(String)
    }

    init(_ options: SequenceOptions) throws {
        guard options.input.count == 1, let argument = options.input.first
        else { throw Failure.usage("--follow cannot watch a list of files. Specify one folder or one pattern.") }
        guard ManifestFile.format(of: FilePath(argument)) == nil
        else { throw Failure.usage("--follow: a manifest has a fixed list of frames. Specify a folder or a pattern.") }
        guard !options.recursive
        else { throw Failure.usage("--follow and --recursive: only one folder can be followed. Use one of the two.") }
        guard options.sort != .time else {
            throw Failure.usage(
                "--follow and --sort time: new frames may have older capture times. Use one of the two."
            )
        }
        guard options.frames == nil
        else { throw Failure.usage("--follow and --frames: a growing sequence has no range yet. Use one of the two.") }
        let locator = SequenceLocator(
            options: options.resolution(.show, mismatch: .fit),
            dialect: options.policies.dialect
        )
        watcher = try SequenceWatcher(argument, locator: locator)
        name = FilePath(argument)
    }

    private let name: FilePath

    /// Waits for the next state. The first one is available immediately.
    func news() async throws -> News {
        guard let change = await watcher.next() else { throw Failure(message: "Interrupted.", status: .interrupted) }
        if let shortage = change.shortage { throw PlaybackError.shortage(shortage) }
        if let fault = change.fault { throw Failure.usage(fault) }
        if let frames = change.frames { return .frames((frames, change.summary())) }
        return .waiting(
            change.isFolderGone
                ? "\(watcher.folder): this folder does not exist yet; waiting for it"
                : "\(name): waiting for the first frame"
        )
    }

    /// Waits for frames.
    /// - Parameter say: Called with each new sentence about what the input is waiting for.
    func frames(after first: String, _ say: @Sendable (String) -> Void) async throws -> Arrival {
        var last = first
        while true {
            switch try await news() {
            case .frames(let arrival): return arrival
            case .waiting(let sentence):
                if sentence != last { say(sentence) }
                last = sentence
            }
        }
    }
}
