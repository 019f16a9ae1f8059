import Dispatch
import FlipbookFiles
import Glibc
import Synchronization

/// The thread for all calls to SDL, as SDL requires. It runs jobs and delivers events.
final class WindowThread: Sendable {
    typealias Job = @Sendable (WindowSystem?) -> Void

    static let shared = WindowThread()

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        /// A Boolean value that indicates whether the connection is lost. SDL cannot be used after that.
        var isLost = false
    }

    private let state = Mutex(State())
    private let ends: (read: Int32, write: Int32)

    private init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.ends = (ends[0], ends[1])
    }

    /// Runs a closure on the thread, and returns its result, or `nil` if SDL is missing or the window system does not respond.
    func run<Value: Sendable>(within time: Double = 5, _ body: @escaping @Sendable (WindowSystem) -> Value?) -> Value? {
        let value = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        post { system in
            if let result = system.flatMap(body) { value.withLock { $0 = result } }
            done.signal()
        }
        return done.wait(timeout: .now() + time) == .success ? value.withLock { $0 } : nil
    }

    /// Queues a job, which receives `nil` if there is no window system.
    func post(_ job: @escaping Job) {
        let (isLost, starts) = state.withLock { state in
            if !state.isLost { state.jobs.append(job) }
            defer { state.isRunning = true }
            return (state.isLost, !state.isRunning)
        }
        if isLost { return job(nil) }
        _ = write(ends.write, "!", 1)
        if starts, SystemThread.start({ self.loop() }) != 0 { lose() }
    }

    private func lose() {
        let rest = state.withLock { state in
            state.isLost = true
            return exchange(&state.jobs, with: [])
        }
        for job in rest { job(nil) }
    }

    private func loop() {
        guard let system = WindowSystem() else { return lose() }
        var buffer = [UInt8](repeating: 0, count: 64)
        let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
        while true {
            var waits = [ends.read, system.connection].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&waits, 2, system.patience)
            // Once the server is gone, Xlib would end the process or block forever.
            if waits[1].revents & gone != 0 {
                system.lose()
                return lose()
            }
            while read(ends.read, &buffer, buffer.count) > 0 {}
            for job in state.withLock({ exchange(&$0.jobs, with: []) }) { job(system) }
            system.pump()
        }
    }
}
