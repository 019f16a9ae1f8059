package import FlipbookCore
import FlipbookMedia
import FlipbookRender
import FlipbookScene
package import FlipbookSequences

struct FollowedSequence: Sendable {
    let sequence: CheckedSequence
    let changed: Set<FilePath>
    let summary: String
    /// The files that are damaged on disk. Their earlier versions are shown from memory.
    let outdated: Set<FilePath>
    /// The files that are left out because they do not fit, or `nil` if all fit.
    let misfits: Misfits?

    struct Misfits: Sendable {
        let faults: FrameFaults
        let byNumber: [Int: FrameFaults.Fault]
    }
}

/// Turns a watcher's changes into checked sequences, no faster than the screen can show them.
struct SequenceFollower: Sendable {
    let watcher: SequenceWatcher
    let settings: SequenceSettings
    let mailbox: PlaybackMailbox

    /// The minimum time between displayed changes, so that a fast render does not interrupt playback.
    private static let pause = Duration.milliseconds(250)

    /// Follows the sequence until the task is canceled or nothing can be played. Calls `note` with notes for the viewer.
    func run(from first: CheckedSequence, note: @Sendable (Explanation) -> Void) async {
        var settings = settings
        // The window has this size.
        (settings.size, settings.scale) = (first.canvas, first.scale)
        var latest = first
        var refused: Set<FilePath> = []
        // Changed files that are not part of a checked sequence yet.
        var pending: Set<FilePath> = []
        for await change in watcher {
            if let shortage = change.shortage { return mailbox.post(.failed(.shortage(shortage))) }
            if change.isFolderGone {
                mailbox.post {
                    $0.showFromMemory("\(watcher.folder): the folder is gone; showing the frames in memory")
                }
                continue
            }
            if let fault = change.fault {
                note("not followed: \(fault)")
                continue
            }
            guard let frames = change.frames else {
                mailbox.post { $0.showFromMemory("all frames deleted; showing those in memory") }
                continue
            }
            let changed = change.changed.union(change.added).union(pending)
            do {
                let (sequence, misfits) = try await checked(frames, settings, without: changed, following: latest)
                if let faults = misfits?.faults {
                    let news = faults.misfits.filter { !refused.contains($0.path) }
                    refused = Set(faults.misfits.map(\.path))
                    if !news.isEmpty { note("not shown: \(faults)") }
                } else {
                    refused = []
                }
                (pending, latest) = ([], sequence)
                let damaged = sequence.damaged.map(\.2.path) + (misfits?.faults.misfits.map(\.path) ?? [])
                let news = FollowedSequence(
                    sequence: sequence,
                    changed: changed,
                    summary: change.summary(damaged: change.stalled.union(damaged)),
                    outdated: change.stalled,
                    misfits: misfits
                )
                mailbox.post(.followed(news))
            } catch is CancellationError {
                return
            } catch SequenceError.missingFrames(let missing) {
                return mailbox.post(.failed(.sequence(.missingFrames(missing))))
            } catch {
                pending = changed
                // The watcher does not repeat this change.
                mailbox.post { $0.undecodable.outdated = change.stalled }
                note("not followed: \(PlaybackError(error))")
            }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }

    /// Checks the sequence without the frames that do not fit.
    private func checked(
        _ frames: FrameList,
        _ settings: SequenceSettings,
        without paths: Set<FilePath>,
        following former: CheckedSequence
    ) async throws -> (CheckedSequence, FollowedSequence.Misfits?) {
        let known = former.survey.readFiles.filter { !paths.contains($0.key) }
        do {
            return (try await .playable(frames, settings, known: known, following: former), nil)
        } catch SequenceError.faultyFrames(let faults) {
            // An unreadable file keeps its place: it was complete before, and is shown again once it is readable.
            let paths = Set(faults.misfits.map(\.path))
            let rest = frames.frames.filter { $0.path.map { !paths.contains($0) } ?? true }
            guard !paths.isEmpty, !rest.isEmpty else { throw SequenceError.faultyFrames(faults) }
            let list =
                frames.expected.map { FrameList(name: frames.name, numbers: $0, frames: rest, hints: frames.hints) }
                ?? FrameList(name: frames.name, frames: rest, hints: frames.hints)
            let sequence = try await CheckedSequence.playable(list, settings, known: known, following: former)
            let byPath = Dictionary(faults.misfits.map { ($0.path, $0) }) { first, _ in first }
            let byNumber = frames.frames.compactMap { frame in
                frame.number.flatMap { number in frame.path.flatMap { byPath[$0] }.map { (number, $0) } }
            }
            return (sequence, .init(faults: faults, byNumber: Dictionary(byNumber) { first, _ in first }))
        }
    }
}

extension SequenceWatcher.Change {
    /// Returns a description of the changes, with the number of frames: `3 deleted, 1 damaged, 12 frames`. Up to three files
    /// are named: `walk.0009.png damaged, 12 frames`.
    /// - Parameter damaged: The damaged files, including those that were damaged before.
    package func summary(damaged: Set<FilePath> = []) -> String {
        let kinds = [
            (added.subtracting(damaged), "new"), (removed, "deleted"), (changed.subtracting(damaged), "changed"),
            (damaged, "damaged"),
        ].filter { !$0.0.isEmpty }
        let areNamed = kinds.map(\.0.count).reduce(0, +) <= 3
        let parts = kinds.map { files, word in
            let names = files.map(\.name.description).sorted().listed(by: "and")
            return "\(areNamed ? names : "\(files.count)") \(word)"
        }
        let all = frames?.frames.count ?? 0
        return ((parts.isEmpty ? ["the folder is back"] : parts) + [all.of("frame")]).joined(separator: ", ")
    }
}
