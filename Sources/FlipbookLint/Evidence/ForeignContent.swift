import FlipbookImaging

/// What lies where a picture should be and cannot be converted to one, and what to do about it.
struct ForeignContent {
    /// What it is: `a named pipe`.
    let name: String
    /// A sentence about one of it, after the file's name.
    let one: String
    /// A sentence about several, after their names or numbers.
    let many: String
    /// What to do.
    let fix: String

    /// `nil` for a picture of another format, which can be converted.
    /// - Parameter found: what the file looks like, as ``ImageError/notAnImage(found:)`` says it.
    init?(_ found: String, isOne: Bool) {
        let (it, frames) = isOne ? ("it", "this frame") : ("them", "these frames")
        if let special = SpecialFile(rawValue: found) {
            name = found
            one = "\(found) instead of a file; it is passed over."
            many = "are each \(found) instead of a file; they are passed over."
            fix = special.advice
            return
        }
        // What it is, and what gets the real file.
        let parts = found.split(separator: ";", maxSplits: 1)
        name = parts.first.map(String.init) ?? found
        one = "not an image, but \(name)."
        many = "are not images; each is \(name)."
        if name.hasPrefix("a Git LFS pointer") {
            fix = "Fetch the real \(isOne ? "file" : "files") with git lfs pull."
        } else if name.contains("text-mode transfer") {
            fix = "Copy \(it) again, as binary data."
        } else if name.hasSuffix(" video") || name.hasPrefix("a RIFF file") || name == "an Ogg file" {
            fix = "Write its pictures as PNG files with ffmpeg -i IN OUT.%04d.png, or leave \(it) out."
        } else if name == "a ZIP archive" || name == "a gzip file" {
            fix = "Unpack \(it), or leave \(it) out."
        } else if name == "text" || name == "data of an unknown kind" || name.hasPrefix("the first ") {
            fix = "Render or copy \(frames) again, or leave \(it) out."
        } else {
            return nil
        }
    }
}
