internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads for work that computes for milliseconds or waits for a disk, such as reading headers and rendering frames. The
/// cooperative pool delivers the frames, so it must not wait for this work. The threads have a lower priority than the encoder.
package final class WorkExecutor: TaskExecutor {
    package static let shared = WorkExecutor(threads: ProcessorCount.usable)

    private static let niceness: Int32 = 5

    private let jobs = Mutex<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)
    private let threads: Mutex<Int>
    private let wanted: Int
    private let start: @Sendable (WorkExecutor) -> Int32

    /// Creates an executor with the given number of threads, or as many as can be started. The threads exist until the process
    /// ends.
    /// - Parameter start: A closure that starts a thread for jobs. It returns 0 or an `errno`.
    package init(threads wanted: Int, start: @escaping @Sendable (WorkExecutor) -> Int32 = startThread) {
        (self.wanted, self.start) = (wanted, start)
        threads = Mutex(0)
        _ = startThreads()
    }

    package var threadCount: Int { threads.withLock { $0 } }

    package func requireThreads() throws(MachineShortage) {
        let code = threads.withLock { $0 } > 0 ? 0 : startThreads()
        if code != 0 { throw MachineShortage(startingThread: code) }
    }

    private func startThreads() -> Int32 {
        threads.withLock { count in
            while count < wanted {
                let code = start(self)
                guard code == 0 else { return count > 0 ? 0 : code }
                count += 1
            }
            return 0
        }
    }

    package static func startThread(of executor: WorkExecutor) -> Int32 { SystemThread.start { executor.run() } }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func run() -> Never {
        // On Linux, this sets the niceness of the calling thread only.
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(thread, 0, getpriority(thread, 0) + Self.niceness)
        while true {
            waiting.wait()
            jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Returns the results of `transform` for all elements, in order, computed on all threads. Elements are processed in
    /// chunks, since each task has a cost: a hundred headers take at most a millisecond.
    package static func mapInChunks<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        chunkLength: Int = 64,
        _ transform: @escaping @Sendable (Element) -> Value
    ) async throws(CancellationError) -> [Value] {
        // If the executor has no threads, the caller's pool does the work.
        let executor: WorkExecutor? = shared.threadCount > 0 ? shared : nil
        let chunks = await withTaskGroup(of: (start: Int, values: [Value]).self) { group in
            for start in stride(from: 0, to: elements.count, by: chunkLength) {
                let chunk = elements[start..<min(start + chunkLength, elements.count)]
                group.addTask(executorPreference: executor) { (start, Task.isCancelled ? [] : chunk.map(transform)) }
            }
            return await group.reduce(into: [:]) { $0[$1.start] = $1.values }
        }
        guard !Task.isCancelled else { throw CancellationError() }
        return stride(from: 0, to: elements.count, by: chunkLength).flatMap { chunks[$0] ?? [] }
    }
}
