package import FlipbookCore
public import FlipbookScene

extension ManifestLocator {
    /// A timeline with the frames of its clips: what it is arranged from.
    package struct LocatedTimeline: Sendable {
        /// The slots of a second.
        package let rate: FrameRate
        /// The frames of each clip, by its place among the items.
        package var media: [Int: ClipMedia] = [:]
        /// The frames of each clip's input, of tracks those that they show together.
        package var inputs: [Int: FrameList] = [:]
        /// The parts that the tracks of a clip are arranged from, the lowest first.
        package var tracks: [Int: [LocatedTimeline]] = [:]
        /// The frames in the order they are shown.
        package var arrangement = Timeline.Arrangement()
    }

    /// The greatest depth of manifests that name one another as clips.
    private static let largestNesting = 8

    /// The source of a clip.
    private struct Input: Hashable {
        let path: FilePath
        /// A Boolean value that indicates a clip with numbers of its own, in their order.
        let isChosenFrom: Bool
    }

    /// Finds the frames of a manifest's timeline.
    /// - Parameter key: Where the timeline stands in the manifest, for messages.
    /// - Throws: ``ManifestFileError``: an input is not found, or a clip asks for what its input has not.
    package func located(
        _ timeline: Timeline,
        of file: ManifestFile,
        at key: String = ManifestKey.timeline.rawValue
    ) throws(ManifestFileError) -> LocatedTimeline {
        var known: [Input: FrameList] = [:]
        let rate = frameRate ?? file.manifest.frameRate ?? .imageViewDefault
        return try located(timeline, of: file, at: key, rate, handles: 0, &known)
    }

    /// - Parameters:
    ///   - handles: How many slots beyond the ends are wanted.
    ///   - known: The frames of inputs that were found before.
    private func located(
        _ timeline: Timeline,
        of file: ManifestFile,
        at key: String,
        _ rate: FrameRate,
        handles: Int,
        _ known: inout [Input: FrameList]
    ) throws(ManifestFileError) -> LocatedTimeline {
        var located = LocatedTimeline(rate: rate)
        func fault(_ error: Timeline.ItemFault) -> ManifestFileError {
            Self.fault(error.fault, at: "\(key)[\(error.item)]", in: file)
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
                let tracks = try self.tracks(of: clip, of: file, at: item, rate, handles: wanted, &known)
                let arrangements = tracks.map(\.arrangement)
                list = Timeline.Arrangement.stacked(arrangements, named: item, handles: wanted)
                let all = FrameSet(FrameRange(1, through: max(1, arrangements.map(\.length).max() ?? 1)))
                if let frames = clip.frames, let most = all.max(), !frames.allSatisfy((1...most).contains) {
                    let fault = TimelineFault("frames", "the tracks have the frames 1 to \(most)")
                    throw Self.fault(fault, at: item, in: file)
                }
                clip.frames = clip.frames ?? all
                located.tracks[place] = tracks
            } else {
                let input = Input(path: FilePath(clip.input), isChosenFrom: clip.frames != nil)
                if let found = known[input] {
                    list = found
                } else {
                    list = try self.input(input, at: item, in: file)
                    known[input] = list
                }
            }
            located.inputs[place] = list
            located.media[place] = try wrapping(ClipMedia(clip, list, at: rate)) { (error: TimelineFault) in
                Self.fault(error, at: item, in: file)
            }
        }
        let media = located.media
        located.arrangement = try wrapping(timeline.arranged(at: rate, media: media, handles: handles), in: fault)
        return located
    }

    /// The shots of a manifest's timeline, a chapter for each clip, by the numbers that its frames have there.
    ///
    /// - Returns: No chapters for a manifest without a timeline, and for one with a single clip.
    /// - Throws: ``ManifestFileError``: an input is not found, or a clip asks for what its input has not.
    public func chapters(of file: ManifestFile) throws(ManifestFileError) -> [Chapter] {
        guard let timeline = file.manifest.timeline, timeline.clips.count > 1 else { return [] }
        let starts = try located(timeline, of: file).arrangement.starts
        return timeline.clips.compactMap { place, clip in
            starts[place].map { Chapter(name: clip.name, firstNumber: $0 + 1) }
        }
    }

    /// The parts that a clip's tracks are arranged from. Together they are no longer than one sequence may be.
    private func tracks(
        of clip: Timeline.Clip,
        of file: ManifestFile,
        at item: String,
        _ rate: FrameRate,
        handles: Int,
        _ known: inout [Input: FrameList]
    ) throws(ManifestFileError) -> [LocatedTimeline] {
        func check(_ slots: Int) throws(ManifestFileError) {
            guard slots > FrameSet.maximumCount else { return }
            let fault = TimelineFault(
                "tracks",
                "they have more than \(FrameSet.maximumCount) frames together; shorten them, or leave some out"
            )
            throw Self.fault(fault, at: item, in: file)
        }
        try check(clip.tracks.reduce(0) { $0 + $1.leastLength(at: clip.frameRate ?? rate) })
        var (tracks, slots): ([LocatedTimeline], Int) = ([], 0)
        for (index, track) in clip.tracks.enumerated() {
            let place = "\(item).tracks[\(index)]"
            let found = try located(track, of: file, at: place, clip.frameRate ?? rate, handles: handles, &known)
            slots += found.arrangement.length + handles
            try check(slots)
            tracks.append(found)
        }
        return tracks
    }

    /// The frames of a timeline, numbered from 1, with those that are missing in its clips' inputs.
    func frames(of timeline: Timeline, in file: ManifestFile) throws(ManifestFileError) -> FrameList {
        let located = try located(timeline, of: file)
        let arrangement = located.arrangement
        let name = file.path.description
        guard arrangement.length > 0 else { return FrameList(name: name, frames: []) }
        var hints: [String] = []
        Self.addHints(about: timeline, located, at: ManifestKey.timeline.rawValue, in: file, to: &hints)
        return FrameList(
            name: name,
            numbers: FrameSet(FrameRange(1, through: arrangement.length)),
            frames: arrangement.frames,
            hints: hints
        )
    }

    /// Says what is missing in the clips' inputs, and which transitions make the timeline shorter, in tracks too.
    private static func addHints(
        about timeline: Timeline,
        _ located: LocatedTimeline,
        at key: String,
        in file: ManifestFile,
        to hints: inout [String]
    ) {
        for (place, clip) in timeline.clips {
            for (index, (track, found)) in zip(clip.tracks, located.tracks[place] ?? []).enumerated() {
                addHints(about: track, found, at: "\(key)[\(place)].tracks[\(index)]", in: file, to: &hints)
            }
            guard clip.tracks.isEmpty, let missing = located.inputs[place]?.missing, !missing.isEmpty else { continue }
            let hint = "\(FilePath(clip.input)): missing \(missing) of its own numbers"
            if !hints.contains(hint) { hints.append(hint) }
        }
        for (item, slots) in located.arrangement.overlaps {
            guard case .transition(let passage) = timeline.items[item], passage.inOffset != nil else { continue }
            let position = file.places.position(of: "\(key)[\(item)]")
            hints.append(
                "\(file.path):\(position.line):\(position.column): the clips have too few frames beyond the cut for this "
                    + "transition, so the timeline is \(slots) frames shorter"
            )
        }
    }

    /// A view with the frames of its timeline, a slot without a picture being empty. All views together have no more than one
    /// sequence may have.
    /// - Parameter slots: How many the views before have.
    func locatingTimeline(
        of view: ManifestView,
        in file: ManifestFile,
        at place: String,
        _ slots: inout Int
    ) throws(ManifestFileError) -> ManifestView {
        guard let timeline = view.timeline else { return view }
        var result = view
        let located = try located(timeline, of: file, at: "\(place).timeline")
        slots += located.arrangement.length
        try Self.check(slots, at: place, in: file)
        let known = Dictionary(located.arrangement.frames.map { ($0.number, $0.image) }) { first, _ in first }
        result.frames = (0..<located.arrangement.length).map { Frame(known[$0 + 1] ?? .nothing) }
        result.frameRate = located.rate
        return result
    }

    /// Throws where the timelines of views have too many frames together by their own words, before any is built.
    /// - Parameter slots: How many the views before have.
    func checkLengths(
        of views: [ManifestView]?,
        in file: ManifestFile,
        at place: String,
        _ slots: inout Int
    ) throws(ManifestFileError) {
        let rate = frameRate ?? file.manifest.frameRate ?? .imageViewDefault
        for (index, view) in (views ?? []).enumerated() {
            let place = "\(place)[\(index)]"
            slots += view.timeline?.leastLength(at: rate) ?? 0
            try Self.check(slots, at: place, in: file)
            try checkLengths(of: view.subviews, in: file, at: "\(place).subviews", &slots)
            try checkLengths(of: view.overlayContentView, in: file, at: "\(place).overlayContentView", &slots)
        }
    }

    private static func check(_ slots: Int, at place: String, in file: ManifestFile) throws(ManifestFileError) {
        guard slots > FrameSet.maximumCount else { return }
        let fault = TimelineFault(
            "timeline",
            "the views up to here have more than \(FrameSet.maximumCount) frames together; shorten their timelines, or "
                + "leave some out"
        )
        throw Self.fault(fault, at: place, in: file)
    }

    /// The frames of a clip's input: files, or what another manifest shows.
    private func input(
        _ input: Input,
        at place: String,
        in file: ManifestFile
    ) throws(ManifestFileError) -> FrameList {
        guard let inner = try manifest(input.path.string, of: file), let format = ManifestFile.format(of: inner) else {
            var locator = self
            if naming == .error, input.isChosenFrom { locator.naming = .chosen }
            return try locator.frames(of: input.path.string, in: file, at: place)
        }
        guard nesting < Self.largestNesting else {
            let fault = file.places.fault(at: place, "manifests name one another more than \(Self.largestNesting) deep")
            throw .manifest(ManifestError(file: file.path, faults: [fault]))
        }
        var locator = self
        locator.nesting += 1
        return try locator.locate(
            try ManifestFile(reading: inner, as: format, languages: languages ?? LanguagePreferences([])),
            isHighlighted: false
        )
    }

    private static func fault(_ fault: TimelineFault, at item: String, in file: ManifestFile) -> ManifestFileError {
        let position = file.places.position(of: item)
        let fault = ManifestFault(at: position, path: "\(item).\(fault.key)", fault.explanation)
        return .manifest(ManifestError(file: file.path, faults: [fault]))
    }
}
