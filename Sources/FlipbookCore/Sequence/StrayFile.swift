/// A file that belongs to a folder's sequence but does not match its pattern.
public struct StrayFile: Hashable, Sendable {
    /// The way in which a file's name differs from the others.
    public enum Difference: Hashable, Sendable {
        /// The padding of the number: `walk.3.png` next to `walk.0002.png`.
        case padding
        /// Upper and lower case: `walk.3.PNG`.
        case letterCase
        /// The extension of the same format: `walk.3.jpeg` next to `walk.2.jpg`.
        case fileExtension
        /// The mark of a copy: `walk.3 (1).png`.
        case copyMark
        /// A missing copy mark that the other files have: `walk.png` next to `walk (1).png`.
        case noCopyMark
        /// A number with two parts: `walk.2.50.png` next to `walk.2.png` or `walk.1.50.png`.
        case subframe
    }

    /// The file's name without its folder.
    public let name: FilePath
    /// The way in which the name differs from the others.
    public let difference: Difference
    /// The frame number in the sequence, or `nil` for a copy or a subframe.
    public let number: Int?

    var file: FileSequence.File? {
        number.map { FileSequence.File(number: $0, scale: FrameFileName(name.string).scale ?? 1, name: name) }
    }
}

extension FileGrouping {
    /// The sequences keyed by ``Spellings/key(of:)``, so that possible spellings of one name are together.
    package var bySpelling: [[UInt8]: FileGrouping] {
        Dictionary(grouping: sequences) { Spellings.key(of: $0.pattern) }.mapValues {
            FileGrouping(sequences: $0, stills: [], others: [], deviceVariants: [])
        }
    }

    /// Returns the files that belong to a sequence in the folder but do not match its pattern.
    /// - Parameter countsSequences: A Boolean value that indicates whether copies that form a sequence are included.
    package func strays(of sequence: FileSequence, countsSequences: Bool = false) -> [StrayFile] {
        guard sequences.count > 1 || !stills.isEmpty else { return [] }
        let pattern = sequence.pattern.with(directory: "")
        let numbers = Set(sequence.frames)
        var others = sequences.filter { other in
            !other.pattern.hasSameName(as: pattern) || !other.files.contains { pattern.match($0.name.string) != nil }
        }
        let names = others.map { $0.files.map(\.name) } + stills.map { [$0] }
        // A file that matches the pattern may also belong to a different sequence in the folder.
        let between = (Subframes(of: sequence, among: names)?.strays ?? []).subtracting(sequence.files.lazy.map(\.name))
        var strays: [StrayFile] = []
        others.removeAll { other in
            if !between.isEmpty, other.files.contains(where: { between.contains($0.name) }) { return true }
            let isPadding = other.pattern.hasSameName(as: pattern)
            guard let difference = isPadding ? .padding : other.pattern.spellingDifference(from: pattern)
            else { return false }
            // Another version of the sequence has the same numbers.
            if isPadding || other.frames.count == 1 || !other.files.contains(where: { numbers.contains($0.number) }) {
                strays += other.files.map { StrayFile(name: $0.name, difference: difference, number: $0.number) }
            }
            return true
        }
        strays += between.sorted { $0.naturallyPrecedes($1) }
            .map { StrayFile(name: $0, difference: .subframe, number: nil) }
        if !countsSequences { others.removeAll { $0.frames.count > 1 } }
        let stills = stills.filter { !between.contains($0) }
        return strays + copies(of: sequence, among: stills + others.flatMap { $0.files.map(\.name) })
    }

    /// Returns the copies of a sequence's frames, and the originals if the frames are copies, by name without extension.
    private func copies(of sequence: FileSequence, among names: [FilePath]) -> [StrayFile] {
        let key = Spellings.key(of: sequence.pattern)
        let originals = sequence.files.prefix(2).map { Set($0.name.originals().map(\.foldedStem)) }
        let first = originals.first ?? []
        let common = originals.dropFirst().reduce(first) { $0.intersection($1) }
        var strays: [StrayFile] = []
        var beginnings: [FilePath] = []
        for name in names {
            let own = name.originals()
            let stem = name.foldedStem
            if common.contains(stem) || !common.isDisjoint(with: own.lazy.map(\.foldedStem)) {
                beginnings.append(name)
            } else if first.contains(stem) {
                // The original of a single copy is not a frame of its own.
                strays.append(StrayFile(name: name, difference: .noCopyMark, number: nil))
            } else if own.contains(where: { $0.isFrame(ofKey: key) }) {
                strays.append(StrayFile(name: name, difference: .copyMark, number: nil))
            }
        }
        // walk.png and walk copy.png come before walk copy 2.png.
        beginnings.sort { $0.naturallyPrecedes($1) }
        let stems = beginnings.map(\.foldedStem).distinct
        let start = (sequence.files.first?.number ?? 0) - stems.count
        let places = Dictionary(uniqueKeysWithValues: stems.enumerated().map { ($1, start + $0) })
        return strays + beginnings.map { StrayFile(name: $0, difference: .noCopyMark, number: places[$0.foldedStem]) }
    }
}

extension FilePath {
    fileprivate var foldedStem: String {
        let name = FrameFileName(lastComponent)
        return String(decoding: name.bytes[..<name.stemEnd], as: UTF8.self).lowercased()
    }

    /// Returns `true` if the name is a frame of the sequence with this key, under any extension.
    fileprivate func isFrame(ofKey key: [UInt8]) -> Bool {
        let name = FrameFileName(lastComponent)
        let hasNumber = [FrameFileName.Place.end, .anywhere].contains { place in
            name.number(at: place).map { Spellings.key(of: name, around: $0.range) == key } ?? false
        }
        if hasNumber { return true }
        // a2.png (1).png.
        let inner = FrameFileName(String(decoding: name.bytes[..<name.stemEnd], as: UTF8.self))
        guard FileSequence.imageExtensions.contains(String(decoding: inner.lowercasedExtension, as: UTF8.self))
        else { return false }
        return inner.path.isFrame(ofKey: key)
    }
}

extension FramePattern {
    fileprivate func spellingDifference(from other: FramePattern) -> StrayFile.Difference? {
        guard Self.format(lastExtension.lowercased()) == Self.format(other.lastExtension.lowercased()),
            Spellings.key(of: self) == Spellings.key(of: other)
        else { return nil }
        let isExtension =
            difference(from: other) == .extensionOfSameFormat && suffix.lowercased() != other.suffix.lowercased()
        return isExtension ? .fileExtension : .letterCase
    }
}

extension [StrayFile] {
    /// The first names and the difference, for use in a sentence: `walk.3.PNG (upper and lower case differ)`.
    package var words: String {
        let names = map(\.name).sorted { $0.naturallyPrecedes($1) }
        return "\(names.map(\.description).listed(atMost: 3)) (\(differenceWords))"
    }

    private var differenceWords: String {
        guard let difference = first?.difference, allSatisfy({ $0.difference == difference })
        else { return "named in different ways" }
        return switch difference {
        case .padding: "padding differs"
        case .letterCase: "upper and lower case differ"
        case .fileExtension: "extension differs"
        case .copyMark: "named as \(count == 1 ? "a copy" : "copies")"
        case .noCopyMark: "the others are named as its copies"
        case .subframe: "sub-frames"
        }
    }

    /// Returns the copies of missing frames, each with the name of its frame.
    func copies(where isMissing: (Int) -> Bool) -> [(file: FilePath, frame: FilePath)] {
        filter { $0.difference == .copyMark }.compactMap { copy in
            let frame = copy.name.originals().first { name in
                FrameFileName(name.string).number(at: .end).map { isMissing($0.value) } ?? false
            }
            return frame.map { (copy.name, $0) }
        }
    }

    func areMended(byRenamingBeside frames: FrameSet) -> Bool {
        var numbers = Set(frames)
        return allSatisfy { stray in
            [.padding, .letterCase, .fileExtension].contains(stray.difference)
                && stray.number.map { numbers.insert($0).inserted } ?? false
        }
    }
}
