import Glibc

/// The message that is printed if a process runs out of its limited memory and a library ends it.
///
/// Swift, GLib, and other libraries end the process if a small allocation fails. Large allocations are checked, and throw an
/// error.
package enum MemoryExhaustion {
    // Initialized before the first handler is installed. A handler must not lock or allocate.
    private static let words: StaticString =
        """
        error: The process ran out of memory. Allow more (ulimit -v, or the memory limit of its container), or keep fewer \
        pictures with a smaller --memory.

        """
    private static let signals = [SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS]

    /// Adapts the process to a limited address space, and installs the handler for the message. Call it before other threads
    /// start.
    package static func prepare() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 40 else { return }
        saveAddresses()
        isLimited = 1
        for number in signals { handle(number) }
    }

    /// Reduces the address space that each thread reserves: 8 MB for a stack and 64 MB for a heap, of which a thread uses about
    /// a hundredth.
    private static func saveAddresses() {
        typealias SetOption = @convention(c) (Int32, Int32) -> Int32
        typealias SetAttributes = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
        if let symbol = dlsym(nil, "mallopt") {
            let arenaMaximum: Int32 = -8
            _ = unsafeBitCast(symbol, to: SetOption.self)(arenaMaximum, 2)
        }
        if let symbol = dlsym(nil, "pthread_setattr_default_np") {
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            pthread_attr_setstacksize(&attributes, 1 << 20)
            _ = unsafeBitCast(symbol, to: SetAttributes.self)(&attributes)
            pthread_attr_destroy(&attributes)
        }
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
        action.__sigaction_handler.sa_handler = { number in
            MemoryExhaustion.report()
            raise(number)
        }
        sigaction(number, &action, nil)
    }

    static func reportIfLimited() { if isLimited != 0 { report() } }

    // Written once, before a second thread exists. A signal handler may read this type, but must not take a lock.
    private nonisolated(unsafe) static var isLimited: sig_atomic_t = 0

    /// Ends the process with the message if no memory is left. Safe in a signal handler.
    static func report() {
        let size = 64 << 20
        let room = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard room == MAP_FAILED else {
            munmap(room, size)
            return
        }
        TerminalMode.giveBackAll()
        _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
        _exit(3)
    }
}
