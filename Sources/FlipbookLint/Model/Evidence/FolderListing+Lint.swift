import FlipbookCore
package import FlipbookImaging

extension FolderListing {
    /// The names behind which a reader may look for a frame.
    var lintedNames: [String] { names(likeImagesOf: FolderEvidence.imageExtensions) }

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
