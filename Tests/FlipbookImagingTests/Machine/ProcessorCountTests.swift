import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// How many processors a process may use, by the kernel's own files.
@Suite struct ProcessorCountTests {
    private let kernel: KernelFolder

    init() throws {
        kernel = try KernelFolder("0-63\n", in: "sys/devices/system/cpu/online")
    }

    private var count: Int { ProcessorCount(kernel.files).count }

    @Test("without control groups it is what the affinity has, at least one")
    func affinity() throws {
        expectEqual(count, 64)
        try kernel.write("Name:\tflipbook\nCpus_allowed_list:\t0-127\n", to: "proc/self/status")
        expectEqual(count, 64)
        try kernel.write("Cpus_allowed_list:\t1,4-6,63-70\n", to: "proc/self/status")
        expectEqual(count, 5)
        try kernel.write("Cpus_allowed_list:\t100\n", to: "proc/self/status")
        expectEqual(count, 1)
        expect(ProcessorCount.usable >= 1)
    }

    @Test("the least cpu.max of the group and those above it counts, a part of a processor as one")
    func groups() throws {
        try kernel.write("0::/user/play\n", to: "proc/self/cgroup")
        try kernel.write("max 100000\n", to: "sys/fs/cgroup/user/play/cpu.max")
        expectEqual(count, 64)
        try kernel.write("250000 100000\n", to: "sys/fs/cgroup/user/cpu.max")
        expectEqual(count, 3)
        try kernel.write("10000 100000\n", to: "sys/fs/cgroup/user/play/cpu.max")
        expectEqual(count, 1)
        try kernel.write("25600000 100000\n", to: "sys/fs/cgroup/user/play/cpu.max")
        try kernel.write("garbage\n", to: "sys/fs/cgroup/user/cpu.max")
        expectEqual(count, 64)
    }

    @Test("the quota of version 1 is read, too, where -1 is none")
    func oldGroups() throws {
        try kernel.write("9:name=systemd:/\n4:memory:/m\n3:cpuacct,cpu:/a/b\n0::/\n", to: "proc/self/cgroup")
        try kernel.write("-1\n", to: "sys/fs/cgroup/cpu/a/b/cpu.cfs_quota_us")
        try kernel.write("100000\n", to: "sys/fs/cgroup/cpu/a/b/cpu.cfs_period_us")
        expectEqual(count, 64)
        try kernel.write("400000\n", to: "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us")
        try kernel.write("100000\n", to: "sys/fs/cgroup/cpu/a/cpu.cfs_period_us")
        expectEqual(count, 4)
    }
}
