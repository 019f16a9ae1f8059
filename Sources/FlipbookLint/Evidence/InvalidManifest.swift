public import FlipbookCore

/// A manifest with mistakes, of which nothing else is known.
public struct InvalidManifest: Hashable, Sendable {
    /// The manifest's file.
    public let path: FilePath
    /// The mistakes in the order of the text.
    public let mistakes: [ManifestFault]

    /// A manifest and its mistakes.
    public init(path: FilePath, mistakes: [ManifestFault]) {
        self.path = path
        self.mistakes = mistakes
    }
}

extension FolderEvidence {
    /// A manifest with mistakes, and none of what it names.
    public init(_ manifest: InvalidManifest) {
        self.init(name: manifest.path.description, sequences: [])
        path = manifest.path
        invalidManifest = manifest
        extent = .files
    }
}
