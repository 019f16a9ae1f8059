internal import Glibc
internal import Synchronization

/// Working memory of a call, which the next one gets: fresh memory costs a page fault every 4 KiB.
final class Scratch {
    static let files = Pool(), decoders = Pool()

    let bytes = GrowableMemory(), rows = GrowableMemory()
    /// The unpacker, or `nil` if there is no memory for one.
    private(set) lazy var inflater = Inflater()

    /// As many pieces as calls ever ran at once, of which a few are kept.
    struct Pool: ~Copyable, Sendable {
        // The one reason for the escape: a piece is handed from one owner to the
        // next through the lock, so no two threads ever have the same one.
        private struct Parked: @unchecked Sendable {
            let piece: Scratch
        }

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

/// Memory that grows to what is asked for and stays.
final class GrowableMemory {
    /// The largest block that outlives the call that needed it: more than the file of a noisy 4K frame.
    static let keptByteCount = 64 << 20

    /// Bytes beyond the asked-for end that may be read (never used), so that loops can load whole words.
    static let readableSlack = 64

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { release() }

    /// `byteCount` bytes of unspecified contents, valid until the next call, or `nil` if there is no such memory.
    func room(for byteCount: Int) -> UnsafeMutableRawBufferPointer? {
        if memory.count < byteCount + Self.readableSlack {
            release()
            // A little more than asked for: the frames of a sequence differ by a few per cent.
            let capacity = (byteCount + byteCount / 8 + Self.readableSlack + 63) & ~63
            guard let start = aligned_alloc(64, capacity) else { return nil }
            memory = UnsafeMutableRawBufferPointer(start: start, count: capacity)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])
    }

    func trim() {
        if memory.count > Self.keptByteCount { release() }
    }

    private func release() {
        Glibc.free(memory.baseAddress)
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
