import FlipbookCore
import FlipbookImaging

extension FolderEvidence {
    /// Takes files that hold several pictures out of the stills: each is a sequence of its pictures, whose headers are read.
    mutating func openAnimations(_ codecs: ImageCodecs) async throws(CancellationError) {
        guard var stills, manifest == nil, imageSets.isEmpty else { return }
        var opened: Set<FilePath> = []
        for frame in stills.frames where frame.header?.holdsSeveralPictures ?? false {
            guard let list = FrameList(picturesOf: frame.path, codecs: codecs) else { continue }
            opened.insert(frame.path)
            var sequence = SequenceEvidence(list)
            if let meantFrames { sequence.narrow(to: meantFrames) }
            let details = try await ImageDetails.readAll(sequence.frames.map(\.path), codecs: codecs)
            for (index, details) in details.enumerated() { sequence.frames[index].reading = details }
            (sequence.gaps, sequence.mismatch) = (stills.gaps, stills.mismatch)
            sequences.append(sequence)
        }
        stills.leaveOut(opened.contains)
        self.stills = stills.frames.isEmpty ? nil : stills
    }
}
