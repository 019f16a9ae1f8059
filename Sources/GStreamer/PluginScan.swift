internal import CGStreamer
internal import Glibc
internal import Synchronization

/// GStreamer's search for its plugins, by a process that may have too few addresses for them. GStreamer writes down each
/// plugin that it could not load, and no later process has its elements until the plugin's file changes. A process that is
/// limited (`ulimit -v`) therefore writes a registry of its own, which gets the common one's name only where every plugin
/// was loaded.
struct PluginScan {
    private let common: String
    /// A link to it, which GStreamer replaces with a file where it found other plugins than the common registry has.
    private let own: String

    /// Below it, plugins can fail to load for want of addresses.
    private static let scarce: rlim_t = 4 << 30

    /// A Boolean value that tells whether the process may use few addresses.
    static var isLimited: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 && limit.rlim_cur < scarce
    }

    /// A Boolean value that tells whether this process found plugins that it could not load, perhaps for want of addresses.
    static var hasLostPlugins: Bool { losses.load(ordering: .relaxed) }

    private static let losses = Atomic(false)

    /// A Boolean value that tells whether the registry has plugins that could not be loaded.
    private static var hasUnloadablePlugins: Bool {
        guard let plugins = gst_registry_get_plugin_list(gst_registry_get()) else { return false }
        defer { gst_plugin_list_free(plugins) }
        var next: UnsafeMutablePointer<GList>? = plugins
        while let node = next {
            if let plugin = node.pointee.data?.assumingMemoryBound(to: GstObject.self),
                plugin.pointee.flags & GST_PLUGIN_FLAG_BLACKLISTED.rawValue != 0
            {
                return true
            }
            next = node.pointee.next
        }
        return false
    }

    static func run<Outcome>(_ start: () -> Outcome) -> Outcome {
        guard isLimited, let scan = PluginScan() else { return start() }
        let variable = "GST_REGISTRY_1_0"
        let value = getenv(variable).map { String(cString: $0) }
        setenv(variable, scan.own, 1)
        defer {
            if let value { setenv(variable, value, 1) } else { unsetenv(variable) }
            scan.end()
        }
        return start()
    }

    /// `nil` where it is not known where the common registry is, or it is no file.
    private init?() {
        if let given = getenv("GST_REGISTRY_1_0") ?? getenv("GST_REGISTRY") {
            common = String(cString: given)
        } else {
            // As GStreamer names it.
            #if arch(x86_64)
                let processor = "x86_64"
            #elseif arch(arm64)
                let processor = "aarch64"
            #else
                return nil
            #endif
            common = "\(String(cString: g_get_user_cache_dir()))/gstreamer-1.0/registry.\(processor).bin"
        }
        var status = stat()
        guard stat(common, &status) == 0 ? status.st_mode & S_IFMT == S_IFREG : errno == ENOENT else { return nil }
        own = "\(common).\(getpid())"
        unlink(own)
        // Without the folder there is no registry to read, either.
        guard symlink(common, own) == 0 || errno == ENOENT else { return nil }
    }

    /// Gives the registry the common one's name, or removes it.
    private func end() {
        var status = stat()
        let isLink = lstat(own, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        // Where the common registry knew every plugin, it also knows those that fail on this machine in any process.
        if !isLink, Self.hasUnloadablePlugins { Self.losses.store(true, ordering: .relaxed) }
        if isLink || Self.hasLostPlugins || rename(own, common) != 0 { unlink(own) }
    }
}
