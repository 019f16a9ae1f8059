import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Synchronization
import Testing

@Suite("A line that delivers its products", .hangLimit) struct DeliveringLineTests {
    /// Makes products and delivers each.
    private func deliver<Product: Sendable>(
        window: Int,
        count: Int?,
        make: @escaping @Sendable (Int) async throws -> Product,
        to deliver: (Int, Product) async throws -> Void
    ) async throws {
        let line = ProductionLine<Int, Product>(
            .init(count: count, make: make),
            window: ProductionWindow(count: window)
        )
        try await line.deliver(to: deliver)
    }

    @Test("products are delivered in order, each once, however long each takes to make", arguments: [1, 2, 3, 8])
    func order(window: Int) async throws {
        var delivered: [Int] = []
        try await deliver(
            window: window,
            count: 200,
            make: { index in
                for _ in 0..<(index * 7919 % 13) { await Task.yield() }
                return index * index
            },
            to: { index, product in
                expectEqual(product, index * index)
                delivered.append(index)
            }
        )
        expectEqual(delivered, Array(0..<200))
    }

    @Test("no more than the window is made ahead of the receiver", arguments: [1, 2, 5])
    func window(size: Int) async throws {
        let made = Mutex(0)
        var delivered = 0
        try await deliver(
            window: size,
            count: 50,
            make: { _ in made.withLock { $0 += 1 } },
            to: { _, _ in
                // A slow receiver: the makers have all the time they want to run ahead.
                for _ in 0..<20 { await Task.yield() }
                expect(made.withLock { $0 } - delivered <= size)
                delivered += 1
            }
        )
        expectEqual(delivered, 50)
    }

    @Test("the first error stops everything and comes out")
    func makerFails() async {
        var delivered: [Int] = []
        await #expect(throws: Broken(index: 7)) {
            try await deliver(
                window: 4,
                count: 1_000_000,
                make: { index in if index == 7 { throw Broken(index: 7) } },
                to: { index, _ in delivered.append(index) }
            )
        }
        expectEqual(delivered, Array(0..<delivered.count))
        // No more than the window is made ahead: when the eighth product was begun, three were in the receiver's hands.
        expect((3...7).contains(delivered.count))
    }

    @Test("a receiver that refuses stops the makers")
    func receiverFails() async {
        let made = Mutex(0)
        var delivered: [Int] = []
        await #expect(throws: Broken(index: 3)) {
            try await deliver(
                window: 2,
                count: 1_000_000,
                make: { _ in made.withLock { $0 += 1 } },
                to: { index, _ in
                    if index == 3 { throw Broken(index: 3) }
                    delivered.append(index)
                }
            )
        }
        expectEqual(delivered, [0, 1, 2])
        expect((4...6).contains(made.withLock { $0 }))
    }

    @Test("cancelling the task stops an endless run")
    func cancellation() async {
        let (started, signal) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await deliver(
                window: 2,
                count: nil,
                make: { $0 },
                to: { index, _ in if index == 10 { signal.finish() } }
            )
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("nothing to make delivers nothing")
    func empty() async throws {
        try await deliver(window: 4, count: 0, make: { $0 }, to: { _, _ in Issue.record("delivered") })
    }
}

private struct Broken: Error, Equatable {
    let index: Int
}
