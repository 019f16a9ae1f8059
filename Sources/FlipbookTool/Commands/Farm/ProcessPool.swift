import FlipbookCore
import FlipbookMedia
import Foundation
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
                        guard await Self.run(work.segment(String(index))) == .uncaughtSignal else { break }
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

    /// Runs a command to its end and says how it ended; what it says on standard error goes to ours.
    private static func run(_ words: [String]) async -> Process.TerminationReason {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let child = Child(process)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationReason) }
                do {
                    try child.start()
                } catch {
                    // Reported where the segments are joined: it is missing.
                    process.terminationHandler = nil
                    continuation.resume(returning: .exit)
                }
            }
        } onCancel: {
            child.end()
        }
    }

    /// A process that another thread may end.
    private final class Child: Sendable {
        // The one reason for the escape: `terminate` may be called from any thread once the process runs.
        private nonisolated(unsafe) let process: Process
        private let isRunning = Mutex(false)

        init(_ process: Process) { self.process = process }

        func start() throws {
            try isRunning.withLock { isRunning in
                try process.run()
                isRunning = true
            }
        }

        func end() { isRunning.withLock { if $0 { process.terminate() } } }
    }
}
