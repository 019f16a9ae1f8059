package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel
package import FlipbookRender

/// Small pictures of linted frames.
package enum Thumbnail {
    /// The largest size of a thumbnail in pixels. Pictures are shrunk to fit, never enlarged.
    package static let largest = PixelSize(width: 240, height: 160)
    private static let smallest = PixelSize(width: 24, height: 16)

    /// A small picture of the frame at `path`, or of its part above the damage, or `nil` if nothing can be decoded.
    private static func picture(at path: FilePath) -> PagePicture? {
        // If memory is short, the page does without the picture.
        do throws(ImageError) {
            let picture = try ImageDecoder().decode(contentsOf: path)
            return try? PagePicture(picture, fitting: largest)
        } catch {
            guard error.isDamage, let rows = IntactRows(ofFileAt: path) else { return nil }
            let intact = Double(rows.count) / Double(rows.picture.size.height)
            return try? PagePicture(rows.picture, fitting: largest, intact: intact)
        }
    }

    /// The default limit on the number of thumbnails in a report.
    package static let defaultLimit = 600
    /// The default limit on the bytes of all thumbnails in a report. In base 64 they are a third more: a page of ten
    /// megabytes at most.
    package static let defaultBudget = 7_000_000

    /// Small pictures of a report's frames, by file. Decodes on all cores.
    ///
    /// If there are more frames than `limit`, frames with findings come first, and the rest is a sample at even distances.
    /// If the pictures exceed `budget` bytes, as noise does, all of them are reduced to the size in ``room``.
    package static func all(
        in report: LintReport,
        limit: Int = defaultLimit,
        budget: Int = defaultBudget
    ) async throws(CancellationError) -> [FilePath: PagePicture] {
        var made = try await WorkExecutor.mapInChunks(choice(in: report, limit: limit), chunkLength: 1) { path in
            picture(at: path).map { (path: path, picture: $0) }
        }.compactMap { $0 }
        var room = largest
        while room.height > smallest.height {
            let byteCount = made.reduce(0) { $0 + $1.picture.png.count }
            guard byteCount > budget else { break }
            // Bytes grow with the area; 5 % are for the parts that do not shrink with it.
            let factor = (Double(max(0, budget)) / Double(byteCount)).squareRoot() * 0.95
            let next = PixelSize(
                width: max(smallest.width, Int(Double(room.width) * factor)),
                height: max(smallest.height, Int(Double(room.height) * factor))
            )
            made = try await WorkExecutor.mapInChunks(made, chunkLength: 1) { path, picture in
                // A larger picture than its room does no harm.
                (path, (try? picture.reduced(to: next)) ?? picture)
            }
            room = next
        }
        // If the smallest pictures are still too many, the page has the first of them.
        var left = budget
        made = made.filter { _, picture in
            left -= picture.png.count
            return left >= 0
        }
        return Dictionary(made.map { ($0.path, $0.picture) }) { first, _ in first }
    }

    /// The files that get a thumbnail: each sequence has its share, flagged frames first.
    static func choice(in report: LintReport, limit: Int) -> [FilePath] {
        let flagged = Set(report.findings.lazy.flatMap(\.files))
        let total = report.subjects.reduce(0) { $0 + $1.frames.count }
        return report.subjects.flatMap { sequence -> [FilePath] in
            let (frames, count) = (sequence.frames, sequence.frames.count)
            let share = total <= limit ? count : max(1, min(count, count * limit / max(1, total)))
            guard share < count else { return frames.map(\.source) }
            let sampled = Set((0..<share).map { $0 * count / share })
            let marked = frames.indices.lazy.filter { flagged.contains(frames[$0].path) }.prefix(share)
            return sampled.union(marked).sorted().map { frames[$0].source }
        }
    }
}
