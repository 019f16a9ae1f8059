import FlipbookMedia
import Glibc
import Synchronization

/// What happens when the X server, or the window on it, goes away under a playback.
///
/// Xlib's own answer is to end the process with a line of numbers. The command says what happened instead,
/// and gives the terminal back. Xlib is asked for by name, since only the sink that is used brings it in.
enum DisplayErrors {
    /// What to do when the window is gone.
    private static let windowClosed = Mutex<(@Sendable () -> Void)?>(nil)

    private typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> Int32
    private typealias IOErrorHandler = @convention(c) (OpaquePointer?) -> Int32

    /// Has `close` called when someone destroys the window, and ends the process with a sentence where the X server goes.
    static func handle(close: @escaping @Sendable () -> Void) {
        guard getenv("DISPLAY") != nil, let library = dlopen("libX11.so.6", RTLD_LAZY) else { return }
        windowClosed.withLock { $0 = close }
        let onError: ErrorHandler = { _, event in
            // Bytes 32 of an XErrorEvent is the code: BadWindow is 3, BadDrawable is 9. Other errors concern one picture only.
            let code = event.map { $0.load(fromByteOffset: MemoryLayout<Int>.size * 4, as: UInt8.self) }
            if code == 3 || code == 9 { DisplayErrors.windowClosed.withLock { $0 }?() }
            return 0
        }
        let onIOError: IOErrorHandler = { _ in
            Terminal.complain("The X server that the window was on is gone. Start it again, then play again.")
            TerminalKeys.giveBack()
            _exit(ExitStatus.environment.rawValue)
        }
        typealias Setter = @convention(c) (UnsafeRawPointer?) -> UnsafeRawPointer?
        if let symbol = dlsym(library, "XSetErrorHandler") {
            _ = unsafeBitCast(symbol, to: Setter.self)(unsafeBitCast(onError, to: UnsafeRawPointer.self))
        }
        if let symbol = dlsym(library, "XSetIOErrorHandler") {
            _ = unsafeBitCast(symbol, to: Setter.self)(unsafeBitCast(onIOError, to: UnsafeRawPointer.self))
        }
    }
}
