import Glibc

/// The last words of a process that is limited in memory, if a library ends it for want of some.
///
/// Swift, GLib and others end the process where a small allocation fails, and there is nothing to catch. What is big is
/// allocated with a check, and throws.
package enum MemoryExhaustion {
    // Written before the first handler is set; the handler may touch nothing that locks or allocates.
    private static let words: StaticString =
        """
        error: The process ran out of memory. Allow it more (ulimit -v, or the memory limit of its container), or let it \
        hold fewer pictures by a smaller --memory.

        """
    private static let signals = [SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS]

    /// Fits the process to a limited address space, and has it say so where that runs out. Before other threads start.
    package static func prepare() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 40 else { return }
        saveAddresses()
        isLimited = 1
        for number in signals { handle(number) }
    }

    /// Threads take eight megabytes of addresses for a stack, and 64 for a heap of their own; a hundredth is used.
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
        // A thread's own stack for signals is used where it has one.
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
        action.__sigaction_handler.sa_handler = { number in
            MemoryExhaustion.report()
            raise(number)
        }
        sigaction(number, &action, nil)
    }

    static func reportIfLimited() { if isLimited != 0 { report() } }

    // Written once, before there is a second thread; a signal's handler may read no lock, but this type.
    private nonisolated(unsafe) static var isLimited: sig_atomic_t = 0

    /// Ends the process with a sentence if it has no memory left. May be called from a signal's handler.
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
