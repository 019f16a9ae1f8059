import FlipbookCommandLine
import FlipbookExport
import FlipbookFiles

/// Exports several segments at once, each in its own process on this machine.
struct ProcessPool: Sendable {
    let limit: Int

    /// Exports the missing segments. If a process is killed, its segment is tried once more. The join reports failed segments
    /// as missing. Canceling the task ends the processes.
    func run(_ work: SegmentWork, progress: @escaping @Sendable (ExportProgress) -> Void) async throws(ExportError) {
        let plan = work.export.plan
        let missing = work.export.missing
        let frameCount = plan.export.pictures.count
        let left = missing.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
        await withTaskGroup(of: Int.self) { group in
            var done = frameCount - left
            func note(_ count: Int?) {
                guard let count, count > 0 else { return }
                done += count
                progress(ExportProgress(stage: .encoding, frame: done, frameCount: frameCount))
            }
            for (place, index) in missing.enumerated() {
                if place >= limit { note(await group.next()) }
                guard !Task.isCancelled else { break }
                group.addTask {
                    for _ in 0..<2 where !Task.isCancelled {
                        guard await Self.isKilled(work.segment(String(index))) else { break }
                    }
                    return work.export.isComplete(index) ? plan.frames(ofSegment: index).count : 0
                }
            }
            for await count in group { note(count) }
        }
        guard !Task.isCancelled else { throw .cancelled }
    }

    /// Runs a command, and returns `true` if a signal ended it. If it cannot be started, the join reports the segment as
    /// missing.
    private static func isKilled(_ words: [String]) async -> Bool {
        guard let process = try? ChildProcess(words[0], Array(words.dropFirst())) else { return false }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let code = SystemThread.start { continuation.resume(returning: process.wait().isSignal) }
                if code != 0 { continuation.resume(returning: process.wait().isSignal) }
            }
        } onCancel: {
            process.terminate()
        }
    }
}
