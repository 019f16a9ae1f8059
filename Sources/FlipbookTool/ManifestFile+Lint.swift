import FlipbookCore
import FlipbookLint
import FlipbookManifest
import Glibc

extension ManifestFile {
    /// What is to be linted of the manifest: the frames that it names, by the policies that it sets, and itself.
    ///
    /// Files outside of its folder are looked for too, since a rule names them.
    /// - Parameter policies: what an option says counts before what the manifest says.
    func lintEvidence(_ policies: SequencePolicies) throws -> [FolderEvidence] {
        let locator = ManifestLocator(dialect: policies.dialect, allowsOutside: true)
        let mismatch = manifest.mismatch ?? .error
        let gaps = policies.gaps(manifest.missing, manifest.maximumGap)
        var folders: [FolderEvidence]
        if let pattern = try locator.pattern(of: self) {
            folders = try LintInput.evidence(
                for: [pattern.string],
                dialect: policies.dialect ?? manifest.dialect,
                gaps: gaps,
                mismatch: mismatch
            )
        } else {
            let frames = Self.evidence(of: try locator.locate(self).frames)
            let sequence = SequenceEvidence(name: path.description, kind: .animation, frames: frames)
            folders = [
                FolderEvidence(name: path.description, sequences: [sequence]).with(gaps: gaps, mismatch: mismatch)
            ]
        }
        // Of a folder with several sequences nobody knows which one is meant; the pictures are judged all the same.
        if folders.count == 1, folders[0].sequences.count == 1 {
            folders[0].manifest = try manifestEvidence(locator)
        }
        return folders
    }

    private func manifestEvidence(_ locator: ManifestLocator) throws -> ManifestEvidence {
        func frames(_ images: SequenceManifest.Images?, _ image: FilePath?) throws -> [FrameEvidence] {
            guard images != nil || image != nil else { return [] }
            var part = SequenceManifest()
            part.animationImages = images
            part.image = image
            return Self.evidence(of: try locator.locate(ManifestFile(path: path, manifest: part)).frames)
        }
        return ManifestEvidence(
            path: path,
            manifest: manifest,
            positions: positions,
            folder: Self.absolutePath(of: path.directory),
            hasLabels: !path.lastComponent.lowercased().hasSuffix(".ffconcat"),
            image: manifest.animationImages == nil ? nil : try frames(nil, manifest.image).first,
            highlightedImage: try frames(nil, manifest.highlightedImage).first,
            highlightedFrames: try frames(manifest.highlightedAnimationImages, nil)
        )
    }

    /// Frames as evidence, a drawing that is shown several times once.
    private static func evidence(of frames: [Frame]) -> [FrameEvidence] {
        var seen: Set<FilePath> = []
        let frames = frames.filter { $0.path.map { seen.insert($0).inserted } ?? false }
        // Files of several folders may share their numbers, and a number that two frames have names neither.
        let isNumbered = Set(frames.lazy.compactMap(\.number)).count == frames.count
        return frames.compactMap { frame in
            frame.path.map {
                FrameEvidence(
                    path: $0,
                    number: isNumbered ? frame.number : nil,
                    scale: frame.scale,
                    duration: frame.duration
                )
            }
        }
    }

    private static func absolutePath(of folder: String) -> FilePath? {
        guard let resolved = realpath(folder, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(String(cString: resolved))
    }
}
