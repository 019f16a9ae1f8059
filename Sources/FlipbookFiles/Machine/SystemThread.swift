internal import Glibc

package struct SystemThread: Sendable {
    private let thread: pthread_t

    package init(_ body: @escaping @Sendable () -> Void) throws(MachineShortage) {
        var thread = pthread_t()
        let code = Self.create(&thread, body)
        guard code == 0 else { throw MachineShortage(startingThread: code) }
        self.thread = thread
    }

    package func join() { pthread_join(thread, nil) }

    var processorTime: Duration {
        var (clock, time) = (clockid_t(), timespec())
        guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let code = create(&thread, body)
        if code == 0 { pthread_detach(thread) }
        return code
    }

    static var stackByteCount: Int {
        var (attributes, stack, guardZone) = (pthread_attr_t(), 0, 0)
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_getstacksize(&attributes, &stack)
        pthread_attr_getguardsize(&attributes, &guardZone)
        return stack + guardZone
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func create(_ thread: inout pthread_t, _ body: @escaping @Sendable () -> Void) -> Int32 {
        let context = Unmanaged.passRetained(Body(body))
        let routine: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            guard let context else { return nil }
            Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
        let code = pthread_create(&thread, nil, routine, context.toOpaque())
        if code != 0 { context.release() }
        return code
    }
}
