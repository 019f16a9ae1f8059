package import FlipbookCore

extension FolderEvidence {
    /// What a pattern and the names in its folder tell.
    ///
    /// Of a pattern with a range, the numbers that no file has are missing;
    /// without one, the files tell, as in a folder.
    /// - Throws: ``LintInputError/noMatch(_:)`` where no name is of the pattern.
    package init(
        _ pattern: FramePattern,
        names: [String],
        idiom: UserInterfaceIdiom? = nil
    ) throws(LintInputError) {
        var frames: [FrameEvidence] = []
        // One file for each number, for the core, which refuses two.
        var nameOfNumber: [Int: String] = [:]
        for file in Resolution.files(of: pattern, among: names, idiom: idiom) {
            frames.append(FrameEvidence(file, directory: pattern.directory))
            nameOfNumber[file.number] = file.name.string
        }
        let list: FrameList
        do {
            list = try Resolution.pattern(
                pattern,
                names: Array(nameOfNumber.values),
                options: Resolution.Options(mismatch: .fit, idiom: idiom)
            )
        } catch {
            throw .noMatch(pattern)
        }
        frames.sort { left, right in
            if left.number != right.number { return (left.number ?? 0) < (right.number ?? 0) }
            if left.scale != right.scale { return left.scale < right.scale }
            return left.path.string.utf8.lexicographicallyPrecedes(right.path.string.utf8)
        }
        var sequence = SequenceEvidence(
            name: list.name,
            kind: .animation,
            pattern: pattern,
            frames: frames,
            missing: list.missing,
            expected: list.expected
        )
        if pattern.frames == nil {
            sequence.numbering = FrameNumbering(
                of: FrameSet(frames.lazy.compactMap(\.number)),
                width: pattern.padding.width,
                prefix: pattern.prefix
            )
        }
        self.init(name: FilePath(pattern.folder).description, sequences: [sequence])
        extent = .sequences
    }
}
