public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
internal import Synchronization

/// A cache of drawn frames, for held drawings and for the next cycles of a sequence.
///
/// Its memory comes from a shared `MemoryBudget`. Sequences are shown in order and repeated. If a sequence is larger than the
/// budget, a cache that evicts the least recently used frame is useless: each frame is evicted just before it is needed again.
/// Therefore, the first frames that fit stay in the cache. The space of one frame is reserved for the newest frame, which a
/// held drawing reuses. With space for m of n frames, m - 1 of them are drawn once, and the others are drawn once per cycle.
///
/// One renderer draws all pictures, so equal lists and targets result in equal pictures. If space is needed, pictures with
/// other sizes and backgrounds are evicted first, beginning with the least recently used, since a view rarely returns to them.
public final class FrameCache: MemoryHolder, Sendable {
    /// The statistics of a cache.
    public struct Statistics: Hashable, Sendable {
        /// The number of drawn frames.
        public var renders = 0
        /// The number of frames that were already cached or being drawn for another task.
        public var hits = 0

        /// Creates statistics with all counts set to 0.
        public init() {}
    }

    private struct Key: Hashable {
        let list: DisplayList
        let target: RenderTarget

        func hasLook(of other: Key) -> Bool {
            target == other.target && list.items.count == other.list.items.count
                && zip(list.items, other.list.items).allSatisfy { $0.hasLook(of: $1) }
        }
    }

    private typealias Outcome = Result<Picture, FrameRenderError>

    private struct State {
        var statistics = Statistics()
        var pictures: [Key: Kept] = [:]
        /// The total size of `pictures`, in bytes. The number is stored, since players read it for every frame.
        var byteCount = 0
        var uses = 0
        /// The picture to evict if there is no space for the next one.
        var newest: Key?
        var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]

        /// Caches `picture`. If there is no other space, it replaces the newest picture.
        /// - Parameter isAlone: A Boolean value that indicates whether the picture may replace only the newest one.
        mutating func keep(_ picture: Picture, for key: Key, in memory: MemoryBudget, isAlone: Bool) {
            if isAlone, let newest { remove(newest) }
            var lease = memory.leaseToKeep(picture.byteCount, isSpare: isAlone)
            if lease == nil, !isAlone, picture.byteCount <= memory.byteCount / 4 * 3 {
                let others = pictures.filter { !$0.key.hasLook(of: key) }
                    .sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
                for other in others where lease == nil {
                    remove(other)
                    lease = memory.leaseToKeep(picture.byteCount)
                }
            }
            if lease == nil, let newest {
                remove(newest)
                lease = memory.leaseToKeep(picture.byteCount)
            }
            newest = nil
            guard let lease else { return }
            uses += 1
            pictures[key] = Kept(picture: picture, lease: lease, lastUse: uses)
            byteCount += picture.byteCount
            newest = key
        }

        mutating func use(_ key: Key) -> Picture? {
            guard pictures[key] != nil else { return nil }
            uses += 1
            statistics.hits += 1
            pictures[key]?.lastUse = uses
            return pictures[key]?.picture
        }

        mutating func remove(_ key: Key) {
            byteCount -= pictures.removeValue(forKey: key)?.picture.byteCount ?? 0
            if newest == key { newest = nil }
        }
    }

    private struct Kept {
        let picture: Picture
        let lease: MemoryBudget.Lease
        var lastUse: Int
    }

    /// The memory budget of the cached pictures.
    public let memory: MemoryBudget
    private let renderer: FrameRenderer
    private let keepsNewestAlone: Bool
    private let state = Mutex(State())

    /// Creates a cache for the pictures that `renderer` draws. Its memory comes from `memory`.
    public convenience init(_ memory: MemoryBudget, renderer: FrameRenderer) {
        self.init(memory, renderer: renderer, keepsNewestAlone: false)
    }

    /// Creates a cache.
    /// - Parameter keepsNewestAlone: A Boolean value that indicates whether only one picture is cached, which leaves the memory
    ///   to other caches. This suits scenes whose composited pictures do not recur before memory is full, although their
    ///   decoded pictures do.
    package init(_ memory: MemoryBudget, renderer: FrameRenderer, keepsNewestAlone: Bool) {
        (self.memory, self.renderer, self.keepsNewestAlone) = (memory, renderer, keepsNewestAlone)
        memory.addCache(self)
    }

    package func giveWay(_ byteCount: Int) {
        // The evicted pictures are returned, so that their memory is released after the lock is.
        _ = state.withLock { state in
            var (victims, freed) = ([Kept](), 0)
            let byUse = state.pictures.sorted { $0.value.lastUse < $1.value.lastUse }
            for (key, kept) in byUse where freed < byteCount {
                state.remove(key)
                victims.append(kept)
                freed += kept.picture.byteCount
            }
            return victims
        }
    }

    /// The current statistics.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// The total size of the cached pictures, in bytes.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns `true` if the picture of a list is cached.
    public func keeps(_ list: DisplayList, for target: RenderTarget) -> Bool {
        state.withLock { $0.pictures[Key(list: list, target: target)] != nil }
    }

    package func keptPicture(of list: DisplayList, for target: RenderTarget) -> Picture? {
        state.withLock { $0.use(Key(list: list, target: target)) }
    }

    /// Returns the picture of a list from the cache, or draws it.
    ///
    /// If another task is already drawing the picture, this task waits for it. Errors are not cached, so the next call draws
    /// the picture again.
    public func picture(of list: DisplayList, for target: RenderTarget) async throws(FrameRenderError) -> Picture {
        let key = Key(list: list, target: target)
        while true {
            let (kept, isOurs) = state.withLock { state -> (Picture?, Bool) in
                if let picture = state.use(key) { return (picture, false) }
                guard state.waiting[key] == nil else { return (nil, false) }
                state.waiting[key] = []
                state.statistics.renders += 1
                return (nil, true)
            }
            if let kept { return kept }
            if isOurs { return try draw(key).get() }
            // There is no outcome if the other task finished before this task could wait. The picture might not be cached, so
            // this task tries again.
            if let outcome = await outcome(of: key) { return try outcome.get() }
        }
    }

    /// Removes the pictures of files that have changed since they were drawn.
    package func removeOutdated(in drawings: DrawingTable) {
        state.withLock { state in
            for key in state.pictures.keys where !key.list.drawings.allSatisfy(drawings.isCurrent) { state.remove(key) }
        }
    }

    /// Removes all pictures, but keeps the statistics.
    public func removeAll() {
        state.withLock { state in for key in state.pictures.keys { state.remove(key) } }
    }

    private func draw(_ key: Key) -> Outcome {
        let outcome = Outcome { () throws(FrameRenderError) in try renderer.picture(of: key.list, for: key.target) }
        let waiting = state.withLock { state in
            if case .success(let picture) = outcome {
                state.keep(picture, for: key, in: memory, isAlone: keepsNewestAlone)
            }
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
        return outcome
    }

    private func outcome(of key: Key) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                guard state.waiting[key] != nil else { return false }
                state.waiting[key]?.append(continuation)
                state.statistics.hits += 1
                return true
            }
            if !isWaiting { continuation.resume(returning: nil) }
        }
    }
}

extension DisplayList.Item {
    fileprivate func hasLook(of other: DisplayList.Item) -> Bool {
        guard case .layer(let layer) = self, case .layer(var other) = other else { return self == other }
        other.contents = layer.contents
        return layer == other
    }
}

extension DisplayList {
    fileprivate var drawings: [Int] {
        items.flatMap { (item) -> [Int] in if case .layer(let layer) = item { layer.contents.drawings } else { [] } }
    }
}
