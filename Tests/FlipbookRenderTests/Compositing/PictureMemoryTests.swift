import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Memory of pictures")
struct PictureMemoryTests {
    @Test("a block given back is the next one taken of its size, also by another task")
    func reuse() async throws {
        let memory = PictureMemory(blockLimit: 4, byteLimit: 4096)
        let block = try memory.take(1024)
        let address = UInt(bitPattern: block)
        expectEqual(address % 64, 0)
        memory.give(block, 1024)
        let taken = try await Task.detached { UInt(bitPattern: try memory.take(1024)) }.value
        expectEqual(taken, address)
        expectEqual(memory.freeByteCount, 0)
        UnsafeMutableRawPointer(bitPattern: taken)?.deallocate()
    }

    @Test("a block of another size is not taken for it")
    func sizes() throws {
        let memory = PictureMemory(blockLimit: 4, byteLimit: 4096)
        memory.give(try memory.take(1024), 1024)
        let other = try memory.take(512)
        expectEqual(memory.freeByteCount, 1024)
        memory.give(other, 512)
        expectEqual(memory.freeByteCount, 1536)
    }

    @Test("what is kept stays within both limits; the oldest block goes first")
    func limits() throws {
        let memory = PictureMemory(blockLimit: 3, byteLimit: 4096)
        let blocks = try (0..<5).map { _ in try memory.take(100) }
        for block in blocks { memory.give(block, 100) }
        expectEqual(memory.freeByteCount, 300)
        memory.give(try memory.take(4000), 4000)
        expectEqual(memory.freeByteCount, 4000)
        memory.give(try memory.take(5000), 5000)
        expectEqual(memory.freeByteCount, 0)
    }
}
