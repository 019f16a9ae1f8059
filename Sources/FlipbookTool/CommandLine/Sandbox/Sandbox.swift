internal import CSandbox
package import FlipbookCore
import FlipbookFiles
import Glibc

/// What the process gives up before it opens the first picture, so that a picture which takes it over gains little.
///
/// Landlock takes away the files that are not linted, seccomp the calls that start programs, connect, or write. Neither
/// needs a privilege, and neither can be taken back. A kernel may have one, both or none: missing ones are reported.
package struct Sandbox {
    /// The number of files and folders that may be read besides the system's, or `nil` if any file may.
    private(set) var readable: Int?
    /// The kernel's version of Landlock; 0 without.
    private var landlock = 0
    private(set) var forbidsCalls = false
    /// The rights that the kernel did not take, and why, in fragments.
    package private(set) var gaps: [String] = []

    /// The files that every program reads while it runs: its libraries, the time zone, the machine's memory and processors.
    ///
    /// Of /proc all is needed, since libdispatch ends the process where it cannot read `/proc/THREAD/stat`. What other
    /// processes hold stays hidden: Landlock lets no process look into one that is outside.
    private static let system = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/lib", "/lib64", "/etc/localtime",
        "/etc/timezone", "/etc/ld.so.cache", "/proc", "/sys/fs/cgroup", "/sys/devices/system/cpu", "/dev/null",
        "/dev/zero",
        "/dev/urandom",
    ]

    /// The environment's folders of libraries, and those of fonts and what is known of them: the texts of an SVG file are to
    /// look as they do outside.
    private static var places: [String] {
        let libraries = Environment.text("LD_LIBRARY_PATH")?.split(separator: ":").map(String.init) ?? []
        let home = Environment.path("HOME") ?? ""
        func own(_ variable: String, _ usual: String) -> String { Environment.path(variable) ?? home + usual }
        // A folder of libraries that the user's own files lie in, or all files, would let everything be read.
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

    /// Gives up everything but reading what lies in `folders` and what links in them lead to.
    ///
    /// Call it on the one thread that the process has: Landlock holds for a thread and those that it starts.
    package init(reading folders: [FilePath]) {
        confineFiles(to: folders)
        let code = sandbox_forbid_calls()
        forbidsCalls = code == 0
        if !forbidsCalls { gaps.append("seccomp: \(Self.reason(code))") }
    }

    private mutating func confineFiles(to folders: [FilePath]) {
        let version = Int(sandbox_landlock_version())
        guard version > 0 else { return gaps.append("Landlock: this kernel has none, or it is switched off") }
        let threads = sandbox_thread_count()
        guard threads == 1 else { return gaps.append("Landlock: the process has \(threads) threads already") }
        let list = sandbox_make_list(Int32(version))
        guard list >= 0 else { return gaps.append("Landlock: \(Self.reason(errno))") }
        // A system that lacks one of its own places reads nothing there.
        for path in Self.system + Self.places { _ = sandbox_allow_reading(list, path) }
        for folder in folders {
            let path = folder.string.isEmpty ? "." : folder.string
            // One that is not there is reported when its pictures are opened.
            if sandbox_allow_reading(list, path) == 0 { _ = sandbox_allow_links(list, path) }
        }
        let code = sandbox_enter_list(list)
        guard code == 0 else { return gaps.append("Landlock: \(Self.reason(code))") }
        (landlock, readable) = (version, folders.count)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// The limits that hold from now on, tried and not only asked for: a fragment.
    package var summary: String {
        var held: [String] = []
        if let readable {
            let isHeld = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) < 0 && errno == EACCES
            let places = readable.of("folder")
            held.append(isHeld ? "only \(places) can be read (Landlock \(landlock))" : "any file can be read")
        }
        if forbidsCalls {
            let isHeld = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0 && errno == EPERM
            held.append(
                isHeld ? "no file written, no program started, no connection made (seccomp)" : "any call can be made"
            )
        }
        return (held + gaps).joined(separator: "; ")
    }
}
