internal import CSandbox
package import FlipbookCore
import FlipbookFiles
import Glibc

/// The restrictions that the process enters before it opens the first picture, so that a malicious picture gains little.
///
/// Landlock denies access to all files except the linted ones. seccomp denies system calls that start programs, connect, or
/// write. Neither needs privileges, and neither can be undone. A kernel may support one, both, or neither; missing restrictions
/// are reported.
package struct Sandbox {
    /// The number of readable folders in addition to the system's, or `nil` if every file is readable.
    private(set) var readable: Int?
    private var landlock = 0
    private(set) var forbidsCalls = false
    package private(set) var gaps: [String] = []

    /// Files that every program reads while it runs: libraries, the time zone, and information about memory and processors.
    ///
    /// All of `/proc` is readable, since libdispatch ends the process if it cannot read `/proc/THREAD/stat`. Landlock still
    /// hides the contents of processes outside the sandbox.
    private static let system = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/lib", "/lib64", "/etc/localtime",
        "/etc/timezone", "/etc/ld.so.cache", "/proc", "/sys/fs/cgroup", "/sys/devices/system/cpu", "/dev/null",
        "/dev/zero", "/dev/urandom",
    ]

    /// The library folders in the environment, and the folders of fonts and their caches, so that text in SVG files looks the
    /// same as outside the sandbox.
    private static var places: [String] {
        let libraries = Environment.text("LD_LIBRARY_PATH")?.split(separator: ":").map(String.init) ?? []
        let home = Environment.path("HOME") ?? ""
        func own(_ variable: String, _ usual: String) -> String { Environment.path(variable) ?? home + usual }
        // A library folder that contains the home folder would make everything readable.
        func isNarrow(_ folder: String) -> Bool {
            guard let real = realpath(folder, nil) else { return false }
            defer { free(real) }
            let path = String(cString: real)
            return !(home + "/").hasPrefix(path == "/" ? "/" : path + "/")
        }
        return libraries.filter { $0.hasPrefix("/") && isNarrow($0) } + [
            "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
            "/var/cache/fontconfig",
            own("XDG_DATA_HOME", "/.local/share") + "/fonts", own("XDG_CONFIG_HOME", "/.config") + "/fontconfig",
            own("XDG_CACHE_HOME", "/.cache") + "/fontconfig", home + "/.fonts", home + "/.fonts.conf",
        ]
    }

    /// Enters the sandbox, in which only `folders` and the targets of their links can be read.
    ///
    /// Call it while the process has a single thread: Landlock applies to a thread and to threads that it starts later.
    package init(reading folders: [FilePath]) {
        confineFiles(to: folders)
        let code = sandbox_forbid_calls()
        forbidsCalls = code == 0
        if !forbidsCalls { gaps.append("seccomp: \(Self.reason(code))") }
    }

    private mutating func confineFiles(to folders: [FilePath]) {
        let version = Int(sandbox_landlock_version())
        guard version > 0 else { return gaps.append("Landlock: not supported or disabled in this kernel") }
        let threads = sandbox_thread_count()
        guard threads == 1 else { return gaps.append("Landlock: the process already has \(threads) threads") }
        let list = sandbox_make_list(Int32(version))
        guard list >= 0 else { return gaps.append("Landlock: \(Self.reason(errno))") }
        for path in Self.system + Self.places { _ = sandbox_allow_reading(list, path) }
        for folder in folders {
            let path = folder.string.isEmpty ? "." : folder.string
            // A missing folder is reported when its pictures are opened.
            if sandbox_allow_reading(list, path) == 0 { _ = sandbox_allow_links(list, path) }
        }
        let code = sandbox_enter_list(list)
        guard code == 0 else { return gaps.append("Landlock: \(Self.reason(code))") }
        (landlock, readable) = (version, folders.count)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    package var summary: String {
        var held: [String] = []
        if let readable {
            let isHeld = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) < 0 && errno == EACCES
            let places = readable.of("folder")
            held.append(isHeld ? "only \(places) can be read (Landlock \(landlock))" : "any file can be read")
        }
        if forbidsCalls {
            let isHeld = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0 && errno == EPERM
            held.append(isHeld ? "no writing, programs or connections (seccomp)" : "all system calls are allowed")
        }
        return (held + gaps).joined(separator: "; ")
    }
}
