internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging
import FlipbookCommandLine
import FlipbookPlay
import FlipbookWindow
import Glibc
import Synchronization

/// The end of a playback whose X server, or the window on it, goes away.
///
/// Xlib's own answer is to end the process with a line of numbers. The command says what happened instead,
/// writes its report and gives the terminal back. Xlib is asked for by name, since only the sink that is used brings it in.
enum DisplayErrors {
    private typealias Action = @Sendable () -> Void

    /// The actions when the window is gone, and when the server is.
    private static let actions = Mutex<(window: PlayerWindow?, close: Action, lose: Action)?>(nil)

    /// Seconds that the playback has for its end once the server is gone.
    private static let patience: UInt32 = 10

    /// Has `close` called when `window`, or that of a sink, is destroyed, and `lose` where the X server goes: on a thread that is given
    /// up, since Xlib talks to no server after that. Both may be called more than once.
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
            // Byte 32 of an XErrorEvent is the code: BadWindow is 3, BadDrawable is 9. Other errors concern one picture only.
            let code = event.load(fromByteOffset: MemoryLayout<Int>.size * 4, as: UInt8.self)
            guard code == 3 || code == 9 else { return 0 }
            // Before that stands the window. Those of other programs, which copy or drag, may go at any time.
            let window = event.load(fromByteOffset: MemoryLayout<Int>.size * 2, as: UInt.self)
            let (own, close) = DisplayErrors.actions.withLock { ($0?.window?.identifier, $0?.close) }
            if own == nil || own == window { close?() }
            return 0
        }
        let onIOError: x_loss_handler = { _ in
            DisplayErrors.actions.withLock { $0?.lose }?()
            // The process ends meanwhile. Returning would end it at once.
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
