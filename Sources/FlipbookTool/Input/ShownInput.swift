import ArgumentParser
import FlipbookCore
import FlipbookManifest
import FlipbookMedia
public import FlipbookPlay
import FlipbookScene

extension SequenceInput {
    /// How the command ends that did not play: a setting is called by the option, or by the place in the manifest, that set it.
    func failure(_ error: PlaybackError) -> Failure {
        if case .sequence(.setting(let fault)) = error {
            return Failure(message: sentence(fault), status: error.ending)
        }
        return Failure(error)
    }

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
}

extension PlaybackError: EndingError { package var ending: ExitStatus { kind.ending } }
extension PlaybackSettings.EndPicture: ArgumentWord {}
