import FlipbookCore
import FlipbookImaging
import Synchronization
import Testing

@Suite("The cache of drawn frames")
struct FrameCacheTests {
    /// The bytes of one of these tests' pictures.
    static let pictureBytes = 4

    static func frame(_ name: String, scale: Int = 1) -> Frame {
        Frame(number: nil, source: .file(FilePath(name)), scale: scale)
    }

    /// A budget of which so many pictures may be kept: a quarter stays for what is in the making.
    static func memory(for pictures: Int) -> MemoryBudget {
        MemoryBudget(byteCount: pictures * pictureBytes * 4 / 3 + 1)
    }

    /// A cache with room for `pictures` pictures; a frame's picture holds its name's first byte.
    static func cache(holding pictures: Int) -> FrameCache {
        FrameCache(memory(for: pictures)) { frame throws(FrameRenderError) in
            let name = frame.path?.string.utf8.first ?? 0
            return Picture(1, 1) { _, _ in [name, 0, 0, 255] }
        }
    }

    @Test(
        "four frames in three cycles: what fits is drawn once, the rest once a cycle",
        arguments: [(0, 12), (1, 12), (2, 10), (3, 8), (4, 4), (100, 4)]
    )
    func cycles(capacity: Int, renders: Int) async throws {
        let cache = Self.cache(holding: capacity)
        for _ in 0..<3 {
            for name in ["a", "b", "c", "d"] {
                let picture = try await cache.picture(for: Self.frame(name))
                #expect(picture.bytes[0] == name.utf8.first)
                #expect(cache.byteCount <= cache.memory.byteCount)
            }
        }
        #expect(cache.statistics.renders == renders)
        #expect(cache.statistics.hits == 12 - renders)
    }

    @Test("a held drawing is drawn once, even with room for but one", arguments: [1, 2, 10])
    func held(capacity: Int) async throws {
        let cache = Self.cache(holding: capacity)
        for name in ["a", "a", "b"] { _ = try await cache.picture(for: Self.frame(name)) }
        #expect(cache.statistics.renders == 2)
        #expect(cache.statistics.hits == 1)
    }

    @Test("the same file at another scale is another picture")
    func scales() async throws {
        let cache = Self.cache(holding: 10)
        _ = try await cache.picture(for: Self.frame("a"))
        _ = try await cache.picture(for: Self.frame("a", scale: 2))
        _ = try await cache.picture(for: Frame(number: 1, source: .black))
        _ = try await cache.picture(for: Frame(number: 2, source: .black))
        #expect(cache.statistics.renders == 3)
    }

    @Test("tasks that want one frame at the same time get one drawing")
    func concurrency() async throws {
        let cache = FrameCache(MemoryBudget(byteCount: 0)) { _ throws(FrameRenderError) in
            Picture(200, 200) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        }
        let pictures = try await withThrowingTaskGroup(of: Picture.self) { group in
            for _ in 0..<16 { group.addTask { try await cache.picture(for: Self.frame("a")) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // With no room a late task may draw again, but whoever waited has the picture it waited for.
        let distinct = Set(pictures.map { ObjectIdentifier($0) })
        #expect(distinct.count == cache.statistics.renders)
        #expect(cache.statistics.renders + cache.statistics.hits == 16)
        #expect(cache.byteCount == 0)
    }

    @Test("random orders and many tasks never exceed the budget or mix up frames")
    func stress() async throws {
        let cache = Self.cache(holding: 5)
        let names = "abcdefghij".map { String($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(task))
                    for _ in 0..<200 {
                        let name = names.randomElement(using: &generator) ?? "a"
                        let picture = try await cache.picture(for: Self.frame(name))
                        #expect(picture.bytes[0] == name.utf8.first)
                        #expect(cache.byteCount <= cache.memory.byteCount)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(cache.statistics.renders + cache.statistics.hits == 1600)
    }

    @Test("an error is passed on and not kept")
    func errors() async throws {
        let attempts = Mutex(0)
        let cache = FrameCache(MemoryBudget(byteCount: 100)) { frame throws(FrameRenderError) in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt > 1 else { throw FrameRenderError(path: FilePath("a"), cause: .truncated) }
            return Picture(1, 1) { _, _ in [1, 2, 3, 4] }
        }
        await #expect(throws: FrameRenderError(path: FilePath("a"), cause: .truncated)) {
            try await cache.picture(for: Self.frame("a"))
        }
        #expect(try await cache.picture(for: Self.frame("a")).bytes == [1, 2, 3, 4])
    }

    @Test("a cache that forgets draws again")
    func removeAll() async throws {
        let cache = Self.cache(holding: 10)
        _ = try await cache.picture(for: Self.frame("a"))
        cache.removeAll()
        #expect(cache.byteCount == 0)
        _ = try await cache.picture(for: Self.frame("a"))
        #expect(cache.statistics.renders == 2)
    }
}

/// System 12: what is drawn anew when a view changes.
@Suite("The cache of a view that changes")
struct ViewCacheTests {
    private static let frames = ["a", "b", "c", "d"].map { FrameCacheTests.frame($0) }

    private static func renderer(side: Int = 1, alpha: Double = 1) throws -> FrameRenderer {
        let canvas = Canvas(size: PixelSize(width: side, height: side), background: .clear, alpha: alpha)
        return try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [1, 2, 3, 255] } }
    }

    @Test("another size draws each frame once more; coming back to the first draws none")
    func resizing() async throws {
        let renderer = try Self.renderer()
        let cache = FrameCache(MemoryBudget(byteCount: 1000), renderer: renderer)
        for frame in Self.frames { _ = try await cache.picture(for: frame) }
        let larger = try Self.renderer(side: 2)
        for frame in Self.frames {
            #expect(try await cache.picture(for: frame, from: larger).size == PixelSize(width: 2, height: 2))
        }
        #expect(cache.statistics.renders == 8)
        // An equal canvas is the same view, whichever renderer draws on it.
        for frame in Self.frames { _ = try await cache.picture(for: frame, from: Self.renderer()) }
        #expect(cache.statistics.renders == 8)
        #expect(cache.statistics.hits == 4)
    }

    @Test("another alpha in the middle of a cycle draws the rest of it, and the others in the next")
    func fading() async throws {
        let cache = FrameCache(MemoryBudget(byteCount: 1000), renderer: try Self.renderer())
        for frame in Self.frames.prefix(2) { _ = try await cache.picture(for: frame) }
        let faded = try Self.renderer(alpha: 0.5)
        for frame in Self.frames.suffix(2) { _ = try await cache.picture(for: frame, from: faded) }
        #expect(cache.statistics.renders == 4)
        for frame in Self.frames { _ = try await cache.picture(for: frame, from: faded) }
        #expect(cache.statistics.renders == 6)
    }

    @Test("where room is wanted, the pictures of the earlier view go first, the longest unused before the others")
    func eviction() async throws {
        let (old, new) = (try Self.renderer(), try Self.renderer(alpha: 0.5))
        let cache = FrameCache(FrameCacheTests.memory(for: 4), renderer: old)
        for frame in Self.frames { _ = try await cache.picture(for: frame) }
        _ = try await cache.picture(for: Self.frames[0])
        for frame in Self.frames.prefix(3) { _ = try await cache.picture(for: frame, from: new) }
        #expect(
            cache.statistics
                == {
                    var expected = FrameCache.Statistics(); (expected.renders, expected.hits) = (7, 1); return expected
                }()
        )
        // The first one was used last, so it is still there; the new view has lost none.
        _ = try await cache.picture(for: Self.frames[0])
        for frame in Self.frames.prefix(3) { _ = try await cache.picture(for: frame, from: new) }
        #expect(cache.statistics.renders == 7)
        #expect(cache.byteCount <= cache.memory.byteCount)
    }
}
