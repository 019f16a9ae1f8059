import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
internal import Synchronization

/// A cache of decoded pictures that can be drawn again in a different way: on a different canvas, tinted, or beneath a
/// different overlay. It is separate from the cache of composited pictures, so that changing a view requires no decoding. If
/// memory is needed, decoded pictures are evicted first, since composited ones save more time. A rewritten file is treated as a
/// new picture.
package final class DecodeCache: MemoryHolder, Sendable {
    private struct Reading: Equatable {
        let stamp: FileStamp
        let isDeep: Bool
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
        var order: [FilePath] = []
    }

    private let memory: MemoryBudget
    private let decode: FrameRenderer.Decode
    private let state = Mutex(State())

    package init(_ memory: MemoryBudget, of drawings: DrawingTable) {
        (self.memory, decode) = (memory, drawings.decode)
        memory.add(self)
        memory.addCache(self)
    }

    package var statistics: (decodes: Int, hits: Int) { state.withLock { $0.statistics } }

    /// Returns the pixels of a drawing from the cache, or decodes them. Drawings in memory are not cached.
    @Sendable package func picture(_ drawing: Drawing, _ isDeep: Bool) throws(ImageError) -> Picture {
        guard case .file(let path) = drawing.source, let stamp = FileStamp(of: path)
        else { return try decode(drawing, isDeep) }
        let (detail, takesPlanes) = (drawing.detail, drawing.takesPlanes)
        let reading = Reading(stamp: stamp, isDeep: isDeep, detail: detail, takesPlanes: takesPlanes)
        let kept = state.withLock { state in
            let kept = state.pictures[path].flatMap { $0.reading == reading ? $0.picture : nil }
            if kept == nil { state.statistics.decodes += 1 } else { state.statistics.hits += 1 }
            return kept
        }
        if let kept { return kept }
        let picture = try decode(drawing, isDeep)
        // The stamp is unreliable if the file changed while it was read.
        guard FileStamp(of: path) == stamp, let lease = memory.leaseToKeep(picture.byteCount, isSpare: true)
        else { return picture }
        // The previous picture is returned, so that its memory is released after the lock is.
        _ = state.withLock { state in
            if state.pictures[path] == nil { state.order.append(path) }
            return state.pictures.updateValue(Kept(reading: reading, picture: picture, lease: lease), forKey: path)
        }
        return picture
    }

    package func giveWay(_ byteCount: Int) {
        _ = state.withLock { state in
            var (victims, freed) = ([Kept](), 0)
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
