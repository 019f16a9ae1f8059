import FlipbookImaging

/// Xlib, version 6 of its interface, since 1994: looked for at run time, so that the player runs where it is missing.
///
/// A display and structures are pointers; what is read of an event is read by its place in Xlib.h, as the 64-bit interface
/// has it.
struct XLibrary: Sendable {
    typealias Display = OpaquePointer
    typealias Identifier = UInt
    typealias Memory = UnsafeMutableRawPointer

    let openDisplay: @convention(c) (UnsafePointer<CChar>?) -> Display?
    let closeDisplay: @convention(c) (Display) -> Int32
    let connectionNumber: @convention(c) (Display) -> Int32
    let defaultScreen: @convention(c) (Display) -> Int32
    let displayWidth: @convention(c) (Display, Int32) -> Int32
    let displayHeight: @convention(c) (Display, Int32) -> Int32
    let rootWindow: @convention(c) (Display) -> Identifier
    let createWindow:
        @convention(c) (Display, Identifier, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt) -> Identifier
    let destroyWindow: @convention(c) (Display, Identifier) -> Int32
    let selectInput: @convention(c) (Display, Identifier, Int) -> Int32
    let mapWindow: @convention(c) (Display, Identifier) -> Int32
    let storeName: @convention(c) (Display, Identifier, UnsafePointer<CChar>) -> Int32
    let internAtom: @convention(c) (Display, UnsafePointer<CChar>, Int32) -> Identifier
    let changeProperty:
        @convention(c) (Display, Identifier, Identifier, Identifier, Int32, Int32, UnsafeRawPointer, Int32) -> Int32
    let getProperty:
        @convention(c) (
            Display, Identifier, Identifier, Int, Int, Int32, Identifier, Memory, Memory, Memory, Memory,
            UnsafeMutablePointer<Memory?>
        ) -> Int32
    let free: @convention(c) (Memory) -> Int32
    let setProtocols: @convention(c) (Display, Identifier, UnsafeMutablePointer<Identifier>, Int32) -> Int32
    let setSizeHints: @convention(c) (Display, Identifier, Memory) -> Void
    let moveResizeWindow: @convention(c) (Display, Identifier, Int32, Int32, UInt32, UInt32) -> Int32
    let sendEvent: @convention(c) (Display, Identifier, Int32, Int, Memory) -> Int32
    let pending: @convention(c) (Display) -> Int32
    let nextEvent: @convention(c) (Display, Memory) -> Int32
    let flush: @convention(c) (Display) -> Int32
    let sync: @convention(c) (Display, Int32) -> Int32
    let lookupString:
        @convention(c) (Memory, UnsafeMutablePointer<CChar>, Int32, UnsafeMutablePointer<UInt>, Memory?) -> Int32
    let translate:
        @convention(c) (
            Display, Identifier, Identifier, Int32, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
            UnsafeMutablePointer<Identifier>
        ) -> Int32
    let setSelectionOwner: @convention(c) (Display, Identifier, Identifier, UInt) -> Int32
    let convertSelection: @convention(c) (Display, Identifier, Identifier, Identifier, Identifier, UInt) -> Int32
    let maximumRequest: @convention(c) (Display) -> Int
    let resource: @convention(c) (Display, UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
    let keysymName: @convention(c) (UInt) -> UnsafePointer<CChar>?
    let detectRepeats: @convention(c) (Display, Int32, Memory?) -> Int32

    /// The library; `nil` where it is not installed.
    static let shared = XLibrary(RuntimeLibrary("libX11.so.6"))

    private struct Missing: Error {}

    private init?(_ library: RuntimeLibrary) {
        func function<Function>(_ name: String) throws(Missing) -> Function {
            guard let found: Function = library.function(name) else { throw Missing() }
            return found
        }
        do throws(Missing) {
            openDisplay = try function("XOpenDisplay")
            closeDisplay = try function("XCloseDisplay")
            connectionNumber = try function("XConnectionNumber")
            defaultScreen = try function("XDefaultScreen")
            displayWidth = try function("XDisplayWidth")
            displayHeight = try function("XDisplayHeight")
            rootWindow = try function("XDefaultRootWindow")
            createWindow = try function("XCreateSimpleWindow")
            destroyWindow = try function("XDestroyWindow")
            selectInput = try function("XSelectInput")
            mapWindow = try function("XMapWindow")
            storeName = try function("XStoreName")
            internAtom = try function("XInternAtom")
            changeProperty = try function("XChangeProperty")
            getProperty = try function("XGetWindowProperty")
            free = try function("XFree")
            setProtocols = try function("XSetWMProtocols")
            setSizeHints = try function("XSetWMNormalHints")
            moveResizeWindow = try function("XMoveResizeWindow")
            sendEvent = try function("XSendEvent")
            pending = try function("XPending")
            nextEvent = try function("XNextEvent")
            flush = try function("XFlush")
            sync = try function("XSync")
            lookupString = try function("XLookupString")
            keysymName = try function("XKeysymToString")
            detectRepeats = try function("XkbSetDetectableAutoRepeat")
            translate = try function("XTranslateCoordinates")
            setSelectionOwner = try function("XSetSelectionOwner")
            convertSelection = try function("XConvertSelection")
            maximumRequest = try function("XExtendedMaxRequestSize")
            resource = try function("XGetDefault")
            // Before any other call of the process, as the sink's: both use the library at once.
            let prepare: @convention(c) () -> Int32 = try function("XInitThreads")
            _ = prepare()
        } catch {
            return nil
        }
    }
}
