import Glibc
import Synchronization

/// The terminal's settings and screen that a playback changes, to be given back from wherever the process ends.
package enum TerminalMode {
    // The handlers below may touch nothing that locks or allocates.

    // The reason for the escapes: the one playback that has the terminal writes these, the settings while `hasKeys` is 0, when
    // no handler reads them.
    private nonisolated(unsafe) static var original = termios()
    private nonisolated(unsafe) static var ours = termios()
    private nonisolated(unsafe) static var hasHandlers = false

    /// The terminal of the screen, -1 while that is the shell's; and the pipe to the drawing of it.
    private static let screen = Word(-1)
    private static let control = Word(-1)
    private static let hasKeys = Word(0)
    /// The terminal of the line about a playback, -1 while there is none.
    private static let line = Word(-1)

    /// Ends what was being written, an update, colors; then wraps lines, shows the cursor and goes back to the
    /// shell's screen. Pictures of kitty's go with the screen that they are on.
    private static let leaving: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}_Ga=d,d=A,q=2;\u{1B}\\\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// The same for terminals that would print what they do not know of kitty's.
    private static let leavingPlainly: StaticString =
        "\u{1B}\\\u{1B}[?2026l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let entering: StaticString =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[m\u{1B}[2J\u{1B}[H"
    private static let hasKittyPictures = Word(0)

    /// A number that a handler of signals may read, on any thread.
    private struct Word: ~Copyable {
        private let word: Atomic<Int32>

        init(_ value: Int32) { word = Atomic(value) }

        var value: Int32 {
            get { word.load(ordering: .sequentiallyConsistent) }
            nonmutating set { word.store(newValue, ordering: .sequentiallyConsistent) }
        }
    }

    /// Takes the keys. Returns whether it could.
    /// - Parameter forScreen: Whether the screen is taken, too: Control-S is then a key as any, and does not stop the output.
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

    /// Takes the screen: another one than the shell's, empty, without a cursor.
    /// - Parameter control: Where a letter is written when a signal concerns the screen: `z` stop, `c` continued, `w` another size.
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

    /// Has the line on a terminal cleared that says how a playback stands, before another program has the terminal.
    package static func takeLine(_ descriptor: Int32) {
        line.value = descriptor
        handleSignals()
    }

    package static func leaveLine() {
        giveBackLine()
        line.value = -1
    }

    /// Gives back what was taken. May be called from a signal's handler.
    package static func giveBackAll() {
        let former = errno
        giveBackLine()
        giveBackScreen()
        giveBackKeys()
        errno = former
    }

    /// Stops the process, its terminal given back, until it is continued.
    ///
    /// The system does not stop it if no shell is above it that could continue it.
    package static func stop() {
        giveBackAll()
        set(SIGTSTP, resetting: false, SIG_DFL)
        var (stop, former) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        raise(SIGTSTP)
        // Its own handler may be what runs here, and holds it back.
        pthread_sigmask(SIG_UNBLOCK, &stop, &former)
        pthread_sigmask(SIG_SETMASK, &former, nil)
        handleStop()
        setKeys()
    }

    private static func handleSignals() {
        guard !hasHandlers else { return }
        hasHandlers = true
        // What a handler reads exists before it is set.
        _ = (screen.value, control.value, hasKeys.value, line.value, hasKittyPictures.value)
        for number in faults + requests {
            set(number, resetting: true) { number in
                TerminalMode.giveBackAll()
                if TerminalMode.faults.contains(number) { MemoryExhaustion.reportIfLimited() }
                // The default action, which the flag has put back, ends the process with this signal.
                raise(number)
            }
        }
        handleStop()
        set(SIGCONT, resetting: false) { _ in
            // What is interrupted may be about to look at it.
            let former = errno
            TerminalMode.setKeys()
            TerminalMode.post(UInt8(ascii: "c"))
            errno = former
        }
        atexit { TerminalMode.giveBackAll() }
    }

    /// Signals of a process that is broken.
    private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
    /// Signals that others send and that end a process that does not expect them. What asks it to stop is dealt with elsewhere.
    private static let requests = [
        SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGSTKFLT, SIGPWR,
    ]

    private static func handleStop() {
        set(SIGTSTP, resetting: false) { _ in
            // What is being drawn is to be finished first.
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

    /// Makes the keys ours again, unless the terminal is another process's.
    package static func setKeys() {
        // A process in the background must not touch the terminal, and would be stopped for it.
        guard hasKeys.value != 0, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &ours)
    }

    // What drains the output before it sets anything would wait for a terminal that takes none.
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

    /// Writes what the terminal takes within a fifth of a second.
    /// - Parameter discarding: Whether what waits to be taken is thrown away where it leaves no room: frames that were not seen.
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
