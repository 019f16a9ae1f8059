public import FlipbookCore
import FlipbookRender
public import FlipbookScene

/// The views over a sequence and the animations of a manifest, with file paths relative to the working directory.
public struct SceneSettings: Hashable, Sendable {
    /// The views. The last one is on top.
    public var views: [ManifestView] = []
    package var layers: [Layer] = []
    /// The animations of the views and of the sequence.
    public var animations: [ManifestAnimation] = []
    /// The exact duration of the scene in seconds. If `nil`, the scene ends with the last animation.
    public var duration: RationalTime?
    /// The number of cycles of the sequence's frames, or 0 to repeat forever. If `nil`, the frames repeat as long as the scene
    /// lasts, and are shown at least once.
    public var cycles: Int?
    /// The picture that is shown while the sequence is stopped.
    public var image: FilePath?
    /// The viewers' events, in chronological order.
    public var events: [SceneEvent] = []
    /// States that override the geometry of views with a `restorationIdentifier`.
    public var restored: [ViewState] = []
    /// A Boolean value that indicates whether there are frames, rather than only views on a canvas.
    public var hasFrames = true
    /// The insets of a device's bars at the edges of the canvas, in points.
    public var safeAreaInsets = EdgeInsets.zero
    /// The size in points for which the views were laid out. Views with a mask are resized from this size to the canvas size.
    /// If `nil`, the canvas size is used.
    public var size: Size?
    /// A Boolean value that indicates whether triggered animations continue when the scene repeats.
    package var goesRound = false

    /// Creates views over plain frames.
    public init(views: [ManifestView], animations: [ManifestAnimation] = []) {
        (self.views, self.animations) = (views, animations)
    }

    /// Creates a scene without frames.
    /// - Parameter duration: The duration, or `nil` to end with the last animation. If 0, the scene is a single picture. In a
    ///   manifest, in contrast, 0 means unspecified.
    init(_ scene: Scene, lasting duration: RationalTime?) {
        (layers, self.duration, hasFrames) = (scene.layers, duration.map { max($0, .nanoseconds(1)) }, false)
    }

    init?(_ manifest: SequenceManifest) {
        guard manifest.isScene else { return nil }
        (views, animations, duration) = (manifest.views ?? [], manifest.animations ?? [], manifest.duration)
        cycles = manifest.$animationRepeatCount
        image = manifest.animationImages == nil ? nil : manifest.image
        hasFrames = manifest.animationImages != nil || manifest.image != nil || manifest.timeline != nil
        size = manifest.size.map { Size($0, scale: (manifest.scale ?? 1).value) }
    }

    /// The policy for missing and damaged frames of views, or `nil` to use the sequence's policy.
    package var gaps: GapPolicy?

    package var waitsForGestures: Bool { animations.contains { $0.trigger != nil } }

    package var filesOfViews: [FilePath] {
        let images = animations.compactMap { if case .image(let path) = $0.change { path } else { nil } }
        return images
            + views.flatMap(\.tree).flatMap { [$0.image, $0.highlightedImage].compactMap(\.self) + $0.listedFiles }
    }

    package var listedFiles: [FilePath] { views.flatMap(\.tree).flatMap(\.listedFiles) }
    var files: [FilePath] { [image].compactMap(\.self) + filesOfViews + framesOfLayers.compactMap(\.path) }

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
