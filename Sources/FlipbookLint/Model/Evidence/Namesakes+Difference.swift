import FlipbookCore
import FlipbookImaging

extension Namesakes.Spelling {
    /// In what two spellings differ.
    package enum Difference: Sendable { case letters, extensionOfSameFormat, format }

    /// The extension as it is written, without its dot.
    package var lastExtension: String {
        let bytes = suffix.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return FilePath(String(decoding: bytes[bytes.index(after: dot)...], as: UTF8.self)).description
    }

    /// In what this spelling differs from the usual one. Letters of the stem weigh more than the extension.
    package func difference(from usual: Namesakes.Spelling) -> Difference {
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
