internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging

/// libwayland-client, version 0 of its interface with what 1.20 has: looked for at run time.
///
/// Objects are pointers, and requests and events lists of words, as the protocol has them.
struct WaylandLibrary: Sendable {
    typealias Object = OpaquePointer
    typealias Memory = UnsafeMutableRawPointer
    /// Deals with an event of an object: what the object is, the object, the event's number, what it looks like, its words.
    typealias Dispatcher = @convention(c) (UnsafeRawPointer?, Memory?, UInt32, UnsafeRawPointer?, Memory?) -> Int32

    let calls: WaylandCalls
    /// The library's own descriptions of the protocol's objects, by their names.
    private let library: RuntimeLibrary

    /// The library, or `nil` if it is not installed.
    static let shared = WaylandLibrary(RuntimeLibrary("libwayland-client.so.0"))

    private init?(_ library: RuntimeLibrary) {
        guard let calls: WaylandCalls = library.calls(WaylandCalls_names()) else { return nil }
        (self.calls, self.library) = (calls, library)
    }

    struct Word {
        fileprivate let bits: UInt

        static func int(_ number: Int) -> Word { Word(bits: UInt(UInt32(truncatingIfNeeded: number))) }
        static func object(_ object: Object?) -> Word { Word(bits: UInt(bitPattern: object)) }
        static func text(_ text: UnsafePointer<CChar>) -> Word { Word(bits: UInt(bitPattern: text)) }
        /// The place for the number of the object that the request makes.
        static let new = Word(bits: 0)
    }

    /// Makes a request of an object.
    /// - Parameters:
    ///   - kind: The kind of object that the request makes, or `nil` for none.
    ///   - version: The version of what it makes; the object's own by default.
    ///   - destroying: A Boolean value that indicates whether the object is gone then.
    @discardableResult
    func ask(
        _ object: Object,
        _ request: UInt32,
        _ words: [Word] = [],
        making kind: WaylandKind? = nil,
        version: UInt32? = nil,
        destroying: Bool = false
    ) -> Object? {
        var arguments = words.isEmpty ? [0] : words.map(\.bits)
        let interface = kind.flatMap(interface)
        return arguments.withUnsafeMutableBytes {
            calls.wl_proxy_marshal_array_flags(
                object,
                request,
                interface,
                version ?? calls.wl_proxy_get_version(object),
                destroying ? 1 : 0,
                $0.baseAddress
            )
        }
    }

    /// The library's description of a kind of object.
    func interface(_ kind: WaylandKind) -> UnsafeRawPointer? {
        if let own = WaylandInterfaces.shared.own[kind] { return UnsafeRawPointer(bitPattern: own) }
        // A variable of the library, whose address is found as a function's is.
        return library.function("\(kind.rawValue)_interface")
    }
}

/// The kinds of objects that a window deals with, by the protocols' names for them.
enum WaylandKind: String, CaseIterable, Sendable {
    case display = "wl_display"
    case registry = "wl_registry"
    case compositor = "wl_compositor"
    case shm = "wl_shm"
    case pool = "wl_shm_pool"
    case buffer = "wl_buffer"
    case surface = "wl_surface"
    case seat = "wl_seat"
    case pointer = "wl_pointer"
    case keyboard = "wl_keyboard"
    case touch = "wl_touch"
    case gestures = "zwp_pointer_gestures_v1"
    case pinch = "zwp_pointer_gesture_pinch_v1"
    case output = "wl_output"
    case shell = "xdg_wm_base"
    case shellSurface = "xdg_surface"
    case toplevel = "xdg_toplevel"
    case dataManager = "wl_data_device_manager"
    case dataDevice = "wl_data_device"
    case dataOffer = "wl_data_offer"
    case dataSource = "wl_data_source"
    case decorations = "zxdg_decoration_manager_v1"
    case decoration = "zxdg_toplevel_decoration_v1"
}

/// The protocols xdg-shell, xdg-decoration and pointer-gestures, version 1 of each, in the form that libwayland reads: their requests and events,
/// each with the letters that say what its words are.
///
/// Made once, and as long there as the process.
struct WaylandInterfaces: Sendable {
    /// The addresses of what is made here.
    private(set) var own: [WaylandKind: UInt] = [:]

    static let shared = WaylandInterfaces()

    private typealias Messages = [(name: String, words: String)]

    private static let tables: [(kind: WaylandKind, requests: Messages, events: Messages)] = [
        (
            .shell,
            [("destroy", ""), ("create_positioner", "n"), ("get_xdg_surface", "no"), ("pong", "u")], [("ping", "u")]
        ),
        (
            .shellSurface,
            [
                ("destroy", ""), ("get_toplevel", "n"), ("get_popup", "n?oo"), ("set_window_geometry", "iiii"),
                ("ack_configure", "u"),
            ],
            [("configure", "u")]
        ),
        (
            .toplevel,
            [
                ("destroy", ""), ("set_parent", "?o"), ("set_title", "s"), ("set_app_id", "s"),
                ("show_window_menu", "ouii"), ("move", "ou"), ("resize", "ouu"), ("set_max_size", "ii"),
                ("set_min_size", "ii"), ("set_maximized", ""), ("unset_maximized", ""), ("set_fullscreen", "?o"),
                ("unset_fullscreen", ""), ("set_minimized", ""),
            ],
            [("configure", "iia"), ("close", "")]
        ),
        (.gestures, [("get_swipe_gesture", "no"), ("get_pinch_gesture", "no")], []),
        (.pinch, [("destroy", "")], [("begin", "uuou"), ("update", "uffff"), ("end", "uui")]),
        (.decorations, [("destroy", ""), ("get_toplevel_decoration", "no")], []),
        (.decoration, [("destroy", ""), ("set_mode", "u"), ("unset_mode", "")], [("configure", "u")]),
    ]

    private init() {
        func text(_ string: String) -> UInt {
            let bytes = Array(string.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return UInt(bitPattern: copy)
        }
        // The interfaces of the objects among a message's arguments: all null, which libwayland reads as any interface.
        let kinds = UnsafeMutablePointer<UInt>.allocate(capacity: 8)
        kinds.initialize(repeating: 0, count: 8)
        func list(_ messages: Messages) -> UInt {
            let table = UnsafeMutablePointer<UInt>.allocate(capacity: max(1, 3 * messages.count))
            for (index, message) in messages.enumerated() {
                (table + 3 * index).initialize(to: text(message.name))
                (table + 3 * index + 1).initialize(to: text(message.words))
                (table + 3 * index + 2).initialize(to: UInt(bitPattern: kinds))
            }
            return UInt(bitPattern: table)
        }
        for (kind, requests, events) in Self.tables {
            // A name, two numbers of 32 bits (version, requests), the requests, a number and a gap, the events.
            let words = UnsafeMutablePointer<UInt>.allocate(capacity: 5)
            words.initialize(to: text(kind.rawValue))
            (words + 1).initialize(to: 1 | UInt(requests.count) << 32)
            (words + 2).initialize(to: list(requests))
            (words + 3).initialize(to: UInt(events.count))
            (words + 4).initialize(to: list(events))
            own[kind] = UInt(bitPattern: words)
        }
    }
}
