import FlipbookImaging
import Testing

@Suite("Memory of pictures")
struct PictureMemoryTests {
    @Test("a block given back is the next one taken of its size, also by another task")
    func reuse() async {
        let memory = PictureMemory(blockLimit: 4, byteLimit: 4096)
        let block = memory.take(1024)
        let address = UInt(bitPattern: block)
        #expect(address % 64 == 0)
        memory.give(block, 1024)
        let taken = await Task.detached { UInt(bitPattern: memory.take(1024)) }.value
        #expect(taken == address)
        #expect(memory.freeByteCount == 0)
        UnsafeMutableRawPointer(bitPattern: taken)?.deallocate()
    }

    @Test("a block of another size is not taken for it")
    func sizes() {
        let memory = PictureMemory(blockLimit: 4, byteLimit: 4096)
        memory.give(memory.take(1024), 1024)
        let other = memory.take(512)
        #expect(memory.freeByteCount == 1024)
        memory.give(other, 512)
        #expect(memory.freeByteCount == 1536)
    }

    @Test("what is kept stays within both limits; the oldest block goes first")
    func limits() {
        let memory = PictureMemory(blockLimit: 3, byteLimit: 4096)
        let blocks = (0..<5).map { _ in memory.take(100) }
        for block in blocks { memory.give(block, 100) }
        #expect(memory.freeByteCount == 300)
        memory.give(memory.take(4000), 4000)
        #expect(memory.freeByteCount == 4000)
        memory.give(memory.take(5000), 5000)
        #expect(memory.freeByteCount == 0)
    }
}
