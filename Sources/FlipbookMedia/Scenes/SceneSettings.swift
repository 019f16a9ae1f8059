public import FlipbookCore
import FlipbookRender
public import FlipbookScene

/// The views over a sequence and the animations of a manifest, their files as seen from where the program runs.
public struct SceneSettings: Hashable, Sendable {
    /// The views, the last one on top.
    public var views: [ManifestView] = []
    /// Layers over the views: those of a `Scene`.
    package var layers: [Layer] = []
    /// The animations of the views and of the sequence.
    public var animations: [ManifestAnimation] = []
    /// The exact time that all of it lasts, in seconds, or `nil` for until the last of what ends has ended.
    public var duration: RationalTime?
    /// The number of cycles of the sequence's own frames are shown, 0 for ever, or `nil` for as many as it takes, and one at
    /// least.
    public var cycles: Int?
    /// The picture in the place of the sequence's frames while they do not run.
    public var image: FilePath?
    /// The events that viewers cause, in the order of the times.
    public var events: [SceneEvent] = []
    /// The places of views with a `restorationIdentifier`, instead of their own.
    public var restored: [ViewState] = []
    /// A Boolean value that tells whether there are frames, or else only views on a canvas.
    public var hasFrames = true
    /// The margins of a device's bars at the edges of the canvas, in points.
    public var safeAreaInsets = EdgeInsets.zero
    /// The size that the views were laid out for, in points, from which those with a mask are resized, or `nil` for that of the
    /// canvas.
    public var size: Size?
    /// A Boolean value that tells whether what viewers have set off goes on where the scene begins again.
    package var goesRound = false

    /// Views over frames that follow one another, of which all else is known.
    public init(views: [ManifestView], animations: [ManifestAnimation] = []) {
        (self.views, self.animations) = (views, animations)
    }

    /// A scene over nothing.
    /// - Parameter duration: The time that it lasts, or `nil` for until the last of what ends has ended. No time is one picture;
    ///   in a manifest it is none that is given.
    init(_ scene: Scene, lasting duration: RationalTime?) {
        (layers, self.duration, hasFrames) = (scene.layers, duration.map { max($0, .nanoseconds(1)) }, false)
    }

    /// The scene of a manifest, or `nil` if it says nothing but frames that follow one another.
    init?(_ manifest: SequenceManifest) {
        guard manifest.isScene else { return nil }
        (views, animations, duration) = (manifest.views ?? [], manifest.animations ?? [], manifest.duration)
        cycles = manifest.$animationRepeatCount
        image = manifest.animationImages == nil ? nil : manifest.image
        hasFrames = manifest.animationImages != nil || manifest.image != nil || manifest.timeline != nil
        size = manifest.size.map { Size($0, scale: (manifest.scale ?? 1).value) }
    }

    /// The policy for frames of views that are missing or damaged, or `nil` for what is done about the sequence's.
    package var gaps: GapPolicy?

    /// A Boolean value that tells whether something happens only after a gesture.
    package var waitsForGestures: Bool { animations.contains { $0.trigger != nil } }

    /// The files that are read for it besides the still picture of the sequence.
    package var filesOfViews: [FilePath] {
        let images = animations.compactMap { if case .image(let path) = $0.change { path } else { nil } }
        return images
            + views.flatMap(\.tree).flatMap { [$0.image, $0.highlightedImage].compactMap(\.self) + $0.listedFiles }
    }

    /// The files of the pictures that views show one after the other.
    package var listedFiles: [FilePath] { views.flatMap(\.tree).flatMap(\.listedFiles) }

    var files: [FilePath] { [image].compactMap(\.self) + filesOfViews + framesOfLayers.compactMap(\.path) }

    /// The frames that layers show at one time or another.
    var framesOfLayers: [Frame] {
        layers.flatMap(\.tree).flatMap(\.contents.frames).flatMap { $0.image.parts.map { Frame($0) } }
    }
}

extension ManifestView {
    fileprivate var listedFiles: [FilePath] {
        var files: [FilePath] = []
        for case .list(let entries)? in [animationImages, highlightedAnimationImages] { files += entries.map(\.image) }
        return files + (frames ?? []).flatMap { $0.image.parts.compactMap(\.path) }.distinct
    }
}
