internal import CGStreamer

/// GStreamer itself, which is initialized once per process. Each wrapper's initializer calls ``start()``, so the order of calls
/// does not matter.
package enum Runtime {
    /// Initializes GStreamer on the first call. Reading the plugin registry takes a few milliseconds. Scanning newly installed
    /// plugins takes about a second.
    /// - Throws: ``GStreamerError/initialization(_:)`` if the library does not start.
    package static func start() throws(GStreamerError) { if let failure = failure { throw failure } }

    /// A Boolean value that indicates whether the first call of ``start()`` changes the environment. No other thread may read
    /// the environment during that call.
    package static var changesEnvironment: Bool { PluginScan.isLimited }

    package static var version: String {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    private static let failure: GStreamerError? = {
        // A crash should reach the host's own handler, not GStreamer's.
        gst_segtrap_set_enabled(0)
        var error: UnsafeMutablePointer<GError>?
        guard LibraryLog.start({ PluginScan.run { gst_init_check(nil, nil, &error) } }) == 0 else { return nil }
        defer { g_clear_error(&error) }
        return .initialization(error.map { String(cString: $0.pointee.message) } ?? "no reason given")
    }()
}
