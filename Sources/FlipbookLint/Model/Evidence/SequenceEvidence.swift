public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import Synchronization

/// The facts about files that belong together: the frames of a sequence, or the stills of a folder.
public struct SequenceEvidence: Sendable {
    /// The relation between the files.
    public enum Kind: Hashable, Sendable {
        /// Frames that are shown one after the other.
        case animation
        /// Files in one folder that are not a sequence.
        case stills
    }

    /// The name for messages, which is a pattern or a folder, safe to print.
    public let name: String
    /// The relation between the files.
    public let kind: Kind
    /// The common part of the names, including the folder, or `nil` if the names have nothing in common.
    public let pattern: FramePattern?
    /// The files sorted by number, then by scale factor. Without numbers, they are in display order.
    public package(set) var frames: [FrameEvidence] {
        didSet { if counts.isMade || !isKnownUniquelyReferenced(&counts) { counts = FrameCounts() } }
    }
    private var counts = FrameCounts()
    /// The numbers that should exist but do not.
    public package(set) var missing: FrameSet
    /// The numbers that should exist, including the missing ones, in display order, or `nil` if unknown.
    public package(set) var expected: FrameSet?
    /// A Boolean value that indicates whether an option specifies the frame numbers. If `true`, missing numbers are real gaps.
    package var hasNamedRange = false
    /// The numbers that a configuration or an option expects, in ascending order, or `nil` if there is no such expectation.
    package private(set) var demanded: FrameSet?
    /// The meaning of the numbers in the names, or `nil` if it cannot be determined, for example for a pattern with a range.
    package var numbering: FrameNumbering?
    /// The part of a date before the numbers if several sequences share one date, otherwise `nil`.
    package var dateStem: DateStem?
    /// A Boolean value that indicates whether the files are in an asset catalog, in which slots define the purpose of a file.
    package var isOfImageSets = false
    package var flipsForRightToLeft = false
    /// The files in an asset catalog whose size is wrong for their slot, which asset.wrong-size reports.
    package var oddVariants: Set<FilePath> = []
    /// Pictures that may be missing frames.
    package private(set) var misnamed: [(file: FrameEvidence, frame: MisnamedFrame)] = []
    /// The names of frames for which a program left a file behind (`walk.3.png.tmp`), which may be the frame itself.
    package var framesWithLeftovers: Set<FilePath> = []
    /// The frame rate, in frames per second, or `nil` if unknown.
    public var frameRate: FrameRate?
    /// The policy for missing numbers.
    public var gaps = GapPolicy()
    /// The policy for frames of a different size or scale.
    public var mismatch = MismatchPolicy.error
    package var hasLevels = false
    package var policySource = PolicySource.settings
    /// The manifest that lists the frames and specifies their policies, or `nil` if there is none.
    package var manifest: FilePath?
    package var manifestModified: Int?

    /// Creates evidence.
    public init(
        name: String,
        kind: Kind,
        pattern: FramePattern? = nil,
        frames: [FrameEvidence],
        missing: FrameSet = FrameSet(),
        expected: FrameSet? = nil
    ) {
        (self.name, self.kind, self.pattern, self.frames) = (name, kind, pattern, frames)
        (self.missing, self.expected) = (missing, expected)
    }

    /// Creates evidence for an existing list, without substitutes for missing frames.
    public init(_ list: FrameList) {
        let frames = list.frames.filter { $0.substitution == nil }.compactMap { frame in
            frame.path.map {
                FrameEvidence(path: $0, number: frame.number, scale: frame.wholeScale, duration: frame.duration)
            }
        }
        self.init(name: list.name, kind: .animation, frames: frames, missing: list.missing, expected: list.expected)
    }

    /// Sets the expected numbers. Expected numbers without a file are ``missing`` if they are between the first and the last
    /// file; the others are ``missingHead`` and ``missingTail``.
    package mutating func expect(_ numbers: FrameSet) {
        demanded = numbers
        let own = frames.lazy.compactMap(\.number)
        guard let first = own.first, let last = own.last else { return }
        var there = Set(own)
        // A missing number may exist in a name with a different spelling. Sets above the limit would take too long to
        // enumerate, so they are not corrected.
        if let expected, expected.count <= FrameSet.maximumCount {
            let missing = Set(missing)
            there.formUnion(expected.lazy.filter { !missing.contains($0) })
        }
        self.missing = FrameSet(numbers.lazy.filter { first...last ~= $0 && !there.contains($0) })
        expected = FrameSet(there.union(self.missing).sorted())
    }

    /// Restricts the frames to the requested numbers. A requested number without a file is missing.
    /// - Parameter family: the sequences with the same name, including this one. Empty if the name is irrelevant.
    package mutating func narrow(to wanted: FrameSet, in family: [SequenceEvidence] = []) {
        let numbers = Set(wanted)
        frames.removeAll { !numbers.contains($0.number ?? 0) }
        let there = Set((family.flatMap(\.frames) + frames).lazy.compactMap(\.number))
        // A number that no sequence in the family has is reported once, for the most frequent padding.
        let tells = family.usual.map { $0.name.utf8.elementsEqual(name.utf8) } ?? true
        missing = tells ? FrameSet(wanted.lazy.filter { !there.contains($0) }) : FrameSet()
        expected = wanted
        hasNamedRange = true
    }

    /// Finds pictures that are named like missing frames. Searches the files, since a gap may have billions of numbers.
    mutating func addMisnamed(among files: [(file: FrameEvidence, stems: [String])]) {
        guard !missing.isEmpty, !files.isEmpty, let pattern else { return }
        let formats = Set(frames.lazy.compactMap { $0.header?.format })
        misnamed = files.compactMap { file, stems in
            guard let frame = MisnamedFrame(file.path, stems, missing: missing, of: pattern),
                let next = frames.firstIndex(where: { $0.number ?? .min > frame.number })
            else { return nil }
            let neighbors = frames[max(0, next - 1)...next].map(\.path)
            guard file.path.canBeFrame(file.header?.format, of: formats, between: neighbors) else { return nil }
            return (file, frame)
        }
    }

    package mutating func leaveOut(_ isOut: (FilePath) -> Bool) { frames.removeAll { isOut($0.path) } }

    package var missingHead: FrameSet {
        guard let demanded, let first = frames.lazy.compactMap(\.number).first else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 < first })
    }

    package var missingTail: FrameSet {
        guard let demanded, let last = frames.lazy.compactMap(\.number).last else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 > last })
    }

    /// The number of frames. Variants at different scales (`a1.png`, `a1@2x.png`) count as one frame.
    public var frameCount: Int { counts.of(frames).frames }

    /// The existing scale factors, in ascending order.
    public var scales: [Int] { counts.of(frames).scales }

    package var sizes: [SizeStatistics] { counts.of(frames).sizes }
}

/// The counts of a sequence's files, computed once, since every rule needs them and there may be a million files.
private final class FrameCounts: Sendable {
    struct Values {
        let frames: Int
        let scales: [Int]
        let sizes: [SizeStatistics]

        fileprivate init(_ files: [FrameEvidence]) {
            var previous: Int?
            var frames = 0
            var scales: [Int] = []
            // Indices avoid reference counting for each file.
            for index in files.indices {
                let (number, scale) = (files[index].number, files[index].scale)
                if number == nil || number != previous { frames += 1 }
                previous = number
                if !scales.contains(scale) { scales.append(scale) }
            }
            scales.sort()
            (self.frames, self.scales) = (frames, scales)
            sizes = scales.map { SizeStatistics(files, scale: $0) }
        }
    }

    private let values = Mutex<Values?>(nil)

    var isMade: Bool { values.withLock { $0 != nil } }

    func of(_ files: [FrameEvidence]) -> Values {
        values.withLock { values in
            if let values { return values }
            let made = Values(files)
            values = made
            return made
        }
    }
}

extension SequenceEvidence {
    package var isZeroPadded: Bool {
        guard let width = pattern?.padding.width, width > 1 else { return false }
        return frames.indices.contains { String(frames[$0].number?.magnitude ?? 0).utf8.count < width }
    }

    /// The first two adjacent frames that are in the wrong order when names are sorted as text, or `nil` if there are none.
    package var misplacedAsText: (early: FilePath, late: FilePath)? {
        guard kind == .animation else { return nil }
        if let width = pattern?.padding.width, let first = frames.first?.number, let last = frames.last?.number,
            first >= 0, String(last).utf8.count <= width
        {
            return nil
        }
        let names = frames.lazy.filter { $0.number != nil && $0.scale == frames[0].scale }.map(\.path)
        return zip(names, names.dropFirst()).first { $1.string.utf8.lexicographicallyPrecedes($0.string.utf8) }
            .map { (early: FilePath($1.lastComponent), late: FilePath($0.lastComponent)) }
    }

    /// The usual step of a sequence, and the frames that deviate from it. `nil` if the sequence has no usual step, or if no
    /// frame deviates from it.
    package var irregularity: (step: Int, odd: [(before: Int, frame: FrameEvidence)])? {
        guard kind == .animation, demanded == nil, !missing.isEmpty,
            numbering.map({ $0.kind == .counted && $0.step == 1 }) ?? true
        else { return nil }
        var counted: [(number: Int, frame: FrameEvidence)] = []
        for frame in frames {
            guard let number = frame.number else { return nil }
            if counted.last?.number != number { counted.append((number, frame)) }
        }
        guard let (step, slips) = counted.map(\.number).slips else { return nil }
        return (step, slips.map { (counted[$0 - 1].number, counted[$0].frame) })
    }

    /// A Boolean value that indicates whether the numbers identify unrelated pictures: there are few, they have no step, and
    /// they are rarely adjacent.
    ///
    /// Examples are coins of 1, 2, 5, 10, 20, and 50, or test pictures of 1, 2, 4, 8, and 16 bits. If a renderer loses frames,
    /// adjacent numbers remain. Three-digit padding, a range, or a policy for gaps also indicates frames.
    package var hasSparseNumbers: Bool {
        let most = 10
        guard kind == .animation, demanded == nil, gaps.missing == .error, numbering?.kind ?? .counted == .counted,
            let pattern, pattern.frames == nil, frameCount <= most, missing.count >= frameCount
        else { return false }
        let numbers = Set(frames.lazy.compactMap(\.number)).sorted()
        let width = pattern.padding.width
        guard let first = numbers.first, numbers.count > 1, width < 3 || String(first.magnitude).utf8.count >= width
        else { return false }
        let neighbors = zip(numbers, numbers.dropFirst()).count { $1 &- $0 == 1 }
        // Numbers with a usual step belong to frames, even if some deviate from it.
        return neighbors * 3 <= numbers.count - 1 && irregularity == nil
    }

    /// A Boolean value that indicates whether gaps and odd sizes may be intentional. This is the case if there are fewer than
    /// four pictures, if more numbers are missing than present, if the numbers might be times of day, if the numbers are short
    /// and little else suggests an animation, or if the pictures are numbered stills. Pictures from a manifest or a range are
    /// always treated as frames.
    package var isTentative: Bool {
        areFew
            || areOnlyNumbered
                && (missing.count > frameCount || areNumberedStills || numbering?.mayBeTimes ?? false
                    || hasShortNumbers && (hasDoubtfulGaps || hasDoubtfulSizes))
    }

    /// A Boolean value that indicates whether a short sequence has gaps. The sizes of its pictures may show that it is not an
    /// animation.
    package var hasDoubtfulNumbers: Bool { areOnlyNumbered && !missing.isEmpty && frameCount <= 512 }

    /// A Boolean value that indicates whether there are fewer than four pictures, and only their numbers suggest that they are
    /// frames.
    package var areFew: Bool { areOnlyNumbered && frameCount < 4 }

    /// A Boolean value that indicates whether only numbered names suggest that these files are frames.
    private var areOnlyNumbered: Bool {
        kind == .animation && manifest == nil && demanded == nil && !hasNamedRange
            && pattern.map { $0.frames == nil } ?? false
    }

    /// A Boolean value that indicates whether the pictures share a name and are numbered, but are not an animation.
    package var areNumberedStills: Bool { unrelatedSizes != nil || hasSparseNumbers || areSizes }

    /// A Boolean value that indicates whether the numbers are powers of two: 16, 32, 64.
    package var areSizes: Bool { numbering?.kind == .doubling }

    /// Creates the evidence for a sequence. Numbers in other sequences with the same name, or in `relatives`, are not missing.
    init(_ sequence: FileSequence, of family: [FileSequence], besides relatives: [Int], directory: String) {
        let pattern = sequence.pattern.with(directory: directory)
        let numbering = sequence.numbering
        var missing = numbering.missing
        // Sets above the limit are unlikely to be sequences, and would take too long to enumerate.
        if family.count > 1 || !relatives.isEmpty, missing.count <= FrameSet.maximumCount {
            let there = Set(family.lazy.flatMap { $0.frames }).union(relatives)
            missing = FrameSet(missing.lazy.filter { !there.contains($0) })
        }
        self.init(
            name: FilePath(pattern.description).description,
            kind: .animation,
            pattern: pattern,
            frames: sequence.files.map { FrameEvidence($0, directory: directory) },
            missing: missing,
            expected: numbering.expected
        )
        self.numbering = numbering
    }

    package var placing: Explanation {
        policySource == .settings ? "\(remedy: .accept(.mismatch))" : "mismatch: fit in the manifest"
    }

    package var acceptingGaps: Explanation {
        policySource == .manifest
            ? "missing: \(MissingFramePolicy.acceptingWords) in the manifest" : "\(remedy: .accept(.missing))"
    }
}

/// The criteria for an animation whose numbers have one or two digits.
///
/// Renderers pad to three digits or more, while `block1`, `back3`, and `grunt-4` are often tiles, backgrounds, and portraits.
/// With these thresholds, the sprites of 80 games cause fewer than ten false errors.
extension SequenceEvidence {
    package var hasShortNumbers: Bool { pattern?.hasShortNumbers ?? false }

    /// A Boolean value that indicates whether the number follows a letter: `block1`, but not `walk.1` or `walk-1`.
    private var hasAttachedNumbers: Bool { pattern?.prefix.unicodeScalars.last?.properties.isAlphabetic ?? false }

    /// A Boolean value that indicates whether the numbers follow a letter, and there are either fewer than eight frames (six
    /// with a step) or at least a third as many missing numbers as frames.
    var hasDoubtfulGaps: Bool {
        guard hasAttachedNumbers, !missing.isEmpty else { return false }
        return frameCount < ((numbering?.step ?? 1) == 1 ? 8 : 6) || missing.count * 3 >= frameCount
    }

    /// A Boolean value that indicates whether the sizes are typical of pictures that are not an animation.
    ///
    /// In an animation, either fewer than half of the frames differ, and only by a few pixels, or there are at least eight
    /// frames, of which at most a quarter (an eighth if the numbers follow a letter) differ by up to a factor of two.
    var hasDoubtfulSizes: Bool {
        guard let sizes = sizes.max(by: { $0.count < $1.count }), let usual = sizes.usual else { return false }
        let odd = sizes.groups.dropFirst()
        let count = odd.reduce(0) { $0 + $1.frames.count }
        guard count > 0 else { return false }
        func differ(atMost percent: Int) -> Bool {
            odd.allSatisfy { size, _ in
                size.width.isWithin(percent, of: usual.width) && size.height.isWithin(percent, of: usual.height)
            }
        }
        if !hasAttachedNumbers, count * 2 < sizes.count, differ(atMost: 110) { return false }
        let most = sizes.count / (hasAttachedNumbers ? 8 : 4)
        return sizes.count < 8 || count > most || odd.count > 2 || !differ(atMost: 200)
    }
}

extension FramePattern {
    /// A Boolean value that indicates whether most numbers have one or two digits and do not follow a dot. Renderers write a
    /// dot before the number.
    package var hasShortNumbers: Bool { padding.width < 3 && prefix.utf8.last != UInt8(ascii: ".") }
}

extension Int {
    fileprivate func isWithin(_ percent: Int, of other: Int) -> Bool {
        Swift.max(self, other) * 100 <= Swift.min(self, other) * percent
    }
}

extension FrameEvidence {
    init(_ file: FileSequence.File, directory: String) {
        self.init(path: FilePath(directory + file.name.string), number: file.number, scale: file.scale)
    }
}

extension FileSequence {
    package var evidence: [FrameEvidence] { files.map { FrameEvidence($0, directory: pattern.directory) } }
}

extension [SequenceEvidence] {
    /// The sequence with the most frames, among sequences with different padding. If there is a tie, it is the first one.
    package var usual: SequenceEvidence? { reversed().max { $0.frames.count < $1.frames.count } }

    /// The files that share their number and scale factor with another file in the sequences, in ascending numerical order.
    package var repeatedFrames: [FrameEvidence] {
        if count == 1, let frames = first?.frames,
            frames.indices.dropFirst().allSatisfy({ frames[$0 - 1].number ?? .max < frames[$0].number ?? .min })
        {
            return []
        }
        return FrameGroups(flatMap(\.frames)) { frame in frame.number.map { [$0, frame.scale] } }.all
            .filter { $0.frames.count > 1 }
            .sorted { $0.kind.lexicographicallyPrecedes($1.kind) }
            .flatMap(\.frames)
    }
}

/// The settings that can accept gaps and different sizes, for use in remedies.
package enum PolicySource: Hashable, Sendable {
    /// The settings of the run, such as options of a command.
    case settings
    /// The keys of a manifest, such as `missing: hold`.
    case manifest
    /// A manifest's keys for different sizes, and a setting of the run for gaps.
    case manifestWithGapSettings
}
