internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
import Glibc

/// Wayland features that SDL 2 lacks. They use SDL's connection, on the window thread.
package final class WaylandExtras {
    typealias Object = OpaquePointer

    /// Object kinds, with their names in the protocols.
    private enum Kind: String, CaseIterable {
        case registry = "wl_registry"
        case shm = "wl_shm"
        case pool = "wl_shm_pool"
        case buffer = "wl_buffer"
        case seat = "wl_seat"
        case pointer = "wl_pointer"
        case keyboard = "wl_keyboard"
        case touch = "wl_touch"
        case gestures = "zwp_pointer_gestures_v1"
        case pinch = "zwp_pointer_gesture_pinch_v1"
        case dataManager = "wl_data_device_manager"
        case dataDevice = "wl_data_device"
        case dataSource = "wl_data_source"
    }

    private struct Words {
        let start: UnsafeMutableRawPointer

        func number(_ index: Int) -> UInt32 { start.load(fromByteOffset: 8 * index, as: UInt32.self) }
        func integer(_ index: Int) -> Int32 { start.load(fromByteOffset: 8 * index, as: Int32.self) }
        /// A fixed-point number with 8 fractional bits.
        func fixed(_ index: Int) -> Double { Double(integer(index)) / 256 }
        func point(_ index: Int) -> Point { Point(x: fixed(index), y: fixed(index + 1)) }
        func object(_ index: Int) -> Object? { start.load(fromByteOffset: 8 * index, as: Object?.self) }
        func text(_ index: Int) -> String {
            start.load(fromByteOffset: 8 * index, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
        }
    }

    private static let library = RuntimeLibrary("libwayland-client.so.0")

    private let calls: WaylandCalls
    private let display: Object
    /// Called with an event and its surface. If the surface is `nil`, all windows receive the event.
    private let listener: (Object?, NativeEvent) -> Void
    /// The compositor's globals, keyed by interface. Each has a number, which Wayland calls its name, and a version.
    private var globals: [String: (number: UInt32, version: UInt32)] = [:]
    private var objects: [Kind: Object] = [:]
    /// Created objects, which are destroyed before the connection ends.
    private var made: Set<Object> = []
    private var busy: Set<Object> = []
    private var pinched: Object?
    private var clock = WindowClock()
    /// The serial number of the user's last action, which clipboard offers require.
    private var serial: UInt32 = 0
    private var picture: [UInt8] = []
    private var dragged: (offer: Object, surface: Object?)?
    /// The offer of the clipboard's contents.
    private var copied: Object?

    init?(_ display: Object, _ listener: @escaping (Object?, NativeEvent) -> Void) {
        guard let calls: WaylandCalls = Self.library.calls(WaylandCalls_names()) else { return nil }
        (self.calls, self.display, self.listener) = (calls, display, listener)
        guard let registry = ask(display, 1, [0], making: .registry) else { return nil }
        _ = calls.wl_display_roundtrip(display)
        for (kind, most) in [(.shm, 1), (.seat, 5), (.gestures, 1), (.dataManager, 3)] as [(Kind, UInt32)] {
            guard let global = globals[kind.rawValue] else { continue }
            let version = min(global.version, most)
            objects[kind] = kind.rawValue.withCString { name in
                let words = [UInt(global.number), UInt(bitPattern: name), UInt(version), 0]
                return ask(registry, 0, words, making: kind, version: version)
            }
        }
        if let manager = objects[.dataManager], let seat = objects[.seat] {
            objects[.dataDevice] = ask(manager, 1, [0, UInt(bitPattern: seat)], making: .dataDevice)
        }
        // The seat's capabilities arrive during this round trip.
        _ = calls.wl_display_roundtrip(display)
    }

    func close() { for object in made { calls.wl_proxy_destroy(object) } }

    var connection: Int32 { calls.wl_display_get_fd(display) }

    /// Sends a request with one word per argument. For a new object, the word is 0.
    @discardableResult
    private func ask(
        _ object: Object,
        _ request: UInt32,
        _ words: [UInt] = [],
        making kind: Kind? = nil,
        version: UInt32? = nil,
        destroying: Bool = false
    ) -> Object? {
        var words = words + [0]
        if destroying { made.remove(object) }
        let interface: UnsafeRawPointer? =
            switch kind {
            case nil: nil
            case .gestures: wayland_gestures(0)
            case .pinch: wayland_gestures(1)
            // Library variables are looked up like functions.
            case .some(let kind): Self.library.function("\(kind.rawValue)_interface")
            }
        let (version, flags) = (version ?? calls.wl_proxy_get_version(object), UInt32(destroying ? 1 : 0))
        let new = words.withUnsafeMutableBytes {
            calls.wl_proxy_marshal_array_flags(object, request, interface, version, flags, $0.baseAddress)
        }
        guard let new, let kind else { return nil }
        made.insert(new)
        let place = UnsafeRawPointer(bitPattern: 1 + (Kind.allCases.firstIndex(of: kind) ?? 0))
        _ = calls.wl_proxy_add_dispatcher(new, Self.dispatch, place, Unmanaged.passUnretained(self).toOpaque())
        return new
    }

    private static let dispatch: wayland_dispatcher = { kind, target, event, _, words in
        guard let target = target.map({ Object($0) }), let words,
            let calls: WaylandCalls = library.calls(WaylandCalls_names()),
            let data = calls.wl_proxy_get_user_data(target)
        else { return 0 }
        let extras = Unmanaged<WaylandExtras>.fromOpaque(data).takeUnretainedValue()
        extras.take(Kind.allCases[Int(bitPattern: kind) - 1], target, event, Words(start: words))
        return 0
    }

    private func take(_ kind: Kind, _ object: Object, _ event: UInt32, _ words: Words) {
        switch (kind, event) {
        case (.registry, 0): globals[words.text(1)] = (words.number(0), words.number(2))
        case (.buffer, 0): busy.remove(object)
        case (.seat, 0): takeDevices(words.number(0))
        // The keymap file is not needed.
        case (.keyboard, 0): Glibc.close(words.integer(1))
        case (.keyboard, 3): serial = words.number(0)
        case (.pointer, 3):
            serial = words.number(0)
            let time = clock.time(of: words.number(1))
            // The Linux codes of the left, right, and middle buttons.
            guard let button = [0x110: 1, 0x111: 3, 0x112: 2][words.number(2)] else { return }
            listener(nil, .button(button, isDown: words.number(3) != 0, at: time))
        case (.touch, 0):
            serial = words.number(0)
            let time = clock.time(of: words.number(1))
            listener(words.object(2), .finger(words.integer(3), .began, words.point(4), at: time))
        case (.touch, 1): listener(nil, .finger(words.integer(2), .ended, nil, at: clock.time(of: words.number(1))))
        case (.touch, 2):
            let time = clock.time(of: words.number(0))
            listener(nil, .finger(words.integer(1), .moved, words.point(2), at: time))
        case (.touch, 4): listener(nil, .fingersCancelled)
        // Gestures with three or more fingers belong to the desktop.
        case (.pinch, 0) where words.number(3) == 2:
            pinched = words.object(2)
            listener(pinched, .pinch(.began, x: 0, y: 0, scale: 1))
        case (.pinch, 1) where pinched != nil:
            listener(pinched, .pinch(.moved, x: words.fixed(1), y: words.fixed(2), scale: words.fixed(3)))
        case (.pinch, 2) where pinched != nil:
            listener(pinched, .pinch(words.integer(2) == 0 ? .ended : .cancelled, x: 0, y: 0, scale: .nan))
            pinched = nil
        case (.dataDevice, 0): if let offer = words.object(0) { made.insert(offer) }
        case (.dataDevice, 1): dragged = words.object(4).map { accept($0, words.number(0), over: words.object(1)) }
        case (.dataDevice, 2): leave()
        case (.dataDevice, 4): takeFiles()
        case (.dataDevice, 5):
            if let copied { ask(copied, 2, destroying: true) }
            copied = words.object(0)
        case (.dataSource, 1): give(to: words.integer(1))
        case (.dataSource, 2): ask(object, 1, destroying: true)
        default: break
        }
    }

    private func takeDevices(_ capabilities: UInt32) {
        guard let seat = objects[.seat] else { return }
        for (place, kind) in [Kind.pointer, .keyboard, .touch].enumerated() {
            let isThere = capabilities & 1 << UInt32(place) != 0
            if isThere, objects[kind] == nil {
                objects[kind] = ask(seat, UInt32(place), [0], making: kind)
                guard kind == .pointer, let gestures = objects[.gestures], let pointer = objects[kind] else { continue }
                ask(gestures, 1, [0, UInt(bitPattern: pointer)], making: .pinch)
            } else if !isThere, let gone = objects.removeValue(forKey: kind) {
                made.remove(gone)
                calls.wl_proxy_destroy(gone)
                if kind == .touch { listener(nil, .fingersCancelled) }
            }
        }
    }

    // MARK: Copied pictures

    func offer(_ png: [UInt8]) -> Bool {
        guard let manager = objects[.dataManager], let device = objects[.dataDevice],
            let source = ask(manager, 0, [0], making: .dataSource)
        else { return false }
        picture = png
        "image/png".withCString { _ = ask(source, 0, [UInt(bitPattern: $0)]) }
        ask(device, 1, [UInt(bitPattern: source), UInt(serial)])
        return calls.wl_display_flush(display) >= 0
    }

    /// Writes the copied picture to another program. Gives up after a while if that program does not read.
    private func give(to descriptor: Int32) {
        let code = SystemThread.start { [picture] in
            defer { Glibc.close(descriptor) }
            var rest = picture[...]
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            while !rest.isEmpty {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&wait, 1, 2000) > 0 else { return }
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
                rest = rest.dropFirst(max(0, count))
            }
        }
        if code != 0 { Glibc.close(descriptor) }
    }

    // MARK: Dropped files

    private func accept(_ offer: Object, _ serial: UInt32, over surface: Object?) -> (Object, Object?) {
        "text/uri-list".withCString { _ = ask(offer, 0, [UInt(serial), UInt(bitPattern: $0)]) }
        // Copying is the only supported action and the preferred one.
        if calls.wl_proxy_get_version(offer) >= 3 { ask(offer, 4, [1, 1]) }
        return (offer, surface)
    }

    private func leave() { if let dragged = dragged.take() { ask(dragged.offer, 2, destroying: true) } }

    private func takeFiles() {
        guard let (offer, surface) = dragged else { return }
        let files = Self.files(in: contents(of: offer, "text/uri-list"))
        if calls.wl_proxy_get_version(offer) >= 3 { ask(offer, 3) }
        leave()
        if !files.isEmpty { listener(surface, .dropped(files)) }
    }

    /// The text in the clipboard, if there is any.
    var clipboardText: String? { copied.map { contents(of: $0, "text/plain;charset=utf-8") } }

    /// Returns the text that another program writes, or an empty string if it is not complete within two seconds and 4 MiB.
    private func contents(of offer: Object, _ type: String) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return "" }
        defer { Glibc.close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        type.withCString { _ = ask(offer, 1, [UInt(bitPattern: $0), UInt(ends[1])]) }
        _ = calls.wl_display_flush(display)
        Glibc.close(ends[1])
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        let end = ContinuousClock.now + .seconds(2)
        while true {
            var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(max(0, (end - .now) / .milliseconds(1))))
            let count = ready > 0 ? read(ends[0], &part, part.count) : Int(ready)
            if count < 0, errno == EINTR { continue }
            if count == 0, ready > 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0, bytes.count < 4 << 20 else { return "" }
            bytes += part[..<count]
        }
    }

    /// Returns the local files of a URI list (RFC 2483), with escapes resolved.
    package static func files(in list: String) -> [FilePath] {
        list.split(whereSeparator: \.isNewline).compactMap { line in
            guard line.hasPrefix("file://") else { return nil }
            let bytes = line.dropFirst(7).drop { $0 != "/" }.percentDecoded
            return bytes.isEmpty || bytes.contains(0) ? nil : FilePath(String(decoding: bytes, as: UTF8.self))
        }
    }

    // MARK: Pictures from memory

    struct Buffer {
        fileprivate let object: Object
        let size: PixelSize
        let pixels: UnsafeMutableRawPointer
    }

    /// Returns a free buffer of the given size, or `nil` if the compositor still uses all of them. Destroys buffers of other
    /// sizes.
    func buffer(of size: PixelSize, in buffers: inout [Buffer]) -> Buffer? {
        for buffer in buffers where buffer.size != size && !busy.contains(buffer.object) { free(buffer) }
        buffers.removeAll { $0.size != size && !busy.contains($0.object) }
        if let free = buffers.first(where: { $0.size == size && !busy.contains($0.object) }) { return free }
        guard buffers.count < 4, let new = make(size) else { return nil }
        buffers.append(new)
        return new
    }

    private func make(_ size: PixelSize) -> Buffer? {
        guard let shm = objects[.shm] else { return nil }
        let (file, count) = (memfd_create("window", UInt32(MEMORY_IS_NOT_INHERITED)), 4 * size.area)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        guard ftruncate(file, count) == 0, let pixels = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            pixels != MAP_FAILED
        else { return nil }
        // Format 1 is BGRx.
        let words = [0, 0, UInt(size.width), UInt(size.height), UInt(4 * size.width), 1]
        guard let pool = ask(shm, 0, [0, UInt(file), UInt(count)], making: .pool),
            let object = ask(pool, 0, words, making: .buffer)
        else {
            munmap(pixels, count)
            return nil
        }
        ask(pool, 1, destroying: true)
        return Buffer(object: object, size: size, pixels: pixels)
    }

    func free(_ buffer: Buffer) {
        ask(buffer.object, 0, destroying: true)
        munmap(buffer.pixels, 4 * buffer.size.area)
    }

    func show(_ buffer: Buffer, on surface: Object) {
        busy.insert(buffer.object)
        ask(surface, 1, [UInt(bitPattern: buffer.object), 0, 0])
        // Damage is in pixels since version 4, and in the compositor's units before that.
        let request: UInt32 = calls.wl_proxy_get_version(surface) >= 4 ? 9 : 2
        ask(surface, request, [0, 0, UInt(buffer.size.width), UInt(buffer.size.height)])
        ask(surface, 6)
        _ = calls.wl_display_flush(display)
    }
}
