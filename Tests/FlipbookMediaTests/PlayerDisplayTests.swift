import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Glibc
import Testing

@Suite struct PlayerDisplayTests {
    @Test(
        "without a session, or with one that does not answer, the obstacle is named",
        arguments: [
            (nil, nil, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
            (":7", nil, "no server responds at DISPLAY=:7"),
            ("unix:7.0", nil, "no server responds at DISPLAY=unix:7.0"),
            (nil, "wayland-7", "no server responds at WAYLAND_DISPLAY=wayland-7"),
            (":7", "wayland-7", "no server responds at WAYLAND_DISPLAY=wayland-7 or DISPLAY=:7"),
        ] as [(String?, String?, String)]
    )
    func obstacles(x11: String?, wayland: String?, obstacle: String) throws {
        let folder = try TemporaryDirectory()
        let display = Display(x11: x11, wayland: wayland, runtimeFolder: folder.path, x11Folder: folder.path)
        expectEqual(display.obstacle, obstacle)
    }

    @Test(
        "a socket that answers is a display, wherever it is named",
        arguments: [(":7", nil, "X7"), (":7.1", nil, "X7"), (nil, "w", "w"), (":8", "w", "w"), (":7", "gone", "X7")]
            as [(String?, String?, String)]
    )
    func answering(x11: String?, wayland: String?, socketName: String) throws {
        let folder = try TemporaryDirectory()
        let descriptor = try listen(at: folder.file(socketName))
        defer { close(descriptor) }
        let display = Display(x11: x11, wayland: wayland, runtimeFolder: folder.path, x11Folder: folder.path)
        expect(display.obstacle == nil)
    }

    @Test("a server on another machine is left to the program that connects")
    func remote() {
        expect(Display(x11: "studio.example:0").obstacle == nil)
    }

    @Test(
        "a sink is asked only where its own kind of display answers",
        arguments: [
            ("ximagesink", nil, nil, "DISPLAY is not set"),
            ("ximagesink", ":7", nil, "no server responds at DISPLAY=:7"),
            ("ximagesink,display=:9", nil, nil, nil),
            ("waylandsink", ":7", nil, "WAYLAND_DISPLAY is not set"),
            ("waylandsink", nil, "w", "no server responds at WAYLAND_DISPLAY=w"),
            ("glimagesink", ":7", nil, "no server responds at DISPLAY=:7"),
            ("glimagesink", nil, nil, nil),
            ("autovideosink", nil, nil, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
            ("fakesink", ":7", nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func sinks(sink: String, x11: String?, wayland: String?, obstacle: String?) throws {
        let folder = try TemporaryDirectory()
        let display = Display(x11: x11, wayland: wayland, runtimeFolder: folder.path, x11Folder: folder.path)
        expectEqual(display.obstacle(to: try require(MediaSink(parsing: sink))), obstacle)
    }

    @Test("a session is watched until its server ends, through connections that the server closes")
    func watching() async throws {
        let folder = try TemporaryDirectory()
        let descriptor = try listen(at: folder.file("X7"))
        let display = Display(x11: ":7", x11Folder: folder.path)
        async let isGone = display.waitUntilGone(asking: .milliseconds(1))
        // The question whether a server listens, then two connections that the server tires of.
        for _ in 0..<3 {
            let connection = try await Self.accepting(on: descriptor)
            expect(connection >= 0)
            close(connection)
        }
        close(descriptor)
        try await expect(isGone)
    }

    @Test("where no server listens, none is watched")
    func noServer() async throws {
        let folder = try TemporaryDirectory()
        let display = Display(x11: ":7", wayland: "w", runtimeFolder: folder.path, x11Folder: folder.path)
        try await expect(!display.waitUntilGone())
    }

    /// Takes a connection.
    private static func accepting(on descriptor: Int32) async throws -> Int32 {
        while true {
            var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&query, 1, 0) > 0 { return accept(descriptor, nil, nil) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// A Unix socket at `path` that takes connections.
    private func listen(at path: FilePath) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try require(path.string.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try require(result == 0)
        try require(Glibc.listen(descriptor, 4) == 0)
        return descriptor
    }
}
