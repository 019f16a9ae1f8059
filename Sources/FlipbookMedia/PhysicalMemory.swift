import Glibc

/// The machine's memory.
enum PhysicalMemory {
    /// Bytes of memory that the machine has; 1 GiB where it does not say.
    static var byteCount: Int {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        return pages > 0 && pageSize > 0 ? pages * pageSize : 1 << 30
    }
}
