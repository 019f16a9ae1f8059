package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel
import FlipbookRender

package struct Thumbnail: Sendable {
    package let path: FilePath
    package let size: PixelSize
    package let png: [UInt8]
    /// The largest sides that it might have: ``largest``, or less where many pictures share a page.
    package let room: PixelSize

    /// The largest sides of a thumbnail in pixels. Pictures are shrunk to fit, never enlarged.
    package static let largest = PixelSize(width: 240, height: 160)
    private static let smallest = PixelSize(width: 24, height: 16)

    /// A small picture of the frame at `path`, or `nil` if it cannot be decoded, which is a finding's business.
    package init?(contentsOf path: FilePath) {
        guard let picture = try? ImageDecoder().decode(contentsOf: path) else { return nil }
        self.init(of: picture, path: path, room: Self.largest)
    }

    /// The same picture, reduced to other sides; itself where that fails.
    private func reduced(to room: PixelSize) -> Thumbnail {
        // A larger picture than there is room for does no harm.
        let decoded = png.withUnsafeBytes { try? ImageDecoder().decode($0) }
        return decoded.flatMap { Thumbnail(of: $0, path: path, room: room) } ?? self
    }

    private init?(of picture: Picture, path: FilePath, room: PixelSize) {
        let size = picture.size.fitted(in: room)
        // A picture that there is no memory for is left out of the page.
        guard let png = try? PNGEncoder.encode(picture.scaled(to: size)) else { return nil }
        (self.path, self.size, self.png, self.room) = (path, size, png, room)
    }

    /// The most thumbnails in one report unless another number is asked for.
    package static let defaultLimit = 600
    /// The most bytes that the thumbnails of a report have together unless another number is asked for. In base 64
    /// they are a third more: a page of ten megabytes at most.
    package static let defaultBudget = 7_000_000

    /// Small pictures of a report's frames, by file.
    ///
    /// Where there are more frames than `limit`, those that findings name come first, and the
    /// rest is a sample at even distances. Where they take more than `budget` bytes, as noise does, all
    /// of them are reduced, and ``room`` tells to which sides. Decodes on all cores.
    package static func all(
        in report: LintReport,
        limit: Int = defaultLimit,
        budget: Int = defaultBudget
    ) async throws(CancellationError) -> [FilePath: Thumbnail] {
        let chosen = choice(in: report, limit: limit)
        var made = try await WorkExecutor.mapInChunks(chosen, chunkLength: 1) { Thumbnail(contentsOf: $0) }
            .compactMap { $0 }
        var room = largest
        while room.height > smallest.height {
            let byteCount = made.reduce(0) { $0 + $1.png.count }
            guard byteCount > budget else { break }
            // Bytes go with the area; the rest is for what does not shrink with it.
            let factor = (Double(max(0, budget)) / Double(byteCount)).squareRoot() * 0.95
            let next = PixelSize(
                width: max(smallest.width, Int(Double(room.width) * factor)),
                height: max(smallest.height, Int(Double(room.height) * factor))
            )
            made = try await WorkExecutor.mapInChunks(made, chunkLength: 1) { $0.reduced(to: next) }
            room = next
        }
        // As small as they get and still too many: the first ones are shown.
        var left = budget
        made = made.filter { thumbnail in
            left -= thumbnail.png.count
            return left >= 0
        }
        return Dictionary(made.map { ($0.path, $0) }) { first, _ in first }
    }

    /// The files that get a thumbnail: each sequence has its share, flagged frames first.
    static func choice(in report: LintReport, limit: Int) -> [FilePath] {
        let flagged = Set(report.findings.lazy.flatMap(\.files))
        let total = report.subjects.reduce(0) { $0 + $1.frames.count }
        return report.subjects.flatMap { sequence -> [FilePath] in
            let count = sequence.frames.count
            let share = total <= limit ? count : max(1, min(count, count * limit / max(1, total)))
            guard share < count else { return sequence.frames.map(\.source) }
            let sampled = Set((0..<share).map { $0 * count / share })
            let marked = sequence.frames.indices.lazy.filter { flagged.contains(sequence.frames[$0].path) }.prefix(
                share
            )
            let chosen = sampled.union(marked).sorted()
            return chosen.map { sequence.frames[$0].source }
        }
    }
}
