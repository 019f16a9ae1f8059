import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Synchronization
import Testing

@Suite("A line of products", .hangLimit) struct ProductionLineTests {
    private typealias Line = ProductionLine<Int, Int>

    /// What was made, by index.
    private final class Made: Sendable {
        let indices = Mutex<[Int]>([])
        var count: Int { indices.withLock { $0.count } }
        func add(_ index: Int) { indices.withLock { $0.append(index) } }
    }

    /// A line whose product is ten times the key, and an index's key that divided by `hold`.
    private func line(_ count: Int?, hold: Int = 1, window: ProductionWindow = .init(count: 4), _ made: Made) -> Line {
        Line(Self.order(count, hold: hold, made), window: window)
    }

    private static func order(_ count: Int?, hold: Int = 1, from base: Int = 0, _ made: Made) -> Line.Order {
        Line.Order(count: count, key: { base + ($0 >= 0 ? $0 / hold : ($0 - hold + 1) / hold) }) {
            index throws(Broken) in
            made.add(index)
            if index == 13 { throw Broken(index: 13) }
            return 10 * (base + (index >= 0 ? index / hold : (index - hold + 1) / hold))
        }
    }

    @Test("neighbors with one key are made once, with any window", arguments: [1, 2, 5])
    func joined(window: Int) async throws {
        let made = Made()
        let line = line(12, hold: 3, window: .init(count: window), made)
        var found: [Int] = []
        while let (index, product) = try await line.next() {
            expectEqual(index, found.count)
            found.append(product)
        }
        expectEqual(found, [0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30])
        expectEqual(made.indices.withLock { $0.sorted() }, [0, 3, 6, 9])
    }

    @Test("a line that is started makes what it has room for, and hands it out like any other")
    func started() async throws {
        let made = Made()
        let line = line(6, made)
        line.start()
        while made.count < 4 { await Task.yield() }
        var found: [Int] = []
        while let (_, product) = try await line.next() { found.append(product) }
        expectEqual(found, [0, 10, 20, 30, 40, 50])
        expectEqual(made.count, 6)
    }

    @Test("a drawing that is held for very long is made once")
    func longHold() async throws {
        let made = Made()
        let line = line(5_000, hold: 4_000, made)
        var count = 0
        while try await line.next() != nil { count += 1 }
        expectEqual(count, 5_000)
        expectEqual(made.count, 2)
    }

    @Test("what is there already is handed out in its turn, and is not made")
    func ready() async throws {
        let (made, memory) = (Made(), MemoryBudget.fixed(1_000))
        var order = Self.order(12, made)
        order.ready = { index, key in index % 3 == 0 ? nil : -key }
        let line = Line(order, window: .init(count: 4, byteCount: 300, memory: memory))
        var found: [Int] = []
        while let (_, product) = try await line.next() { found.append(product) }
        expectEqual(found, [0, -1, -2, 30, -4, -5, 60, -7, -8, 90, -10, -11])
        expectEqual(made.indices.withLock { $0.sorted() }, [0, 3, 6, 9])
        expectEqual(memory.freeByteCount, 1_000)
    }

    @Test("what is in the making is bounded in bytes; the memory comes back")
    func bytes() async throws {
        let (made, memory) = (Made(), MemoryBudget.fixed(1_000))
        let line = line(50, window: .init(count: 64, byteCount: 300, memory: memory), made)
        for taken in 0..<12 {
            try await expectEqual(line.next()?.index, taken)
            for _ in 0..<20 { await Task.yield() }
            // Three fit, and the one that was taken is one of them.
            expect(made.count <= taken + 3)
            expect(memory.freeByteCount >= 0)
        }
        await line.stop()
    }

    @Test("a product that needs more than there is goes through, one at a time")
    func larger() async throws {
        let (made, memory) = (Made(), MemoryBudget.fixed(1_000))
        let line = line(10, window: .init(count: 64, byteCount: 5_000, memory: memory), made)
        for taken in 0..<10 {
            try await expectEqual(line.next()?.product, taken * 10)
            for _ in 0..<20 { await Task.yield() }
            expectEqual(made.count, taken + 1)
        }
        try await expect(line.next() == nil)
        expectEqual(memory.freeByteCount, 1_000)
    }

    @Test("two lines share one budget, and both go on, also when others hold all of it")
    func shared() async throws {
        let (made, memory) = (Made(), MemoryBudget.fixed(1_000))
        let kept = memory.lease(1_000)
        let window = ProductionWindow(count: 8, byteCount: 400, memory: memory)
        let (first, second) = (line(10, window: window, made), line(10, window: window, made))
        for index in 0..<10 {
            try await expectEqual(first.next()?.index, index)
            try await expectEqual(second.next()?.index, index)
        }
        expectEqual(kept?.byteCount, 1_000)
    }

    @Test("a failure comes in its turn, and the line goes on after it")
    func failure() async throws {
        let line = line(16, Made())
        for index in 0..<13 { try await expectEqual(line.next()?.index, index) }
        do {
            _ = try await line.next()
            Issue.record("13 was made")
        } catch let error as Broken {
            expectEqual(error, Broken(index: 13))
        }
        try await expectEqual(line.next()?.index, 14)
        try await expectEqual(line.next()?.index, 15)
        try await expect(line.next() == nil)
    }

    @Test("a seek drops what was asked for before, and a stride leaves out what lies between")
    func seeking() async throws {
        let line = line(100, Made())
        try await expectEqual(line.next()?.index, 0)
        line.restart(at: 50)
        try await expectEqual(line.next()?.index, 50)
        line.restart(stride: 3)
        // A stride counts from what was handed out last.
        try await expectEqual(line.next()?.index, 53)
        try await expectEqual(line.next()?.index, 56)
        line.restart(at: 4, stride: -2)
        try await expectEqual(line.next()?.index, 4)
        try await expectEqual(line.next()?.index, 2)
        try await expectEqual(line.next()?.index, 0)
        try await expect(line.next() == nil)
    }

    @Test("another order keeps what has the same keys")
    func replacing() async throws {
        let (made, other) = (Made(), Made())
        let line = line(nil, hold: 2, made)
        for index in 0..<3 { try await expectEqual(line.next()?.index, index) }
        line.restart(Self.order(nil, hold: 2, other))
        for index in 3..<8 { try await expectEqual(line.next()?.product, index / 2 * 10) }
        // Keys 1 to 4 were in the making before.
        expect(other.indices.withLock { $0.allSatisfy { $0 >= 10 } })
        line.restart(Self.order(nil, hold: 2, from: 100, other))
        try await expectEqual(line.next()?.product, 1_040)
    }

    @Test("stopping waits until nothing is in the making, and nothing is handed out any more")
    func stopping() async throws {
        let running = Mutex(0)
        let line = Line(
            Line.Order(count: nil, key: { $0 }) { index throws(Broken) in
                running.withLock { $0 += 1 }
                for _ in 0..<50 { await Task.yield() }
                running.withLock { $0 -= 1 }
                return index
            },
            window: ProductionWindow(count: 4)
        )
        _ = try await line.next()
        await line.stop()
        expectEqual(running.withLock { $0 }, 0)
        await #expect(throws: CancellationError.self) { try await line.next() }
    }
}

private struct Broken: Error, Equatable {
    let index: Int
}
