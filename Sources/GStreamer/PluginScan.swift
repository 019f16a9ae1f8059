internal import CGStreamer
internal import Glibc
internal import Synchronization

/// GStreamer's search for plugins in a process that may have too little address space to load them. GStreamer records each
/// plugin that it could not load. In later processes, the plugin's elements are missing until its file changes. A limited
/// process (`ulimit -v`) therefore writes its own registry, which replaces the common one only if all plugins were loaded.
struct PluginScan {
    private let common: String
    /// A link to the common registry. GStreamer replaces the link with a file if the plugins have changed.
    private let own: String

    /// The limit below which plugins may fail to load because the address space is exhausted.
    private static let scarce: rlim_t = 4 << 30

    static var isLimited: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 && limit.rlim_cur < scarce
    }

    /// A Boolean value that indicates whether this process failed to load plugins, perhaps because the address space was
    /// exhausted.
    static var hasLostPlugins: Bool { losses.load(ordering: .relaxed) }

    private static let losses = Atomic(false)

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

    private init?() {
        if let given = getenv("GST_REGISTRY_1_0") ?? getenv("GST_REGISTRY") {
            common = String(cString: given)
        } else {
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
        guard symlink(common, own) == 0 || errno == ENOENT else { return nil }
    }

    private func end() {
        var status = stat()
        let isLink = lstat(own, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        // A plugin that the common registry lists as broken fails in any process on this machine.
        if !isLink, Self.hasUnloadablePlugins { Self.losses.store(true, ordering: .relaxed) }
        if isLink || Self.hasLostPlugins || rename(own, common) != 0 { unlink(own) }
    }
}
