public import FlipbookCore
import Synchronization

/// The facts that are known of the files that belong together: the frames of a sequence, or the stills of a folder.
public struct SequenceEvidence: Sendable {
    /// The bond between the files.
    public enum Kind: Hashable, Sendable {
        /// They are frames, to be shown one after another.
        case animation
        /// They lie in one folder and are no sequence.
        case stills
    }

    /// The name in messages, a pattern or a folder, safe to print.
    public let name: String
    /// The bond between the files.
    public let kind: Kind
    /// The part that the names have in common, its folder included, or `nil` if they have nothing in common.
    public let pattern: FramePattern?
    /// The files by number, then by scale factor; without numbers, in the order in which they are shown.
    public package(set) var frames: [FrameEvidence] {
        didSet { if counts.isMade || !isKnownUniquelyReferenced(&counts) { counts = FrameCounts() } }
    }
    /// The counts of ``frames`` that most rules ask for.
    private var counts = FrameCounts()
    /// The numbers that should be there and are not.
    public package(set) var missing: FrameSet
    /// The numbers that should be there, with the missing ones, in display order, or `nil` if nothing tells.
    public package(set) var expected: FrameSet?
    /// A Boolean value that indicates frame numbers that an option names: their gaps are no accident of naming.
    package var hasNamedRange = false
    /// The numbers that a configuration or an option wants, rising, or `nil` without one.
    package private(set) var demanded: FrameSet?
    /// The kind of the names' numbers, or `nil` if no names tell, as in a manifest or for a pattern with a range.
    package var numbering: FrameNumbering?
    /// The part of a date before the numbers, if several sequences are numbered by one date, which ``numbering``
    /// counts.
    package var dateStem: DateStem?
    /// A Boolean value that indicates files of an asset catalog, in which slots say what a file is for, not its name.
    package var isOfImageSets = false
    /// A Boolean value that indicates pictures that a manifest mirrors for languages from right to left.
    package var flipsForRightToLeft = false
    /// The files of an asset catalog whose size does not go with their slot, which asset.wrong-size says.
    package var oddVariants: Set<FilePath> = []
    /// The number of frames that are shown in a second, or `nil` if nothing says so.
    public var frameRate: FrameRate?
    /// The policy for missing numbers.
    public var gaps = GapPolicy()
    /// The policy for frames of another size or scale.
    public var mismatch = MismatchPolicy.error
    /// A Boolean value that indicates a manifest that says which values are black and white.
    package var hasLevels = false
    /// The place that says what is done about gaps and about frames of another size.
    package var policySource = PolicySource.settings
    /// The manifest that names the frames and says how they are dealt with, or `nil` if none does.
    package var manifest: FilePath?
    /// The manifest's last change in seconds since 1970, or `nil` if there is none.
    package var manifestModified: Int?

    /// Evidence from its parts.
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

    /// The frames of a list that was put together elsewhere. Frames that stand in for missing ones are left out.
    public init(_ list: FrameList) {
        let frames = list.frames.compactMap { frame in
            frame.substitution == nil
                ? frame.path.map {
                    FrameEvidence(path: $0, number: frame.number, scale: frame.wholeScale, duration: frame.duration)
                } : nil
        }
        self.init(name: list.name, kind: .animation, frames: frames, missing: list.missing, expected: list.expected)
    }

    /// Takes the numbers that are wanted for those that should be there: between the first and the last file these are
    /// missing, and no others. Those beyond are ``missingHead`` and ``missingTail``.
    package mutating func expect(_ numbers: FrameSet) {
        demanded = numbers
        let own = frames.lazy.compactMap(\.number)
        guard let first = own.first, let last = own.last else { return }
        var there = Set(own)
        // Some are there under another spelling of the name.
        let missing = Set(missing)
        there.formUnion((expected ?? FrameSet()).lazy.filter { !missing.contains($0) })
        self.missing = FrameSet(numbers.lazy.filter { first...last ~= $0 && !there.contains($0) })
        expected = FrameSet(there.union(self.missing).sorted())
    }

    /// Takes the numbers that are meant: other frames are left out, and those of the numbers that no file has are
    /// missing.
    /// - Parameter family: the sequences of the same name, itself among them; none where nothing tells the name.
    package mutating func narrow(to wanted: FrameSet, in family: [SequenceEvidence] = []) {
        let numbers = Set(wanted)
        frames.removeAll { !numbers.contains($0.number ?? 0) }
        let there = Set((family.flatMap(\.frames) + frames).lazy.compactMap(\.number))
        // What is in no padding is reported once, of the padding that most have.
        let tells = family.usual.map { $0.name.utf8.elementsEqual(name.utf8) } ?? true
        missing = tells ? FrameSet(wanted.lazy.filter { !there.contains($0) }) : FrameSet()
        expected = wanted
        hasNamedRange = true
    }

    /// Takes out frames, which are not to be opened; their numbers are not missing.
    package mutating func leaveOut(_ isOut: (FilePath) -> Bool) { frames.removeAll { isOut($0.path) } }

    package var missingHead: FrameSet {
        guard let demanded, let first = frames.lazy.compactMap(\.number).first else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 < first })
    }

    /// The wanted numbers after the last file.
    package var missingTail: FrameSet {
        guard let demanded, let last = frames.lazy.compactMap(\.number).last else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 > last })
    }

    /// The number of frames; the variants of different scale (`a1.png`, `a1@2x.png`) are one.
    public var frameCount: Int { counts.of(frames).frames }

    /// The scale factors that occur, rising.
    public var scales: [Int] { counts.of(frames).scales }

    package var sizes: [SizeStatistics] { counts.of(frames).sizes }
}

/// The counts of a sequence's files, made when they are first asked for: a rule asks for each, and there may be a
/// million files.
private final class FrameCounts: Sendable {
    struct Values {
        let frames: Int
        let scales: [Int]
        let sizes: [SizeStatistics]
    }

    private let values = Mutex<Values?>(nil)

    var isMade: Bool { values.withLock { $0 != nil } }

    /// The counts of the files, which are the same at each call.
    func of(_ files: [FrameEvidence]) -> Values {
        values.withLock { values in
            if let values { return values }
            let made = Values(files)
            values = made
            return made
        }
    }
}

extension FrameCounts.Values {
    fileprivate init(_ files: [FrameEvidence]) {
        var previous: Int?
        var frames = 0
        // There are few scale factors: no set.
        var scales: [Int] = []
        // By index: a copy of each file counts its references.
        for index in files.indices {
            let (number, scale) = (files[index].number, files[index].scale)
            if number == nil || number != previous { frames += 1 }
            previous = number
            if !scales.contains(scale) { scales.append(scale) }
        }
        scales.sort()
        self.init(frames: frames, scales: scales, sizes: scales.map { SizeStatistics(files, scale: $0) })
    }
}

extension SequenceEvidence {
    /// A Boolean value that tells whether a number has zeros in front.
    package var isZeroPadded: Bool {
        guard let width = pattern?.padding.width, width > 1 else { return false }
        return frames.indices.contains { String(frames[$0].number?.magnitude ?? 0).utf8.count < width }
    }

    /// The first two neighbors that come the other way round when names are sorted as text, or `nil` if none do.
    package var misplacedAsText: (early: FilePath, late: FilePath)? {
        guard kind == .animation else { return nil }
        // Numbers of one length sort as text as they sort as numbers.
        if let width = pattern?.padding.width, let first = frames.first?.number, let last = frames.last?.number,
            first >= 0, String(last).utf8.count <= width
        {
            return nil
        }
        let names = frames.lazy.filter { $0.number != nil && $0.scale == frames[0].scale }.map(\.path)
        for (name, next) in zip(names, names.dropFirst())
        where next.string.utf8.lexicographicallyPrecedes(name.string.utf8) {
            return (FilePath(next.lastComponent), FilePath(name.lastComponent))
        }
        return nil
    }

    /// The step of a sequence that mostly has one, and the frames that do not keep to it, or `nil` for one without a
    /// step, for one that keeps it throughout, and for one that only leaves frames out.
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

    /// A Boolean value that indicates numbers that are names: few, without a step, and hardly two of them neighbors.
    ///
    /// Coins of 1, 2, 5, 10, 20 and 50, or test pictures of 1, 2, 4, 8 and 16 bits. Frames that a renderer lost leave
    /// neighbors behind; and an author that pads to three digits, names a range, or sets a policy for gaps means
    /// frames.
    package var hasSparseNumbers: Bool {
        let most = 10
        guard kind == .animation, demanded == nil, gaps.missing == .error, numbering?.kind ?? .counted == .counted,
            let pattern,
            pattern.frames == nil,
            frameCount <= most, missing.count >= frameCount
        else { return false }
        let numbers = Set(frames.lazy.compactMap(\.number)).sorted()
        guard let first = numbers.first, numbers.count > 1, !isPadded(first, by: pattern.padding.width) else {
            return false
        }
        let neighbors = zip(numbers, numbers.dropFirst()).count { $1 &- $0 == 1 }
        // What leaves its step has one.
        return neighbors * 3 <= numbers.count - 1 && irregularity == nil
    }

    /// A Boolean value that indicates gaps and sizes that may well be meant: fewer than four pictures, more numbers
    /// missing than there, numbers that may be times, numbered stills, or short numbers and little else that makes an
    /// animation of them. What a manifest or a range names is meant to be there, however few it is.
    package var isTentative: Bool {
        areFew
            || areOnlyNumbered
                && (missing.count > frameCount || areNumberedStills || numbering?.mayBeTimes ?? false
                    || hasShortNumbers && (hasDoubtfulGaps || hasDoubtfulSizes))
    }

    /// A Boolean value that indicates gaps whose sizes may show that there is no animation. More frames are one.
    package var hasDoubtfulNumbers: Bool { areOnlyNumbered && !missing.isEmpty && frameCount <= 512 }

    /// A Boolean value that indicates fewer than four pictures that only their numbers make frames.
    package var areFew: Bool { areOnlyNumbered && frameCount < 4 }

    /// A Boolean value that tells whether nothing but the numbers in their names says that these are frames.
    private var areOnlyNumbered: Bool {
        kind == .animation && manifest == nil && demanded == nil && !hasNamedRange
            && pattern.map { $0.frames == nil } ?? false
    }

    /// A Boolean value that indicates pictures that share a name and a numbering, rather than an animation.
    package var areNumberedStills: Bool { unrelatedSizes != nil || hasSparseNumbers || areSizes }

    /// A Boolean value that tells whether the numbers are powers of two: 16, 32, 64.
    package var areSizes: Bool { numbering?.kind == .doubling }

    /// Returns `true` if the smallest number has zeros in front of it that make it at least three digits long.
    private func isPadded(_ number: Int, by width: Int) -> Bool {
        width >= 3 && String(number.magnitude).utf8.count < width
    }

    /// A sequence among those of the same name. A number that another one, or one of `relatives`, has is not missing.
    init(_ sequence: FileSequence, of family: [FileSequence], besides relatives: [Int], directory: String) {
        let pattern = sequence.pattern.with(directory: directory)
        let numbering = sequence.numbering
        var missing = numbering.missing
        // Beyond this many the numbers are not walked one by one; the sequence is then hardly one.
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

    /// The way to place frames of another size or scale.
    package var placing: Explanation {
        policySource == .settings ? "\(remedy: .accept(.mismatch))" : "mismatch: fit in the manifest"
    }

    /// The way to accept gaps.
    package var acceptingGaps: Explanation {
        policySource == .manifest
            ? "missing: \(MissingFramePolicy.acceptingWords) in the manifest" : "\(remedy: .accept(.missing))"
    }

    /// The policy that has accepted gaps: `the policy hold`.
    package var gapPolicy: String {
        (policySource == .manifest ? "the manifest's missing: " : "the policy ") + gaps.missing.rawValue
    }

    /// The way to allow longer gaps.
    package var allowingLongerGaps: Explanation {
        policySource == .manifest ? "maxGap in the manifest" : "\(setting: .maximumGap)"
    }
}

/// The conditions under which numbers of one or two digits count as those of an animation.
///
/// Renderers pad to three digits and more; `block1`, `back3` and `grunt-4` are as often tiles, backgrounds and
/// portraits. The thresholds are those with which the sprites of 80 games raise fewer than ten false errors.
extension SequenceEvidence {
    package var hasShortNumbers: Bool { pattern?.hasShortNumbers ?? false }

    /// A Boolean value that tells whether the number follows a letter: `block1`, and not `walk.1` or `walk-1`.
    private var hasAttachedNumbers: Bool {
        guard let last = pattern?.prefix.unicodeScalars.last else { return false }
        return last.properties.isAlphabetic
    }

    /// A Boolean value that indicates fewer than eight attached numbers, or six with a step, or a third missing.
    var hasDoubtfulGaps: Bool {
        guard hasAttachedNumbers, !missing.isEmpty else { return false }
        return frameCount < ((numbering?.step ?? 1) == 1 ? 8 : 6) || missing.count * 3 >= frameCount
    }

    /// A Boolean value that tells whether the sizes differ as those of pictures do that are no animation.
    ///
    /// The sizes of an animation's frames differ by a few pixels in less than half of them, or in a quarter at most of
    /// eight or more by a factor of two at most. Where numbers are attached, in an eighth.
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
    /// A Boolean value that indicates numbers mostly of one digit or two, without the dot that renderers write before
    /// them.
    package var hasShortNumbers: Bool { padding.width < 3 && prefix.utf8.last != UInt8(ascii: ".") }
}

extension Int {
    /// Returns `true` if the greater of two lengths is at most so many per cent of the smaller one.
    fileprivate func isWithin(_ percent: Int, of other: Int) -> Bool {
        Swift.max(self, other) * 100 <= Swift.min(self, other) * percent
    }
}

extension FrameEvidence {
    /// A file of a sequence in a folder, whose name ends with a slash or is empty.
    init(_ file: FileSequence.File, directory: String) {
        self.init(path: FilePath(directory + file.name.string), number: file.number, scale: file.scale)
    }
}

extension FileSequence {
    /// The files as evidence; the pattern names their folder.
    package var evidence: [FrameEvidence] { files.map { FrameEvidence($0, directory: pattern.directory) } }
}

extension [SequenceEvidence] {
    /// Of sequences that differ in their padding, the one whose padding most frames have; the first of equal ones.
    package var usual: SequenceEvidence? { reversed().max { $0.frames.count < $1.frames.count } }

    /// The files whose number and scale factor another file has too, by number; the smallest number first.
    package var repeatedFrames: [FrameEvidence] {
        // Mostly there are none, and then nothing is collected.
        if count == 1, let frames = first?.frames,
            frames.indices.dropFirst().allSatisfy({ index in
                guard let number = frames[index - 1].number, let next = frames[index].number else { return false }
                return number < next
            })
        {
            return []
        }
        return FrameGroups(flatMap(\.frames)) { frame in frame.number.map { [$0, frame.scale] } }.all
            .filter { $0.frames.count > 1 }
            .sorted { $0.kind.lexicographicallyPrecedes($1.kind) }
            .flatMap(\.frames)
    }
}

/// The place where gaps and frames of another size can be accepted: advice names what its reader can write.
package enum PolicySource: Hashable, Sendable {
    /// Settings of the run, as options of a command are.
    case settings
    /// The keys of a manifest, such as `missing: hold`.
    case manifest
    /// The keys of a manifest, but for what is done about gaps, which a setting says.
    case manifestWithGapSettings
}
