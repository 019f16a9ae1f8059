internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// Memory of finished pictures, kept for the next ones of the same size.
///
/// A frame of video is megabytes: asking the system for fresh pages costs a page
/// fault every 4 KiB, about a millisecond for a 1080p frame. A sequence needs
/// blocks of a handful of sizes again and again, so a few are kept.
final class PictureMemory: Sendable {
    static let shared = PictureMemory()

    /// How many free blocks of one size are kept: a little more than are in flight at a time.
    private static let keptBlocksPerSize = 4

    private struct State: ~Copyable {
        var free: [Int: [UInt]] = [:]
    }

    private let state = Mutex(State())

    /// A block of `byteCount` bytes, aligned to 64, its contents unspecified.
    func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let kept = state.withLock { $0.free[byteCount]?.popLast() }
        if let kept, let pointer = UnsafeMutableRawPointer(bitPattern: kept) { return pointer }
        return .allocate(byteCount: byteCount, alignment: 64)
    }

    /// Takes a block back.
    func give(_ pointer: UnsafeMutableRawPointer, _ byteCount: Int) {
        let isKept = state.withLock { state in
            if state.free.count > 8, state.free[byteCount] == nil { return false }
            guard state.free[byteCount, default: []].count < Self.keptBlocksPerSize else { return false }
            state.free[byteCount, default: []].append(UInt(bitPattern: pointer))
            return true
        }
        if !isKept { pointer.deallocate() }
    }
}
