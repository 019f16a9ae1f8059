import FlipbookFiles
import FlipbookMedia
import Glibc

/// The desktop session that windows open in, as the environment names it.
package struct Display {
    /// `DISPLAY`: the X11 server, such as `:0`.
    var x11: String?
    /// `WAYLAND_DISPLAY`: the compositor's socket, a path or a name in the runtime folder.
    var wayland: String?
    var runtimeFolder: String?
    /// The folder of the sockets of local X11 servers.
    var x11Folder: String

    package init(
        x11: String? = nil,
        wayland: String? = nil,
        runtimeFolder: String? = nil,
        x11Folder: String = "/tmp/.X11-unix"
    ) {
        (self.x11, self.wayland, self.runtimeFolder, self.x11Folder) = (x11, wayland, runtimeFolder, x11Folder)
    }

    static var current: Display {
        func named(_ variable: String) -> String? { Environment.text(variable).flatMap { $0.isEmpty ? nil : $0 } }
        return Display(
            x11: named("DISPLAY"),
            wayland: named("WAYLAND_DISPLAY"),
            runtimeFolder: named("XDG_RUNTIME_DIR")
        )
    }

    /// Why no window can be opened, or `nil` if one can.
    ///
    /// Asked before an automatic sink is: without a display some crash, and others
    /// play on, unseen.
    package var obstacle: String? {
        if let wayland, Self.answers([waylandSocket(wayland)]) { return nil }
        if let x11, x11Sockets(x11).map(Self.answers) ?? true { return nil }
        let names = [wayland.map { "WAYLAND_DISPLAY=\($0)" }, x11.map { "DISPLAY=\($0)" }].compactMap { $0 }
        if names.isEmpty { return "neither DISPLAY nor WAYLAND_DISPLAY is set" }
        return "nothing answers at \(names.joined(separator: " or "))"
    }

    func waylandSocket(_ name: String) -> [UInt8] {
        Array((name.hasPrefix("/") ? name : "\(runtimeFolder ?? "")/\(name)").utf8)
    }

    /// The sockets of a server on this machine, or `nil` for one on another, or that is not understood: a caller that
    /// connects will see.
    func x11Sockets(_ name: String) -> [[UInt8]]? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isEmpty || parts[0] == "unix" else { return nil }
        let path = Array("\(x11Folder)/X\(parts[1].prefix { $0 != "." })".utf8)
        // On Linux a server also listens at a name that is in no folder, marked by a zero.
        return [path, [0] + path]
    }

    /// A Boolean value that indicates whether a server listens at one of the Unix sockets.
    private static func answers(_ sockets: [[UInt8]]) -> Bool {
        sockets.contains { LocalConnection(to: $0) != nil }
    }
}

/// What a program that shows a window settles for its whole process, before its first ``Player``. A library must not.
extension Display {
    /// Has plugins look for the window system that is there only.
    package static func prepareProcess() {
        if current.wayland == nil, current.x11 != nil {
            // GL's sink would try Wayland first, whose library calls it an error that there is none.
            setenv("GST_GL_WINDOW", "x11", 0)
        }
    }
}

extension Display {
    /// Why a sink cannot open its window here, or `nil` if it can, or if only the sink itself knows.
    ///
    /// Asked before the sink is: without its display one crashes, and another says nothing of use.
    package func obstacle(to sink: MediaSink) -> String? {
        // A display that the sink is given replaces the session's.
        guard !sink.properties.contains(where: { $0.name == "display" }) else { return nil }
        switch sink.element {
        case "autovideosink": return obstacle
        case "ximagesink", "xvimagesink":
            return x11 == nil ? "DISPLAY is not set" : Display(x11: x11, x11Folder: x11Folder).obstacle
        case "waylandsink":
            // What the protocol's library takes by default.
            let usual = Display(wayland: wayland ?? "wayland-0", runtimeFolder: runtimeFolder).obstacle
            return usual.map { wayland == nil ? "WAYLAND_DISPLAY is not set" : $0 }
        // GL may draw on a screen without either.
        case "glimagesink", "glimagesinkelement", "gtksink", "gtkglsink":
            return x11 == nil && wayland == nil ? nil : obstacle
        default: return nil
        }
    }
}

extension Display {
    /// Returns once the servers of this session that answer now have ended.
    ///
    /// Sinks notice that at the next frame, if at all, and none comes while the clock stands. A server on another
    /// machine is not watched.
    /// - Returns: A Boolean value that indicates whether there was one to watch.
    /// - Throws: `CancellationError`.
    package func waitUntilGone(asking interval: Duration = .milliseconds(250)) async throws -> Bool {
        let servers = localServers.filter { LocalConnection(to: $0) != nil }
        guard !servers.isEmpty else { return false }
        for server in servers {
            // A server may close a connection that says nothing for a minute, and take the next.
            while let connection = LocalConnection(to: server) {
                repeat { try await Task.sleep(for: interval) } while !connection.isClosed
            }
        }
        return true
    }

    private var localServers: [[UInt8]] {
        (wayland.map { [waylandSocket($0)] } ?? []) + (x11.flatMap(x11Sockets) ?? [])
    }
}
