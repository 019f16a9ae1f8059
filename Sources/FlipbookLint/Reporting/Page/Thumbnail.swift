package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
package import FlipbookLintModel
package import FlipbookRender

package enum Thumbnail {
    /// The maximum size of a thumbnail in pixels. Pictures are shrunk to fit, never enlarged.
    package static let largest = PixelSize(width: 240, height: 160)
    private static let smallest = PixelSize(width: 24, height: 16)

    /// Returns small pictures of a report's frames, keyed by file. Decodes on all cores.
    ///
    /// If there are more frames than `limit`, frames with findings come first, and the rest is an evenly spaced sample. If the
    /// pictures exceed `budget` bytes, all of them are reduced to the same smaller size. Base64 adds a third, so a page has at
    /// most ten megabytes.
    package static func all(
        in report: LintReport,
        limit: Int = 600,
        budget: Int = 7_000_000,
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [FilePath: PagePicture] {
        var made = try await WorkExecutor.mapInChunks(choice(in: report, limit: limit), chunkLength: 1) { path in
            PagePicture.ofFile(at: path, fitting: largest, codecs: codecs).map { (path: path, picture: $0) }
        }.compactMap { $0 }
        var room = largest
        while room.height > smallest.height {
            let byteCount = made.reduce(0) { $0 + $1.picture.png.count }
            guard byteCount > budget else { break }
            // The number of bytes grows with the area. The margin of 5% allows for the parts of a file that do not shrink.
            let factor = (Double(max(0, budget)) / Double(byteCount)).squareRoot() * 0.95
            let next = PixelSize(
                width: max(smallest.width, Int(Double(room.width) * factor)),
                height: max(smallest.height, Int(Double(room.height) * factor))
            )
            made = try await WorkExecutor.mapInChunks(made, chunkLength: 1) { path, picture in
                // A picture that cannot be reduced stays larger, which is harmless.
                (path, (try? picture.reduced(to: next)) ?? picture)
            }
            room = next
        }
        // Keeps only the first pictures if even the smallest ones exceed the budget.
        var left = budget
        made = made.filter { _, picture in
            left -= picture.png.count
            return left >= 0
        }
        return Dictionary(made.map { ($0.path, $0.picture) }) { first, _ in first }
    }

    /// Returns the files that get a thumbnail: all of them or, if there are more than about `limit`, a sample. The longest
    /// sequences lose thumbnails first, and sequences without findings lose more of them.
    static func choice(in report: LintReport, limit: Int) -> [FilePath] {
        let total = report.subjects.reduce(0) { $0 + $1.frames.count }
        guard total > limit else { return report.subjects.flatMap { $0.frames.map(\.source) } }
        let flagged = Set(report.findings.lazy.flatMap(\.files))
        let names = Set(report.findings.lazy.map { FilePath($0.sequence) })
        let isFaulty = { (sequence: SequenceEvidence) in names.contains(FilePath(sequence.name)) }
        let faulty = report.subjects.filter(isFaulty).map(\.frames.count)
        let clean = report.subjects.filter { !isFaulty($0) }.map(\.frames.count)
        let kept = min(limit / 8, clean.reduce(0) { $0 + min($1, 48) })
        let (most, rest) = share(of: faulty, in: limit - kept)
        let mostOfClean = share(of: clean, in: kept + rest).most
        return report.subjects.flatMap { sequence -> [FilePath] in
            let (frames, count, isFaulty) = (sequence.frames, sequence.frames.count, isFaulty(sequence))
            let share = min(count, max(1, isFaulty ? most : mostOfClean))
            let marked = frames.indices.filter { flagged.contains(frames[$0].path) }.prefix(share)
            let chosen = Set(marked).union(sequence.neighbors(of: marked).prefix(share - marked.count))
            let (others, sampleCount) = (frames.indices.filter { !chosen.contains($0) }, share - chosen.count)
            let sample = (0..<sampleCount).map { others[$0 * others.count / sampleCount] }
            return chosen.union(sample).sorted().map { frames[$0].source }
        }
    }

    /// Returns the largest number of frames per sequence with which all sequences fit into `room`, and the unused part of
    /// `room`.
    private static func share(of counts: [Int], in room: Int) -> (most: Int, rest: Int) {
        var rest = room
        for (place, count) in counts.sorted().enumerated() {
            let share = rest / (counts.count - place)
            if share < count { return (share, 0) }
            rest -= count
        }
        return (.max, rest)
    }
}

extension SequenceEvidence {
    /// Returns the indices of frames that are adjacent to the given frames or to missing ones, excluding the given frames
    /// themselves.
    fileprivate func neighbors(of marked: ArraySlice<Int>) -> [Int] {
        let borders = Set(missing.ranges.prefix(1000).flatMap { [$0.first &- $0.step, $0.last &+ $0.step] })
        let marked = Set(marked)
        return frames.indices.filter { place in
            !marked.contains(place)
                && (marked.contains(place - 1) || marked.contains(place + 1)
                    || frames[place].number.map(borders.contains) ?? false)
        }
    }
}
