/// A key of a sequence manifest, by the name that UIKit has for it where there is one.
///
/// What a key means, which values it takes and which option sets the same stand in one row of a table, from which the
/// manifest is read and written and its schema and documentation are made.
public struct ManifestKey: Hashable, Sendable {
    /// The key as it is written.
    public let rawValue: String

    package init(name: String) { rawValue = name }

    /// The frames: a pattern, a list of files, or a list of mappings.
    public static let animationImages = ManifestKey(name: "animationImages")
    /// Keys for each language, that go before those of the manifest.
    public static let localized = ManifestKey(name: "localized")
    /// Clips one after the other: a list of files, patterns and mappings.
    public static let timeline = ManifestKey(name: "timeline")
    /// The duration of one cycle; 0 for 1/30 s a frame.
    public static let animationDuration = ManifestKey(name: "animationDuration")
    /// The number of cycles; 0 for ever.
    public static let animationRepeatCount = ManifestKey(name: "animationRepeatCount")
    /// `transition`.
    public static let transition = ManifestKey(name: "transition")
    /// Frames per second.
    public static let frameRate = ManifestKey(name: "frameRate")
    /// The picture that is shown while nothing animates.
    public static let image = ManifestKey(name: "image")
    /// The picture that replaces ``image`` while highlighted.
    public static let highlightedImage = ManifestKey(name: "highlightedImage")
    /// The frames that replace ``animationImages`` while highlighted.
    public static let highlightedAnimationImages = ManifestKey(name: "highlightedAnimationImages")
    /// The way in which a picture of another size is placed.
    public static let contentMode = ManifestKey(name: "contentMode")
    /// A Boolean value that shows the highlighted pictures.
    public static let isHighlighted = ManifestKey(name: "isHighlighted")
    /// The parts of a picture that are not stretched.
    public static let capInsets = ManifestKey(name: "capInsets")
    /// The way in which what lies between the caps fills its room.
    public static let resizingMode = ManifestKey(name: "resizingMode")
    /// The left cap in points of pictures that one column stretches of, UIKit's former way.
    public static let leftCapWidth = ManifestKey(name: "leftCapWidth")
    /// The upper cap in points of pictures that one row stretches of, UIKit's former way.
    public static let topCapHeight = ManifestKey(name: "topCapHeight")
    /// The part of each picture that stretches, in fractions of its size, UIKit's former way.
    public static let contentStretch = ManifestKey(name: "contentStretch")
    /// The way in which pictures are turned and mirrored.
    public static let orientation = ManifestKey(name: "orientation")
    /// A Boolean value that says that nothing shows through.
    public static let isOpaque = ManifestKey(name: "isOpaque")
    /// The share of the picture that covers what is behind it, 0 to 1.
    public static let alpha = ManifestKey(name: "alpha")
    /// The ground behind the pictures.
    public static let backgroundColor = ManifestKey(name: "backgroundColor")
    /// The pictures over every frame: a list of files or of mappings.
    public static let overlays = ManifestKey(name: "overlays")
    /// The texts over every frame: a list of texts or of mappings.
    public static let texts = ManifestKey(name: "texts")
    /// The views that lie over the sequence.
    public static let views = ManifestKey(name: "views")
    /// The changes of views over time.
    public static let animations = ManifestKey(name: "animations")
    /// The duration of a scene.
    public static let duration = ManifestKey(name: "duration")
    /// The meaning of the numbers in files as colors.
    public static let inputProfile = ManifestKey(name: "inputProfile")
    /// The values in files that are shown as black and as white.
    public static let levels = ManifestKey(name: "levels")
    /// Stops by which scene-linear pictures are made brighter.
    public static let exposure = ManifestKey(name: "exposure")
    /// A table of colors for scene-linear pictures.
    public static let lut = ManifestKey(name: "lut")
    /// The meaning of the canvas' numbers.
    public static let canvasSpace = ManifestKey(name: "canvasSpace")
    /// The numbers that are mixed where something is seen through.
    public static let blend = ManifestKey(name: "blend")
    /// The layer of files that have several.
    public static let layer = ManifestKey(name: "layer")
    /// The channels that are shown as colors.
    public static let channels = ManifestKey(name: "channels")
    /// The canvas in pixels.
    public static let size = ManifestKey(name: "size")
    /// Output pixels per point.
    public static let scale = ManifestKey(name: "scale")
    /// The policy for a missing number.
    public static let missing = ManifestKey(name: "missing")
    /// A Boolean value that cuts off what is larger than the view; the canvas always does.
    public static let clipsToBounds = ManifestKey(name: "clipsToBounds")
    /// The policy for a frame of another size or scale.
    public static let mismatch = ManifestKey(name: "mismatch")
}

/// A key that UIKit's image view has a property of, and that has no meaning here: passed over with a note.
package enum PassedOverManifestKey: String, CaseIterable, Sendable {
    /// The look of a symbol; there are symbols on Apple's systems only.
    case preferredSymbolConfiguration
    /// A Boolean value that makes the picture grow where a remote control points at it.
    case adjustsImageWhenAncestorFocused
    /// The place of the picture while it is so large.
    case focusedFrameGuide
    /// A Boolean value that makes that effect follow the picture's shape.
    case masksFocusEffectToContents

    package var reason: String {
        switch self {
        case .preferredSymbolConfiguration: "there are symbol images on Apple's systems only"
        case .adjustsImageWhenAncestorFocused, .focusedFrameGuide, .masksFocusEffectToContents:
            "nothing has the focus here"
        }
    }

    /// The sentence for a reader where the key is set.
    package var note: String {
        let rule = self == .preferredSymbolConfiguration ? " (symbol.unsupported)" : ""
        return "\(rawValue): passed over, since \(reason)\(rule)"
    }
}
