import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

@Suite("What the machine has too little of")
struct MachineShortageTests {
    @Test("too many open files and no memory are the machine's limit, whatever file they are met at")
    func errno() {
        for code in [EMFILE, ENFILE, ENOMEM] {
            expectEqual(ImageError.unreadable(errno: code).shortage, MachineShortage(errno: code))
        }
        expect(ImageError.unreadable(errno: EACCES).shortage == nil)
        let error = FrameRenderError(path: FilePath("walk.1.png"), cause: .unreadable(errno: EMFILE))
        expectEqual(error.code, "machine.files")
        expect(!error.description.contains("walk.1.png"))
        expect(error.description.contains("ulimit -n"))
    }

    @Test("the loader's words tell too little memory and too many files from a library that may not be loaded")
    func loader() {
        let memory = MachineShortage(errno: ENOMEM)
        for (words, shortage) in [
            ("libicudata.so.72: failed to map segment from shared object", memory),
            ("libicudata.so.72: cannot create shared object descriptor: Cannot allocate memory", memory),
            ("libheif.so.1: cannot map zero-fill pages", memory),
            ("libheif.so.1: cannot change memory protections", memory),
            ("out of memory", memory),
            ("a.so: cannot open shared object file: Too many open files", MachineShortage(errno: EMFILE)),
            // In a folder that is mounted without the right to run what is in it.
            ("/media/a.so: failed to map segment from shared object: Operation not permitted", nil),
            ("Cannot allocate memory.so: cannot open shared object file: No such file or directory", nil),
        ] {
            expectEqual(RuntimeLibrary.shortage(in: words), shortage, "\(words)")
        }
    }

    @Test("each shortage says what would help, and memory how much is needed")
    func words() {
        expect(MachineShortage(.threads, errno: EAGAIN).description.contains("ulimit -u"))
        expectEqual(MachineShortage(errno: ENFILE)?.description.contains("fs.file-max"), true)
        let memory = MachineShortage.memory(399_000_001, left: 20_000_000)
        expect(memory.description.contains("about 400 MB is needed, 20 MB is left"))
        expectEqual(memory.remedies, [.set(.memory)])
    }

    @Test("room for files is found where there is some, and the files are closed again")
    func files() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        try MachineRoom(files: 5).check()
        try expect(FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 5)
    }

    @Test("a picture for which there is no memory is an error, after every cache has let go of what it kept")
    func pictures() {
        let cache = Cache()
        MemoryBudget.addCache(cache)
        let memory = PictureMemory(blockLimit: 4, byteLimit: 1 << 20) { _ in nil }
        #expect(throws: MachineShortage.memory(4096)) { _ = try memory.take(4096) }
        expect(cache.asked.withLock { $0 } >= 1)
    }

    @Test("a picture that no machine has memory for is an error, however it is made")
    func hugePictures() {
        // More than the addresses of a process.
        let size = PixelSize(width: 1 << 24, height: 1 << 24)
        let shortage = MachineShortage.memory(size.area * 4)
        #expect(throws: shortage) { try Picture(size: size, format: .rgba) { _ in Issue.record("it was filled") } }
        #expect(throws: ImageError(.shortage(shortage))) {
            try Picture.decoded(size: size, format: .rgba) { _ in Issue.record("it was filled") }
        }
        let limits = DecodingLimits(maximumSide: .max, maximumBytes: .max)
        #expect(throws: PictureError.shortage(shortage)) {
            try Picture(size: size, limits: limits) { _ in Issue.record("it was filled") }
        }
    }

    @Test("memory that comes back in time is waited for")
    func waiting() throws {
        let calls = Mutex(0)
        let memory = PictureMemory(blockLimit: 4, byteLimit: 1 << 20) { count in
            calls.withLock { calls in
                calls += 1
                return calls < 3 ? nil : UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
            }
        }
        let block = try memory.take(4096)
        memory.give(block, 4096)
        expectEqual(memory.freeByteCount, 4096)
        memory.removeAll()
        expectEqual(memory.freeByteCount, 0)
    }

    private final class Cache: MemoryHolder {
        let asked = Mutex(0)
        func giveWay(_ byteCount: Int) { asked.withLock { $0 += 1 } }
    }
}

@Suite("Memory pressure around the process")
struct MemoryPressureTests {
    private let folder: TemporaryDirectory
    private let start = ContinuousClock.now

    init() throws {
        folder = try TemporaryDirectory()
        try write("MemAvailable:    2000000 kB\n", to: "proc/meminfo")
        try write("0::/box\n", to: "proc/self/cgroup")
        try write("low 0\nhigh 3\nmax 1\noom 0\n", to: "sys/fs/cgroup/box/memory.events")
    }

    private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }
    private var pressure: MemoryPressure { MemoryPressure(KernelFiles(root: folder.path)) }

    @Test("a control group that is held back at its limit is short of memory, until it is not any more")
    func events() throws {
        let pressure = pressure
        expect(!pressure.isShort(at: start))
        try write("low 0\nhigh 3\nmax 2\noom 0\n", to: "sys/fs/cgroup/box/memory.events")
        // The files are not read at every question.
        expect(!pressure.isShort(at: start + .milliseconds(100)))
        expect(pressure.isShort(at: start + .seconds(1)))
        expect(pressure.takeNews())
        expect(!pressure.takeNews())
        expect(!pressure.isShort(at: start + .seconds(2)))
    }

    @Test("tasks that wait for memory are a sign, on the machine and in the group")
    func stalls() throws {
        for file in ["proc/pressure/memory", "sys/fs/cgroup/box/memory.pressure"] {
            try write("some avg10=9.99 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00\n", to: file)
            expect(!pressure.isShort(at: start))
            try write("some avg10=12.50 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00\n", to: file)
            expect(pressure.isShort(at: start))
            try write("", to: file)
        }
    }

    @Test("less than 64 MiB that can be had is a sign")
    func leastFree() throws {
        try write("MemAvailable:    60000 kB\n", to: "proc/meminfo")
        expect(pressure.isShort(at: start))
    }

    @Test("what is lent is looked at however soon it follows, and counts before it is written to")
    func lending() throws {
        try write("MemAvailable:    200000 kB\n", to: "proc/meminfo")
        let pressure = pressure
        expect(!pressure.isShort(at: start))
        try write("MemAvailable:    80000 kB\n", to: "proc/meminfo")
        // Too little and too soon for another look.
        expect(!pressure.isShort(lending: 16 << 20, at: start))
        expect(pressure.isShort(lending: 16 << 20, at: start))
        // The 64 MiB that are wanted at least are there, and nothing is lent.
        expect(!pressure.isShort(at: start + .seconds(1)))
    }

    @Test("under pressure nothing more is kept, caches shrink, and half of the budget is lent")
    func budget() throws {
        try write("some avg10=50.00 avg60=0.00\n", to: "proc/pressure/memory")
        let budget = MemoryBudget(byteCount: 1000, pressure: pressure)
        expect(budget.leaseToKeep(10) == nil)
        let first = budget.lease(400)
        expect(first != nil)
        expect(budget.lease(200) == nil)
        expect(budget.lease(200, inAnyCase: true) != nil)
        let calm = MemoryBudget(byteCount: 1000, pressure: nil)
        expect(calm.leaseToKeep(10) != nil)
        expect(calm.lease(900) != nil)
    }
}

@Suite("Whether a process does anything")
struct IdleMeterTests {
    @Test("computing, reading, writing and paging each count as doing something; clocks do not")
    func looks() {
        var meter = IdleMeter()
        var work = IdleMeter.Work(computing: 1_000_000)
        func idle(after change: (inout IdleMeter.Work) -> Void) -> Int {
            change(&work)
            meter.look(at: work)
            return meter.idleLooks
        }
        expectEqual(idle { _ in }, 0)
        expectEqual(idle { $0.computing += 2000 }, 1)
        expectEqual(idle { $0.bytes += 400 }, 2)
        expectEqual(idle { $0.bytes += 100_000 }, 0)
        expectEqual(idle { _ in }, 1)
        expectEqual(idle { $0.computing += 30_000 }, 0)
        expectEqual(idle { _ in }, 1)
        expectEqual(idle { $0.pages += 1 }, 0)
    }

    @Test("the kernel's account counts what is computed and read")
    func account() throws {
        let account = WorkAccount()
        let before = account.work
        let data = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"))
        let after = account.work
        expect(after.bytes - before.bytes >= data.count)
        expect(after.computing > before.computing)
    }
}
