import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLintModel

/// A file in the place of a picture, and what to do about it.
struct ForeignContent {
    /// A sentence about one of it, after the file's name.
    let one: String
    /// A sentence about several, after their names or numbers.
    let many: String
    let fix: Explanation

    /// - Parameter found: what the file is, as `ImageError.notAnImage(found:)` says it.
    init(_ found: FileContents, isOne: Bool) {
        switch found.kind {
        case .special:
            one = "\(found) instead of a file; it is passed over."
            many = "are each \(found) instead of a file; they are passed over."
        case .picture, .foreign, .pictures:
            one = "not an image that Flipbook reads, but \(found)."
            many = "are not images that Flipbook reads; each is \(found)."
        case .needing(let library):
            one = "\(found), which is read by the library \(library), and that is not installed."
            many = "are each \(found), which is read by the library \(library), and that is not installed."
            let it = isOne ? "it" : "them"
            fix = "Convert \(it) to PNG, or \(remedy: .install(element: library, for: .reading))."
            return
        case .odd:
            one = "\(found), which is not read."
            many = "are each \(found), which is not read."
        case .crushed, .gitPointer, .garbled, .recording, .archive, .nothing:
            one = "not an image, but \(found)."
            many = "are not images; each is \(found)."
        }
        let remedy = found.remedy(isOne: isOne)
        fix = "\(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
    }
}
