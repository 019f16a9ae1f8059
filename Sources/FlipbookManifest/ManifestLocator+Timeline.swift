package import FlipbookCore
package import FlipbookScene

extension ManifestLocator {
    package struct LocatedTimeline: Sendable {
        package let rate: FrameRate
        package var media: [Int: ClipMedia] = [:]
        /// The frames of each clip's input. For tracks, the frames that the tracks display together.
        package var inputs: [Int: FrameList] = [:]
        package var tracks: [Int: [LocatedTimeline]] = [:]
        package var arrangement = Timeline.Arrangement()
    }
}

extension ManifestSearch {
    private static let largestNesting = 8

    private struct Input: Hashable {
        let path: FilePath
        let isChosenFrom: Bool
    }

    func located(_ timeline: Timeline, at key: String) throws(ManifestFileError) -> ManifestLocator.LocatedTimeline {
        var known: [Input: FrameList] = [:]
        return try located(timeline, at: key, rate, handles: 0, &known)
    }

    /// Finds the frames of a timeline.
    /// - Parameters:
    ///   - handles: The number of slots needed beyond the ends.
    ///   - known: The frames of inputs that have already been found.
    private func located(
        _ timeline: Timeline,
        at key: String,
        _ rate: FrameRate,
        handles: Int,
        _ known: inout [Input: FrameList]
    ) throws(ManifestFileError) -> ManifestLocator.LocatedTimeline {
        var located = ManifestLocator.LocatedTimeline(rate: rate)
        func fault(_ error: Timeline.ItemFault) -> ManifestFileError {
            self.fault(error.fault, at: "\(key)[\(error.item)]")
        }
        try wrapping(timeline.checkPassages(at: rate), in: fault)
        let ends = [timeline.clips.first?.place, timeline.clips.last?.place]
        for (place, clip) in timeline.clips {
            let item = "\(key)[\(place)]"
            let beyond = max(ends.contains(place) ? handles : 0, timeline.longestPassage(besideItem: place, at: rate))
            var clip = clip
            let list: FrameList
            if !clip.tracks.isEmpty {
                let wanted = clip.handles(ofTracksFor: beyond, at: rate)
                let tracks = try self.tracks(of: clip, at: item, rate, handles: wanted, &known)
                let arrangements = tracks.map(\.arrangement)
                list = Timeline.Arrangement.stacked(arrangements, named: item, handles: wanted)
                let all = FrameSet(FrameRange(1, through: max(1, arrangements.map(\.length).max() ?? 1)))
                if let frames = clip.frames, let most = all.max(), !frames.allSatisfy((1...most).contains) {
                    throw self.fault(TimelineFault("frames", "the tracks have only frames 1 to \(most)"), at: item)
                }
                clip.frames = clip.frames ?? all
                located.tracks[place] = tracks
            } else {
                let input = Input(path: FilePath(clip.input), isChosenFrom: clip.frames != nil)
                if let found = known[input] { list = found } else { list = try frames(of: input, at: item) }
                known[input] = list
            }
            located.inputs[place] = list
            located.media[place] = try wrapping(ClipMedia(clip, list, at: rate)) { (error: TimelineFault) in
                self.fault(error, at: item)
            }
        }
        let media = located.media
        located.arrangement = try wrapping(timeline.arranged(at: rate, media: media, handles: handles), in: fault)
        return located
    }

    private func tracks(
        of clip: Timeline.Clip,
        at item: String,
        _ rate: FrameRate,
        handles: Int,
        _ known: inout [Input: FrameList]
    ) throws(ManifestFileError) -> [ManifestLocator.LocatedTimeline] {
        let rate = clip.frameRate ?? rate
        try check(clip.tracks.reduce(0) { $0 + $1.leastLength(at: rate) }, "tracks", "the tracks", at: item)
        var (tracks, slots): ([ManifestLocator.LocatedTimeline], Int) = ([], 0)
        for (index, track) in clip.tracks.enumerated() {
            let found = try located(track, at: "\(item).tracks[\(index)]", rate, handles: handles, &known)
            slots += found.arrangement.length + handles
            try check(slots, "tracks", "the tracks", at: item)
            tracks.append(found)
        }
        return tracks
    }

    /// Returns the frames of a timeline, numbered from 1. Frames that are missing in its inputs are missing here, too.
    func frames(of timeline: Timeline) throws(ManifestFileError) -> FrameList {
        let located = try located(timeline, at: ManifestKey.timeline.rawValue)
        let arrangement = located.arrangement
        let name = file.path.description
        guard arrangement.length > 0 else { return FrameList(name: name, frames: []) }
        var hints: [String] = []
        addHints(about: timeline, located, at: ManifestKey.timeline.rawValue, to: &hints)
        let numbers = FrameSet(FrameRange(1, through: arrangement.length))
        return FrameList(name: name, numbers: numbers, frames: arrangement.frames, hints: hints)
    }

    private func addHints(
        about timeline: Timeline,
        _ located: ManifestLocator.LocatedTimeline,
        at key: String,
        to hints: inout [String]
    ) {
        for (place, clip) in timeline.clips {
            for (index, (track, found)) in zip(clip.tracks, located.tracks[place] ?? []).enumerated() {
                addHints(about: track, found, at: "\(key)[\(place)].tracks[\(index)]", to: &hints)
            }
            guard clip.tracks.isEmpty, let missing = located.inputs[place]?.missing, !missing.isEmpty else { continue }
            let hint = "\(FilePath(clip.input)): missing numbers: \(missing)"
            if !hints.contains(hint) { hints.append(hint) }
        }
        for (item, slots) in located.arrangement.overlaps {
            guard case .transition(let passage) = timeline.items[item], passage.inOffset != nil else { continue }
            let position = file.places.position(of: "\(key)[\(item)]")
            let place = "\(file.path):\(position.line):\(position.column)"
            let fact = "the clips have too few frames beyond the cut for this transition"
            hints.append("\(place): \(fact), so the timeline is \(slots) frames shorter")
        }
    }

    /// Returns a view with the frames of its timeline, including empty slots. The total for all views must not exceed the frame
    /// limit of a sequence.
    /// - Parameter slots: The number of frames so far.
    func locatingTimeline(of view: ManifestView, at place: String, _ slots: inout Int) throws(ManifestFileError)
        -> ManifestView
    {
        guard let timeline = view.timeline else { return view }
        let located = try located(timeline, at: "\(place).timeline")
        slots += located.arrangement.length
        try check(slots, ofViewsUpTo: place)
        let known = Dictionary(located.arrangement.frames.map { ($0.number, $0.image) }) { first, _ in first }
        return changing(view) {
            $0.frames = (0..<located.arrangement.length).map { Frame(known[$0 + 1] ?? .nothing) }
            $0.frameRate = located.rate
        }
    }

    /// Rejects views whose timelines are obviously too long in total, before any timeline is built.
    /// - Parameter slots: The number of frames so far.
    func checkLengths(of views: [ManifestView]?, at place: String, _ slots: inout Int) throws(ManifestFileError) {
        for (index, view) in (views ?? []).enumerated() {
            let place = "\(place)[\(index)]"
            slots += view.timeline?.leastLength(at: rate) ?? 0
            try check(slots, ofViewsUpTo: place)
            try checkLengths(of: view.subviews, at: "\(place).subviews", &slots)
            try checkLengths(of: view.overlayContentView, at: "\(place).overlayContentView", &slots)
        }
    }

    private func check(_ slots: Int, ofViewsUpTo place: String) throws(ManifestFileError) {
        try check(slots, "timeline", "the views so far", "their timelines", at: place)
    }

    private func check(_ slots: Int, _ key: String, _ subject: String, _ long: String = "them", at place: String)
        throws(ManifestFileError)
    {
        guard slots > FrameSet.maximumCount else { return }
        let fact = "\(subject) together have more than \(FrameSet.maximumCount) frames"
        throw fault(TimelineFault(key, "\(fact); shorten \(long), or omit some"), at: place)
    }

    private func frames(of input: Input, at place: String) throws(ManifestFileError) -> FrameList {
        guard let inner = manifest(input.path), let format = ManifestFile.format(of: inner) else {
            guard locator.naming == .error, input.isChosenFrom else { return try frames(of: input.path, at: place) }
            let chosen = changing(locator) { $0.naming = .chosen }
            return try ManifestSearch(chosen, file).frames(of: input.path, at: place)
        }
        guard locator.nesting < Self.largestNesting else {
            throw .manifest(error(at: place, "manifests are nested more than \(Self.largestNesting) deep"))
        }
        let languages = locator.languages ?? LanguagePreferences([])
        let nested = try ManifestFile(reading: inner, as: format, languages: languages)
        return try locator.nested.locate(nested, isHighlighted: false)
    }

    private func fault(_ fault: TimelineFault, at item: String) -> ManifestFileError {
        let fault = ManifestFault(at: file.places.position(of: item), path: "\(item).\(fault.key)", fault.explanation)
        return .manifest(ManifestError(file: file.path, faults: [fault]))
    }
}
