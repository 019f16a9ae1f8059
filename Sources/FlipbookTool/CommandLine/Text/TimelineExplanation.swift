package import FlipbookCore
import FlipbookManifest
import FlipbookScene

package struct TimelineExplanation {
    private let path: FilePath
    private let timeline: Timeline
    private let located: ManifestLocator.LocatedTimeline
    private let viewCount: Int
    private let notes: [String]

    package init?(_ path: FilePath, _ allowedFolders: [FilePath] = []) throws {
        guard !path.string.isEmpty, !path.string.utf8.contains(0), let format = ManifestFile.format(of: path),
            ManifestFile.absence(of: path) == nil
        else { return nil }
        let file: ManifestFile
        do throws(ManifestFileError) { file = try ManifestFile(reading: path, as: format) } catch {
            // A faulty document is explained as a file, unless it has a timeline's extension.
            guard format == .otio else { return nil }
            throw error
        }
        guard let timeline = file.manifest.timeline else { return nil }
        (self.path, self.timeline, notes) = (path, timeline, file.notes)
        viewCount = file.manifest.views?.count ?? 0
        located = try ManifestLocator(allowedFolders: allowedFolders).located(timeline, of: file)
    }

    package var sentence: String {
        let (length, rate) = (located.arrangement.length, located.rate)
        let seconds = rate.duration(ofFrames: length).seconds.inMilliseconds
        var lines = ["\(path): \(length.of("frame")) at \("\(rate)".asRate), \(seconds) s"]
        var start = 0
        for (place, item) in timeline.items.enumerated() {
            let slots = slots(of: place)
            let range = slots.isEmpty ? "-" : "\(start + 1)-\(start + slots.count)"
            start += slots.count
            lines.append("  \((range + " ").padding(to: 14))\(words(item, place, slots))")
        }
        if viewCount > 0 { lines.append("  above it      \(viewCount.of("view")), shown by 'explain --at TIME'") }
        return (lines + notes).joined(separator: "\n")
    }

    /// Returns the slots of an item, without the slots of adjacent transitions.
    private func slots(of place: Int) -> Range<Int> {
        let arrangement = located.arrangement
        if let (before, after) = arrangement.passages[place] { return 0..<before + after }
        guard let cut = arrangement.cuts[place] else { return 0..<0 }
        let from = cut.lowerBound + (arrangement.passages[place - 1]?.after ?? 0)
        return from..<max(from, cut.upperBound - (arrangement.passages[place + 1]?.before ?? 0))
    }

    private func words(_ item: Timeline.Item, _ place: Int, _ slots: Range<Int>) -> String {
        switch item {
        case .gap: return "nothing"
        case .transition(let passage):
            let (name, direction, color) = passage.transition.parts
            let besides = [direction.map { " \($0.rawValue)" }, color.map { " to \($0)" }].compactMap { $0 }.joined()
            return "\(name.rawValue)\(besides)"
        case .clip(let clip):
            let name = clip.tracks.isEmpty ? "\(FilePath(clip.input))" : clip.tracks.wording
            guard let media = located.media[place], !slots.isEmpty else { return name }
            let ends = [slots.lowerBound, slots.upperBound - 1].map { slot in
                media.place(ofSlot: slot).flatMap { media.frames[$0]?.number }.map(String.init) ?? "?"
            }
            let isStill = media.frames.count == 1
            let owner = clip.tracks.isEmpty ? "its" : "their"
            return "\(name)\(isStill ? "" : ", \(owner) frames \(ends[0]) to \(ends[1])")"
        }
    }
}

extension [Timeline] {
    fileprivate var wording: String {
        let inputs = flatMap { $0.inputs(at: "") }.map { "\(FilePath($0.clip.input))" }
        return "\(count == 1 ? "a track" : "\(count) tracks") of \(inputs.distinct.listed(atMost: 3))"
    }
}
