/// A file of a folder that belongs to its sequence, and has a name that the sequence's pattern does not make.
public struct StrayFile: Hashable, Sendable {
    /// The difference between a name and the others.
    public enum Difference: Hashable, Sendable {
        /// The padding of its number: `walk.3.png` beside `walk.0002.png`.
        case padding
        /// Upper and lower case: `walk.3.PNG`.
        case letterCase
        /// The extension, of the same format: `walk.3.jpeg` beside `walk.2.jpg`.
        case fileExtension
        /// The mark of a copy: `walk.3 (1).png`.
        case copyMark
        /// No mark of a copy, which the others have: `walk.png` beside `walk (1).png`.
        case noCopyMark
        /// A number of two parts: `walk.2.50.png` beside `walk.2.png`, or beside `walk.1.50.png`.
        case subframe
    }

    /// Its name, without its folder.
    public let name: FilePath
    /// The difference between its name and the others.
    public let difference: Difference
    /// Its frame number in the sequence. If `nil`, it has none: it is a copy or a sub-frame.
    public let number: Int?
}

extension StrayFile {
    /// The file as one of the sequence; `nil` without a number in it.
    var file: FileSequence.File? {
        number.map { FileSequence.File(number: $0, scale: FrameFileName(name.string).scale ?? 1, name: name) }
    }
}

extension FileGrouping {
    /// Finds the files that belong to a sequence of the folder and are not its own.
    /// - Parameter sequence: The files of a pattern.
    /// - Complexity: O(n) in the names that are not of the sequence.
    package func strays(of sequence: FileSequence) -> [StrayFile] {
        guard sequences.count > 1 || !stills.isEmpty else { return [] }
        let pattern = sequence.pattern.with(directory: "")
        var strays: [StrayFile] = []
        func add(_ other: FileSequence, _ difference: StrayFile.Difference) {
            strays += other.files.map { StrayFile(name: $0.name, difference: difference, number: $0.number) }
        }
        for other in sequences
        where other.pattern.hasSameName(as: pattern)
            && !other.files.contains(where: { pattern.match($0.name.string) != nil })
        {
            add(other, .padding)
        }
        for spellings in Spellings.all(in: sequences) {
            let isUsual = spellings.usual.pattern.hasSameName(as: pattern)
            guard isUsual || spellings.odd.contains(where: { $0.pattern.hasSameName(as: pattern) }) else { continue }
            for other in isUsual ? spellings.odd : [spellings.usual] {
                switch other.pattern.difference(from: pattern) {
                case .letters: add(other, .letterCase)
                case .extensionOfSameFormat:
                    let isCase = other.pattern.suffix.lowercased() == pattern.suffix.lowercased()
                    add(other, isCase ? .letterCase : .fileExtension)
                // Perhaps a thumbnail or a poster.
                case .format: continue
                }
            }
        }
        let known = Set(strays.map(\.name))
        let single =
            stills
            + sequences.filter { $0.frames.count == 1 && !$0.pattern.hasSameName(as: pattern) }
            .flatMap { $0.files.map(\.name) }.filter { !known.contains($0) }
        let originals = Set(sequence.files.first?.name.originals() ?? [])
        let subframes = Subframes(of: sequence, among: single)
        for name in single {
            if subframes?.strays.contains(name) ?? false {
                strays.append(StrayFile(name: name, difference: .subframe, number: nil))
            } else if originals.contains(name), let first = sequence.files.first {
                // The original of one copy has the place of its own number, and is no frame beside the copies.
                let isOfAll = sequence.files.prefix(2).allSatisfy { $0.name.originals().contains(name) }
                strays.append(StrayFile(name: name, difference: .noCopyMark, number: isOfAll ? first.number - 1 : nil))
            } else if name.originals().contains(where: { original in
                pattern.match(original.string).map { sequence.frames.contains($0.number) } ?? false
            }) {
                strays.append(StrayFile(name: name, difference: .copyMark, number: nil))
            }
        }
        return strays
    }
}

extension [StrayFile] {
    /// The first names and the difference, to stand in a sentence: `walk.3.PNG (upper and lower case differ)`.
    package var words: String {
        "\(map(\.name.description).listed(atMost: 3)) (\(differenceWords))"
    }

    private var differenceWords: String {
        guard let difference = first?.difference, allSatisfy({ $0.difference == difference }) else {
            return "named in several ways"
        }
        return switch difference {
        case .padding: "padding differs"
        case .letterCase: "upper and lower case differ"
        case .fileExtension: "extension differs"
        case .copyMark: "named as \(count == 1 ? "a copy" : "copies")"
        case .noCopyMark: "the others are named as its copies"
        case .subframe: "a number of two parts, as sub-frames have"
        }
    }

    /// Whether other names are all that the files need.
    var areMendedByRenaming: Bool {
        allSatisfy { [.padding, .letterCase, .fileExtension].contains($0.difference) }
    }
}
