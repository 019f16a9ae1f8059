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

    /// Returns a small picture of the frame at `path`, of the part above the damage, or `nil` if nothing can be decoded.
    private static func picture(at path: FilePath) -> PagePicture? {
        // If memory is short, the page lacks the picture.
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
    /// The default limit on the bytes of all thumbnails in a report. Base 64 adds a third, so a page has at most ten megabytes.
    package static let defaultBudget = 7_000_000

    /// Returns small pictures of a report's frames, by file. Decodes on all cores.
    ///
    /// If there are more frames than `limit`, those with findings come first, and the rest is an evenly spaced sample. If the
    /// pictures exceed `budget` bytes, all of them are reduced to one smaller size.
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
            // The bytes grow with the area. The margin of 5 % is for the parts that do not shrink.
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
        // If even the smallest pictures exceed the budget, only the first ones are kept.
        var left = budget
        made = made.filter { _, picture in
            left -= picture.png.count
            return left >= 0
        }
        return Dictionary(made.map { ($0.path, $0.picture) }) { first, _ in first }
    }

    /// Returns the files that get a thumbnail. Each sequence has a share, with frames with findings first.
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
