import ArgumentParser
import FlipbookCore
import FlipbookManifest
import FlipbookCommandLine
import FlipbookPlay
import FlipbookSequences

struct FollowedInput: Sendable {
    let watcher: SequenceWatcher
    let frames: FrameList

    /// Watches the input that the options name, and waits until it has a frame.
    static func watcher(of options: SequenceOptions, _ messages: OutputOptions) async throws -> FollowedInput {
        guard options.input.count == 1, let argument = options.input.first else {
            throw Failure.usage("--follow: several files do not grow. Give one folder or one pattern.")
        }
        guard ManifestFile.format(of: FilePath(argument)) == nil else {
            throw Failure.usage("--follow: a manifest says which frames there are. Give their folder or their pattern.")
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
        let watcher = try SequenceWatcher(argument, locator: locator)
        let frames = try await Interruption.cancelling(mayRest: { true }) {
            try await firstFrames(of: watcher, argument, messages)
        }
        return FollowedInput(watcher: watcher, frames: frames)
    }

    private static func firstFrames(
        of watcher: SequenceWatcher,
        _ argument: String,
        _ messages: OutputOptions
    ) async throws -> FrameList {
        var last: String?
        for await change in watcher {
            if let shortage = change.shortage { throw PlaybackError.shortage(shortage) }
            if let fault = change.fault { throw Failure.usage(fault) }
            if let frames = change.frames { return frames }
            let name = FilePath(argument)
            let sentence =
                change.isFolderGone
                ? "\(watcher.folder): there is no such folder yet; waiting for it"
                : "\(name): waiting for the first frame"
            if sentence != last { messages.note([sentence]) }
            last = sentence
        }
        throw Failure(message: "Interrupted.", status: .interrupted)
    }
}

extension GapPolicy {
    /// The policy for a sequence that is being written, in which a number that is not there is no fault unless the user says so.
    func followed(_ asked: MissingFramePolicy?) -> MissingFramePolicy {
        missing == .error && asked == nil ? .hold : missing
    }
}
