import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
internal import Synchronization

/// Decoded pictures, kept for when they are drawn another way: on another canvas, tinted, beneath another overlay. They are
/// kept apart from the composited ones, so that a view that changes decodes nothing again. They are the first to go where
/// memory is wanted: a composited picture saves more. A file that was rewritten is another picture.
package final class DecodeCache: MemoryHolder, Sendable {
    /// The way in which a file was read, and what it was then.
    private struct Reading: Equatable {
        let stamp: FileStamp
        let keepsSixteenBits: Bool
        let detail: PixelSize?
        let takesPlanes: Bool
    }

    private struct Kept {
        let reading: Reading
        let picture: Picture
        let lease: MemoryBudget.Lease
    }

    private struct State {
        var statistics = (decodes: 0, hits: 0)
        var pictures: [FilePath: Kept] = [:]
        /// From the one that has been kept the longest.
        var order: [FilePath] = []
    }

    private let memory: MemoryBudget
    private let decode: FrameRenderer.Decode
    private let state = Mutex(State())

    /// A cache of what the codecs of a table of drawings read, within `memory`.
    package init(_ memory: MemoryBudget, of drawings: DrawingTable) {
        (self.memory, decode) = (memory, drawings.decode)
        memory.add(self)
        memory.addCache(self)
    }

    /// The pictures that were decoded, and those that were kept when they were wanted.
    package var statistics: (decodes: Int, hits: Int) { state.withLock { $0.statistics } }

    /// The pixels of a drawing: kept, or decoded now. What comes from memory is not kept.
    @Sendable package func picture(_ drawing: Drawing, _ keepsSixteenBits: Bool) throws(ImageError) -> Picture {
        guard case .file(let path) = drawing.source, let stamp = FileStamp(of: path) else {
            return try decode(drawing, keepsSixteenBits)
        }
        let reading = Reading(
            stamp: stamp,
            keepsSixteenBits: keepsSixteenBits,
            detail: drawing.detail,
            takesPlanes: drawing.takesPlanes
        )
        let kept = state.withLock { state in
            let kept = state.pictures[path].flatMap { $0.reading == reading ? $0.picture : nil }
            if kept == nil { state.statistics.decodes += 1 } else { state.statistics.hits += 1 }
            return kept
        }
        if let kept { return kept }
        let picture = try decode(drawing, keepsSixteenBits)
        // What was written while it was read has neither stamp for sure.
        guard FileStamp(of: path) == stamp, let lease = memory.leaseToKeep(picture.byteCount, isSpare: true) else {
            return picture
        }
        // The memory of the former one goes back outside the lock.
        _ = state.withLock { state in
            if state.pictures[path] == nil { state.order.append(path) }
            return state.pictures.updateValue(Kept(reading: reading, picture: picture, lease: lease), forKey: path)
        }
        return picture
    }

    /// Lets go of the pictures that were kept last until so many bytes are free.
    package func giveWay(_ byteCount: Int) {
        _ = state.withLock { state in
            var victims: [Kept] = []
            var freed = 0
            while freed < byteCount, let path = state.order.popLast(),
                let kept = state.pictures.removeValue(forKey: path)
            {
                victims.append(kept)
                freed += kept.lease.byteCount
            }
            return victims
        }
    }
}
