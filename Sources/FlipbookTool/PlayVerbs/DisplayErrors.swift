internal import CPictureLibraries
import FlipbookImaging
import FlipbookCommandLine
import FlipbookPlay
import FlipbookWindow
import Glibc
import Synchronization

/// Handles the loss of the playback window or the X server.
///
/// By default, Xlib would end the process with a cryptic line. Instead, the command prints a proper message, writes its report,
/// and restores the terminal. Xlib is looked up at run time, since only the sink in use loads it.
enum DisplayErrors {
    private typealias Action = @Sendable () -> Void

    private static let actions = Mutex<(window: PlayerWindow?, close: Action, lose: Action)?>(nil)

    private static let patience: UInt32 = 10

    /// Calls `close` when `window`, or a sink's window, is destroyed, and `lose` when the X server is lost. The latter is
    /// called on a thread that never continues, since Xlib does not allow further requests. Both may be called more than once.
    static func handle(
        _ window: PlayerWindow?,
        close: @escaping @Sendable () -> Void,
        lose: @escaping @Sendable () -> Void
    ) {
        Terminal.endWithoutHandlers()
        actions.withLock { $0 = (window, close, lose) }
        guard getenv("DISPLAY") != nil else { return }
        let onError: x_error_handler = { _, event in
            guard let event else { return 0 }
            // Byte 32 of an XErrorEvent is the code: BadWindow is 3, BadDrawable is 9. Other errors affect only one picture.
            let code = event.load(fromByteOffset: MemoryLayout<Int>.size * 4, as: UInt8.self)
            guard code == 3 || code == 9 else { return 0 }
            // The window's ID precedes the code. Other programs' windows, used for copying or dragging, may disappear at any
            // time.
            let window = event.load(fromByteOffset: MemoryLayout<Int>.size * 2, as: UInt.self)
            let (own, close) = DisplayErrors.actions.withLock { ($0?.window?.identifier, $0?.close) }
            if own == nil || own == window { close?() }
            return 0
        }
        let onIOError: x_loss_handler = { _ in
            DisplayErrors.actions.withLock { $0?.lose }?()
            // The process ends during this time. Returning would end it immediately.
            sleep(DisplayErrors.patience)
            Terminal.complain(PlaybackError.displayLost(sink: "").sentence)
            TerminalMode.giveBackAll()
            _exit(ExitStatus.environment.code)
        }
        guard let library: X11ErrorCalls = RuntimeLibrary("libX11.so.6").calls(X11ErrorCalls_names()) else { return }
        _ = library.XSetErrorHandler(onError)
        _ = library.XSetIOErrorHandler(onIOError)
    }
}
