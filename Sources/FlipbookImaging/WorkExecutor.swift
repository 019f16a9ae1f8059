internal import Dispatch

/// Threads for work that computes for milliseconds or waits for a disk: reading headers, rendering frames.
///
/// The cooperative pool has one thread a core and runs whoever hands frames on; it
/// must not be kept waiting by those who make them.
package final class WorkExecutor: TaskExecutor {
    /// The one executor of the process: a thread a core, and more while some of them wait for a disk.
    package static let shared = WorkExecutor()

    private let queue = DispatchQueue(label: "flipbook.work", attributes: .concurrent)

    /// Runs a job on one of the threads.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
