package import FlipbookCore

/// The parts of a sequence, such as shots.
extension PlayerState {
    /// A chapter, and the position of its first frame.
    package struct PlacedChapter: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// The position of its first frame.
        package let position: Int
    }

    /// The chapters that frames are shown of, in the order of their positions.
    package func placedChapters(in frames: [Frame]) -> [PlacedChapter] {
        if chapters.isEmpty { return [] }
        var (placed, next): ([PlacedChapter], Int) = ([], 0)
        for (position, frame) in frames.enumerated() {
            guard let number = frame.number else { continue }
            var latest: Chapter?
            while next < chapters.count, chapters[next].firstNumber <= number {
                latest = chapters[next]
                next += 1
            }
            if let latest { placed.append(PlacedChapter(name: latest.name, position: position)) }
        }
        return placed
    }

    /// The chapter of a position, and its place among all of them from 1: `2/3  walk`; `nil` where there is none.
    package func chapterLine(at position: Int, in frames: [Frame]) -> String? {
        let placed = placedChapters(in: frames)
        guard let index = placed.lastIndex(where: { $0.position <= position }) else { return nil }
        return "\(index + 1)/\(placed.count)  \(placed[index].name)"
    }

    /// Goes to the beginning of a chapter so many further. Backwards, the beginning of the present one comes first.
    mutating func goToChapter(by distance: Int, in frames: [Frame]) -> [PlayerEffect] {
        let placed = placedChapters(in: frames)
        guard !placed.isEmpty else { return say("no chapters: those of a timeline are its clips") }
        let here = transport.position
        let next = placed.firstIndex { $0.position > here } ?? placed.count
        let isAtStart = placed.contains { $0.position == here }
        let place = distance > 0 ? next - 1 + distance : next + distance - (isAtStart ? 1 : 0)
        let chapter = placed[min(max(place, 0), placed.count - 1)]
        // Beyond the last one there is none, and the present one stays.
        guard distance < 0 || place < placed.count else { return say("the last chapter") }
        transport.seek(to: chapter.position)
        motion = .animating
        needsShowing = true
        return chapterLine(at: chapter.position, in: frames).map { say($0) } ?? []
    }
}
