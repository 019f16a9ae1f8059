internal import CPictureLibraries
package import FlipbookCore
import Glibc

/// Takes files that are dragged onto a window, by the XDND protocol, version 5.
///
/// The reader of the window's events is its one user.
package struct DropTarget {
    private let library: XLibrary
    private let display: XLibrary.Display
    private let window: XLibrary.Identifier
    /// The window that the files come from; 0 where none are dragged.
    private var source: XLibrary.Identifier = 0

    /// Says that a window takes files.
    init(_ library: XLibrary, _ display: XLibrary.Display, _ window: XLibrary.Identifier) {
        (self.library, self.display, self.window) = (library, display, window)
        var version = 5
        withUnsafeBytes(of: &version) { bytes in
            _ = library.XChangeProperty(display, window, atom("XdndAware"), 4, 32, 0, bytes.baseAddress!, 1)
        }
    }

    private func atom(_ name: String) -> XLibrary.Identifier { library.XInternAtom(display, name, 0) }

    mutating func hear(_ message: XEvent) {
        switch message.word(40) {
        case atom("XdndEnter"): source = message.word(56)
        case atom("XdndLeave"): source = 0
        // Anywhere is as good: the second word says so.
        case atom("XdndPosition"): reply("XdndStatus", to: message.word(56), [1, 0, 0, atom("XdndActionCopy")])
        case atom("XdndDrop"):
            source = message.word(56)
            _ = library.XConvertSelection(
                display,
                atom("XdndSelection"),
                atom("text/uri-list"),
                atom("FLIPBOOK_DROP"),
                window,
                message.word(72)
            )
            _ = library.XFlush(display)
        default: break
        }
    }

    /// The files that were dropped, when their names have arrived; none for other selections.
    mutating func files(arrivingWith notice: XEvent) -> [FilePath] {
        guard notice.word(40) == atom("XdndSelection"), source != 0 else { return [] }
        let text = notice.word(56) == 0 ? "" : property()
        reply("XdndFinished", to: source, [text.isEmpty ? 0 : 1, text.isEmpty ? 0 : atom("XdndActionCopy"), 0, 0])
        source = 0
        return Self.files(in: text)
    }

    private func reply(_ name: String, to receiver: XLibrary.Identifier, _ words: [UInt]) {
        let data = ([window] + words).enumerated().map { (56 + 8 * $0, $1) }
        library.send(33, [(32, receiver), (40, atom(name)), (48, 32)] + data, to: receiver, on: display)
    }

    private func property() -> String {
        // At most 4 MB, and deleted once it is read.
        let (name, most) = ("FLIPBOOK_DROP", 1 << 20)
        let bytes: [UInt8] = library.property(name, of: window, length: most, isDeleted: true, on: display)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The files of a list of URLs (RFC 2483): those of this machine, escapes undone.
    package static func files(in list: String) -> [FilePath] {
        list.split(whereSeparator: \.isNewline).compactMap { line in
            guard line.hasPrefix("file://") else { return nil }
            let bytes = line.dropFirst(7).drop { $0 != "/" }.percentDecoded
            return bytes.isEmpty || bytes.contains(0) ? nil : FilePath(String(decoding: bytes, as: UTF8.self))
        }
    }
}
