import Glibc
import Synchronization

/// The terminal's settings and screen. The `play` command changes them, and they are restored no matter how the process ends.
package enum TerminalMode {
    // The signal handlers below must not lock or allocate.

    // These values are unsafe, but are never read and written at the same time: only the playback that uses the terminal writes
    // these values, and it writes the settings only while `hasKeys` is 0, when no handler reads them.
    private nonisolated(unsafe) static var original = termios()
    private nonisolated(unsafe) static var ours = termios()
    private nonisolated(unsafe) static var hasHandlers = false

    private static let screen = Word(-1)
    private static let control = Word(-1)
    private static let hasKeys = Word(0)
    private static let line = Word(-1)

    /// Ends an open string or update, resets colors, enables line wrapping, shows the cursor, and returns to the shell's
    /// screen. Kitty's pictures are deleted with their screen.
    private static let leaving: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}_Ga=d,d=A,q=2;\u{1B}\\\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// The same sequences, for terminals that would print kitty's commands.
    private static let leavingPlainly: StaticString = "\u{1B}\\\u{1B}[?2026l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[m\u{1B}[2J\u{1B}[H"
    private static let hasKittyPictures = Word(0)

    /// A number that a signal handler can read on any thread.
    private struct Word: ~Copyable {
        private let word: Atomic<Int32>

        init(_ value: Int32) { word = Atomic(value) }

        var value: Int32 {
            get { word.load(ordering: .sequentiallyConsistent) }
            nonmutating set { word.store(newValue, ordering: .sequentiallyConsistent) }
        }
    }

    /// Starts to read keys. Returns `false` on failure.
    /// - Parameter forScreen: `true` for playback on the screen, where Control-S must not stop the output.
    package static func takeKeys(forScreen: Bool) -> Bool {
        guard tcgetattr(STDIN_FILENO, &original) == 0 else { return false }
        ours = original
        ours.c_lflag &= ~tcflag_t(ICANON | ECHO)
        if forScreen { ours.c_iflag &= ~tcflag_t(IXON) }
        hasKeys.value = 1
        handleSignals()
        setKeys()
        return true
    }

    package static func leaveKeys() {
        giveBackKeys()
        hasKeys.value = 0
    }

    /// Switches to the alternate screen, cleared and without a cursor.
    /// - Parameter control: The descriptor for characters that report signals: `z` for stop, `c` for continue, `w` for a new
    ///   size.
    package static func takeScreen(_ descriptor: Int32, control: Int32, hasKittyPictures: Bool) {
        self.hasKittyPictures.value = hasKittyPictures ? 1 : 0
        self.control.value = control
        screen.value = descriptor
        handleSignals()
        set(SIGWINCH, resetting: false) { _ in TerminalMode.post(UInt8(ascii: "w")) }
        enterScreen()
    }

    package static func enterScreen() {
        guard screen.value >= 0 else { return }
        entering.withUTF8Buffer { write($0, to: screen.value, discarding: false) }
    }

    package static func leaveScreen() {
        giveBackScreen()
        screen.value = -1
        control.value = -1
    }

    package static func takeLine(_ descriptor: Int32) {
        line.value = descriptor
        handleSignals()
    }

    package static func leaveLine() {
        giveBackLine()
        line.value = -1
    }

    package static func giveBackAll() {
        let former = errno
        giveBackLine()
        giveBackScreen()
        giveBackKeys()
        errno = former
    }

    /// Restores the terminal and stops the process until it is continued.
    ///
    /// The system does not stop the process if there is no shell that could continue it.
    package static func stop() {
        giveBackAll()
        set(SIGTSTP, resetting: false, SIG_DFL)
        var (stop, former) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        raise(SIGTSTP)
        // This may run in the handler of SIGTSTP, which blocks the signal.
        pthread_sigmask(SIG_UNBLOCK, &stop, &former)
        pthread_sigmask(SIG_SETMASK, &former, nil)
        handleStop()
        setKeys()
    }

    private static func handleSignals() {
        guard !hasHandlers else { return }
        hasHandlers = true
        // Initializes the values that the handlers read.
        _ = (screen.value, control.value, hasKeys.value, line.value, hasKittyPictures.value)
        for number in faults + requests {
            set(number, resetting: true) { number in
                TerminalMode.giveBackAll()
                if TerminalMode.faults.contains(number) { MemoryExhaustion.reportIfLimited() }
                // The handler's flag has restored the default action, which ends the process with this signal.
                raise(number)
            }
        }
        handleStop()
        set(SIGCONT, resetting: false) { _ in
            let former = errno
            TerminalMode.setKeys()
            TerminalMode.post(UInt8(ascii: "c"))
            errno = former
        }
        atexit { TerminalMode.giveBackAll() }
    }

    private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
    /// Signals that end this process by default, and that other processes may send. ``Interruption`` handles the usual ones.
    private static let requests = [
        SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGSTKFLT, SIGPWR,
    ]

    private static func handleStop() {
        set(SIGTSTP, resetting: false) { _ in
            // A drawing in progress is completed first.
            let former = errno
            if TerminalMode.screen.value >= 0 { TerminalMode.post(UInt8(ascii: "z")) } else { TerminalMode.stop() }
            errno = former
        }
    }

    private static func post(_ letter: UInt8) {
        let control = control.value
        guard control >= 0 else { return }
        let former = errno
        var letter = letter
        _ = Glibc.write(control, &letter, 1)
        errno = former
    }

    /// Reads the keys again, unless another process has the terminal.
    package static func setKeys() {
        // The system stops a background process that changes the terminal.
        guard hasKeys.value != 0, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &ours)
    }

    // `TCSADRAIN` would wait for a terminal that accepts no output.
    private static func giveBackKeys() {
        guard hasKeys.value != 0, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &original)
    }

    private static func giveBackLine() {
        let line = line.value
        guard line >= 0, tcgetpgrp(line) == getpgrp() else { return }
        let clearing: StaticString = "\r\u{1B}[K"
        clearing.withUTF8Buffer { write($0, to: line, discarding: false) }
    }

    private static func giveBackScreen() {
        let screen = screen.value
        guard screen >= 0, tcgetpgrp(screen) == getpgrp() else { return }
        (hasKittyPictures.value != 0 ? leaving : leavingPlainly).withUTF8Buffer {
            write($0, to: screen, discarding: true)
        }
    }

    /// Writes as much as the terminal accepts within a fifth of a second.
    /// - Parameter discarding: `true` to discard pending output, such as frames, if the terminal does not accept any.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32, discarding: Bool) {
        var done = 0
        var patience = 4
        while done < bytes.count, let base = bytes.baseAddress {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, 50) > 0 {
                let count = Glibc.write(descriptor, base + done, bytes.count - done)
                if count > 0 {
                    done += count
                    continue
                }
                guard errno == EAGAIN || errno == EINTR else { return }
            }
            patience -= 1
            guard patience > 0 else { return }
            if discarding, patience == 2 { tcflush(descriptor, TCOFLUSH) }
        }
    }

    private static func set(_ number: Int32, resetting: Bool, _ handler: __sighandler_t?) {
        var action = sigaction()
        action.sa_flags = SA_RESTART | (resetting ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0)
        action.__sigaction_handler.sa_handler = handler
        sigaction(number, &action, nil)
    }
}
