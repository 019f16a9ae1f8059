package import FlipbookCore
internal import Dispatch
internal import Glibc

/// Files, memory and threads that must be free before work begins that reports no lack of them: without them it fails
/// silently, waits for ever or ends the process. All other work is tried, and reports its own failure.
package struct MachineRoom: Sendable {
    private let files, byteCount, threads: Int
    private let relief: Explanation

    /// Room for so many more open files, bytes and threads at the same time.
    /// - Parameter relief: Advice that needs less memory, the end of a sentence; may be empty.
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
            guard descriptor >= 0 else {
                guard let short = MachineShortage(errno: errno) else { return }
                throw short
            }
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
        // They are all there at the same time, and then gone.
        defer {
            for _ in started { gate.signal() }
            for thread in started { thread.join() }
        }
        while started.count < threads { started.append(try SystemThread { gate.wait() }) }
    }
}

// The needs of libraries that report no lack, measured.
extension MachineRoom {
    /// The language's own libraries, which end the process where they get no file.
    package static let language = MachineRoom(files: 7)

    /// The loader, fontconfig and GStreamer, which go on without: a picture would lack its texts or its profile, and a library
    /// that is installed would be called missing.
    package static let libraries = MachineRoom(files: libraryFiles)

    /// A command: the libraries, and the threads of an executor, of GStreamer and of the language's own pool, which waits for
    /// ever where it gets none, and hears no signal then.
    ///
    /// An export to H.264 on two processors needs 14 threads. A machine with many is not asked for all of theirs.
    package static let command = MachineRoom(files: libraryFiles, threads: min(3 * ProcessorCount.usable + 8, 32))

    /// 7 for the language, 16 with a video. Each thread has a frame's file open, too.
    private static var libraryFiles: Int { 18 + min(ProcessorCount.usable, 32) }

    /// So many pipelines that write, each with its bus, its clock and its sinks. An element that gets no file says no more than
    /// that it failed, or waits for itself for ever, as the muxer of MP4 does.
    package static func pipelines(_ count: Int) -> MachineRoom { MachineRoom(files: 10 * count, bytes: pipelineBytes) }

    /// A pipeline that shows. A sink that gets no file to talk to its window system through says nothing of that.
    package static let display = MachineRoom(files: 8, bytes: pipelineBytes)

    /// GLib without memory calls itself until the stack ends, and no message can be printed any more.
    private static let pipelineBytes = 80 << 20

    /// The decoders of videos. Without them GStreamer calls plugins missing that are there, and GLib ends the process.
    ///
    /// The plugins and libraries of an H.264 film take 240 MB of addresses, those of all codecs 270.
    package static func videos(areLoaded: Bool) -> MachineRoom { MachineRoom(bytes: (areLoaded ? 40 : 280) << 20) }

    /// So many threads of a decoder that waits for ever for one that found no room for its stack, or ends the process.
    package static func stacks(_ count: Int) -> MachineRoom { MachineRoom(bytes: count * SystemThread.stackByteCount) }

    /// A file in memory, since an array that gets none ends the process.
    package static func file(_ capacity: Int) -> MachineRoom {
        MachineRoom(bytes: capacity, relief: MachineShortage.fewerPictures)
    }
}
