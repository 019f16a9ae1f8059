package import FlipbookCore

/// A manifest with mistakes, of which nothing else is known.
package struct InvalidManifest: Hashable, Sendable {
    /// The manifest's file.
    package let path: FilePath
    /// The mistakes in the order of the text.
    package let mistakes: [ManifestFault]

    /// A manifest and its mistakes.
    package init(path: FilePath, mistakes: [ManifestFault]) {
        self.path = path
        self.mistakes = mistakes
    }
}

extension FolderEvidence {
    /// A manifest with mistakes, and none of what it names.
    package init(_ manifest: InvalidManifest) {
        self.init(name: manifest.path.description, sequences: [])
        path = manifest.path
        invalidManifest = manifest
        extent = .files
    }
}
