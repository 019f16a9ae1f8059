import FlipbookCore
import FlipbookLint
import FlipbookManifest

/// What the linter judges where an input is a manifest: the frames it names, by the policies it sets.
struct ManifestEvidence {
    /// The folders of the frames.
    let folders: [FolderEvidence]

    /// Finds the frames of the manifest at `path`; what an option says counts before what the manifest says.
    /// - Throws: `ManifestFileError` and `LintInputError`.
    init(of path: FilePath, as format: ManifestFile.Format, policies: SequencePolicies) throws {
        let file = try ManifestFile(reading: path, as: format)
        let locator = ManifestLocator(dialect: policies.dialect)
        let gaps = policies.gaps(file.manifest.missing, file.manifest.maximumGap)
        guard let pattern = try locator.pattern(of: file) else {
            folders = [Self.list(file, try locator.locate(file))]
            return
        }
        folders = try LintInput.evidence(
            for: [pattern.string],
            dialect: policies.dialect ?? file.manifest.dialect,
            gaps: gaps,
            mismatch: file.manifest.mismatch ?? .error
        )
    }

    private static func list(_ file: ManifestFile, _ list: FrameList) -> FolderEvidence {
        // A drawing that is shown twice is checked once.
        var seen: Set<FilePath> = []
        var frames = list.frames.filter { $0.path.map { seen.insert($0).inserted } ?? false }
        // Files of several folders may share their numbers, and a number that two frames have names neither.
        let numbers = Set(frames.lazy.compactMap(\.number))
        if numbers.count < frames.count {
            frames = frames.map { Frame(number: nil, source: $0.source, scale: $0.scale) }
        }
        var sequence = SequenceEvidence(FrameList(name: file.path.description, frames: frames))
        sequence.mismatch = file.manifest.mismatch ?? .error
        return FolderEvidence(name: file.path.description, sequences: [sequence])
    }
}
