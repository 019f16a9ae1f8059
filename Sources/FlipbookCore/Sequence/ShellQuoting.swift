extension String {
    /// The text as one word of a shell command, quoted if necessary. Control characters and deceptive characters are written as
    /// bytes in `$'…'`, which Bash and Zsh read. The result is safe to print, and a shell reads it as the original text.
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
                // Three octal digits need no terminator.
                for byte in text.utf8 { result += "\\" + byte.digits(3, radix: 8) }
            }
        }
        return result + "'"
    }
}
