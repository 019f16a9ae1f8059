extension Display {
    /// Returns once the servers of this session that answer now have ended.
    ///
    /// Sinks notice that at the next frame, if at all, and none comes while the clock stands. A server on another
    /// machine is not watched.
    /// - Returns: Whether there was one to watch.
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

    /// The sockets of the session's servers on this machine.
    private var localServers: [[UInt8]] {
        (wayland.map { [waylandSocket($0)] } ?? []) + (x11.flatMap(x11Sockets) ?? [])
    }
}
