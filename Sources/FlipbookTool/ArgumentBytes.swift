import FlipbookCore
import Glibc

/// The words of the command line as the system gives them: bytes, which need not be UTF-8.
enum ArgumentBytes {
    /// Checks that all words are UTF-8.
    ///
    /// Swift's strings hold nothing else: of another name they make one that no file has, and whoever looks for it
    /// would say that it is not there.
    /// - Throws: ``Failure`` for the first that is not.
    static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            throw Failure(message: sentence(about: bytes), status: .usage)
        }
    }

    /// What is wrong with a word that is not UTF-8, and the ways around it.
    static func sentence(about bytes: [UInt8]) -> String {
        let name = escaped(bytes)
        return "\(name): this name is not UTF-8, and only names that are can be given. Rename it, as with "
            + "convmv -f latin1 -t utf8 --notest. To leave a folder's name as it is, go there: cd $'\(name)', and "
            + "give . for it."
    }

    /// The word with its bytes that are no character written as `\xFC`, as a shell's `$'…'` reads them.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length, length <= rest.count {
                result += String(decoding: rest.prefix(length), as: UTF8.self).escapingControlCharacters
                rest = rest.dropFirst(length)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
