struct FolderPath {
    /// The prefix of a name: the folder with a slash, or an empty string for the current folder.
    let prefix: String
    let shown: FilePath

    init(_ path: String) {
        let isCurrent = path.isEmpty || path.utf8.elementsEqual(".".utf8)
        prefix = isCurrent ? "" : path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        shown = FilePath(isCurrent ? "." : path)
    }

    func path(_ name: FilePath) -> FilePath { FilePath(prefix + name.string) }

    func candidate(_ sequence: FileSequence) -> ResolutionError.Candidate {
        let (pattern, files) = (sequence.pattern.with(directory: prefix), sequence.files.map { path($0.name) })
        return ResolutionError.Candidate(pattern: pattern, frames: sequence.frames, files: files)
    }
}

extension [FileSequence] {
    /// The sequences grouped by name, so that those in a group differ only in padding. Groups are adjacent.
    package var families: [[FileSequence]] { adjacent { $0.pattern.hasSameName(as: $1.pattern) } }
}
