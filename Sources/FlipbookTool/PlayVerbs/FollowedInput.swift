import ArgumentParser
import FlipbookCore
import FlipbookManifest
import FlipbookCommandLine
import FlipbookPlay
import FlipbookSequences

struct FollowedInput: Sendable {
    let watcher: SequenceWatcher

    /// The state of the input: its frames, or a sentence about what it is waiting for.
    enum News: Sendable {
        case frames(FrameList)
        case waiting(String)
    }

    init(_ options: SequenceOptions) throws {
        guard options.input.count == 1, let argument = options.input.first else {
            throw Failure.usage("--follow cannot watch a list of files. Give one folder or one pattern.")
        }
        guard ManifestFile.format(of: FilePath(argument)) == nil else {
            throw Failure.usage("--follow: a manifest says which frames there are. Give their folder or their pattern.")
        }
        guard !options.recursive else {
            throw Failure.usage("--follow and --recursive: one folder is followed. Leave one of them out.")
        }
        guard options.sort != .time else {
            throw Failure.usage("--follow and --sort time: frames that follow may be older. Leave one of them out.")
        }
        guard options.frames == nil else {
            throw Failure.usage("--follow and --frames: a sequence that grows has no range yet. Leave one of them out.")
        }
        let locator = SequenceLocator(
            options: Resolution.Options(
                scale: options.scale?.variant ?? 1,
                mismatch: options.mismatch?.policy ?? .fit,
                naming: .show,
                idiom: options.screen.idiom
            ),
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
        if let frames = change.frames { return .frames(frames) }
        return .waiting(
            change.isFolderGone
                ? "\(watcher.folder): there is no such folder yet; waiting for it"
                : "\(name): waiting for the first frame"
        )
    }

    /// Waits for frames.
    /// - Parameter say: Called with each new sentence about what it is waiting for.
    func frames(after first: String, _ say: @Sendable (String) -> Void) async throws -> FrameList {
        var last = first
        while true {
            switch try await news() {
            case .frames(let frames): return frames
            case .waiting(let sentence):
                if sentence != last { say(sentence) }
                last = sentence
            }
        }
    }
}

extension GapPolicy {
    /// Returns the policy for a sequence that is being written, in which missing numbers are not a fault unless the user
    /// requests it.
    func followed(_ asked: MissingFramePolicy?) -> MissingFramePolicy {
        missing == .error && asked == nil ? .hold : missing
    }
}
