public import FlipbookCore
import Synchronization

/// What is known of the files that belong together: the frames of a sequence, or the stills of a folder.
public struct SequenceEvidence: Sendable {
    /// What binds the files together.
    public enum Kind: Hashable, Sendable {
        /// They are frames, to be shown one after another.
        case animation
        /// They lie in one folder and are no sequence.
        case stills
    }

    /// What messages call it, a pattern or a folder, safe to print.
    public let name: String
    /// What binds the files together.
    public let kind: Kind
    /// What the names have in common, its folder included; `nil` where they have nothing in common.
    public let pattern: FramePattern?
    /// The files by number, then by scale factor; without numbers, in the order in which they are shown.
    public package(set) var frames: [FrameEvidence] {
        didSet { if counts.isMade || !isKnownUniquelyReferenced(&counts) { counts = FrameCounts() } }
    }
    /// The counts of ``frames`` that most rules ask for.
    private var counts = FrameCounts()
    /// The numbers that should be there and are not.
    public package(set) var missing: FrameSet
    /// The numbers that should be there, with the missing ones, in display order; `nil` where nothing tells.
    public package(set) var expected: FrameSet?
    /// Whether an option names the frame numbers that are meant, so that their gaps are no accident of naming.
    package var hasNamedRange = false
    /// The numbers that a configuration or an option wants, rising; `nil` without one.
    package private(set) var demanded: FrameSet?
    /// What the numbers of the names are: counted, dates, sizes; `nil` where no names tell, as in a manifest or for a
    /// pattern with a range.
    package var numbering: FrameNumbering?
    /// The part of a date that stands before the numbers, where several sequences are numbered by one date; then
    /// ``numbering`` is that of all of them together.
    package var dateStem: DateStem?
    /// Whether the files are those of an asset catalog, in which slots say what a file is for, not its name.
    package var isOfImageSets = false
    /// Whether a manifest shows the pictures mirrored where the language is written from right to left.
    package var flipsForRightToLeft = false
    /// The files of an asset catalog whose size does not go with their slot, which asset.wrong-size says.
    package var oddVariants: Set<FilePath> = []
    /// How many frames a second are shown; `nil` where nothing says so.
    public var frameRate: FrameRate?
    /// What will be done about missing numbers.
    public var gaps = GapPolicy()
    /// What will be done about frames of another size or scale.
    public var mismatch = MismatchPolicy.error
    /// The place that says what is done about gaps and about frames of another size.
    package var policySource = PolicySource.settings
    /// The manifest that names the frames and says how they are dealt with; `nil` where none does.
    package var manifest: FilePath?
    /// When the manifest was changed last, in seconds since 1970; `nil` where there is none.
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
        self.name = name
        self.kind = kind
        self.pattern = pattern
        self.frames = frames
        self.missing = missing
        self.expected = expected
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

    /// Takes the numbers that are meant: other frames are left out, and those of the numbers that no file has are missing.
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

    /// The wanted numbers before the first file.
    package var missingHead: FrameSet {
        guard let demanded, let first = frames.lazy.compactMap(\.number).first else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 < first })
    }

    /// The wanted numbers after the last file.
    package var missingTail: FrameSet {
        guard let demanded, let last = frames.lazy.compactMap(\.number).last else { return FrameSet() }
        return FrameSet(demanded.lazy.filter { $0 > last })
    }

    /// The missing numbers that ``gaps`` refuses.
    package var refusedGaps: FrameSet { gaps.refused(missing, of: expected ?? missing) }

    /// The number of frames; the variants of different scale (`a1.png`, `a1@2x.png`) are one.
    public var frameCount: Int { counts.of(frames).frames }

    /// The scale factors that occur, rising.
    public var scales: [Int] { counts.of(frames).scales }

    /// The sizes of each scale factor that occurs, the factors rising.
    package var sizes: [SizeStatistics] { counts.of(frames).sizes }
}

/// The counts of a sequence's files, made when they are first asked for: a rule asks for each, and there may be a million files.
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
