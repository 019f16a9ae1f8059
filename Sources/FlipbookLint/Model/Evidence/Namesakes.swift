package import FlipbookCore

/// Numbered files whose names are the same but for the extension and the size of letters: `walk.1.png`,
/// `walk.2.PNG`, `Walk.3.png`, `walk.4.jpg`.
package struct Namesakes: Sendable {
    /// One way in which the name is written.
    package struct Spelling: Sendable {
        /// What the names have in common, their folder included; the padding is that of most of them.
        package let pattern: FramePattern
        /// The files by number, those of the pattern's padding first.
        package let frames: [FrameEvidence]

        /// The extension as it is written, with its dot.
        package var suffix: String { pattern.suffix }
    }

    /// The spelling that most files have.
    package let usual: Spelling
    /// The spellings whose numbers are among those of the usual one or continue them, so that they are hardly
    /// sequences of their own.
    package let odd: [Spelling]

    /// All of them in a folder, whose name ends with a slash or is empty.
    static func all(in sequences: [FileSequence], directory: String) -> [Namesakes] {
        var indices: [String: Int] = [:]
        var groups: [[FileSequence]] = []
        for sequence in sequences {
            let key = key(of: sequence.pattern)
            if let index = indices[key] {
                groups[index].append(sequence)
            } else {
                indices[key] = groups.count
                groups.append([sequence])
            }
        }
        return groups.compactMap { Namesakes($0, directory: directory) }
    }

    /// The name in small letters, without its extension.
    private static func key(of pattern: FramePattern) -> String {
        let suffix = pattern.suffix.utf8
        let stem = suffix.lastIndex(of: UInt8(ascii: ".")).map { String(decoding: suffix[..<$0], as: UTF8.self) }
        return pattern.prefix.lowercased() + "/" + (stem ?? pattern.suffix).lowercased()
    }

    /// `nil` where there is one spelling only, or where the others are sequences by themselves.
    private init?(_ sequences: [FileSequence], directory: String) {
        guard sequences.count > 1 else { return nil }
        var spellings: [Spelling] = []
        // How many files have the padding that stands for a spelling.
        var mostFrequent: [Int] = []
        for sequence in sequences {
            let pattern = sequence.pattern.with(directory: directory)
            let frames = sequence.files.map { FrameEvidence($0, directory: directory) }
            guard let index = spellings.firstIndex(where: { $0.pattern.hasSameName(as: pattern) }) else {
                spellings.append(Spelling(pattern: pattern, frames: frames))
                mostFrequent.append(frames.count)
                continue
            }
            let before = spellings[index]
            if frames.count > mostFrequent[index] {
                spellings[index] = Spelling(pattern: pattern, frames: frames + before.frames)
                mostFrequent[index] = frames.count
            } else {
                spellings[index] = Spelling(pattern: before.pattern, frames: before.frames + frames)
            }
        }
        // Of equally frequent spellings the first counts.
        guard spellings.count > 1, let most = spellings.map(\.frames.count).max(), most >= 2,
            let usual = spellings.first(where: { $0.frames.count == most })
        else { return nil }
        let numbers = FrameSet(Set(usual.frames.lazy.compactMap(\.number)).sorted())
        let there = Set(numbers)
        guard let first = numbers.first, let last = numbers.last else { return nil }
        let odd = spellings.filter { spelling in
            guard !spelling.pattern.hasSameName(as: usual.pattern) else { return false }
            // A second rendition of all frames shares their numbers.
            return spelling.frames.allSatisfy { frame in
                guard let number = frame.number, !there.contains(number) else { return false }
                return number >= first - spelling.frames.count && number <= last + spelling.frames.count
            }
        }
        guard !odd.isEmpty else { return nil }
        (self.usual, self.odd) = (usual, odd)
    }

    /// For each spelling of some names, as ``FramePattern/spelling`` gives it, the numbers that the others have.
    static func numbersBesides(_ namesakes: [Namesakes]) -> [FilePath: [Int]] {
        var result: [FilePath: [Int]] = [:]
        for spellings in namesakes.lazy.map({ [$0.usual] + $0.odd }) {
            for spelling in spellings {
                result[spelling.pattern.spelling] = spellings.lazy
                    .filter { !$0.pattern.hasSameName(as: spelling.pattern) }.flatMap { $0.frames.compactMap(\.number) }
            }
        }
        return result
    }
}

extension FramePattern {
    /// The name without its number and its padding; no name holds the slash between its parts.
    var spelling: FilePath { FilePath(prefix + "/" + suffix) }
}
