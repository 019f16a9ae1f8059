extension String {
    /// This text as one word of a shell command: as it is where the shell leaves it alone, else in quotes.
    ///
    /// Control characters and what could deceive a reader are written as bytes
    /// in `$'…'`, which Bash and Zsh read: safe to print, and still the same word.
    public var quotedForShell: String {
        let bytes = utf8
        if escapingControlCharacters.utf8.count != bytes.count { return ansiQuoted }
        let isPlain = bytes.allSatisfy { $0.isAlphanumeric || $0 >= 0x80 || Self.plainMarks.contains($0) }
        // A word that begins with # is a comment.
        if isPlain, let first = bytes.first, first != UInt8(ascii: "#") { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static let plainMarks = Set("#%+,-./:@_".utf8)

    private var ansiQuoted: String {
        var result = "$'"
        for scalar in unicodeScalars {
            let text = String(scalar)
            if scalar == "'" || scalar == "\\" {
                result += "\\" + text
            } else if text.escapingControlCharacters.utf8.count == text.utf8.count {
                result += text
            } else {
                // Three octal digits end by themselves, before any character.
                for byte in text.utf8 { result += "\\" + byte.digits(3, radix: 8) }
            }
        }
        return result + "'"
    }
}
