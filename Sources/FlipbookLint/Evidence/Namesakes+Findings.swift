import FlipbookCore

extension Namesakes.Spelling {
    /// In what two spellings differ.
    enum Difference { case letters, extensionOfSameFormat, format }

    /// The extension as it is written, without its dot.
    var lastExtension: String {
        let bytes = suffix.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return FilePath(String(decoding: bytes[bytes.index(after: dot)...], as: UTF8.self)).description
    }

    /// In what this spelling differs from the usual one. Letters of the stem weigh more than the extension.
    func difference(from usual: Namesakes.Spelling) -> Difference {
        let (word, usualWord) = (suffix.lowercasedExtension, usual.suffix.lowercasedExtension)
        let stem = pattern.prefix + suffix.dropLast(lastExtension.count)
        let usualStem = usual.pattern.prefix + usual.suffix.dropLast(usual.lastExtension.count)
        if !stem.utf8.elementsEqual(usualStem.utf8) { return .letters }
        if word.utf8.elementsEqual(usualWord.utf8) { return .extensionOfSameFormat }
        let isSame = FileFormatWord(word) == FileFormatWord(usualWord)
        return isSame ? .extensionOfSameFormat : .format
    }
}

/// A file format by an extension, so that two ways to write one are the same.
private struct FileFormatWord: Equatable {
    let word: String

    init(_ word: String) {
        let same = ["jpeg": "jpg", "jpe": "jpg", "jfif": "jpg", "tiff": "tif", "apng": "png", "dib": "bmp"]
        self.word = same[word] ?? word
    }
}

extension LintRule {
    /// A finding about frames that are named in another way than most; they differ from these `by` something.
    func finding(_ odd: Namesakes.Spelling, in namesakes: Namesakes, by difference: String) -> Finding {
        let culprits = Culprits(odd.frames)
        let usual = namesakes.usual
        let example = usual.frames.first.map { FilePath($0.path.lastComponent).description } ?? ""
        let renamed = odd.frames.first?.number.map { FilePath(usual.pattern.name(of: $0)).description } ?? ""
        let others = "the other \(usual.frames.count.of("file")) are named as \(example)"
        let isFormat = odd.difference(from: usual) == .format
        let it = odd.frames.count == 1 ? "it" : "them"
        return finding(
            in: FilePath(usual.pattern.description).description,
            culprits: culprits,
            message: culprits.sentence(one: "has \(difference); \(others).", many: "have \(difference); \(others)."),
            fix: isFormat
                ? "Convert \(it): \(renamed)\(odd.frames.count == 1 ? "" : ", and so on")."
                : "Rename \(it): \(renamed)\(odd.frames.count == 1 ? "" : ", and so on").",
            measured: ".\(odd.lastExtension)",
            expected: ".\(usual.lastExtension)"
        )
    }
}
