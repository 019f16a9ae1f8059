import FlipbookExport
import FlipbookFiles
import FlipbookCommandLine
import Synchronization

/// Makes segments by processes of this machine, some at a time.
struct ProcessPool: Sendable {
    /// Processes at once.
    let limit: Int

    /// Makes the segments that are missing. A process that is killed is tried once more; what cannot be made is missing where
    /// they are joined. Cancelling the task ends the processes.
    func run(_ work: SegmentWork, progress: @escaping @Sendable (ExportProgress) -> Void) async throws(ExportError) {
        let plan = work.export.plan
        let missing = work.export.missing
        let frameCount = plan.export.pictures.count
        let left = missing.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
        let done = Counter(frameCount - left)
        await withTaskGroup(of: Void.self) { group in
            for (place, index) in missing.enumerated() {
                if place >= limit { await group.next() }
                guard !Task.isCancelled else { break }
                group.addTask {
                    for _ in 0..<2 where !Task.isCancelled {
                        guard case .signal = await Self.run(work.segment(String(index))) else { break }
                    }
                    guard work.export.isComplete(index) else { return }
                    let count = done.add(plan.frames(ofSegment: index).count)
                    progress(ExportProgress(stage: .encoding, frame: count, frameCount: frameCount))
                }
            }
        }
        guard !Task.isCancelled else { throw .cancelled }
    }

    /// Frames that are done.
    private final class Counter: Sendable {
        private let count: Mutex<Int>

        init(_ count: Int) { self.count = Mutex(count) }

        func add(_ more: Int) -> Int {
            count.withLock { count in
                count += more
                return count
            }
        }
    }

    /// Runs a command to its end and says how it ended; `nil` where it could not be started, which is reported where the
    /// segments are joined: it is missing.
    private static func run(_ words: [String]) async -> ChildProcess.Ending? {
        guard let process = try? ChildProcess(words[0], Array(words.dropFirst())) else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let code = SystemThread.start { continuation.resume(returning: process.wait()) }
                if code != 0 { continuation.resume(returning: process.wait()) }
            }
        } onCancel: {
            process.terminate()
        }
    }
}
