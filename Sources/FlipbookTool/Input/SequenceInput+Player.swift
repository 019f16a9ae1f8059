import FlipbookCore
import FlipbookImaging
import FlipbookManifest
import FlipbookMedia

/// What a player shows of an input besides one set of frames: an image view's still pictures and its highlighted state.
extension SequenceInput {
    /// The frames of the usual state, with what stands in for missing ones.
    func usualFrames() throws -> FrameList { try frames(isHighlighted: false) ?? substituted().frames }

    /// The frames of the highlighted state; those of the usual one where it has none of its own.
    func highlightedFrames() throws -> FrameList { try frames(isHighlighted: true) ?? usualFrames() }

    /// Puts what the manifest says of the image view into a player's settings.
    func apply(to settings: inout PlaybackSettings) throws {
        settings.image = try still(manifest.image, .image)
        settings.highlightedImage = try still(manifest.highlightedImage, .highlightedImage)
        let hasOwnFrames =
            manifest.highlightedAnimationImages != nil
            || (manifest.animationImages == nil && manifest.highlightedImage != nil)
        settings.highlightedFrames = hasOwnFrames ? try frames(isHighlighted: true) : nil
        guard let file, let manifestLocator else { return }
        settings.chapters = try manifestLocator.chapters(of: file)
    }

    /// What a viewer may want to know about the input, without what concerns only files that are made.
    var playerHints: [String] {
        guard let file else { return notes + frames.hints }
        let own = manifest.keysWithoutEffect.flatMap { key in
            file.notes.filter { $0.hasPrefix("\(file.path): \(key.rawValue): ") }
        }
        return notes + frames.hints.filter { !own.contains($0) }
    }

    /// The frames of one state; `nil` where the input is no manifest or has none.
    private func frames(isHighlighted: Bool) throws -> FrameList? {
        guard let file, let locator = manifestLocator, manifest.images(isHighlighted: isHighlighted) != nil else {
            return nil
        }
        let numbers = try options.frames?.numbers(in: options.policies.dialect)
        let list = try locator.locate(file, numbers: numbers, isHighlighted: isHighlighted)
        return try list.substituting(gaps.missing, maximumGap: gaps.maximumGap)
    }

    /// A still picture of the manifest, once its header could be read.
    private func still(_ name: FilePath?, _ key: ManifestKey) throws -> Frame? {
        guard let name, let manifestFile = file?.path else { return nil }
        let folder = String(
            decoding: manifestFile.string.utf8.dropLast(manifestFile.lastComponent.utf8.count),
            as: UTF8.self
        )
        let path = name.string.utf8.first == UInt8(ascii: "/") ? name : FilePath(folder + name.string)
        do {
            return Frame(try Image(contentsOfFile: path))
        } catch {
            throw Failure.incomplete("\(manifestFile): \(key.rawValue): \(path): \(error.sentence)")
        }
    }
}
