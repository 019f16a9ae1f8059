internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads for work that computes for milliseconds or waits for a disk: reading headers, rendering frames.
///
/// The cooperative pool has one thread a core and runs the tasks that hand frames on; it must not wait for those that
/// make them. The threads are a little nicer than the encoder's: a frame that is made ahead can wait, and fills the
/// moments in which the encoder works on one core only.
package final class WorkExecutor: TaskExecutor {
    /// The one executor of the process: a thread for each processor that it may use.
    package static let shared = WorkExecutor(threads: ProcessorCount.usable)

    private static let niceness: Int32 = 5

    private let jobs = Mutex<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)
    private let threads: Mutex<Int>
    private let wanted: Int
    private let start: @Sendable (WorkExecutor) -> Int32

    /// An executor with so many threads, or as many of them as can be started.
    ///
    /// It lives as long as the process, and so do its threads.
    /// - Parameter start: Starts one thread that runs jobs, and returns 0, or why there is none: an `errno`.
    package init(threads wanted: Int, start: @escaping @Sendable (WorkExecutor) -> Int32 = startThread) {
        self.wanted = wanted
        self.start = start
        threads = Mutex(0)
        _ = startThreads()
    }

    /// The number of threads: fewer than processors where the process may not start more.
    package var threadCount: Int { threads.withLock { $0 } }

    /// Makes sure that a thread runs what is enqueued: without a thread, it tries again to start some.
    package func requireThreads() throws(MachineShortage) {
        let code = threads.withLock { $0 } > 0 ? 0 : startThreads()
        if code != 0 { throw MachineShortage(startingThread: code) }
    }

    /// Starts the threads if there are none. Returns 0 where there is one now, or why there is none.
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

    /// Starts one thread that runs the jobs of an executor. Returns 0, or an `errno`.
    package static func startThread(of executor: WorkExecutor) -> Int32 { SystemThread.start { executor.run() } }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func run() -> Never {
        // On Linux this is the calling thread's own niceness.
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(thread, 0, getpriority(thread, 0) + Self.niceness)
        while true {
            waiting.wait()
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

extension WorkExecutor {
    /// The results of `transform` for all elements, made on all threads; a result's index is its element's.
    ///
    /// Elements go by the chunk, which amortises the cost of a task: a hundred headers take a millisecond or less.
    package static func mapInChunks<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        chunkLength: Int = 64,
        _ transform: @escaping @Sendable (Element) -> Value
    ) async throws(CancellationError) -> [Value] {
        // Without a thread of its own the work is done by the caller's.
        let executor: WorkExecutor? = shared.threadCount > 0 ? shared : nil
        let chunks = await withTaskGroup(of: (start: Int, values: [Value]).self) { group in
            for start in stride(from: 0, to: elements.count, by: chunkLength) {
                let chunk = elements[start..<min(start + chunkLength, elements.count)]
                // Files may lie on a slow disk, and the cooperative pool must not wait for one.
                group.addTask(executorPreference: executor) { (start, Task.isCancelled ? [] : chunk.map(transform)) }
            }
            var chunks: [Int: [Value]] = [:]
            for await (start, values) in group { chunks[start] = values }
            return chunks
        }
        guard !Task.isCancelled else { throw CancellationError() }
        return stride(from: 0, to: elements.count, by: chunkLength).flatMap { chunks[$0] ?? [] }
    }
}
