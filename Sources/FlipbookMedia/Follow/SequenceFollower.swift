import FlipbookCore
import FlipbookImaging

/// A sequence whose files have changed while it is played, checked.
struct FollowedSequence: Sendable {
    let sequence: CheckedSequence
    /// Files with another content than before.
    let changed: Set<FilePath>
    /// What is different, for people: `+12 frames`.
    let summary: String
}

/// Makes checked sequences of what a watcher tells, as fast as they can be shown and no faster.
struct SequenceFollower: Sendable {
    let watcher: SequenceWatcher
    let settings: SequenceSettings
    let mailbox: PlaybackMailbox

    /// The least time between two changes that are shown, so that a render that writes a frame every few
    /// milliseconds does not keep the player from playing; what comes meanwhile is in the next one.
    private static let pause = Duration.milliseconds(250)

    /// Follows until the task is cancelled.
    /// - Parameters:
    ///   - first: The sequence that is played at first.
    ///   - note: Is told what a viewer may want to know, a sentence each.
    func run(from first: CheckedSequence, note: @Sendable (String) -> Void) async throws {
        var settings = settings
        // The window has this size.
        settings.canvas = first.canvas
        settings.scale = first.scale
        var latest = first
        var refused: Set<FilePath> = []
        // Changes that no sequence could be made with.
        var pending: Set<FilePath> = []
        for await change in watcher {
            if change.isFolderGone {
                note("\(watcher.folder): the folder is gone; waiting for it to come back")
                continue
            }
            if let fault = change.fault {
                note("not followed: \(fault)")
                continue
            }
            // Without any file the frames that were there go on as far as they are kept.
            guard let frames = change.frames else { continue }
            let changed = change.changed.union(pending)
            do {
                let (sequence, faults) = try await checked(
                    frames,
                    settings,
                    known: Self.headers(
                        of: latest,
                        isMirrored: settings.isMirrored,
                        without: changed.union(change.added)
                    )
                )
                if let faults {
                    let news = faults.misfits.filter { !refused.contains($0.path) }
                    refused = Set(faults.misfits.map(\.path))
                    if !news.isEmpty { note("not shown: \(faults)") }
                } else {
                    refused = []
                }
                pending = []
                latest = sequence
                // What was refused before may have been mended meanwhile: its picture was never kept.
                mailbox.post(
                    .followed(
                        FollowedSequence(sequence: sequence, changed: changed, summary: Self.summary(of: change))
                    )
                )
            } catch let error as SequenceError {
                if case .missingFrames = error { return mailbox.post(.failed(error)) }
                pending = changed
                note("not followed: \(error)")
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// The sequence, without the frames that do not fit where the others do.
    private func checked(
        _ frames: FrameList,
        _ settings: SequenceSettings,
        known: [FilePath: ImageHeader]
    ) async throws -> (CheckedSequence, FrameFaults?) {
        do {
            let sequence = try await CheckedSequence(
                frames,
                settings: settings,
                known: known,
                unreadable: .played,
                format: .bgra,
                isFlattened: true
            )
            return (sequence, nil)
        } catch SequenceError.faultyFrames(let faults) {
            // What cannot be read keeps its place: it was written to its end before, and is shown when it is again.
            let paths = Set(faults.misfits.map(\.path))
            let rest = frames.frames.filter { $0.path.map { !paths.contains($0) } ?? true }
            guard !paths.isEmpty, !rest.isEmpty else { throw SequenceError.faultyFrames(faults) }
            let list =
                frames.expected.map { FrameList(name: frames.name, numbers: $0, frames: rest, hints: frames.hints) }
                ?? FrameList(name: frames.name, frames: rest, hints: frames.hints)
            let sequence = try await CheckedSequence(
                list,
                settings: settings,
                known: known,
                unreadable: .played,
                format: .bgra,
                isFlattened: true
            )
            return (sequence, faults)
        }
    }

    private static func headers(
        of sequence: CheckedSequence,
        isMirrored: Bool,
        without paths: Set<FilePath>
    ) -> [FilePath: ImageHeader] {
        var headers: [FilePath: ImageHeader] = [:]
        // Mirrored back: the next check mirrors them again.
        for entry in sequence.survey.mirrored(isMirrored).entries {
            if let path = entry.frame.path, case .success(let header) = entry.header, !paths.contains(path) {
                headers[path] = header
            }
        }
        return headers
    }

    private static func summary(of change: SequenceWatcher.Change) -> String {
        func frames(_ count: Int) -> String { "\(count) \(count == 1 ? "frame" : "frames")" }
        var parts: [String] = []
        if !change.added.isEmpty { parts.append("+\(frames(change.added.count))") }
        if !change.removed.isEmpty { parts.append("-\(frames(change.removed.count))") }
        if !change.changed.isEmpty { parts.append("\(frames(change.changed.count)) changed") }
        return parts.isEmpty ? "the folder is back" : parts.joined(separator: ", ")
    }
}
