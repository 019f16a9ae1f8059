package import FlipbookCore
import FlipbookFiles
internal import Synchronization

/// Holds the most recently used files that contain multiple pictures. They stay open until they change or memory is short.
package final class OpenImages: MemoryHolder, Sendable {
    package static let shared = OpenImages()

    private struct Key: Hashable {
        let path: FilePath
        let formats: [ImageFormat]
        let cut: SheetCut?
        let colors: SourceColors
        let limits: DecodingLimits
        let keepsSixteenBits, convertsColors: Bool
    }

    private static let keptFiles = 4

    private let files = Mutex<[(key: Key, file: OpenImage)]>([])

    private init() { MemoryBudget.addCache(self) }

    package func file(at path: FilePath, _ decoder: ImageDecoder) throws(ImageError) -> OpenImage {
        let key = Key(
            path: FilePath(path.string),
            formats: decoder.codecs.formats,
            cut: decoder.codecs.cut,
            colors: decoder.codecs.colors,
            limits: decoder.limits,
            keepsSixteenBits: decoder.keepsSixteenBits,
            convertsColors: decoder.convertsColors
        )
        let stamp = FileStamp(of: path)
        let known = files.withLock { files -> OpenImage? in
            guard let place = files.firstIndex(where: { $0.key == key && $0.file.stamp == stamp }) else { return nil }
            files.append(files.remove(at: place))
            return files.last?.file
        }
        if let known { return known }
        let file = try OpenImage(path, stamp, decoder)
        _ = files.withLock { files in
            let closed = files.filter { $0.key == key }
            files.removeAll { $0.key == key }
            files.append((key, file))
            let excess = files.prefix(max(0, files.count - Self.keptFiles))
            files.removeFirst(excess.count)
            return closed + excess
        }
        return file
    }

    package func giveWay(_ byteCount: Int) {
        // Files of concatenated pictures stay open, since they use no memory, and reopening one would scan the whole file.
        _ = files.withLock { files in
            defer { files.removeAll { !$0.file.isRow } }
            return files.filter { !$0.file.isRow }
        }
    }
}
