import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLintModel

/// A file in the place of a picture that cannot be converted to one, and what to do about it.
struct ForeignContent {
    /// A sentence about one of it, after the file's name.
    let one: String
    /// A sentence about several, after their names or numbers.
    let many: String
    let fix: Explanation

    /// `nil` for a picture of another format, which can be converted.
    /// - Parameter found: what the file is, as `ImageError.notAnImage(found:)` says it.
    init?(_ found: FileContents, isOne: Bool) {
        let (it, frames) = isOne ? ("it", "this frame") : ("them", "these frames")
        switch found.kind {
        case .special:
            one = "\(found) instead of a file; it is passed over."
            many = "are each \(found) instead of a file; they are passed over."
            let files = isOne ? "the frame's file in its place" : "the frames' files in their places"
            fix = "Put \(files), or leave \(it) out."
            return
        case .picture: return nil
        case .foreign(let way), .pictures(let way):
            one = "not an image that Flipbook reads, but \(found)."
            many = "are not images that Flipbook reads; each is \(found)."
            let act =
                if case .pictures = found.kind { "Save each picture as a file of its own" } else {
                    "Convert \(it) to PNG"
                }
            fix = "\(act) (\(way)), or leave \(it) out."
            return
        case .needing(let library):
            one = "\(found), which is read by the library \(library), and that is not installed."
            many = "are each \(found), which is read by the library \(library), and that is not installed."
            fix = "Convert \(it) to PNG, or \(remedy: .install(element: library, for: .reading))."
            return
        case .crushed:
            fix =
                "Put \(it) back with xcrun pngcrush -revert-iphone-optimizations IN OUT, or take the \(isOne ? "original" : "originals")."
        case .odd(let remedy):
            one = "\(found), which is not read."
            many = "are each \(found), which is not read."
            fix = "\(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
            return
        case .gitPointer: fix = "Fetch the real \(isOne ? "file" : "files") with git lfs pull."
        case .garbled: fix = "Copy \(it) again, as binary data."
        case .recording:
            fix = "Write its pictures as PNG files with \(FileContents.splitter), or leave \(it) out."
        case .archive: fix = "Unpack \(it), or leave \(it) out."
        case .nothing: fix = "Render, copy or download \(frames) again, or leave \(it) out."
        }
        one = "not an image, but \(found)."
        many = "are not images; each is \(found)."
    }
}
