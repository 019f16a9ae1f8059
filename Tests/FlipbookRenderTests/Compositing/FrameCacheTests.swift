import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// Frames of a cache, each on a canvas of a pixel unless another is named.
struct CachedFrames {
    let cache: FrameCache
    private let drawings: DrawingTable

    init(_ memory: MemoryBudget, decode: @escaping @Sendable (FilePath) throws(ImageError) -> Picture) {
        self.init(
            memory,
            decoding: { drawing, _ throws(ImageError) in
                guard case .file(let path) = drawing.source else { throw .empty }
                return try decode(path)
            }
        )
    }

    init(_ memory: MemoryBudget, decoding decode: @escaping FrameRenderer.Decode) {
        drawings = DrawingTable()
        cache = FrameCache(memory, renderer: FrameRenderer(drawings, decode: decode))
    }

    func picture(
        of frame: Frame,
        on canvas: Canvas = Canvas(size: PixelSize(width: 1, height: 1), background: .clear)
    ) async throws -> Picture {
        let scene = BoundScene(canvas.scene(showing: frame.image), drawings: drawings)
        return try await cache.picture(of: scene.displayList(at: 0), for: RenderTarget(scene.scene))
    }
}

@Suite("The cache of drawn frames")
struct FrameCacheTests {
    /// The bytes of one of these tests' pictures.
    static let pictureBytes = 4

    static func frame(_ name: String, scale: Int = 1) -> Frame {
        Frame(number: nil, source: .file(FilePath(name)), scale: scale)
    }

    /// A budget of which so many pictures may be kept: a quarter stays for what is in the making.
    static func memory(for pictures: Int) -> MemoryBudget {
        MemoryBudget.fixed(pictures * pictureBytes * 4 / 3 + 1)
    }

    /// A cache with room for `pictures` pictures; a frame's picture holds its name's first byte.
    private static func cached(holding pictures: Int) -> CachedFrames {
        CachedFrames(memory(for: pictures)) { path in
            let name = path.string.utf8.first ?? 0
            return Picture(1, 1) { _, _ in [name, 0, 0, 255] }
        }
    }

    @Test(
        "four frames in three cycles: what fits is drawn once, the rest once a cycle",
        arguments: [(0, 12), (1, 12), (2, 10), (3, 8), (4, 4), (100, 4)]
    )
    func cycles(capacity: Int, renders: Int) async throws {
        let frames = Self.cached(holding: capacity)
        let cache = frames.cache
        for _ in 0..<3 {
            for name in ["a", "b", "c", "d"] {
                let picture = try await frames.picture(of: Self.frame(name))
                expectEqual(picture.bytes[0], name.utf8.first)
                expect(cache.byteCount <= cache.memory.byteCount)
            }
        }
        expectEqual(cache.statistics.renders, renders)
        expectEqual(cache.statistics.hits, 12 - renders)
    }

    @Test("a held drawing is drawn once, even with room for but one", arguments: [1, 2, 10])
    func held(capacity: Int) async throws {
        let frames = Self.cached(holding: capacity)
        let cache = frames.cache
        for name in ["a", "a", "b"] { _ = try await frames.picture(of: Self.frame(name)) }
        expectEqual(cache.statistics.renders, 2)
        expectEqual(cache.statistics.hits, 1)
    }

    @Test("the same file at another scale is another picture")
    func scales() async throws {
        let frames = Self.cached(holding: 10)
        let cache = frames.cache
        _ = try await frames.picture(of: Self.frame("a"))
        _ = try await frames.picture(of: Self.frame("a", scale: 2))
        _ = try await frames.picture(of: Frame(number: 1, source: .black))
        _ = try await frames.picture(of: Frame(number: 2, source: .black))
        expectEqual(cache.statistics.renders, 3)
    }

    @Test("tasks that want one frame at the same time get one drawing")
    func concurrency() async throws {
        let frames = CachedFrames(.fixed(0)) { _ in
            Picture(200, 200) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        }
        let cache = frames.cache
        let pictures = try await withThrowingTaskGroup(of: Picture.self) { group in
            for _ in 0..<16 { group.addTask { try await frames.picture(of: Self.frame("a")) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // With no room a late task may draw again, but a task that waited has the picture it waited for.
        let distinct = Set(pictures.map { ObjectIdentifier($0) })
        expectEqual(distinct.count, cache.statistics.renders)
        expectEqual(cache.statistics.renders + cache.statistics.hits, 16)
        expectEqual(cache.byteCount, 0)
    }

    @Test("random orders and many tasks never exceed the budget or mix up frames")
    func stress() async throws {
        let frames = Self.cached(holding: 5)
        let cache = frames.cache
        let names = "abcdefghij".map { String($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(task))
                    for _ in 0..<200 {
                        let name = names.randomElement(using: &generator) ?? "a"
                        let picture = try await frames.picture(of: Self.frame(name))
                        expectEqual(picture.bytes[0], name.utf8.first)
                        expect(cache.byteCount <= cache.memory.byteCount)
                    }
                }
            }
            try await group.waitForAll()
        }
        expectEqual(cache.statistics.renders + cache.statistics.hits, 1600)
    }

    @Test("an error is passed on and not kept")
    func errors() async throws {
        let attempts = Mutex(0)
        let frames = CachedFrames(.fixed(100)) { path throws(ImageError) in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt > 1 else { throw .truncated }
            return Picture(1, 1) { _, _ in [1, 2, 3, 4] }
        }
        await #expect(throws: FrameRenderError(path: FilePath("a"), cause: .truncated)) {
            try await frames.picture(of: Self.frame("a"))
        }
        try await expectEqual(frames.picture(of: Self.frame("a")).bytes, [1, 2, 3, 4])
    }

    @Test("a cache that forgets draws again")
    func removeAll() async throws {
        let frames = Self.cached(holding: 10)
        let cache = frames.cache
        _ = try await frames.picture(of: Self.frame("a"))
        cache.removeAll()
        expectEqual(cache.byteCount, 0)
        _ = try await frames.picture(of: Self.frame("a"))
        expectEqual(cache.statistics.renders, 2)
    }
}

/// System 12: what is redrawn when a view changes.
@Suite("The cache of a view that changes")
struct ViewCacheTests {
    private static let frames = ["a", "b", "c", "d"].map { FrameCacheTests.frame($0) }

    private static func canvas(side: Int = 1, alpha: Double = 1) -> Canvas {
        Canvas(size: PixelSize(width: side, height: side), background: .clear, alpha: alpha)
    }

    private static func cached(_ memory: MemoryBudget) -> CachedFrames {
        CachedFrames(memory) { _ in Picture(1, 1) { _, _ in [1, 2, 3, 255] } }
    }

    @Test("another size draws each frame once more; coming back to the first draws none")
    func resizing() async throws {
        let cached = Self.cached(.fixed(1000))
        for frame in Self.frames { _ = try await cached.picture(of: frame) }
        for frame in Self.frames {
            let picture = try await cached.picture(of: frame, on: Self.canvas(side: 2))
            expectEqual(picture.size, PixelSize(width: 2, height: 2))
        }
        expectEqual(cached.cache.statistics.renders, 8)
        for frame in Self.frames { _ = try await cached.picture(of: frame, on: Self.canvas()) }
        expectEqual(cached.cache.statistics.renders, 8)
        expectEqual(cached.cache.statistics.hits, 4)
    }

    @Test("another alpha in the middle of a cycle draws the rest of it, and the others in the next")
    func fading() async throws {
        let cached = Self.cached(.fixed(1000))
        for frame in Self.frames.prefix(2) { _ = try await cached.picture(of: frame) }
        let faded = Self.canvas(alpha: 0.5)
        for frame in Self.frames.suffix(2) { _ = try await cached.picture(of: frame, on: faded) }
        expectEqual(cached.cache.statistics.renders, 4)
        for frame in Self.frames { _ = try await cached.picture(of: frame, on: faded) }
        expectEqual(cached.cache.statistics.renders, 6)
    }

    @Test("where room is wanted, the pictures of the earlier view go first, the longest unused before the others")
    func eviction() async throws {
        let new = Self.canvas(alpha: 0.5)
        let cached = Self.cached(FrameCacheTests.memory(for: 4))
        for frame in Self.frames { _ = try await cached.picture(of: frame) }
        _ = try await cached.picture(of: Self.frames[0])
        for frame in Self.frames.prefix(3) { _ = try await cached.picture(of: frame, on: new) }
        expectEqual(cached.cache.statistics.renders, 7)
        expectEqual(cached.cache.statistics.hits, 1)
        // The first one was used last, so it is still there; the new view has lost none.
        _ = try await cached.picture(of: Self.frames[0])
        for frame in Self.frames.prefix(3) { _ = try await cached.picture(of: frame, on: new) }
        expectEqual(cached.cache.statistics.renders, 7)
        expect(cached.cache.byteCount <= cached.cache.memory.byteCount)
    }

    @Test("a file that is rewritten is another drawing: what it showed is not shown again, and its room is free")
    func changedFile() async throws {
        let folder = try TemporaryDirectory()
        let drawings = DrawingTable()
        let cache = FrameCache(MemoryBudget.fixed(1000), renderer: FrameRenderer(drawings))
        // Renamed into place, so that the new file and the old one are there at the same time.
        func write(_ value: UInt8) throws {
            try folder.write(PNGWriter(width: 1, height: 1).file(rows: [value, 0, 0, 255]), to: "new.png")
            guard rename(folder.file("new.png").string, folder.file("a.png").string) == 0 else {
                throw ImageError.empty
            }
        }
        let scene = Self.canvas().scene(showing: Image(byReferencingFile: folder.file("a.png")))
        func value(_ survey: FrameSurvey) async throws -> UInt8 {
            let bound = BoundScene(scene, survey, drawings: drawings)
            return try await cache.picture(of: bound.displayList(at: 0), for: RenderTarget(scene)).bytes[0]
        }
        let frame = Frame(Image(byReferencingFile: folder.file("a.png")))
        try write(1)
        let first = try await FrameSurvey.reading([frame])
        try await expectEqual(value(first), 1)
        try write(2)
        // What was not read again is as it was.
        try await expectEqual(value(first), 1)
        try await expectEqual(value(try await FrameSurvey.reading([frame])), 2)
        cache.removeOutdated(in: drawings)
        expectEqual(cache.byteCount, 4)
        try await expectEqual(value(try await FrameSurvey.reading([frame])), 2)
        expectEqual(cache.statistics.renders, 2)
    }
}
