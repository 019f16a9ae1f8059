public import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// Compares two sequences frame by frame, each drawn with its own settings.
///
/// Frames are paired by number. If a frame has no number, if the sequences share no numbers, or if one of them is a video or an
/// animation, frames are paired by position. Then a frame that a file stores once but shows longer counts as several frames,
/// and a missing frame keeps its place if the other sequence has one for it. Other times are ignored.
///
/// ```swift
/// func check(_ golden: FrameList, _ fresh: FrameList) async throws -> Bool {
///     let comparer = SequenceComparer(golden, SequenceSettings(), fresh, SequenceSettings(), tolerance: 2)
///     return try await comparer.compare().isEmpty
/// }
/// ```
public struct SequenceComparer: Sendable {
    /// The first sequence.
    public let first: FrameList
    /// The settings for drawing the first sequence.
    public let firstSettings: SequenceSettings
    /// The second sequence.
    public let second: FrameList
    /// The settings for drawing the second sequence.
    public let secondSettings: SequenceSettings
    /// The largest difference, in 8-bit levels, at which samples are treated as equal.
    public let tolerance: Double
    /// The error for missing and damaged frames, whose substitutes are only for display, or `nil` if there is none.
    private(set) var accepted: String?

    /// Creates a comparer of two sequences.
    public init(
        _ first: FrameList,
        _ firstSettings: SequenceSettings,
        _ second: FrameList,
        _ secondSettings: SequenceSettings,
        tolerance: Double = 0
    ) {
        (self.first, self.firstSettings) = (first, firstSettings)
        (self.second, self.secondSettings) = (second, secondSettings)
        self.tolerance = tolerance
    }

    /// Compares the sequences.
    ///
    /// A frame that only one sequence has is a difference, unless the other sequence's `missing` setting provides a substitute.
    /// - Throws: ``ExportError`` if a frame cannot be read, or ``ExportError/cancelled`` if the task is canceled.
    public func compare() async throws(ExportError) -> SequenceDifference {
        try await comparing { try await $0.difference().0 }
    }

    /// Runs `body`, and restarts it after each damaged frame that can be replaced by another frame.
    private func comparing<Result>(_ body: (FramePairs) async throws -> Result) async throws(ExportError) -> Result {
        var damage = DecodedDamage(of: first, firstSettings)
        return try await damage.standingIn { one in
            var damage = DecodedDamage(of: second, secondSettings)
            return try await damage.standingIn { try await body(FramePairs(self, known: [one.known, $0.known])) }
        }
    }

    /// Returns a comparer whose page shows the given error of ``compare()`` and the frames that caused it: missing and damaged
    /// frames, which cannot be compared, and frames of a different size.
    package func accepting(_ error: String) -> SequenceComparer {
        let settings = [firstSettings, secondSettings].map { settings in
            changing(settings) { ($0.missing, $0.mismatch) = ($0.missing == .error ? .hold : $0.missing, .fit) }
        }
        let comparer = SequenceComparer(first, settings[0], second, settings[1], tolerance: tolerance)
        return changing(comparer) { $0.accepted = error }
    }

    /// Compares the sequences and makes an HTML page: a strip of all frames, colored by difference, and the frames that differ
    /// most, side by side.
    /// - Parameters:
    ///   - count: The maximum number of frames shown side by side.
    ///   - facts: Names and values for the page's header.
    ///   - words: A closure that returns the text of a note in the caller's words.
    /// - Throws: The same errors as ``compare()``.
    public func page(
        showing count: Int = 12,
        facts: [(name: String, value: String)] = [],
        naming words: @escaping @Sendable (Explanation) -> String = { $0.description }
    ) async throws(ExportError) -> (SequenceDifference, html: String) {
        try await comparing { pairs in
            let (difference, strip) = try await pairs.difference(hasPictures: true)
            let page = DifferencePage(difference, of: pairs, showing: count, strip: strip)
            return (difference, try await page.html(facts: facts, naming: words))
        }
    }
}

struct FramePairs: Sendable {
    let comparer: SequenceComparer
    let first, second: CheckedSequence
    let pairs: [FramePairing.Pair]
    let pairing: FramePairing

    /// - Parameter known: For each sequence, the survey entries of files that need not be read again.
    init(_ comparer: SequenceComparer, known: [[FilePath: FrameSurvey.Entry]]) async throws {
        self.comparer = comparer
        var first = try await Self.checked(comparer.first, comparer.firstSettings, known[0])
        var second = try await Self.checked(comparer.second, comparer.secondSettings, known[1])
        // If either sequence has 16 bits per channel, both are compared in 16 bits.
        if first.isDeep != second.isDeep {
            first = try await Self.checked(comparer.first, comparer.firstSettings, first.knownEntries, deep: true)
            second = try await Self.checked(comparer.second, comparer.secondSettings, second.knownEntries, deep: true)
        }
        (self.first, self.second) = (first, second)
        let lists = zip([comparer.first, comparer.second], [first, second]).map { list, sequence in
            list.hasDurations && list.frames.count == sequence.frames.frames.count ? list : sequence.frames
        }
        pairing = FramePairing(lists[0], lists[1])
        pairs = pairing.pairs
    }

    private static func checked(
        _ list: FrameList,
        _ settings: SequenceSettings,
        _ known: [FilePath: FrameSurvey.Entry],
        deep: Bool = false
    ) async throws -> CheckedSequence {
        var settings = settings
        // Times are ignored. They are reset, so that an invalid time causes no error.
        (settings.frameRate, settings.animationDuration, settings.animationRepeatCount) = (nil, .zero, 1)
        // A missing frame that is not replaced might still exist in the other sequence.
        let missing = settings.missing == .error ? FrameSet() : list.missing
        var frames = list.replacing(list.frames.map(\.withoutDuration), expected: list.expected, missing: missing)
        if settings.missing == .error { frames.joinedGaps = [] }
        return try await CheckedSequence(frames, settings: settings, known: known) { target, depth, _, _ in
            target.format = depth > 8 || deep ? .rgba64 : .rgba
        }
    }

    func pictures(of pair: FramePairing.Pair) async throws(FrameRenderError) -> (Picture, Picture) {
        let (one, other) = (first.runs.run(ofFrame: pair.positions[0]), second.runs.run(ofFrame: pair.positions[1]))
        return (try await first.picture(ofRun: one), try await second.picture(ofRun: other))
    }

    /// The maximum size of a picture in the strip.
    var smallRoom: PixelSize { pairs.count > 24 ? PixelSize(width: 180, height: 96) : .init(width: 360, height: 192) }
    static let mostThumbnails = 600
    /// The number of neighboring pairs that share a cell of the strip.
    var stride: Int { max(1, (pairs.count + Self.mostThumbnails - 1) / Self.mostThumbnails) }

    /// Compares all pairs, on all cores.
    /// - Returns: The difference, and small pictures of every ``stride``th frame, keyed by number. For two equal pictures, only
    ///   the second one is returned. For others, the first, the second, and their difference are returned.
    func difference(hasPictures: Bool = false) async throws -> (SequenceDifference, strip: [Int: [PagePicture]]) {
        var (frames, tolerated, incomparable) = ([SequenceDifference.Frame](), [SequenceDifference.Frame](), [Int]())
        var sum = 0.0
        var strip: [Int: [PagePicture]] = [:]
        let isComparable = first.outputSize == second.outputSize
        let remedy = Remedy.set(.size, to: "\(first.outputSize)")
        if isComparable {
            var window = first.window
            (window.count, window.byteCount) = (max(1, window.count - 1), 2 * window.byteCount)
            let line = ProductionLine<Int, (SequenceDifference.Frame?, [PagePicture])>(
                .init(count: pairs.count) { place in
                    let (one, other) = try await pictures(of: pairs[place])
                    let found = compared(one, other, pairs[place])
                    guard hasPictures, place % stride == 0 else { return (found, []) }
                    guard let found else { return (nil, [try PagePicture(other, fitting: smallRoom)]) }
                    return (found, try Self.views(of: found, one, other, fitting: smallRoom))
                },
                window: window
            )
            try await line.deliver { place, result in
                let ((found, pictures), pair) = (result, pairs[place])
                strip[pair.number] = pictures
                let drawn = zip([first, second], pair.positions).map { $0.frames.frames[$1] }
                let isEqual = comparer.accepted == nil && (found?.worst ?? 0) <= comparer.tolerance
                // Frames that are equal as drawn may still differ in light that is brighter than white.
                let light = zip([first, second], pair.positions).map { $0.survey.entries[$1] }
                    .filter { found == nil && $0.header?.header?.isSceneLinear == true }.map(\.frame.source)
                let marks = zip([first, second], light).map { $0.scene.drawings.loss(of: $1)?.clippedMarks ?? 0 }
                guard comparer.tolerance > 0 || marks.count < 2 || marks[0] == marks[1],
                    isEqual || drawn.allSatisfy({ $0.substitution == nil })
                else { return incomparable.append(pair.number) }
                guard let found else { return }
                sum += found.mean
                if found.worst > comparer.tolerance { frames.append(found) } else { tolerated.append(found) }
            }
        }
        let difference = SequenceDifference(
            first: comparer.first.name,
            second: comparer.second.name,
            tolerance: comparer.tolerance,
            firstSize: first.outputSize,
            secondSize: second.outputSize,
            comparedCount: isComparable ? pairs.count - incomparable.count : 0,
            frames: frames,
            tolerated: tolerated,
            mean: sum / Double(max(1, pairs.count - incomparable.count)),
            onlyInFirst: pairing.onlyInFirst,
            onlyInSecond: pairing.onlyInSecond,
            incomparable: FrameSet(incomparable),
            notes: (isComparable ? [] : ["To compare them, give both the same size: \(remedy: remedy)."])
                + incomplete(showing: comparer.accepted != nil || !incomparable.isEmpty).map { list in
                    let verb = list.missing.count == 1 ? "is" : "are"
                    return "\(list.name): \(SequenceDifference.frames(list.missing)) \(verb) missing."
                }.distinct.map { Explanation($0) }
                + [(first, comparer.first), (second, comparer.second)].flatMap { sequence, list in
                    let hints = sequence.frames.hints.dropFirst(list.hints.count).map { "\($0)." }
                    let damage = sequence.frames.substituted.compactMap(\.damage)
                        .map { "\($0.source.name): \($0.reason)." }
                    let isSame = comparer.tolerance == 0 && (frames + tolerated).isEmpty && incomparable.isEmpty
                    return (incomparable.isEmpty ? hints : damage).map { Explanation($0) }
                        + (sequence.playedNotes + [isSame ? nil : sequence.clippingNote].compactMap(\.self))
                        .map { "\(list.name): " + $0 }
                }.filter { _ in comparer.accepted == nil }
        )
        return (difference, strip)
    }

    /// Returns pictures of a frame in both sequences, and a picture of the difference. A local difference has a box around it.
    static func views(
        of frame: SequenceDifference.Frame,
        _ one: Picture,
        _ other: Picture,
        _ part: PixelRect? = nil,
        fitting room: PixelSize
    ) throws -> [PagePicture] {
        let (isLocal, part) = (frame.isLocal(in: one.size), part ?? PixelRect(one.size))
        let (one, other) = (try one.cropped(to: part), try other.cropped(to: part))
        let size = one.size.fitted(in: room)
        let gray = try LevelDifference.picture(of: one, other, size: size, amplification: frame.amplification)
        let scale = Double(size.width) / Double(one.size.width)
        let origin = Point(x: Double(frame.area.x - part.x) * scale, y: Double(frame.area.y - part.y) * scale)
        let area = Rect(origin: origin, size: Size(frame.area.size, scale: 1 / scale))
        return try [one, other, gray].map { picture in
            changing(try PagePicture(picture, fitting: room)) { $0.area = isLocal ? area : nil }
        }
    }

    /// The missing numbers that neither sequence has. Frames with a substitute are not included.
    var missing: FrameSet {
        guard pairing.isByNumber else { return FrameSet() }
        let existing = Set((comparer.first.frames + comparer.second.frames).lazy.compactMap(\.number))
        return FrameSet(Set(incomplete().flatMap { $0.missing.filter { !existing.contains($0) } }).sorted())
    }

    /// Returns the sequences with missing frames, and the joined sequences with missing frames.
    /// - Parameter isComplete: `false` to omit sequences whose missing frames have substitutes.
    private func incomplete(showing isComplete: Bool = false) -> [FrameList] {
        [(comparer.first, comparer.firstSettings), (comparer.second, comparer.secondSettings)]
            .filter { isComplete || $1.missing == .error }
            .flatMap { list, _ in ([list] + list.joinedGaps).filter { !$0.missing.isEmpty } }
    }

    private func compared(_ one: Picture, _ other: Picture, _ pair: FramePairing.Pair) -> SequenceDifference.Frame? {
        let difference = LevelDifference(one, other, tolerance: comparer.tolerance)
        guard difference.worst > 0 else { return nil }
        return SequenceDifference.Frame(
            number: pair.number,
            first: first.frames.frames[pair.positions[0]].path?.string,
            second: second.frames.frames[pair.positions[1]].path?.string,
            worst: difference.worst,
            mean: difference.mean,
            typical: difference.typical,
            pixelCount: difference.pixelCount,
            column: difference.worstColumn,
            row: difference.worstRow,
            area: difference.area
        )
    }
}
