internal import CPictureLibraries
import Synchronization

/// A picture that a window offers to other programs, as X11's clipboard has it: they ask for it while the window is open.
///
/// See "Peer-to-Peer Communication by Means of Selections" in the ICCCM.
final class Clipboard: Sendable {
    private let picture = Mutex<[UInt8]?>(nil)

    /// Offers a PNG file. Returns whether it is small enough for one request to the server.
    func offer(_ png: [UInt8], of window: XLibrary.Identifier, on display: XLibrary.Display, _ library: XLibrary)
        -> Bool
    {
        // The server counts in words of four bytes, and a request has a head.
        let most = max(65_535, library.XExtendedMaxRequestSize(display)) * 4 - 1024
        guard png.count <= most else { return false }
        picture.withLock { $0 = png }
        _ = library.XSetSelectionOwner(display, library.XInternAtom(display, "CLIPBOARD", 0), window, 0)
        _ = library.XFlush(display)
        return true
    }

    func withdraw() { picture.withLock { $0 = nil } }

    /// Gives the picture, or the list of what there is, to a program that asks.
    func answer(_ request: XEvent, on display: XLibrary.Display, _ library: XLibrary) {
        let (requestor, target) = (request.word(40), request.word(56))
        // Old programs name no property and mean the target.
        let property = request.word(64) == 0 ? target : request.word(64)
        let (png, targets) = (library.XInternAtom(display, "image/png", 0), library.XInternAtom(display, "TARGETS", 0))
        var isGiven = false
        if target == targets {
            let list = [targets, png]
            list.withUnsafeBytes { bytes in
                // 4 is the type ATOM; 32 bits are words of the processor in this interface.
                _ = library.XChangeProperty(display, requestor, property, 4, 32, 0, bytes.baseAddress!, 2)
            }
            isGiven = true
        } else if target == png, let picture = picture.withLock({ $0 }) {
            _ = library.XChangeProperty(display, requestor, property, png, 8, 0, picture, Int32(picture.count))
            isGiven = true
        }
        let words: [(Int, UInt)] = [
            (32, requestor), (40, request.word(48)), (48, target), (56, isGiven ? property : 0), (64, request.word(72)),
        ]
        library.send(31, words, to: requestor, on: display)
    }
}
