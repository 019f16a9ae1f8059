import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLintModel

struct ForeignContent {
    /// The message about a single file, which follows its name.
    let one: String
    /// The message about multiple files, which follows their names or numbers.
    let many: String
    let fix: Explanation

    init(_ found: FileContents, isOne: Bool) {
        switch found.kind {
        case .special:
            one = "\(found) instead of a file; it is skipped."
            many = "are each \(found) instead of a file; they are skipped."
        case .picture, .foreign, .pictures, .odd:
            one = "\(found), which Flipbook does not read."
            many = "are each \(found), which Flipbook does not read."
        case .needing(let library):
            one = "\(found); the library that reads it, \(library), is not installed."
            many = "are each \(found); the library that reads them, \(library), is not installed."
            let it = isOne ? "it" : "them"
            fix = "Convert \(it) to PNG, or \(remedy: .install(element: library, for: .reading))."
            return
        case .crushed, .gitPointer, .garbled, .recording, .archive, .nothing:
            one = "not an image, but \(found)."
            many = "are not images; each is \(found)."
        }
        let remedy = found.remedy(isOne: isOne)
        fix = "\(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
    }
}
