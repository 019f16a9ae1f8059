import Glibc

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
