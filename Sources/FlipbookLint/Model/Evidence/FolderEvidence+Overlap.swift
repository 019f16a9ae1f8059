package import FlipbookCore

extension FolderEvidence {
    /// The same evidence without what is judged elsewhere: the sequences whose frames all are, and such stills.
    package func leavingOut(_ isJudged: (FilePath) -> Bool) -> FolderEvidence {
        var result = self
        result.sequences.removeAll { sequence in
            !sequence.frames.isEmpty && sequence.frames.allSatisfy { isJudged($0.path) }
        }
        guard let stills else { return result }
        let rest = stills.frames.filter { !isJudged($0.path) }
        if rest.count < stills.frames.count {
            result.stills =
                rest.isEmpty ? nil : SequenceEvidence(name: stills.name, kind: .stills, frames: rest)
        }
        return result
    }
}
