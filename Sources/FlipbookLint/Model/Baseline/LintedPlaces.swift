package import FlipbookCore

/// What a run looked at, as far as a baseline asks: whether the place of an earlier finding was among it.
package struct LintedPlaces: Sendable {
    /// Paths of folders that were linted without those below, and of what lies in them, as their names.
    private var folders: Set<[String]> = []
    private var names: Set<[String]> = []
    private var trees: [[String]]

    /// - Parameter trees: folders of which everything was linted, also below, as they were given.
    package init(_ evidence: [FolderEvidence], trees: [FilePath] = []) {
        self.trees = trees.map { Self.parts($0.description) }
        for folder in evidence { add(folder) }
    }

    private mutating func add(_ folder: FolderEvidence) {
        names.insert(Self.parts(folder.name))
        for subject in folder.subjects where folder.extent != .files || subject.kind == .animation {
            names.insert(Self.parts(subject.name))
            if let pattern = subject.pattern {
                names.insert(Self.parts(FilePath(pattern.canonical.description).description))
            }
        }
        if folder.extent == .folder { folders.insert(Self.parts(folder.givenPath.description)) }
        for localization in folder.localizations { add(localization.folder) }
    }

    /// Returns `true` if the finding of an entry would have been found again. What lies directly in a folder that was
    /// linted counts, also where it is gone.
    package func contain(_ entry: LintBaseline.Entry) -> Bool {
        let place = Self.parts(entry.sequence)
        return names.contains(place) || folders.contains(place)
            || !place.isEmpty && folders.contains(Array(place.dropLast()))
            || trees.contains { place.starts(with: $0) }
    }

    /// The names of a path as it is printed, those that lead nowhere left out.
    private static func parts(_ path: String) -> [String] {
        // A slash in front says where the path begins.
        (path.utf8.first == UInt8(ascii: "/") ? ["/"] : []) + FilePath(path).components.filter { $0 != "." }
    }
}
