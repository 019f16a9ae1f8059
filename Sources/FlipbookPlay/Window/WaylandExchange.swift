internal import CPictureLibraries
import Glibc
import Synchronization

/// The exchange of a Wayland window with other programs: dragged files, and the copied picture. The reader of the window's
/// events is its one user, but for ``offer(_:serial:)``, whose requests libwayland takes from any thread: the one reason for the
/// escape from checking.
final class WaylandExchange: @unchecked Sendable {
    private let library: WaylandLibrary
    private let display: OpaquePointer
    private unowned let reader: WaylandReader
    private let manager: OpaquePointer
    private let device: OpaquePointer
    private let picture = Mutex<[UInt8]>([])
    /// The offer that is dragged over the window, or `nil` if none is.
    private var dragged: OpaquePointer?

    init?(_ reader: WaylandReader, _ manager: OpaquePointer, of seat: OpaquePointer) {
        (library, display, self.reader, self.manager) = (reader.library, reader.display, reader, manager)
        guard let device = library.ask(manager, 1, [.new, .object(seat)], making: .dataDevice) else { return nil }
        self.device = device
        reader.listen(to: device, .dataDevice)
    }

    func offer(_ png: [UInt8], serial: UInt32) -> Bool {
        guard let source = library.ask(manager, 0, [.new], making: .dataSource) else { return false }
        picture.withLock { $0 = png }
        reader.listen(to: source, .dataSource)
        "image/png".withCString { _ = library.ask(source, 0, [.text($0)]) }
        library.ask(device, 1, [.object(source), .int(Int(serial))])
        return library.calls.wl_display_flush(display) >= 0
    }

    func take(_ kind: WaylandKind, _ object: OpaquePointer, _ event: UInt32, _ words: WaylandReader.Words) {
        switch (kind, event) {
        case (.dataSource, 1): give(words.integer(1))
        case (.dataSource, 2): library.ask(object, 1, destroying: true)
        case (.dataDevice, 0): if let offer = words.object(0) { reader.listen(to: offer, .dataOffer) }
        case (.dataDevice, 1):
            dragged = words.object(4)
            guard let dragged else { return }
            "text/uri-list".withCString { _ = library.ask(dragged, 0, [.int(Int(words.number(0))), .text($0)]) }
            // Copying is what is wanted, and the first choice.
            if library.calls.wl_proxy_get_version(dragged) >= 3 { library.ask(dragged, 4, [.int(1), .int(1)]) }
        case (.dataDevice, 2):
            if let dragged { library.ask(dragged, 2, destroying: true) }
            dragged = nil
        case (.dataDevice, 4): takeFiles()
        default: break
        }
    }

    /// Writes the copied picture for a program that asks; one that does not take it is left alone after a while.
    private func give(_ descriptor: Int32) {
        defer { close(descriptor) }
        let bytes = picture.withLock { $0 }
        var rest = bytes[...]
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        while !rest.isEmpty {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&wait, 1, 2000) > 0 else { return }
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private func takeFiles() {
        guard let offer = dragged else { return }
        dragged = nil
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        "text/uri-list".withCString { _ = library.ask(offer, 1, [.text($0), .int(Int(ends[1]))]) }
        _ = library.calls.wl_display_flush(display)
        close(ends[1])
        var list: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while list.count < 4 << 20 {
            var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 2000) > 0 else { break }
            let count = read(ends[0], &part, part.count)
            guard count > 0 else { break }
            list += part[..<count]
        }
        close(ends[0])
        if library.calls.wl_proxy_get_version(offer) >= 3 { library.ask(offer, 3) }
        library.ask(offer, 2, destroying: true)
        let files = DropTarget.files(in: String(decoding: list, as: UTF8.self))
        if !files.isEmpty { reader.tell(.dropped(files)) }
    }
}
