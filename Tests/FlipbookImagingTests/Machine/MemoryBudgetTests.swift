import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Synchronization
import Testing

@Suite("Memory that pictures share while they are looked at")
struct MemoryBudgetTests {
    @Test("no more is lent at a time than there is, and all of it comes back")
    func shared() async throws {
        let budget = MemoryBudget.fixed(100)
        let inUse = Mutex((now: 0, most: 0))
        _ = try await WorkExecutor.mapInChunks(Array(0..<400), chunkLength: 1) { number in
            let share = 1 + number * 37 % 100
            budget.withRoom(for: share) {
                inUse.withLock { use in
                    use.now += share
                    use.most = max(use.most, use.now)
                }
                inUse.withLock { $0.now -= share }
            }
        }
        expect(inUse.withLock { $0.most } <= 100)
        expectEqual(inUse.withLock { $0.now }, 0)
        expectEqual(budget.freeByteCount, 100)
    }

    @Test("who asks for more than there is gets all of it, and who asks for nothing does not wait")
    func extremes() {
        let budget = MemoryBudget.fixed(100)
        budget.withRoom(for: .max) {
            expectEqual(budget.freeByteCount, 0)
            budget.withRoom(for: 0) { expectEqual(budget.freeByteCount, 0) }
            budget.withRoom(for: -1) { expectEqual(budget.freeByteCount, 0) }
        }
        expectEqual(budget.freeByteCount, 100)
    }

    @Test("a lease comes at once or not at all, but in any case for the picture that nothing goes on without")
    func leases() throws {
        let budget = MemoryBudget.fixed(100)
        var first = budget.lease(70)
        expectEqual(first?.byteCount, 70)
        expect(budget.lease(31) == nil)
        let second = try require(budget.lease(500, inAnyCase: true))
        expectEqual(budget.freeByteCount, -470)
        expect(budget.lease(1) == nil)
        first = nil
        expectEqual(budget.freeByteCount, -400)
        expectEqual(second.byteCount, 500)
    }

    @Test("what is kept for later leaves a quarter to what is in the making")
    func keeping() throws {
        let budget = MemoryBudget.fixed(100)
        let kept = try require(budget.leaseToKeep(75))
        expect(budget.leaseToKeep(1) == nil)
        let inTheMaking = budget.lease(25)
        expect(inTheMaking != nil)
        expectEqual(budget.freeByteCount, 0)
        expectEqual(kept.byteCount, 75)
    }

    @Test("room comes back where the work fails")
    func failure() {
        struct Failed: Error {}
        let budget = MemoryBudget.fixed(100)
        #expect(throws: Failed.self) { try budget.withRoom(for: 60) { throw Failed() } }
        expectEqual(budget.freeByteCount, 100)
    }

    @Test("a picture larger than all of the budget is refused by its size, the others are looked at")
    func refusal() async throws {
        let folder = try TemporaryDirectory()
        let sizes = [(40, 30), (50, 30), (10, 10)]
        for (index, size) in sizes.enumerated() {
            let rows = [UInt8](repeating: 7, count: size.0 * size.1 * 4)
            try folder.write(PNGWriter(width: size.0, height: size.1).file(rows: rows), to: "\(index).png")
        }
        let paths = sizes.indices.map { folder.file("\($0).png") }
        let budget = MemoryBudget.fixed(40 * 30 * 4)
        let found = try await PictureFacts.readAll(paths, within: budget)
        expectEqual(found.map { (try? $0.get())?.size.width }, [40, nil, 10])
        #expect(throws: ImageError.self) { try found[1].get() }
        guard case .failure(let error) = found[1], case .tooLarge(let reason) = error.reason else {
            Issue.record("\(found[1])")
            return
        }
        expect(reason.contains("50x30"))
        expectEqual(budget.freeByteCount, 40 * 30 * 4)
    }

    @Test("the default share is a picture of the largest size, or less on a small machine")
    func share() {
        expect((1...(1 << 30)).contains(MemoryBudget.forPictures))
    }
}
