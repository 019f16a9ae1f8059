internal import Synchronization

/// Working memory of one decoding call, kept for the next one.
///
/// Fresh memory costs a page fault every 4 KiB; a frame's file is megabytes.
/// There are as many scratches as calls ever ran at once, but no more than
/// ``keptScratches`` are kept, and none keeps a block beyond ``GrowableMemory/keptByteCount``.
final class DecodingScratch {
    /// The file's bytes.
    let file = GrowableMemory()
    /// Short IDAT payloads, gathered.
    let staging = GrowableMemory()
    /// A block of unpacked scanlines.
    let rows = GrowableMemory()
    /// A row of zeros, which stands above the first one.
    let zeros = GrowableMemory()
    /// The unpacker; `nil` when there is no memory for one.
    let inflater = Inflater()

    private static let keptScratches = 16

    /// The scratches nobody uses.
    private static let free = Mutex<[Parked]>([])

    // The one reason for the escape: a scratch is handed from one owner to the
    // next through the lock, so no two threads ever have the same one.
    private struct Parked: @unchecked Sendable {
        let scratch: DecodingScratch
    }

    private init() {}

    /// A scratch that is the caller's until given back.
    static func take() -> DecodingScratch {
        free.withLock { $0.popLast() }?.scratch ?? DecodingScratch()
    }

    /// Hands a scratch on to the next call.
    static func give(_ scratch: DecodingScratch) {
        for memory in [scratch.file, scratch.rows, scratch.zeros] { memory.trim() }
        let parked = Parked(scratch: scratch)
        free.withLock { if $0.count < keptScratches { $0.append(parked) } }
    }
}

/// Memory that grows to what is asked for and stays.
final class GrowableMemory {
    /// The largest block that outlives the call that needed it: more than the file of a noisy 4K frame.
    static let keptByteCount = 64 << 20

    /// Bytes beyond the asked-for end that may be read (never used), so that loops can load whole words.
    static let readableSlack = 64

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        memory.deallocate()
    }

    /// `byteCount` bytes of unspecified contents, valid until the next call.
    func room(for byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if memory.count < byteCount + Self.readableSlack {
            memory.deallocate()
            // A little more than asked for: the frames of a sequence differ by a few per cent.
            let capacity = byteCount + byteCount / 8 + Self.readableSlack
            memory = .allocate(byteCount: capacity, alignment: 64)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])
    }

    /// Gives a very large block back to the system.
    func trim() {
        guard memory.count > Self.keptByteCount else { return }
        memory.deallocate()
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
