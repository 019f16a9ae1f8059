/// A file that belongs to a folder's sequence but does not match its pattern.
public struct StrayFile: Hashable, Sendable {
    /// The difference between the name of a stray file and the names in the sequence.
    public enum Difference: Hashable, Sendable {
        /// The padding of the number: `walk.3.png` next to `walk.0002.png`.
        case padding
        /// Upper and lower case: `walk.3.PNG`.
        case letterCase
        /// The extension of the same format: `walk.3.jpeg` next to `walk.2.jpg`.
        case fileExtension
        /// The extension of a different format: `walk.3.jpg` next to the files of the pattern `walk.#.png`.
        case format
        /// The mark of a copy: `walk.3 (1).png`.
        case copyMark
        /// A copy mark that this file lacks but the other files have: `walk.png` next to `walk (1).png`.
        case noCopyMark
        /// A number with two parts: `walk.2.50.png` next to `walk.2.png` or `walk.1.50.png`.
        case subframe
    }

    /// The file's name without its folder.
    public let name: FilePath
    /// The difference between the file's name and the names in the sequence.
    public let difference: Difference
    /// The frame number in the sequence, or `nil` for a copy or a subframe.
    public let number: Int?

    var isRespelled: Bool { [.padding, .letterCase, .fileExtension].contains(difference) }

    var file: FileSequence.File? {
        number.map { FileSequence.File(number: $0, scale: FrameFileName(name.string).scale ?? 1, name: name) }
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
        case .fileExtension, .format: "extension differs"
        case .copyMark: "named as \(count == 1 ? "a copy" : "copies")"
        case .noCopyMark: "the others are named like copies of it"
        case .subframe: "sub-frames"
        }
    }

    func areMended(byRenamingBeside frames: FrameSet) -> Bool {
        var numbers = Set(frames)
        return allSatisfy { stray in
            stray.isRespelled && stray.number.map { numbers.insert($0).inserted } ?? false
        }
    }
}
