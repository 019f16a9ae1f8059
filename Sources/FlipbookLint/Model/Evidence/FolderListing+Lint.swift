import FlipbookCore
package import FlipbookImaging

extension FolderListing {
    /// The names behind which a frame may be looked for: the files, and folders, pipes, sockets and devices that
    /// are named like an image.
    ///
    /// Most messages leave the latter out; to a user who looks for frame 7, `walk.0007.png/` is the reason why it is
    /// not there.
    var lintedNames: [String] {
        names
            + (folders + specialFiles).filter { FolderEvidence.imageExtensions.contains($0.lowercasedExtension) }
    }

    /// The hidden names under which exports write, sorted by their bytes.
    var unfinishedOutputs: [String] {
        (names + folders).filter(UnfinishedOutput.isName).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names of the folders that end with `suffix` and have something before it, sorted by their bytes.
    package func folders(endingWith suffix: String) -> [String] {
        folders.filter {
            $0.utf8.count > suffix.utf8.count && $0.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
