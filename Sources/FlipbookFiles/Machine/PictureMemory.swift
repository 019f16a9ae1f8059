internal import Glibc
internal import Synchronization

/// The memory of finished pictures, which is reused for new pictures of the same size. Each new page of 4 KiB causes a page
/// fault. For a 1080p frame, these faults take about a millisecond. A sequence repeatedly needs blocks of a few sizes, so the
/// most recently released blocks are kept.
package final class PictureMemory: Sendable {
    package static let shared = PictureMemory(blockLimit: 64, byteLimit: 256 << 20)

    /// A free block of memory. The address is an integer, since pointers are not Sendable.
    private struct Block {
        let address: UInt
        let byteCount: Int
    }

    /// The limits on free blocks and bytes. They suffice for one worker per core.
    private let blockLimit, byteLimit: Int
    private let free = Mutex<[Block]>([])

    package init(
        blockLimit: Int,
        byteLimit: Int,
        obtain: @escaping @Sendable (Int) -> UnsafeMutableRawPointer? = { aligned_alloc(64, ($0 + 63) & ~63) }
    ) { (self.obtain, self.blockLimit, self.byteLimit) = (obtain, blockLimit, byteLimit) }

    deinit { removeAll() }

    private let obtain: @Sendable (Int) -> UnsafeMutableRawPointer?

    package var freeByteCount: Int { free.withLock { $0.reduce(0) { $0 + $1.byteCount } } }

    /// Returns a block of `byteCount` bytes, aligned to 64, with unspecified contents. If memory runs out, all caches are
    /// emptied before an error is thrown.
    package func take(_ byteCount: Int) throws(MachineShortage) -> UnsafeMutableRawPointer {
        let kept = free.withLock { blocks in
            blocks.lastIndex { $0.byteCount == byteCount }.map { blocks.remove(at: $0).address }
        }
        if let kept, let pointer = UnsafeMutableRawPointer(bitPattern: kept) { return pointer }
        if let fresh = obtain(byteCount) { return fresh }
        removeAll()
        MemoryBudget.emptyCaches()
        for _ in 0..<Self.patience {
            if let fresh = obtain(byteCount) { return fresh }
            usleep(10_000)
            removeAll()
        }
        throw .memory(byteCount)
    }

    /// The maximum time to wait for memory that other threads release, in hundredths of a second.
    private static var patience: Int { 50 }

    package func removeAll() { for block in free.withLock({ exchange(&$0, with: []) }) { Self.release(block) } }

    package func give(_ pointer: UnsafeMutableRawPointer, _ byteCount: Int) {
        let surplus = free.withLock { blocks in
            blocks.append(Block(address: UInt(bitPattern: pointer), byteCount: byteCount))
            var total = blocks.reduce(0) { $0 + $1.byteCount }
            var surplus: [Block] = []
            while blocks.count > blockLimit || total > byteLimit {
                let oldest = blocks.removeFirst()
                total -= oldest.byteCount
                surplus.append(oldest)
            }
            return surplus
        }
        for block in surplus { Self.release(block) }
    }

    package func withScratch<R>(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) throws(MachineShortage) -> R)
        throws(MachineShortage) -> R
    {
        let scratch = try take(max(byteCount, 1))
        defer { give(scratch, max(byteCount, 1)) }
        return try body(scratch)
    }

    private static func release(_ block: Block) { Glibc.free(UnsafeMutableRawPointer(bitPattern: block.address)) }
}
