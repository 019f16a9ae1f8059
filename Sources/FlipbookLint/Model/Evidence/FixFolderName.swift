package import FlipbookCore
import FlipbookFiles

package enum FixFolderName {
    package static let prefix = ".flipbook-fix-"
    package static let largest = 1_000_000_000

    package static func numbers(among names: [String]) -> [Int] {
        names.compactMap { name -> Int? in
            // Accepts only numbers that are written as Flipbook writes them and are below the largest, so that there is always
            // a next number.
            guard let number = Int(name.dropFirst(prefix.count)), (1..<largest).contains(number),
                name.utf8.elementsEqual("\(prefix)\(number)".utf8)
            else { return nil }
            return number
        }.sorted()
    }

    /// Returns `true` if the last fix of a folder, or its undo, did not finish: it was killed, or is still running.
    package static func isUnfinished(in folder: FilePath, among names: [String]) -> Bool {
        guard let last = numbers(among: names).last else { return false }
        return !folder.appending("\(prefix)\(last)/\(JournalFolder.Stage.made.rawValue)").isTaken
    }
}
