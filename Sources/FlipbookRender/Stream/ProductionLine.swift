package import FlipbookFiles
import FlipbookImaging
internal import Synchronization

/// Produces items on all cores before the consumer needs them, and returns them in order. It contains all of the renderer's
/// concurrency. The items in production and in the queue are limited in number and in total size, so that producers wait for a
/// slow consumer. At least one item is always produced, regardless of its size. Neighboring items with equal keys are produced
/// once. Only one task may consume from a line at a time.
package final class ProductionLine<Key: Hashable & Sendable, Product: Sendable>: Sendable {
    package struct Order: Sendable {
        package var count: Int?
        /// Returns the key of the product at an index. It is called while the lock is held, so it must be a simple lookup.
        package var key: @Sendable (Int) -> Key
        /// Returns a product that already exists, so that no task is needed. It is called while the lock is held.
        package var ready: @Sendable (Int, Key) -> Product?
        /// Makes the product at an index. Several calls may run at once.
        package var make: @Sendable (Int) async throws -> Product

        package init(
            count: Int?,
            key: @escaping @Sendable (Int) -> Key,
            ready: @escaping @Sendable (Int, Key) -> Product? = { _, _ in nil },
            make: @escaping @Sendable (Int) async throws -> Product
        ) { (self.count, self.key, self.ready, self.make) = (count, key, ready, make) }

        fileprivate func contains(_ index: Int) -> Bool { count.map { (0..<$0).contains(index) } ?? true }
    }

    fileprivate typealias Outcome = Result<Product, any Error>

    fileprivate enum Work {
        case done(Product)
        case task(Task<Outcome, Never>)

        func cancel() { if case .task(let task) = self { task.cancel() } }
    }

    fileprivate struct Slot {
        let serial: Int
        let key: Key
        let work: Work
        let lease: MemoryBudget.Lease?
        var first: Int
        var count = 1
    }

    fileprivate struct State {
        var order: Order
        var window: ProductionWindow
        var stride = 1
        /// The next index, which either starts a new slot or joins the last one.
        var next = 0
        /// The slots, in the order of their indices.
        var slots: [Slot] = []
        /// The last slot passed to the consumer, which uses the slot's memory until the next call.
        var taken: Slot?
        /// The last index passed to the consumer since the last seek, if any.
        var latest: Int?
        var begun = 0
        var isStopped = false
        var waitingForTheEnd: [CheckedContinuation<Void, Never>] = []

        fileprivate var key: Key? { order.contains(next) ? order.key(next) : nil }

        fileprivate mutating func join(_ slot: ProductionLine.Slot) {
            var slot = slot
            (slot.first, slot.count) = (next, 1)
            slots.append(slot)
            next += stride
        }

        /// Takes the next index from the first slot and returns it. Returns `nil` if the first slot has changed in the
        /// meantime.
        fileprivate mutating func handOut(_ serial: Int) -> Int? {
            guard let slot = slots.first, slot.serial == serial else { return nil }
            latest = slot.first
            if slot.count > 1 {
                slots[0].first += stride
                slots[0].count -= 1
            } else {
                taken = slots.removeFirst()
            }
            return slot.first
        }

        fileprivate mutating func restart(at index: Int?, stride: Int?, _ order: ProductionLine.Order?)
            -> [ProductionLine.Slot]
        {
            let former = slots
            self.stride = stride ?? self.stride
            // After a change of direction, the next product is the neighbor of the product that was last passed to the
            // consumer.
            next = index ?? latest.map { $0 + self.stride } ?? slots.first?.first ?? next
            if index != nil { latest = nil }
            slots = []
            self.order = order ?? self.order
            for slot in former {
                guard slot.first == next, key == slot.key else { break }
                join(slot)
                while slots[slots.count - 1].count < slot.count, key == slot.key {
                    slots[slots.count - 1].count += 1
                    next += self.stride
                }
            }
            return Array(former.dropFirst(slots.count))
        }
    }

    private let state: Mutex<State>
    /// The number of products in production. It is stored outside the lock, since the task that fills the line may hold the
    /// lock.
    private let running = Atomic(0)
    private let isEnding = Atomic(false)
    /// The maximum number of indices that join a slot at a time. A drawing may be held for hours.
    private static var longestJoin: Int { 256 }

    /// Creates a line. Production starts with the first request.
    package init(_ order: Order, window: ProductionWindow) { state = Mutex(State(order: order, window: window)) }

    package func start() {
        // Nothing can be produced if there are no threads. ``next()`` reports this.
        if WorkExecutor.shared.threadCount > 0 { state.withLock { fill(&$0) } }
    }

    /// Returns the next product and its index, or `nil` after the last one.
    /// - Throws: The maker's error, a `CancellationError`, or an error if there are no threads. After an error, the line
    ///   continues with the next index.
    package func next() async throws -> (index: Int, product: Product)? {
        while true {
            guard !Task.isCancelled else {
                cancel()
                throw CancellationError()
            }
            try WorkExecutor.shared.requireThreads()
            let (front, isStopped) = state.withLock { state in
                fill(&state)
                return (state.slots.first, state.isStopped)
            }
            guard !isStopped else { throw CancellationError() }
            guard let front else { return nil }
            let outcome: Outcome
            switch front.work {
            case .done(let product): outcome = .success(product)
            case .task(let task):
                outcome = await withTaskCancellationHandler {
                    await task.value
                } onCancel: {
                    cancel()
                }
            }
            // After a seek, the consumer needs a different index.
            guard let index = state.withLock({ state in state.handOut(front.serial) }) else { continue }
            return (index, try outcome.get())
        }
    }

    /// Continues at `index`, possibly with a new stride and a new order. Other products are dropped.
    package func restart(at index: Int? = nil, stride: Int? = nil, _ order: Order? = nil) {
        for slot in state.withLock({ $0.restart(at: index, stride: stride, order) }) { slot.work.cancel() }
    }

    /// Ends the line. The consuming task gets a `CancellationError`.
    package func cancel() {
        let slots = state.withLock { state in
            state.isStopped = true
            return state.slots
        }
        for slot in slots { slot.work.cancel() }
    }

    /// Ends the line, and waits until no product is in production. Makers with side effects require this.
    package func stop() async {
        cancel()
        isEnding.store(true, ordering: .sequentiallyConsistent)
        await withCheckedContinuation { continuation in
            let isAtRest = state.withLock { state in
                let isAtRest = running.load(ordering: .sequentiallyConsistent) == 0
                if !isAtRest { state.waitingForTheEnd.append(continuation) }
                return isAtRest
            }
            if isAtRest { continuation.resume() }
        }
    }

    private func fill(_ state: inout State) {
        if state.slots.isEmpty, let taken = state.taken, state.key == taken.key { state.join(taken) }
        state.taken = nil
        var joined = 0
        while !state.isStopped, let key = state.key, joined < Self.longestJoin {
            if let last = state.slots.last, last.key == key {
                state.slots[state.slots.count - 1].count += 1
                joined += 1
            } else {
                guard state.slots.count < state.window.count else { return }
                let lease = state.window.memory?.lease(state.window.byteCount, inAnyCase: state.slots.isEmpty)
                if lease == nil, state.window.memory != nil { return }
                begin(key, lease, &state)
            }
            state.next += state.stride
        }
    }

    private func begin(_ key: Key, _ lease: MemoryBudget.Lease?, _ state: inout State) {
        let (index, make) = (state.next, state.order.make)
        let work = state.order.ready(index, key).map(Work.done) ?? .task(task(making: index, by: make))
        state.begun += 1
        state.slots.append(Slot(serial: state.begun, key: key, work: work, lease: lease, first: index))
    }

    private func task(making index: Int, by make: @escaping @Sendable (Int) async throws -> Product)
        -> Task<Outcome, Never>
    {
        running.add(1, ordering: .sequentiallyConsistent)
        return Task(executorPreference: WorkExecutor.shared) { [self] () -> Outcome in
            defer { finishOne() }
            guard !Task.isCancelled else { return .failure(CancellationError()) }
            do { return .success(try await make(index)) } catch { return .failure(error) }
        }
    }

    private func finishOne() {
        let left = running.subtract(1, ordering: .sequentiallyConsistent).newValue
        guard left == 0, isEnding.load(ordering: .sequentiallyConsistent) else { return }
        for continuation in state.withLock({ exchange(&$0.waitingForTheEnd, with: []) }) { continuation.resume() }
    }

    /// Passes all products to a function in order, and then ends the line. When this method returns, no product is in
    /// production.
    /// - Throws: The first error of ``next()`` or of `deliver`.
    package func deliver(to deliver: (Int, Product) async throws -> Void) async throws {
        var ending: (any Error)?
        do {
            while let (index, product) = try await next() { try await deliver(index, product) }
        } catch { ending = error }
        await stop()
        if let ending { throw ending }
    }
}

package struct ProductionWindow: Sendable {
    package var count, byteCount: Int
    package var memory: MemoryBudget?

    package init(count: Int, byteCount: Int = 0, memory: MemoryBudget? = nil) {
        (self.count, self.byteCount, self.memory) = (max(1, count), byteCount, memory)
    }

    /// The maximum total size, in bytes, of finished pictures in the queue after the first one. A queue of huge pictures would
    /// not help bridge delays.
    private static let waitingByteCount = 128 << 20

    /// Creates a window for a scene. It has room for one picture per processor and, unless they are huge, for two finished
    /// ones.
    package init(of scene: BoundScene, for target: RenderTarget, memory: MemoryBudget) {
        let drawn = Picture.byteCount(size: target.outputSize, format: target.format)
        self.init(
            count: ProcessorCount.usable + min(2, Self.waitingByteCount / max(1, drawn)),
            byteCount: drawn + scene.largestPicture(isDeep: target.isDrawnDeep),
            memory: memory
        )
    }
}

extension ProductionLine.Order where Key == Int {
    package init(
        count: Int?,
        ready: @escaping @Sendable (Int) -> Product? = { _ in nil },
        make: @escaping @Sendable (Int) async throws -> Product
    ) { self.init(count: count, key: { $0 }, ready: { index, _ in ready(index) }, make: make) }
}
