public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
internal import Synchronization

/// Drawn frames, kept for when they are shown again: held drawings, and the next cycles of a sequence.
///
/// Its memory is a `MemoryBudget`'s, which it shares. Sequences are shown in order and over again. There, a cache that throws
/// out what was used longest ago is useless once the sequence is larger than the budget: each frame is thrown out just before
/// it comes round again. So the first frames that fit are kept for good, and the room of one frame is left for the newest,
/// which serves a drawing that is held. With room for m of n frames, m - 1 of them are drawn once and the others once a cycle;
/// with room for all, each once.
///
/// One renderer draws all of its pictures: equal lists for equal targets are one picture. When room is wanted, the pictures of
/// other looks go before all others, those first that were used longest ago: a view hardly comes back to an earlier size or
/// background.
public final class FrameCache: MemoryHolder, Sendable {
    /// The counts of a cache.
    public struct Statistics: Hashable, Sendable {
        /// Frames that were drawn.
        public var renders = 0
        /// Frames that were there already, or were being drawn for another task.
        public var hits = 0

        /// Nothing done yet.
        public init() {}
    }

    private struct Key: Hashable {
        let list: DisplayList
        let target: RenderTarget

        /// Returns whether the other key's picture differs in nothing but what the layers show.
        func hasLook(of other: Key) -> Bool {
            target == other.target && list.items.count == other.list.items.count
                && zip(list.items, other.list.items).allSatisfy { $0.hasLook(of: $1) }
        }
    }

    private typealias Outcome = Result<Picture, FrameRenderError>

    private struct State {
        var statistics = Statistics()
        /// The kept pictures, the newest included.
        var pictures: [Key: Kept] = [:]
        /// The bytes of `pictures`, which players ask for with every frame.
        var byteCount = 0
        var uses = 0
        /// The frame that makes room for the next one, where that does not fit.
        var newest: Key?
        /// The callers that wait for a frame that is being drawn.
        var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]

        /// Keeps `picture`, in place of the newest one if there is no other room.
        /// - Parameter isAlone: Whether it takes the place of the newest one in any case, and nothing gives way to it.
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

        /// The picture that is kept for a key, which counts as a use.
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
        /// When it was last used, counted in uses.
        var lastUse: Int
    }

    /// The budget of the kept pictures.
    public let memory: MemoryBudget
    private let renderer: FrameRenderer
    private let keepsNewestAlone: Bool
    private let state = Mutex(State())

    /// A cache that keeps what `renderer` draws, as far as `memory` goes.
    public convenience init(_ memory: MemoryBudget, renderer: FrameRenderer) {
        self.init(memory, renderer: renderer, keepsNewestAlone: false)
    }

    /// The same.
    /// - Parameter keepsNewestAlone: Whether the memory is left to others but for one picture, since those that are drawn
    ///   hardly come round before it is full: the decoded pictures that they are made of do.
    package init(_ memory: MemoryBudget, renderer: FrameRenderer, keepsNewestAlone: Bool) {
        (self.memory, self.renderer, self.keepsNewestAlone) = (memory, renderer, keepsNewestAlone)
        memory.addCache(self)
    }

    /// Lets go of the pictures that were used longest ago until so many bytes are free.
    package func giveWay(_ byteCount: Int) {
        // Their memory goes back outside the lock.
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

    /// The counts until now.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// The bytes of the pictures that it keeps.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns whether the picture of a list is kept at this moment.
    public func keeps(_ list: DisplayList, for target: RenderTarget) -> Bool {
        state.withLock { $0.pictures[Key(list: list, target: target)] != nil }
    }

    /// The picture of a list, if it is kept at this moment.
    package func keptPicture(of list: DisplayList, for target: RenderTarget) -> Picture? {
        state.withLock { $0.use(Key(list: list, target: target)) }
    }

    /// The picture of a list: kept, or drawn now.
    ///
    /// When another task is drawing it, this one waits for that picture. An error is not kept: the next call draws again.
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
            // Without an outcome it was done before this task could wait, and perhaps not kept: claim it again.
            if let outcome = await outcome(of: key) { return try outcome.get() }
        }
    }

    /// Forgets the pictures of files that have changed since, by the table of drawings.
    package func removeOutdated(in drawings: DrawingTable) {
        state.withLock { state in
            for key in state.pictures.keys where !key.list.drawings.allSatisfy(drawings.isCurrent) { state.remove(key) }
        }
    }

    /// Forgets all pictures, for another sequence; the statistics stay.
    public func removeAll() {
        state.withLock { state in
            for key in state.pictures.keys { state.remove(key) }
        }
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

    /// Waits for the frame that another task is drawing, or `nil` when none is.
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
    /// Returns whether the other one differs in nothing but what the layer shows.
    fileprivate func hasLook(of other: DisplayList.Item) -> Bool {
        guard case .layer(let layer) = self, case .layer(var other) = other else { return self == other }
        other.contents = layer.contents
        return layer == other
    }
}

extension DisplayList {
    fileprivate var drawings: [Int] {
        items.flatMap { (item) -> [Int] in
            if case .layer(let layer) = item { layer.contents.drawings } else { [] }
        }
    }
}
