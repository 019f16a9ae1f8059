import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookManifest

/// What to explain in the place of a file that is no pattern.
package struct FileAdvice {
    /// What the file is, and what to write instead.
    package let sentence: String

    /// `nil` where there is no such file, or nothing better to explain.
    package init?(for argument: String) {
        guard !argument.isEmpty, !argument.utf8.contains(0) else { return nil }
        let path = FilePath(argument)
        guard let names = try? FolderListing(FilePath(path.directory)).names,
            names.contains(where: { $0.utf8.elementsEqual(path.lastComponent.utf8) })
        else { return nil }
        if ManifestFile.format(of: path) != nil {
            sentence = "\(path): a manifest, no pattern; explain the pattern that it names, or play or lint it"
        } else if let siblings = Resolution.siblings(of: path, names: names) {
            sentence =
                "\(path): one file, no pattern; explain the sequence that it is in: "
                + siblings.pattern.quotedForShell
        } else {
            do throws(ImageError) {
                sentence = "\(path): one picture of \(try ImageHeader.read(contentsOf: path).size), no pattern"
            } catch {
                // What is wrong with the file is not what was asked.
                return nil
            }
        }
    }
}
