import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Glibc
import Synchronization
import Testing

@Suite("Calls that nothing stops", .hangLimit) struct BoundedCallsTests {
    /// What a call waits for without giving up its processor.
    private final class Flag: Sendable {
        private let isSet = Atomic(false)

        func set() { isSet.store(true, ordering: .relaxed) }

        func wait() {
            while !isSet.load(ordering: .relaxed) { usleep(10_000) }
        }

        func spin() {
            while !isSet.load(ordering: .relaxed) {}
        }
    }

    @Test("a call gives its value, and its thread takes the next one")
    func done() throws {
        let calls = BoundedCalls()
        guard case .done(let first) = try calls.run(for: .seconds(60), { pthread_self() }),
            case .done(let second) = try calls.run(for: .seconds(60), { pthread_self() })
        else { throw Unexpected() }
        expectEqual(first, second)
        expect(first != pthread_self())
    }

    @Test("a call that waits may take longer than its time of a processor, but not five times as long")
    func waiting() throws {
        let calls = BoundedCalls()
        guard
            case .done(7) = try calls.run(
                for: .seconds(1),
                {
                    usleep(1_200_000)
                    return 7
                }
            )
        else { throw Unexpected() }
        let flag = Flag()
        defer { flag.set() }
        guard case .leftBehind = try calls.run(for: .milliseconds(20), { flag.wait() }) else { throw Unexpected() }
    }

    @Test("a call that takes too long goes on by itself, and none is begun while as many do as may")
    func leftBehind() throws {
        let calls = BoundedCalls(mostLeftBehind: 1)
        let flag = Flag()
        defer { flag.set() }
        guard case .leftBehind = try calls.run(for: .milliseconds(20), { flag.spin() }) else { throw Unexpected() }
        guard case .tooMany = try calls.run(for: .seconds(60), { 1 }) else { throw Unexpected() }
        flag.set()
        while true {
            switch try calls.run(for: .seconds(60), { 2 }) {
            case .done(let value): return expectEqual(value, 2)
            case .leftBehind: throw Unexpected()
            case .tooMany: usleep(10_000)
            }
        }
    }

    private struct Unexpected: Error {}
}
