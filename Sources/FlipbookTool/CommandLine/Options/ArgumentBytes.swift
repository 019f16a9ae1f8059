import FlipbookCore
import Glibc

/// The words of the command line as the system gives them: bytes, which need not be UTF-8.
package enum ArgumentBytes {
    /// Checks that all words are UTF-8.
    ///
    /// Swift's strings hold nothing else: of another name they make one that no file has, and a search for it
    /// would say that it is not there.
    /// - Throws: ``Failure`` for the first that is not.
    package static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            var status = stat()
            let isThere = stat(word, &status) == 0
            let kind: Kind = isThere ? (status.st_mode & S_IFMT == S_IFDIR ? .folder : .file) : .nothing
            throw Failure.usage(sentence(about: bytes, kind))
        }
    }

    private enum Kind { case folder, file, nothing }

    /// What is wrong with a word that is not UTF-8, and the ways around it.
    private static func sentence(about bytes: [UInt8], _ kind: Kind) -> String {
        let name = escaped(bytes)
        let start = "\(name): this name is not UTF-8, and only names that are can be given."
        let renaming = "Rename it, as with convmv -f latin1 -t utf8 --notest"
        return switch kind {
        case .folder: "\(start) \(renaming), or go there, cd $'\(name)', and give . for it."
        case .file: "\(start) \(renaming)."
        case .nothing: "\(start) Give another one."
        }
    }

    /// The word with its bytes that are no character written as `\xFC`, as a shell's `$'…'` reads them.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length, length <= rest.count {
                let character = String(decoding: rest.prefix(length), as: UTF8.self)
                result += (["'", "\\"].contains(character) ? "\\" : "") + character.escapingControlCharacters
                rest = rest.dropFirst(length)
            } else {
                result += "\\x" + first.digits(2, radix: 16, uppercase: true)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
