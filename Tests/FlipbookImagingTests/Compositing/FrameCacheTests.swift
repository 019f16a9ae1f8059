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

    /// A cache with room for `pictures` pictures; a frame's picture holds its name's first byte.
    static func cache(holding pictures: Int) -> FrameCache {
        FrameCache(byteBudget: pictures * pictureBytes) { frame throws(FrameRenderError) in
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
                #expect(cache.byteCount <= cache.byteBudget)
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
        let cache = FrameCache(byteBudget: 0) { _ throws(FrameRenderError) in
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
                        #expect(cache.byteCount <= cache.byteBudget)
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
        let cache = FrameCache(byteBudget: 100) { frame throws(FrameRenderError) in
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
