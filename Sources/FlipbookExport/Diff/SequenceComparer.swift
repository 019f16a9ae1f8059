public import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// Compares two sequences frame by frame, each drawn with its own settings.
///
/// Frames are paired by number, or by position if a frame has no number or no number is common to both. Times are not compared.
///
/// ```swift
/// func check(_ golden: FrameList, _ fresh: FrameList) async throws -> Bool {
///     let comparer = SequenceComparer(golden, SequenceSettings(), fresh, SequenceSettings(), tolerance: 2)
///     return try await comparer.compare().isEmpty
/// }
/// ```
public struct SequenceComparer: Sendable {
    /// The first sequence as it was found.
    public let first: FrameList
    /// The settings for drawing it.
    public let firstSettings: SequenceSettings
    /// The second sequence as it was found.
    public let second: FrameList
    /// The settings for drawing the second sequence.
    public let secondSettings: SequenceSettings
    /// The largest difference that is accepted, in levels of 8 bits.
    public let tolerance: Double

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
    /// A missing number counts as a frame that only the other sequence may have, unless the property `missing` substitutes it.
    /// - Throws: ``ExportError`` if a frame cannot be read, or ``ExportError/cancelled`` if the task is canceled.
    public func compare() async throws(ExportError) -> SequenceDifference {
        try await comparing { try await $0.difference() }
    }

    /// Runs `body`, and again after each damaged frame that may be substituted.
    private func comparing<Result>(_ body: (FramePairs) async throws -> Result) async throws(ExportError) -> Result {
        var damage = [DecodedDamage(of: first, firstSettings), DecodedDamage(of: second, secondSettings)]
        return try await ExportError.awaiting {
            while true {
                do {
                    return try await body(FramePairs(self, known: damage.map(\.known)))
                } catch {
                    let error = ExportError(error)
                    let isOfFirst = try await damage[0].adds(error)
                    let isOfSecond = try await damage[1].adds(error)
                    if isOfFirst || isOfSecond { continue }
                    throw try await damage[0].refusal(try await damage[1].refusal(error))
                }
            }
        }
    }

    /// Compares the sequences, and creates an HTML page of the frames that differ most, side by side with their difference.
    /// - Parameter count: The most frames on the page.
    /// - Throws: ``ExportError``, as ``compare()`` does.
    public func page(showing count: Int = 12) async throws(ExportError) -> (SequenceDifference, html: String) {
        try await comparing { pairs in
            let difference = try await pairs.difference()
            return (difference, try await DifferencePage(difference, showing: count).html(of: pairs))
        }
    }
}

/// The paired frames of two sequences.
struct FramePairs: Sendable {
    /// The positions of two frames, and their common number.
    struct Pair: Sendable {
        let number: Int
        let first: Int
        let second: Int
    }

    private let comparer: SequenceComparer
    let first: CheckedSequence
    let second: CheckedSequence
    let pairs: [Pair]
    private let pairing: FramePairing

    /// - Parameter known: Entries of each sequence's files that need not be read again.
    init(_ comparer: SequenceComparer, known: [[FilePath: FrameSurvey.Entry]]) async throws {
        self.comparer = comparer
        var first = try await Self.checked(comparer.first, comparer.firstSettings, known[0])
        var second = try await Self.checked(comparer.second, comparer.secondSettings, known[1])
        // Pictures of 16 bits are compared in full with pictures of 8.
        if first.isDeep, !second.isDeep {
            second = try await Self.checked(comparer.second, comparer.secondSettings, second.knownEntries, deep: true)
        } else if second.isDeep, !first.isDeep {
            first = try await Self.checked(comparer.first, comparer.firstSettings, first.knownEntries, deep: true)
        }
        (self.first, self.second) = (first, second)
        let pairing = FramePairing(first.frames.frames, second.frames.frames)
        pairs = pairing.names.enumerated().compactMap { place, name in
            pairing.positions[name].map { Pair(number: name, first: place, second: $0) }
        }
        .sorted { $0.number < $1.number }
        self.pairing = pairing
    }

    private static func checked(
        _ list: FrameList,
        _ settings: SequenceSettings,
        _ known: [FilePath: FrameSurvey.Entry],
        deep: Bool = false
    ) async throws -> CheckedSequence {
        var settings = settings
        // Times are not compared, so faulty ones do not matter.
        (settings.frameRate, settings.animationDuration, settings.animationRepeatCount) = (nil, .zero, 1)
        // Without a substitute, a missing number is a frame that only the other sequence may have.
        let frames = list.replacing(
            list.frames.map(\.withoutDuration),
            expected: list.expected,
            missing: settings.missing == .error ? FrameSet() : list.missing
        )
        return try await CheckedSequence(
            frames,
            settings: settings,
            known: known,
            pictures: { target, depth, _, _ in target.format = depth > 8 || deep ? .rgba64 : .rgba }
        )
    }

    func pictures(of pair: Pair) async throws(FrameRenderError) -> (Picture, Picture) {
        (
            try await first.picture(ofRun: first.runs.run(ofFrame: pair.first)),
            try await second.picture(ofRun: second.runs.run(ofFrame: pair.second))
        )
    }

    /// Compares all pairs on all cores.
    func difference() async throws -> SequenceDifference {
        var (frames, worst, sum) = ([SequenceDifference.Frame](), SequenceDifference.Frame?.none, 0.0)
        let isComparable = first.outputSize == second.outputSize
        if isComparable {
            // A pair takes the memory of two pictures.
            var window = first.window
            (window.count, window.byteCount) = (max(1, window.count - 1), 2 * window.byteCount)
            let line = ProductionLine<Int, SequenceDifference.Frame?>(
                .init(count: pairs.count) { try await compared(pairs[$0]) },
                window: window
            )
            try await line.deliver { _, found in
                guard let found else { return }
                sum += found.mean
                if found.worst > worst?.worst ?? 0 { worst = found }
                if found.worst > comparer.tolerance { frames.append(found) }
            }
        }
        return SequenceDifference(
            first: comparer.first.name,
            second: comparer.second.name,
            tolerance: comparer.tolerance,
            firstSize: first.outputSize,
            secondSize: second.outputSize,
            comparedCount: isComparable ? pairs.count : 0,
            frames: frames,
            worst: worst,
            mean: sum / Double(max(1, pairs.count)),
            onlyInFirst: pairing.onlyInFirst,
            onlyInSecond: pairing.onlyInSecond,
            notes: missingNotes
                + [(first, comparer.first), (second, comparer.second)].flatMap { sequence, list in
                    sequence.frames.hints.dropFirst(list.hints.count).map { Explanation("\($0).") }
                        + sequence.playedNotes.map { "\(list.name): " + $0 }
                }
        )
    }

    /// Notes on frames that neither sequence has, although one of them should, and that are not substituted.
    private var missingNotes: [Explanation] {
        let there = Set((comparer.first.frames + comparer.second.frames).lazy.compactMap(\.number))
        return [(comparer.first, comparer.firstSettings), (comparer.second, comparer.secondSettings)]
            .compactMap { list, settings -> String? in
                let missing = FrameSet(list.missing.lazy.filter { !there.contains($0) })
                guard settings.missing == .error, !missing.isEmpty else { return nil }
                let verb = missing.count == 1 ? "is" : "are"
                return "\(list.name): \(SequenceDifference.frames(missing)) \(verb) missing."
            }
            .distinct.map { Explanation($0) }
    }

    /// Returns the difference of a pair, or `nil` if there is none.
    private func compared(_ pair: Pair) async throws(FrameRenderError) -> SequenceDifference.Frame? {
        let (one, other) = try await pictures(of: pair)
        let difference = LevelDifference(one, other, tolerance: comparer.tolerance)
        guard difference.worst > 0 else { return nil }
        return SequenceDifference.Frame(
            number: pair.number,
            first: first.frames.frames[pair.first].path?.string,
            second: second.frames.frames[pair.second].path?.string,
            worst: difference.worst,
            mean: difference.mean,
            pixelCount: difference.pixelCount,
            column: difference.worstColumn,
            row: difference.worstRow
        )
    }
}
