package import FlipbookCore

extension FrameEvidence {
    /// A file of a sequence in a folder, whose name ends with a slash or is empty.
    init(_ file: FileSequence.File, directory: String) {
        self.init(path: FilePath(directory + file.name.string), number: file.number, scale: file.scale)
    }
}

extension SequenceEvidence {
    /// A sequence among those of the same name. A number that another one, or one of `relatives`, has is not missing.
    init(_ sequence: FileSequence, of family: [FileSequence], besides relatives: [Int], directory: String) {
        let pattern = sequence.pattern.with(directory: directory)
        let numbering = sequence.numbering
        var missing = numbering.missing
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
            expected: numbering.expected
        )
        self.numbering = numbering
    }
}

extension FileSequence {
    /// The files as evidence; the pattern names their folder.
    package var evidence: [FrameEvidence] { files.map { FrameEvidence($0, directory: pattern.directory) } }
}

extension [SequenceEvidence] {
    /// Of sequences that differ in their padding, the one whose padding most frames have; the first of equal ones.
    package var usual: SequenceEvidence? { reversed().max { $0.frames.count < $1.frames.count } }

    /// The files whose number and scale factor another file has too, by number; the smallest number first.
    package var repeatedFrames: [FrameEvidence] {
        // Mostly there are none, and then nothing is collected.
        if count == 1, let frames = first?.frames,
            frames.indices.dropFirst().allSatisfy({ index in
                guard let number = frames[index - 1].number, let next = frames[index].number else { return false }
                return number < next
            })
        {
            return []
        }
        return FrameGroups(flatMap(\.frames)) { frame in frame.number.map { [$0, frame.scale] } }.all
            .filter { $0.frames.count > 1 }
            .sorted { $0.kind.lexicographicallyPrecedes($1.kind) }
            .flatMap(\.frames)
    }
}
