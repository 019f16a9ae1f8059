package import FlipbookFiles
import FlipbookImaging
internal import Synchronization

/// Makes products on all cores, ahead of the task that takes them, and hands them out in order: the one concurrent place.
/// The pictures in the making or waiting are bounded in number and in bytes, so a slow taker holds the makers back;
/// one product is always made, however large. Neighbors with equal keys are one product. Only one task takes from a line
/// at a time.
package final class ProductionLine<Key: Hashable & Sendable, Product: Sendable>: Sendable {
    package struct Order: Sendable {
        /// The number of products there are, or `nil` for no end.
        package var count: Int?
        /// The key of the product at an index. It is asked in the lock, so it only looks things up.
        package var key: @Sendable (Int) -> Key
        /// The product of an index where it takes no time, since it is there already: no task is begun for it then. It is
        /// asked in the lock, too.
        package var ready: @Sendable (Int, Key) -> Product?
        /// Makes the product of an index; runs concurrently with itself.
        package var make: @Sendable (Int) async throws -> Product

        package init(
            count: Int?,
            key: @escaping @Sendable (Int) -> Key,
            ready: @escaping @Sendable (Int, Key) -> Product? = { _, _ in nil },
            make: @escaping @Sendable (Int) async throws -> Product
        ) {
            (self.count, self.key, self.ready, self.make) = (count, key, ready, make)
        }

        fileprivate func contains(_ index: Int) -> Bool { count.map { (0..<$0).contains(index) } ?? true }
    }

    fileprivate typealias Outcome = Result<Product, any Error>

    /// The making of a product.
    fileprivate enum Work {
        case done(Product)
        case task(Task<Outcome, Never>)

        func cancel() { if case .task(let task) = self { task.cancel() } }
    }

    /// A product that was begun, and the indices that it is handed out for.
    fileprivate struct Slot {
        /// Counts the slots of the line.
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
        /// The index that is begun next, or joined with the slot before.
        var next = 0
        /// From the one that is handed out next to the latest.
        var slots: [Slot] = []
        /// The slot of what was handed out last, once it is used up: its memory is the taker's until the next call.
        var taken: Slot?
        /// The product that was handed out last since the last seek, or `nil` if nothing was.
        var latest: Int?
        var begun = 0
        var isStopped = false
        var waitingForTheEnd: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    /// The number of products in the making. Not in the lock: a maker that is done does not wait for the one that fills it.
    private let running = Atomic(0)
    /// A Boolean value that tells whether ``stop()`` waits for the last maker.
    private let isEnding = Atomic(false)
    /// The most indices that join a slot at a time: a drawing may be held for hours.
    private static var longestJoin: Int { 256 }

    /// A line that begins nothing before something is asked for.
    package init(_ order: Order, window: ProductionWindow) { state = Mutex(State(order: order, window: window)) }

    /// Begins what there is room for, before something is asked for.
    package func start() {
        // Without a thread nothing would be made; ``next()`` says so.
        if WorkExecutor.shared.threadCount > 0 { state.withLock { fill(&$0) } }
    }

    /// The next product and its index, in order, or `nil` after the last.
    /// - Throws: The error of its maker, a `CancellationError`, or a `MachineShortage` if there is no thread. After a failure
    ///   the line goes on with the index after it.
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
            // After a seek meanwhile another one is wanted.
            guard let index = state.withLock({ state in state.handOut(front.serial) }) else { continue }
            return (index, try outcome.get())
        }
    }

    /// Goes on at `index`, every `stride`th from there, perhaps with another order. What was begun for other indices or
    /// keys is dropped; what is still wanted, in its turn, is kept.
    package func restart(at index: Int? = nil, stride: Int? = nil, _ order: Order? = nil) {
        let dropped = state.withLock { $0.restart(at: index, stride: stride, order) }
        for slot in dropped { slot.work.cancel() }
    }

    /// Ends the line: the task that takes gets a `CancellationError`.
    package func cancel() {
        let slots = state.withLock { state in
            state.isStopped = true
            return state.slots
        }
        for slot in slots { slot.work.cancel() }
    }

    /// Ends the line and waits until nothing is in the making, for makers that leave something behind.
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
        // The taker is back, and has done with it.
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

    private func task(
        making index: Int,
        by make: @escaping @Sendable (Int) async throws -> Product
    ) -> Task<Outcome, Never> {
        running.add(1, ordering: .sequentiallyConsistent)
        return Task(executorPreference: WorkExecutor.shared) { [self] () -> Outcome in
            defer { finishOne() }
            guard !Task.isCancelled else { return .failure(CancellationError()) }
            do {
                return .success(try await make(index))
            } catch {
                return .failure(error)
            }
        }
    }

    private func finishOne() {
        let left = running.subtract(1, ordering: .sequentiallyConsistent).newValue
        guard left == 0, isEnding.load(ordering: .sequentiallyConsistent) else { return }
        let waiting = state.withLock { state in
            defer { state.waitingForTheEnd = [] }
            return state.waitingForTheEnd
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension ProductionLine.State {
    /// The key of what is begun next; `nil` after the last.
    fileprivate var key: Key? { order.contains(next) ? order.key(next) : nil }

    /// Hands a slot out for the next index too.
    fileprivate mutating func join(_ slot: ProductionLine.Slot) {
        var slot = slot
        (slot.first, slot.count) = (next, 1)
        slots.append(slot)
        next += stride
    }

    /// The index that the foremost slot is handed out for, or `nil` if that is another slot meanwhile.
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

    /// Returns the slots that are wanted no more.
    fileprivate mutating func restart(
        at index: Int?,
        stride: Int?,
        _ order: ProductionLine.Order?
    ) -> [ProductionLine.Slot] {
        let former = slots
        self.stride = stride ?? self.stride
        // In another direction, what follows is beside what was handed out last, not what was begun after it.
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

/// The limit of what a ``ProductionLine`` has in the making or waiting.
package struct ProductionWindow: Sendable {
    /// Products.
    package var count: Int
    /// Bytes that one product takes, with what it takes to make it.
    package var byteCount: Int
    /// The source of the bytes, or `nil` if only the number counts.
    package var memory: MemoryBudget?

    /// A window of at least one product.
    package init(count: Int, byteCount: Int = 0, memory: MemoryBudget? = nil) {
        self.count = max(1, count)
        (self.byteCount, self.memory) = (byteCount, memory)
    }

    /// The bytes of finished pictures that wait for their turn, beside the first: more of huge ones would cost memory
    /// and save nothing, since making one takes longer than any delay that they could even out.
    private static let waitingByteCount = 128 << 20

    /// As many pictures of a scene as all processors make, each with its own memory and that of its file's picture, and two
    /// more that are done, unless they are huge.
    package init(of scene: BoundScene, for target: RenderTarget, memory: MemoryBudget) {
        let drawn = Picture.byteCount(size: target.outputSize, format: target.format)
        self.init(
            count: ProcessorCount.usable + min(2, Self.waitingByteCount / max(1, drawn)),
            byteCount: drawn + scene.largestPicture(isDeep: target.isDrawnDeep),
            memory: memory
        )
    }
}

extension ProductionLine {
    /// Hands each product to a function in its turn, and ends the line. Nothing is in the making any more when it returns.
    /// - Throws: The first error of ``next()`` or of `deliver`.
    package func deliver(to deliver: (Int, Product) async throws -> Void) async throws {
        var ending: (any Error)?
        do {
            while let (index, product) = try await next() { try await deliver(index, product) }
        } catch {
            ending = error
        }
        await stop()
        if let ending { throw ending }
    }
}

extension ProductionLine.Order where Key == Int {
    /// Products each of which is another, for a function that takes them in order.
    package init(
        count: Int?,
        ready: @escaping @Sendable (Int) -> Product? = { _ in nil },
        make: @escaping @Sendable (Int) async throws -> Product
    ) {
        self.init(count: count, key: { $0 }, ready: { index, _ in ready(index) }, make: make)
    }
}
