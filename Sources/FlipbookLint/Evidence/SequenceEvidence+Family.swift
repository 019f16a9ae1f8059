import FlipbookCore

extension FrameEvidence {
    /// A file of a sequence in a folder, whose name ends with a slash or is empty.
    init(_ file: FileSequence.File, directory: String) {
        self.init(path: FilePath(directory + file.name.string), number: file.number, scale: file.scale)
    }
}

extension SequenceEvidence {
    /// A sequence among those of the same name. A number that another of them has is not missing, nor is one of
    /// `relatives`.
    init(_ sequence: FileSequence, of family: [FileSequence], besides relatives: [Int], directory: String) {
        let pattern = sequence.pattern.with(directory: directory)
        var missing = sequence.missing
        // Beyond this many the numbers are not walked one by one; the sequence is then hardly one.
        if family.count > 1 || !relatives.isEmpty, missing.count <= FrameSet.maximumCount {
            let there = Set(family.lazy.flatMap { $0.frames }).union(relatives)
            missing = FrameSet(missing.lazy.filter { !there.contains($0) })
        }
        self.init(
            name: FilePath(pattern.description).description,
            kind: .animation,
            pattern: pattern,
            frames: sequence.files.map { FrameEvidence($0, directory: directory) },
            missing: missing,
            expected: sequence.expected
        )
    }
}

extension FramePattern {
    /// Whether both differ in the padding at most.
    func hasSameName(as other: FramePattern) -> Bool {
        prefix.utf8.elementsEqual(other.prefix.utf8) && suffix.utf8.elementsEqual(other.suffix.utf8)
            && directory.utf8.elementsEqual(other.directory.utf8)
    }
}
