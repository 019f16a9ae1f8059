internal import Glibc
internal import Synchronization

/// Working memory that is reused between calls, since new memory causes a page fault every 4 KiB.
final class Scratch {
    static let files = Pool(), decoders = Pool()

    let bytes = GrowableMemory(), rows = GrowableMemory()
    private(set) lazy var inflater = Inflater()

    struct Pool: ~Copyable, Sendable {
        // Safe, since a piece changes owners only under the lock, and only its owner uses it.
        private struct Parked: @unchecked Sendable { let piece: Scratch }

        private let free = Mutex<[Parked]>([])

        func withOne<Result, Failure: Error>(_ body: (Scratch) throws(Failure) -> Result) throws(Failure) -> Result {
            let piece = free.withLock { $0.popLast() }?.piece ?? Scratch()
            defer {
                piece.bytes.trim()
                piece.rows.trim()
                let parked = Parked(piece: piece)
                free.withLock { if $0.count < 16 { $0.append(parked) } }
            }
            return try body(piece)
        }
    }
}

/// Memory that grows on demand and is reused.
final class GrowableMemory {
    /// The size of the largest block that is kept. It exceeds the file size of a noisy 4K frame.
    static let keptByteCount = 64 << 20

    /// The number of bytes past the end that may be read, so that loops can load whole words. These bytes are not used.
    static let readableSlack = 64

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { release() }

    /// Returns `byteCount` uninitialized bytes, valid until the next call, or `nil` if memory is short.
    func room(for byteCount: Int) -> UnsafeMutableRawBufferPointer? {
        if memory.count < byteCount + Self.readableSlack {
            release()
            // The lengths of a sequence's files vary by a few percent, so the memory is larger than requested.
            let capacity = (byteCount + byteCount / 8 + Self.readableSlack + 63) & ~63
            guard let start = aligned_alloc(64, capacity) else { return nil }
            memory = UnsafeMutableRawBufferPointer(start: start, count: capacity)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])
    }

    func trim() { if memory.count > Self.keptByteCount { release() } }

    private func release() {
        Glibc.free(memory.baseAddress)
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
