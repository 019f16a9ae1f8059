import Dispatch
import Glibc

/// Threads that belong to no pool.
enum SystemThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs `body`. Returns whether it could.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let code = pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            context.toOpaque()
        )
        if code == 0 { pthread_detach(thread) } else { context.release() }
        return code == 0
    }
}

/// What a thread waits for until another one signals.
final class Semaphore: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func signal() { semaphore.signal() }
}
