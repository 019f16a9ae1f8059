import FlipbookCore
import FlipbookImaging

extension FolderEvidence {
    /// Takes files that hold several pictures out of the stills: each is a sequence of its pictures, whose headers are read.
    /// - Returns: The archives among them, which are folders by themselves.
    mutating func openAnimations(_ codecs: ImageCodecs) async throws(CancellationError) -> [FolderEvidence] {
        guard var stills, manifest == nil, imageSets.isEmpty else { return [] }
        var opened: Set<FilePath> = []
        var archives: [FolderEvidence] = []
        for frame in stills.frames where frame.header?.holdsSeveralPictures ?? false {
            if let archive = ArchivedPictures(frame.path, codecs: codecs) {
                opened.insert(frame.path)
                var folder = FolderEvidence(archive, in: self).with(gaps: stills.gaps, mismatch: stills.mismatch)
                if let meantFrames {
                    for index in folder.sequences.indices { folder.sequences[index].narrow(to: meantFrames) }
                }
                folder.add(try await ImageDetails.readAll(folder.paths, codecs: codecs), as: \.reading)
                archives.append(folder)
                continue
            }
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
        return archives
    }

    /// An archive, as the folder that it stands for.
    private init(_ archive: ArchivedPictures, in folder: FolderEvidence) {
        self.init(path: archive.path.string, names: archive.names)
        let places = archive.places
        func inArchive(_ frame: FrameEvidence) -> FrameEvidence {
            let name = frame.path.lastComponent
            guard let place = places[name] else { return frame }
            var archived = FrameEvidence(path: place, number: frame.number, scale: frame.scale)
            archived.archivedName = name
            return archived
        }
        for index in sequences.indices { sequences[index].frames = sequences[index].frames.map(inArchive) }
        if let frames = stills?.frames { stills?.frames = frames.map(inArchive) }
        path = archive.path
        configuredPath = (folder.configuredPath ?? folder.givenPath).appending(archive.path.lastComponent)
        strayNames = archive.strayNames
        extent = .sequences
    }
}
