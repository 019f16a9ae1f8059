/// A key of a sequence manifest. If UIKit has the same property, the key has the property's name.
public struct ManifestKey: Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    package init(name: String) { rawValue = name }

    /// The frames: a pattern, a list of files, or a list of mappings.
    public static let animationImages = ManifestKey(name: "animationImages")
    /// Keys for individual languages. They override the manifest's general keys.
    public static let localized = ManifestKey(name: "localized")
    /// Consecutive clips: a list of files, patterns and mappings.
    public static let timeline = ManifestKey(name: "timeline")
    /// The duration of one cycle; 0 means 1/30 s per frame.
    public static let animationDuration = ManifestKey(name: "animationDuration")
    /// The number of cycles; 0 means endless repetition.
    public static let animationRepeatCount = ManifestKey(name: "animationRepeatCount")
    /// The transition into each frame.
    public static let transition = ManifestKey(name: "transition")
    /// Frames per second.
    public static let frameRate = ManifestKey(name: "frameRate")
    /// The picture shown when no animation is running.
    public static let image = ManifestKey(name: "image")
    /// The picture that replaces ``image`` in the highlighted state.
    public static let highlightedImage = ManifestKey(name: "highlightedImage")
    /// The frames that replace ``animationImages`` in the highlighted state.
    public static let highlightedAnimationImages = ManifestKey(name: "highlightedAnimationImages")
    /// The placement of pictures whose size differs from the canvas.
    public static let contentMode = ManifestKey(name: "contentMode")
    /// A Boolean value that indicates whether the highlighted pictures are shown.
    public static let isHighlighted = ManifestKey(name: "isHighlighted")
    /// The margins that are not stretched when a picture is resized.
    public static let capInsets = ManifestKey(name: "capInsets")
    /// The way the area between the caps is filled: stretched or tiled.
    public static let resizingMode = ManifestKey(name: "resizingMode")
    /// The left cap in points, for pictures in which a single column stretches (deprecated in UIKit).
    public static let leftCapWidth = ManifestKey(name: "leftCapWidth")
    /// The top cap in points, for pictures in which a single row stretches (deprecated in UIKit).
    public static let topCapHeight = ManifestKey(name: "topCapHeight")
    /// The stretchable part of each picture, in fractions of the picture's size (deprecated in UIKit).
    public static let contentStretch = ManifestKey(name: "contentStretch")
    /// The rotation and mirroring of the pictures.
    public static let orientation = ManifestKey(name: "orientation")
    /// A Boolean value that indicates whether the pictures are opaque.
    public static let isOpaque = ManifestKey(name: "isOpaque")
    /// The opacity of the picture, 0 to 1.
    public static let alpha = ManifestKey(name: "alpha")
    /// The background behind the pictures.
    public static let backgroundColor = ManifestKey(name: "backgroundColor")
    /// The pictures drawn over every frame: a list of files or mappings.
    public static let overlays = ManifestKey(name: "overlays")
    /// The captions drawn over every frame: a list of strings or mappings.
    public static let texts = ManifestKey(name: "texts")
    /// The views on top of the sequence.
    public static let views = ManifestKey(name: "views")
    /// Changes to views over time.
    public static let animations = ManifestKey(name: "animations")
    /// The duration of a scene.
    public static let duration = ManifestKey(name: "duration")
    /// The color profile of the input files.
    public static let inputProfile = ManifestKey(name: "inputProfile")
    /// The file values that map to black and to white.
    public static let levels = ManifestKey(name: "levels")
    /// The exposure of scene-linear pictures, in stops.
    public static let exposure = ManifestKey(name: "exposure")
    /// A color lookup table for scene-linear pictures.
    public static let lut = ManifestKey(name: "lut")
    /// The color space of the canvas.
    public static let canvasSpace = ManifestKey(name: "canvasSpace")
    /// The kind of values that are blended: encoded or linear.
    public static let blend = ManifestKey(name: "blend")
    /// The layer to read from files with multiple layers.
    public static let layer = ManifestKey(name: "layer")
    /// The channels that are shown as colors.
    public static let channels = ManifestKey(name: "channels")
    /// The size of the canvas in pixels.
    public static let size = ManifestKey(name: "size")
    /// Output pixels per point.
    public static let scale = ManifestKey(name: "scale")
    /// The policy for missing frame numbers.
    public static let missing = ManifestKey(name: "missing")
    /// A Boolean value that indicates whether content is clipped to the view. The canvas always clips.
    public static let clipsToBounds = ManifestKey(name: "clipsToBounds")
    /// The policy for frames of a different size or scale.
    public static let mismatch = ManifestKey(name: "mismatch")
}

/// A property of UIKit's image view that has no effect in Flipbook. Its key is ignored, and a note reports it.
package enum PassedOverManifestKey: String, CaseIterable, Sendable {
    case preferredSymbolConfiguration
    case adjustsImageWhenAncestorFocused
    case focusedFrameGuide
    case masksFocusEffectToContents

    package var reason: String {
        self == .preferredSymbolConfiguration
            ? "symbol images exist only on Apple platforms" : "views have no focus in Flipbook"
    }

    package var note: String {
        "\(rawValue): ignored, since \(reason)\(self == .preferredSymbolConfiguration ? " (symbol.unsupported)" : "")"
    }
}
