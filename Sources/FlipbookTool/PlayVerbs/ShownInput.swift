import ArgumentParser
import FlipbookCore
import FlipbookManifest
import FlipbookMedia
public import FlipbookCommandLine
public import FlipbookPlay
import FlipbookScene

extension SequenceInput {
    func failure(_ error: PlaybackError) -> Failure {
        let fault: SettingFault? = if case .sequence(let error) = error { error.settingFault } else { nil }
        return failure(error, error.kind, about: fault)
    }

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
}

extension PlaybackError: EndingError { package var ending: ExitStatus { kind.ending } }
extension PlaybackSettings.EndPicture: ArgumentWord {}
