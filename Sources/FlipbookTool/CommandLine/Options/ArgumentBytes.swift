import FlipbookCore
import FlipbookFiles
import Glibc

/// The words of the command line as the system gives them: bytes, which need not be UTF-8.
package enum ArgumentBytes {
    /// Checks that all words are UTF-8.
    ///
    /// Swift's strings hold nothing else: of another name they make one that no file has, and a search for it
    /// would report it as missing.
    package static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            let name = String(escaping: bytes).escapingControlCharacters
            throw Failure.usage(
                "\(name): this name is not UTF-8, and only names that are can be given. Rename it, as with convmv -f "
                    + "latin1 -t utf8 --notest, or go into the folder, cd $'\(name.replacing("'", with: "\\'"))', and give . for it."
            )
        }
    }
}
