import GStreamer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct PipelineTests {
    private let caps = Caps(
        .raw(.gray8, colorimetry: nil),
        width: 4,
        height: 4,
        rateNumerator: 24000,
        rateDenominator: 1001
    )

    @Test("frames come out in order with the times they went in with")
    func timesSurvive() async throws {
        let source = try AppSource(caps: caps, queueLength: 2)
        let sink = try AppSink()
        let pipeline = try Pipeline(linking: [source.element, sink.element])
        try pipeline.change(to: .playing)
        let times: [Int64] = [0, 41_708_333, 83_416_666, 125_125_000]
        async let pushing: Void = {
            for time in times { _ = await source.push(Memory(byteCount: 16).buffer(at: time)) }
            await source.endStream()
        }()
        var found: [Int64?] = []
        while let packet = await sink.next() {
            #expect(packet.byteCount == 16)
            #expect(packet.duration == 41_708_333)
            #expect(packet.mediaType == "video/x-raw")
            #expect(packet.size?.width == 4)
            #expect(packet.size?.height == 4)
            found.append(packet.shownTime)
        }
        await pushing
        #expect(found == times)
    }

    @Test("lent memory is given back exactly once, whether its frame arrived or was refused")
    func memoryComesBack() async throws {
        let released = Counter()
        do {
            let source = try AppSource(caps: caps, queueLength: 2)
            let sink = try AppSink()
            let pipeline = try Pipeline(linking: [source.element, sink.element])
            try pipeline.change(to: .playing)
            for time in 0..<3 { #expect(await source.push(Memory(byteCount: 16, released).buffer(at: Int64(time)))) }
            await source.endStream()
            while await sink.next() != nil {}
            pipeline.stop()
            #expect(await !source.push(Memory(byteCount: 16, released).buffer(at: 9)))
        }
        #expect(released.count == 4)
    }

    @Test("stopping the pipeline answers a task that waits to push")
    func stopUnblocks() async throws {
        let source = try AppSource(caps: caps, queueLength: 1)
        let sink = try Element("fakesink")
        let pipeline = try Pipeline(linking: [source.element, sink])
        // Paused, the sink takes one frame and no more.
        try pipeline.change(to: .paused)
        async let pushing: Int = {
            var taken = 0
            while await source.push(Memory(byteCount: 16).buffer(at: Int64(taken))) { taken += 1 }
            return taken
        }()
        // The third push at the latest has to wait; let it.
        while pipeline.position == nil { await Task.yield() }
        pipeline.stop()
        #expect(await pushing <= 3)
    }

    @Test(
        "an element's failure arrives as a message that says what kind it is; a name is taken as it is, or read as gst-launch does",
        arguments: [("/nowhere/\"quoted\" name.mp4", true), (#""/nowhere/\"quoted\"\040name.mp4""#, false)]
    )
    func failure(location: String, isVerbatim: Bool) async throws {
        let source = try Element("filesrc")
        try source.set("location", parsing: location, isVerbatim: isVerbatim)
        let pipeline = try Pipeline(linking: [source, try Element("fakesink")])
        #expect(throws: GStreamerError.stateChange(to: "playing")) { try pipeline.change(to: .playing) }
        for await message in pipeline.messages {
            guard case .error(let error) = message else { continue }
            #expect(error.details.contains("/nowhere/\"quoted\" name.mp4"))
            #expect(error.kind == .cannotOpen)
            break
        }
    }

    @Test("the messages of a pipeline that refuses to start end, whether it said why or not")
    func refusalEnds() async throws {
        let sink = try Element("fakesink")
        try sink.set("state-error", parsing: "ready-to-paused")
        let pipeline = try Pipeline(linking: [try AppSource(caps: caps, queueLength: 1).element, sink])
        #expect(throws: GStreamerError.stateChange(to: "playing")) { try pipeline.change(to: .playing) }
        var count = 0
        for await _ in pipeline.messages { count += 1 }
        #expect(count <= 2)
    }

    @Test("two elements without a format in common are an error that names both")
    func cannotLink() throws {
        #expect(throws: GStreamerError.cannotLink(from: "fakesink", to: "fakesrc")) {
            try Pipeline(linking: [try Element("fakesink"), try Element("fakesrc")])
        }
    }

    @Test("no order of calls is wrong: a buffer may be the first thing of GStreamer that is made")
    func bufferFirst() {
        let released = Counter()
        do { _ = Memory(byteCount: 16, released).buffer(at: 0) }
        #expect(released.count == 1)
    }
}

/// Counts from any thread.
private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func increment() { value.withLock { $0 += 1 } }
}

/// Bytes that tell when they are freed.
private final class Memory: Sendable {
    // The one reason for the escape: the address never changes, and the bytes are written before anyone else has them.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    private let released: Counter?

    init(byteCount: Int, _ released: Counter? = nil) {
        bytes = .allocate(byteCount: byteCount, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 7)
        self.released = released
    }

    deinit {
        bytes.deallocate()
        released?.increment()
    }

    func buffer(at time: Int64) -> Buffer {
        Buffer(lending: UnsafeRawBufferPointer(bytes), keeping: self, presentationTime: time, duration: 41_708_333)
    }
}
