import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// What a process may still take, by the kernel's own files.
@Suite struct FreeMemoryTests {
    private let kernel: KernelFolder

    init() throws {
        kernel = try KernelFolder(
            "MemTotal:       24000000 kB\nMemFree:  1 kB\nMemAvailable:    2000000 kB\n",
            in: "proc/meminfo"
        )
    }

    private var bytes: Int { FreeMemory(kernel.files).byteCount }

    @Test("without control groups it is what the machine has available")
    func machine() {
        expectEqual(bytes, 2_048_000_000)
    }

    @Test("a control group's limit counts where it leaves less, its file cache not counted as used")
    func groups() throws {
        try kernel.write("0::/user/play\n", to: "proc/self/cgroup")
        try kernel.write("max\n", to: "sys/fs/cgroup/user/play/memory.max")
        try kernel.write("10\n", to: "sys/fs/cgroup/user/play/memory.current")
        expectEqual(bytes, 2_048_000_000)
        try kernel.write("1000000\n", to: "sys/fs/cgroup/user/memory.max")
        try kernel.write("900000\n", to: "sys/fs/cgroup/user/memory.current")
        expectEqual(bytes, 100_000)
        try kernel.write("anon 1\ninactive_file 300000\n", to: "sys/fs/cgroup/user/memory.stat")
        expectEqual(bytes, 400_000)
        try kernel.write("500\n", to: "sys/fs/cgroup/user/play/memory.max")
        expectEqual(bytes, 490)
    }

    @Test("version 1 of control groups is read, too")
    func oldGroups() throws {
        try kernel.write("4:cpu:/x\n5:memory,y:/a\n", to: "proc/self/cgroup")
        try kernel.write("7000\n", to: "sys/fs/cgroup/memory/a/memory.limit_in_bytes")
        try kernel.write("8000\n", to: "sys/fs/cgroup/memory/a/memory.usage_in_bytes")
        try kernel.write("total_inactive_file 2000\n", to: "sys/fs/cgroup/memory/a/memory.stat")
        expectEqual(bytes, 1000)
    }

    @Test("what is left of a limited address space counts where it is less")
    func addressSpace() throws {
        let head = "Limit                     Soft Limit           Hard Limit           Units     \n"
        try kernel.write("VmPeak:\t    9000 kB\nVmSize:\t    1000 kB\n", to: "proc/self/status")
        try kernel.write(
            head + "Max address space         unlimited            unlimited            bytes\n",
            to: "proc/self/limits"
        )
        expectEqual(bytes, 2_048_000_000)
        try kernel.write(
            head + "Max address space         1500000000           unlimited            bytes\n",
            to: "proc/self/limits"
        )
        // Less 64 MiB for libraries and stacks.
        expectEqual(bytes, 1_500_000_000 - 1_024_000 - (64 << 20))
        try kernel.write(
            head + "Max address space         900000               unlimited            bytes\n",
            to: "proc/self/limits"
        )
        expectEqual(bytes, 0)
    }

    @Test("where nothing says how much there is, a gibibyte is assumed, and more than fits is no trap")
    func odd() throws {
        expectEqual(FreeMemory(KernelFiles(root: "/none")).byteCount, 1 << 30)
        try kernel.write("MemAvailable: 9223372036854775807 kB\n", to: "proc/meminfo")
        expectEqual(bytes, 1 << 30)
    }
}
