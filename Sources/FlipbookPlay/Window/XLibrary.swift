internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging

/// Xlib, looked for at run time, so that the player runs where it is missing.
///
/// A display and structures are pointers; what is read of an event is read by its place in Xlib.h, as the 64-bit interface
/// has it.
typealias XLibrary = X11Calls

extension X11Calls {
    typealias Display = UnsafeMutableRawPointer
    typealias Identifier = UInt

    /// The library, or `nil` if it is not installed.
    static let shared: Self? = {
        let calls: Self? = RuntimeLibrary("libX11.so.6").calls(X11Calls_names())
        // Before any other call of the process, as the sink's: both use the library at once.
        _ = calls?.XInitThreads()
        return calls
    }()
}
