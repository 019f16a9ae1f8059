package import FlipbookCore
import FlipbookFiles

/// How the hidden folders are called that fixes leave in a folder: `.flipbook-fix-1`.
package enum FixFolderName {
    package static let prefix = ".flipbook-fix-"
    /// More fixes than a folder can have.
    package static let largest = 1_000_000_000

    /// The numbers of the fixes whose folders are among some names, rising.
    package static func numbers(among names: [String]) -> [Int] {
        names.compactMap { name -> Int? in
            guard name.utf8.starts(with: prefix.utf8) else { return nil }
            let digits = name.utf8.dropFirst(prefix.utf8.count)
            // As we write them: no other spelling of a number, and none after which there is no next one.
            let text = String(decoding: digits, as: UTF8.self)
            guard let number = Int(text), (1..<largest).contains(number), String(number) == text else { return nil }
            return number
        }.sorted()
    }

    /// Returns `true` if the last fix of a folder, or its undoing, did not end: it was killed, or still goes on.
    package static func isUnfinished(in folder: FilePath, among names: [String]) -> Bool {
        guard let last = numbers(among: names).last else { return false }
        return !folder.appending("\(prefix)\(last)/\(JournalFolder.Stage.made.rawValue)").isTaken
    }
}
