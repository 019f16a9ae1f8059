/// The spellings of one numbered name: `walk.1.png`, `walk.2.PNG`, `Walk.3.png`, `walk.4.jpg`.
package struct Spellings: Sendable {
    /// The most frequent spelling, with the files of all its paddings.
    package let usual: FileSequence
    /// Spellings that contain numbers missing from the usual spelling, and single files. A spelling with a different file
    /// format is included only if its numbers lie within or next to the numbers of the usual spelling.
    package let odd: [FileSequence]

    package static func all(in sequences: [FileSequence]) -> [Spellings] {
        sequences.grouped { key(of: $0.pattern) }.compactMap { Spellings($0) }
    }

    /// Returns the lowercase name without its extension. Composed and decomposed characters have different keys.
    package static func key(of pattern: FramePattern) -> [UInt8] {
        let suffix = pattern.suffix.utf8
        let stem = suffix.lastIndex(of: UInt8(ascii: ".")).map { String(decoding: suffix[..<$0], as: UTF8.self) }
        return Array((pattern.prefix.lowercased() + "/" + (stem ?? pattern.suffix).lowercased()).utf8)
    }

    static func key(of name: FrameFileName, around range: Range<Int>) -> [UInt8] {
        let parts = [name.bytes[..<range.lowerBound], name.bytes[range.upperBound..<name.stemEnd]]
        return Array(parts.map { String(decoding: $0, as: UTF8.self).lowercased() }.joined(separator: "/").utf8)
    }

    /// Returns `nil` if there is only one spelling, or if the other spellings are separate sequences.
    private init?(_ sequences: [FileSequence]) {
        guard sequences.count > 1 else { return nil }
        let names = sequences.grouped { FilePath($0.pattern.directory + $0.pattern.spelling.string) }
        guard names.count > 1 else { return nil }
        let spellings = names.compactMap { paddings in
            paddings.mostFrequent.map { FileSequence(pattern: $0.pattern, files: paddings.flatMap(\.files)) }
        }
        guard let usual = spellings.mostFrequent, usual.files.count >= 2, let first = usual.frames.first,
            let last = usual.frames.last
        else { return nil }
        let there = Set(usual.frames)
        let odd = spellings.filter { spelling in
            guard !spelling.pattern.hasSameName(as: usual.pattern) else { return false }
            let isOfFormat = spelling.pattern.difference(from: usual.pattern) != .format
            // Files with the same numbers are another version of the sequence. A single file with one of these numbers is a
            // mistake.
            guard spelling.frames.allSatisfy({ !there.contains($0) })
            else { return isOfFormat && spelling.frames.count == 1 }
            let count = spelling.files.count
            return isOfFormat || spelling.frames.allSatisfy { $0 >= first - count && $0 <= last + count }
        }
        guard !odd.isEmpty else { return nil }
        (self.usual, self.odd) = (usual, odd)
    }

    /// For each spelling, returns the numbers of all other spellings, keyed by ``FramePattern/spelling``.
    package static func numbersBesides(_ names: [Spellings]) -> [FilePath: [Int]] {
        var result: [FilePath: [Int]] = [:]
        for spellings in names.lazy.map({ [$0.usual] + $0.odd }) {
            for spelling in spellings {
                result[spelling.pattern.spelling] = spellings.lazy
                    .filter { !$0.pattern.hasSameName(as: spelling.pattern) }.flatMap { $0.files.map(\.number) }
            }
        }
        return result
    }
}

extension [FileSequence] { var mostFrequent: FileSequence? { self.max { $0.files.count < $1.files.count } } }

extension FramePattern {
    /// The name without its number and padding. The slash between its parts cannot occur in a name.
    package var spelling: FilePath { FilePath(prefix + "/" + suffix) }

    package func hasSameName(as other: FramePattern) -> Bool {
        prefix.utf8.elementsEqual(other.prefix.utf8) && suffix.utf8.elementsEqual(other.suffix.utf8)
            && directory.utf8.elementsEqual(other.directory.utf8)
    }

    package enum SpellingDifference: Sendable { case letters, extensionOfSameFormat, format }

    package var lastExtension: String {
        let bytes = suffix.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return FilePath(String(decoding: bytes[bytes.index(after: dot)...], as: UTF8.self)).description
    }

    /// Returns the difference between this spelling and the usual one. The stem takes precedence over the extension.
    package func difference(from usual: FramePattern) -> SpellingDifference {
        let (word, usualWord) = (lastExtension.lowercased(), usual.lastExtension.lowercased())
        let stem = prefix + suffix.dropLast(lastExtension.count)
        let usualStem = usual.prefix + usual.suffix.dropLast(usual.lastExtension.count)
        if !stem.utf8.elementsEqual(usualStem.utf8) { return .letters }
        return Self.format(word) == Self.format(usualWord) ? .extensionOfSameFormat : .format
    }

    static func format(_ word: String) -> String {
        ["jpeg": "jpg", "jpe": "jpg", "jfif": "jpg", "tiff": "tif", "dib": "bmp"][word] ?? word
    }

    /// Returns the difference between the name of a stray file and a pattern, or `nil` if the file is not a stray.
    func strayDifference(from other: FramePattern, orFormat: Bool) -> StrayFile.Difference? {
        if hasSameName(as: other) { return .padding }
        if orFormat, difference(from: other) == .format { return .format }
        guard Self.format(lastExtension.lowercased()) == Self.format(other.lastExtension.lowercased()),
            Spellings.key(of: self) == Spellings.key(of: other)
        else { return nil }
        let isExtension =
            difference(from: other) == .extensionOfSameFormat && suffix.lowercased() != other.suffix.lowercased()
        return isExtension ? .fileExtension : .letterCase
    }
}
