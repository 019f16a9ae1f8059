internal import CPictureLibraries
import FlipbookCore
import FlipbookFiles
import Glibc

/// The hints of a window and a window manager to each other (ICCCM, Extended Window Manager Hints).
struct WindowHints {
    let library: XLibrary
    let display: XLibrary.Display
    let window: XLibrary.Identifier

    /// Says how large the window is to be, and where it is to stand.
    func setSize(_ size: PixelSize, isPlaced: Bool, _ x: Int, _ y: Int) {
        // XSizeHints: flags, then x, y, width, height, the least width and height, and, at 72, the gravity.
        let hints = UnsafeMutableRawPointer.allocate(byteCount: 96, alignment: 8)
        defer { hints.deallocate() }
        hints.initializeMemory(as: UInt8.self, repeating: 0, count: 96)
        hints.storeBytes(of: (isPlaced ? 1 : 0) | 1 << 3 | 1 << 4 | 1 << 9, as: Int.self)
        // Static: the place is that of the pictures, not of the manager's frame, or the window would wander.
        hints.storeBytes(of: 10, toByteOffset: 72, as: Int32.self)
        let least = WindowView.leastSize
        for (place, value) in [x, y, size.width, size.height, least.width, least.height].enumerated() {
            hints.storeBytes(of: Int32(clamping: value), toByteOffset: 8 + 4 * place, as: Int32.self)
        }
        library.XSetWMNormalHints(display, window, hints)
    }

    func setClass() {
        let names = Array("flipbook\0Flipbook\0".utf8)
        setProperty("WM_CLASS", "STRING", 8, names, count: names.count)
        var process = Int(getpid())
        withUnsafeBytes(of: &process) { bytes in
            setProperty("_NET_WM_PID", "CARDINAL", 32, Array(bytes), count: 1)
        }
    }

    /// Sets a property by its name, of a type, with so many elements of `bits` bits.
    func setProperty(_ name: String, _ type: String, _ bits: Int32, _ bytes: [UInt8], count: Int) {
        _ = library.XChangeProperty(
            display,
            window,
            library.XInternAtom(display, name, 0),
            library.XInternAtom(display, type, 0),
            bits,
            0,
            bytes,
            Int32(count)
        )
    }

    var hasManager: Bool {
        let root = library.XDefaultRootWindow(display)
        let windows: [UInt] = library.property("_NET_SUPPORTING_WM_CHECK", of: root, on: display)
        return !windows.isEmpty
    }

    /// A Boolean value that indicates whether the window manager says that the window fills the screen.
    var isFullScreen: Bool {
        // 4 is the type ATOM.
        let atoms: [UInt] = library.property("_NET_WM_STATE", of: window, type: 4, on: display)
        return atoms.contains(library.XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", 0))
    }

    /// Pixels of a screen for each point, as the desktop says: `GDK_SCALE`, or the letters' resolution `Xft.dpi`, of which 96 is
    /// usual.
    static func density(of display: XLibrary.Display, _ library: XLibrary) -> Double {
        let scale = Environment.text("GDK_SCALE").flatMap { Double($0) }
        let dots = library.XGetDefault(display, "Xft", "dpi").flatMap { Double(String(cString: $0)) }
        return min(max(scale ?? dots.map { $0 / 96 } ?? 1, 1), 4)
    }
}
