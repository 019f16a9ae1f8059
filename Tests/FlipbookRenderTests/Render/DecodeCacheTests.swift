import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Synchronization
import Testing

@Suite("Decoded pictures that are kept") struct DecodeCacheTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for index in 0..<4 { try write(UInt8(index), to: index) }
    }

    private func write(_ value: UInt8, to index: Int) throws {
        let rows = [UInt8](repeating: value, count: 10 * 10 * 4)
        try folder.write(PNGWriter(width: 10, height: 10).file(rows: rows), to: "\(index).png")
    }

    private func cache(_ memory: MemoryBudget) -> DecodeCache { DecodeCache(memory, of: DrawingTable()) }

    private func picture(_ name: String, from cache: DecodeCache) throws -> Picture {
        try cache.picture(Drawing(source: .file(folder.file(name))), false)
    }

    @Test("another size and another tint of a view composite again and decode nothing")
    func views() async throws {
        let memory = MemoryBudget.fixed(1 << 20)
        let decoded = cache(memory)
        let frames = (0..<4).map { (index: Int) in Frame(number: index, source: .file(folder.file("\(index).png"))) }
        let cached = CachedFrames(memory, decoding: decoded.picture)
        func canvas(_ side: Int, tint: Color? = nil) -> Canvas {
            Canvas(size: PixelSize(width: side, height: side), tintColor: tint)
        }
        for view in [canvas(10), canvas(20), canvas(10, tint: .white)] {
            for frame in frames { _ = try await cached.picture(of: frame, on: view) }
        }
        expectEqual(cached.cache.statistics.renders, 12)
        expectEqual(decoded.statistics.decodes, 4)
        expectEqual(decoded.statistics.hits, 8)
    }

    @Test(
        "where composited pictures do not come round, the newest is kept for a hold, and the decoded ones have the room"
    )
    func newestAlone() async throws {
        // Room for six pictures: the four files and the newest.
        let memory = MemoryBudget.fixed(6 * 400 * 4 / 3 + 1)
        let decoded = cache(memory)
        let drawings = DrawingTable()
        let cached = FrameCache(
            memory,
            renderer: FrameRenderer(drawings, decode: decoded.picture),
            keepsNewestAlone: true
        )
        for moment in 0..<20 {
            let frame = Frame(number: nil, source: .file(folder.file("\(moment % 4).png")))
            // Each moment has a look of its own, and is shown twice.
            let view = Canvas(
                size: PixelSize(width: 10, height: 10),
                background: .color(Color(red: UInt8(moment), green: 0, blue: 0))
            )
            let scene = BoundScene(view.scene(showing: frame.image), drawings: drawings)
            for _ in 0..<2 {
                _ = try await cached.picture(of: scene.displayList(at: 0), for: RenderTarget(scene.scene))
            }
        }
        expectEqual(cached.statistics.renders, 20)
        expectEqual(cached.statistics.hits, 20)
        expectEqual(decoded.statistics.decodes, 4)
    }

    @Test("a file that was rewritten is decoded again, and one that is gone is an error")
    func written() throws {
        let cache = cache(MemoryBudget.fixed(1 << 20))
        try expectEqual(picture("1.png", from: cache).withUnsafeBytes { $0[0] }, 1)
        try folder.write([1, 2, 3], to: "1.png")
        #expect(throws: ImageError.self) { try picture("1.png", from: cache) }
        try write(9, to: 1)
        try expectEqual(picture("1.png", from: cache).withUnsafeBytes { $0[0] }, 9)
        expectEqual(cache.statistics.decodes, 3)
    }

    @Test("decoded pictures give way to composited ones and to what is in the making")
    func givingWay() throws {
        let memory = MemoryBudget.fixed(1_600)
        let cache = cache(memory)
        for index in 0..<4 { _ = try picture("\(index).png", from: cache) }
        // Three of 400 bytes are kept, and a quarter is left.
        expectEqual(memory.freeByteCount, 400)
        let composited = try require(memory.leaseToKeep(400))
        expectEqual(memory.freeByteCount, 400)
        let inTheMaking = try require(memory.lease(800))
        expectEqual(memory.freeByteCount, 0)
        _ = try picture("0.png", from: cache)
        expectEqual(cache.statistics.hits, 1)
        expect(memory.lease(401) == nil)
        withExtendedLifetime((composited, inTheMaking)) {}
    }
}
