import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Glibc
import Synchronization
import Testing

@Suite("Threads for work", .hangLimit) struct WorkExecutorTests {
    @Test("without a thread the work is refused, not left lying; when there is one again, it is done")
    func none() async throws {
        let isShort = Mutex(true)
        let executor = WorkExecutor(threads: 4) { isShort.withLock(\.self) ? EAGAIN : WorkExecutor.startThread(of: $0) }
        expectEqual(executor.threadCount, 0)
        #expect(throws: MachineShortage(.threads, errno: EAGAIN)) { try executor.requireThreads() }
        isShort.withLock { $0 = false }
        try executor.requireThreads()
        expectEqual(executor.threadCount, 4)
        await expectEqual(Task(executorPreference: executor) { 7 }.value, 7)
    }

    @Test("with fewer threads than are wanted, these do all of the work")
    func fewer() async throws {
        let left = Mutex(1)
        let executor = WorkExecutor(threads: 4) { executor in
            let isLeft = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isLeft ? WorkExecutor.startThread(of: executor) : EAGAIN
        }
        try executor.requireThreads()
        expectEqual(executor.threadCount, 1)
        let tasks = (0..<100).map { number in Task(executorPreference: executor) { number } }
        var sum = 0
        for task in tasks { sum += await task.value }
        expectEqual(sum, 4_950)
    }
}
