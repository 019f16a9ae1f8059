import Glibc

/// The machine's processors.
enum ProcessorCount {
    /// How many processors this process may use; at least 1.
    static var online: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
