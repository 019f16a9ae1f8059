package import FlipbookCore
internal import Dispatch
internal import Glibc

/// Files, memory, and threads that must be available for work that does not report a shortage. Such work would fail silently,
/// hang, or end the process. Other work is simply attempted, and reports its own failure.
package struct MachineRoom: Sendable {
    private let files, byteCount, threads: Int
    private let relief: Explanation

    /// Creates requirements for free files, bytes, and threads.
    /// - Parameter relief: Advice for using less memory, as the end of a sentence. It can be empty.
    package init(files: Int = 0, bytes: Int = 0, threads: Int = 0, relief: Explanation = "") {
        (self.files, byteCount, self.threads, self.relief) = (files, bytes, threads, relief)
    }

    package func check() throws(MachineShortage) {
        try checkFiles()
        try Self.checkAddresses(byteCount, relief)
        try checkThreads()
    }

    private func checkFiles() throws(MachineShortage) {
        var opened: [Int32] = []
        defer { opened.forEach { close($0) } }
        while opened.count < files {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
            if descriptor < 0, let error = MachineShortage(errno: errno) { throw error }
            guard descriptor >= 0 else { return }
            opened.append(descriptor)
        }
    }

    private static func checkAddresses(_ count: Int, _ relief: Explanation = "") throws(MachineShortage) {
        guard count > 0 else { return }
        let room = mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard room != MAP_FAILED else { throw .memory(count, left: FreeMemory().addresses, relief: relief) }
        munmap(room, count)
    }

    private func checkThreads() throws(MachineShortage) {
        try Self.checkAddresses(threads * SystemThread.stackByteCount)
        let gate = DispatchSemaphore(value: 0)
        var started: [SystemThread] = []
        defer {
            for _ in started { gate.signal() }
            for thread in started { thread.join() }
        }
        while started.count < threads { started.append(try SystemThread { gate.wait() }) }
    }

    /// The Swift runtime, which ends the process if it cannot open files.
    package static let language = MachineRoom(files: 7)

    /// The loader, fontconfig, and GStreamer, which do not report failures. After a failure, a picture would lack its text or
    /// its profile, or an installed library would be reported as missing.
    package static let libraries = MachineRoom(files: libraryFiles)

    /// The requirements of a command: the libraries, and the threads for an executor, for GStreamer, and for Swift's own pool.
    /// If the pool has no threads, the command hangs and ignores signals. An H.264 export on two processors needs 14 threads.
    package static let command = MachineRoom(files: libraryFiles, threads: min(3 * ProcessorCount.usable + 8, 32))

    /// The runtime needs 7 files, or 16 with a video. Each thread also opens a frame's file.
    private static var libraryFiles: Int { 18 + min(ProcessorCount.usable, 32) }

    /// Pipelines that write files, each with a bus, a clock, and sinks. An element that cannot open files fails or hangs.
    package static func pipelines(_ count: Int) -> MachineRoom { MachineRoom(files: 10 * count, bytes: pipelineBytes) }

    /// A pipeline that displays frames. A sink that cannot connect to its window system does not report the failure.
    package static let display = MachineRoom(files: 8, bytes: pipelineBytes)

    /// If memory is exhausted, GLib recurses until the stack overflows, and no message can be printed.
    private static let pipelineBytes = 80 << 20

    /// Video decoders. If memory is exhausted, GStreamer reports installed plugins as missing, and GLib ends the process. The
    /// plugins and libraries for an H.264 video take 240 MB of address space; those for all codecs take 270 MB.
    package static func videos(areLoaded: Bool) -> MachineRoom { MachineRoom(bytes: (areLoaded ? 40 : 280) << 20) }

    /// The threads of a decoder that hangs or ends the process if a stack cannot be allocated.
    package static func stacks(_ count: Int) -> MachineRoom { MachineRoom(bytes: count * SystemThread.stackByteCount) }

    /// Memory for the contents of a file, since a failed array allocation ends the process.
    package static func file(_ capacity: Int) -> MachineRoom {
        MachineRoom(bytes: capacity, relief: MachineShortage.fewerPictures)
    }
}
