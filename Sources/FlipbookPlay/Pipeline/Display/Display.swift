import FlipbookFiles
import FlipbookMedia
import Glibc

/// The desktop session, according to the environment.
package struct Display {
    /// `DISPLAY`: the X11 server, such as `:0`.
    var x11: String?
    /// `WAYLAND_DISPLAY`: the compositor's socket, a path or a name in the runtime folder.
    var wayland: String?
    var runtimeFolder: String?
    /// The folder that contains the sockets of local X11 servers.
    var x11Folder: String

    package init(
        x11: String? = nil,
        wayland: String? = nil,
        runtimeFolder: String? = nil,
        x11Folder: String = "/tmp/.X11-unix"
    ) { (self.x11, self.wayland, self.runtimeFolder, self.x11Folder) = (x11, wayland, runtimeFolder, x11Folder) }

    static var current: Display {
        func named(_ variable: String) -> String? { Environment.text(variable).flatMap { $0.isEmpty ? nil : $0 } }
        let folder = named("XDG_RUNTIME_DIR")
        return Display(x11: named("DISPLAY"), wayland: named("WAYLAND_DISPLAY"), runtimeFolder: folder)
    }

    /// The reason why no window can be opened. Without a display, some automatic sinks crash and others play invisibly.
    package var obstacle: String? {
        if let wayland, Self.answers([waylandSocket(wayland)]) { return nil }
        if let x11, x11Sockets(x11).map(Self.answers) ?? true { return nil }
        let names = [wayland.map { "WAYLAND_DISPLAY=\($0)" }, x11.map { "DISPLAY=\($0)" }].compactMap { $0 }
        if names.isEmpty { return "neither DISPLAY nor WAYLAND_DISPLAY is set" }
        return "no server responds at \(names.joined(separator: " or "))"
    }

    func waylandSocket(_ name: String) -> [UInt8] {
        Array((name.hasPrefix("/") ? name : "\(runtimeFolder ?? "")/\(name)").utf8)
    }

    /// Returns the sockets of a local server, or `nil` for a remote or unknown server.
    func x11Sockets(_ name: String) -> [[UInt8]]? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isEmpty || parts[0] == "unix" else { return nil }
        let path = Array("\(x11Folder)/X\(parts[1].prefix { $0 != "." })".utf8)
        // On Linux, a server also listens on an abstract socket, whose name begins with a zero byte.
        return [path, [0] + path]
    }

    private static func answers(_ sockets: [[UInt8]]) -> Bool { sockets.contains { LocalConnection(to: $0) != nil } }

    /// Makes plugins use only a window system that exists. Only a program, not a library, may change the environment.
    package static func prepareProcess() {
        // GL's sink would try Wayland first and print an error.
        if current.wayland == nil, current.x11 != nil { setenv("GST_GL_WINDOW", "x11", 0) }
    }

    /// The reason why a sink cannot open its window, or `nil` if there is none or only the sink can tell.
    package func obstacle(to sink: MediaSink) -> String? {
        // The sink's own display property takes precedence.
        guard !sink.properties.contains(where: { $0.name == "display" }) else { return nil }
        switch sink.element {
        case "autovideosink": return obstacle
        case "ximagesink", "xvimagesink":
            return x11 == nil ? "DISPLAY is not set" : Display(x11: x11, x11Folder: x11Folder).obstacle
        case "waylandsink":
            // This is the Wayland library's default.
            let usual = Display(wayland: wayland ?? "wayland-0", runtimeFolder: runtimeFolder).obstacle
            return usual.map { wayland == nil ? "WAYLAND_DISPLAY is not set" : $0 }
        // GL can draw directly to a screen.
        case "glimagesink", "glimagesinkelement", "gtksink", "gtkglsink":
            return x11 == nil && wayland == nil ? nil : obstacle
        default: return nil
        }
    }

    /// Returns when all local servers of the session have ended, which a paused sink does not notice.
    /// - Returns: A Boolean value that indicates whether there was a server to watch.
    package func waitUntilGone(asking interval: Duration = .milliseconds(250)) async throws -> Bool {
        let sockets = (wayland.map { [waylandSocket($0)] } ?? []) + (x11.flatMap(x11Sockets) ?? [])
        let servers = sockets.filter { LocalConnection(to: $0) != nil }
        guard !servers.isEmpty else { return false }
        for server in servers {
            // A server may close an idle connection and accept a new one.
            while let connection = LocalConnection(to: server) {
                repeat { try await Task.sleep(for: interval) } while !connection.isClosed
            }
        }
        return true
    }
}

/// An idle connection to a local server, which shows whether the server listens.
final class LocalConnection {
    private let descriptor: Int32

    /// Connects to a Unix socket without blocking. Returns `nil` if no server listens. The name of an abstract socket begins
    /// with a zero byte.
    init?(to name: [UInt8]) {
        var address = sockaddr_un()
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        // An abstract name includes all bytes up to the given length.
        let length = MemoryLayout<sockaddr_un>.size - room + name.count + (name.first == 0 ? 0 : 1)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(length)) == 0 || errno == EAGAIN
            }
        }
        if !isConnected { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isClosed: Bool {
        var query = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&query, 1, 0) > 0 else { return false }
        return query.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }
}
