import Synchronization
import Testing

import FlipbookImaging

@Suite(.timeLimit(.minutes(5))) struct FrameFeederTests {
    @Test("products are delivered in order, each once, however long each takes to make", arguments: [1, 2, 3, 8])
    func order(window: Int) async throws {
        var delivered: [Int] = []
        try await FrameFeeder(window: window).run(
            count: 200,
            make: { index in
                for _ in 0..<(index * 7919 % 13) { await Task.yield() }
                return index * index
            },
            deliver: { index, product in
                #expect(product == index * index)
                delivered.append(index)
            }
        )
        #expect(delivered == Array(0..<200))
    }

    @Test("no more than the window is made ahead of the receiver", arguments: [1, 2, 5])
    func window(size: Int) async throws {
        let made = Mutex(0)
        var delivered = 0
        try await FrameFeeder(window: size).run(
            count: 50,
            make: { _ in made.withLock { $0 += 1 } },
            deliver: { _, _ in
                // A slow receiver: the makers have all the time they want to run ahead.
                for _ in 0..<20 { await Task.yield() }
                #expect(made.withLock { $0 } - delivered <= size)
                delivered += 1
            }
        )
        #expect(delivered == 50)
    }

    @Test("the first error stops everything and comes out")
    func makerFails() async {
        var delivered: [Int] = []
        await #expect(throws: Broken(index: 7)) {
            try await FrameFeeder(window: 4).run(
                count: 1_000_000,
                make: { index in if index == 7 { throw Broken(index: 7) } },
                deliver: { index, _ in delivered.append(index) }
            )
        }
        #expect(delivered == Array(0..<delivered.count))
        // No more than the window is made ahead: when the eighth product was begun, three were in the receiver's hands.
        #expect((3...7).contains(delivered.count))
    }

    @Test("a receiver that refuses stops the makers")
    func receiverFails() async {
        let made = Mutex(0)
        var delivered: [Int] = []
        await #expect(throws: Broken(index: 3)) {
            try await FrameFeeder(window: 2).run(
                count: 1_000_000,
                make: { _ in made.withLock { $0 += 1 } },
                deliver: { index, _ in
                    if index == 3 { throw Broken(index: 3) }
                    delivered.append(index)
                }
            )
        }
        #expect(delivered == [0, 1, 2])
        #expect((4...6).contains(made.withLock { $0 }))
    }

    @Test("cancelling the task stops an endless run")
    func cancellation() async {
        let (started, signal) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await FrameFeeder(window: 2).run(
                count: .max,
                make: { $0 },
                deliver: { index, _ in if index == 10 { signal.finish() } }
            )
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("nothing to make delivers nothing")
    func empty() async throws {
        try await FrameFeeder(window: 4).run(count: 0, make: { $0 }, deliver: { _, _ in Issue.record("delivered") })
    }
}

private struct Broken: Error, Equatable {
    let index: Int
}
