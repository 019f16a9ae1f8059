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
    /// How long one cycle lasts; 0 for 1/30 s a frame.
    public static let animationDuration = ManifestKey(name: "animationDuration")
    /// How many cycles; 0 for ever.
    public static let animationRepeatCount = ManifestKey(name: "animationRepeatCount")
    /// Frames per second.
    public static let frameRate = ManifestKey(name: "frameRate")
    /// The picture that is shown while nothing animates.
    public static let image = ManifestKey(name: "image")
    /// Which picture replaces ``image`` while highlighted.
    public static let highlightedImage = ManifestKey(name: "highlightedImage")
    /// Which frames replace ``animationImages`` while highlighted.
    public static let highlightedAnimationImages = ManifestKey(name: "highlightedAnimationImages")
    /// How a picture of another size is placed.
    public static let contentMode = ManifestKey(name: "contentMode")
    /// Whether the highlighted pictures are shown.
    public static let isHighlighted = ManifestKey(name: "isHighlighted")
    /// The parts of a picture that are not stretched.
    public static let capInsets = ManifestKey(name: "capInsets")
    /// How what lies between the caps fills its room.
    public static let resizingMode = ManifestKey(name: "resizingMode")
    /// The left cap in points of pictures that one column stretches of, UIKit's former way.
    public static let leftCapWidth = ManifestKey(name: "leftCapWidth")
    /// The upper cap in points of pictures that one row stretches of, UIKit's former way.
    public static let topCapHeight = ManifestKey(name: "topCapHeight")
    /// The part of each picture that stretches, in fractions of its size, UIKit's former way.
    public static let contentStretch = ManifestKey(name: "contentStretch")
    /// How pictures are turned and mirrored.
    public static let orientation = ManifestKey(name: "orientation")
    /// Whether nothing shows through.
    public static let isOpaque = ManifestKey(name: "isOpaque")
    /// How much of the picture covers what is behind it, 0 to 1.
    public static let alpha = ManifestKey(name: "alpha")
    /// What lies behind the pictures.
    public static let backgroundColor = ManifestKey(name: "backgroundColor")
    /// What lies over every frame: a list of files or of mappings.
    public static let overlays = ManifestKey(name: "overlays")
    /// Which texts lie over every frame: a list of texts or of mappings.
    public static let texts = ManifestKey(name: "texts")
    /// The views that lie over the sequence.
    public static let views = ManifestKey(name: "views")
    /// What happens to views.
    public static let animations = ManifestKey(name: "animations")
    /// How long a scene lasts.
    public static let duration = ManifestKey(name: "duration")
    /// What the numbers in files mean as colours.
    public static let inputProfile = ManifestKey(name: "inputProfile")
    /// Stops by which scene-linear pictures are made brighter.
    public static let exposure = ManifestKey(name: "exposure")
    /// A table of colours for scene-linear pictures.
    public static let lut = ManifestKey(name: "lut")
    /// What the numbers of the canvas mean.
    public static let canvasSpace = ManifestKey(name: "canvasSpace")
    /// What is mixed where something is seen through.
    public static let blend = ManifestKey(name: "blend")
    /// The layer of files that have several.
    public static let layer = ManifestKey(name: "layer")
    /// The channels that are shown as colours.
    public static let channels = ManifestKey(name: "channels")
    /// The canvas in pixels.
    public static let size = ManifestKey(name: "size")
    /// Output pixels per point.
    public static let scale = ManifestKey(name: "scale")
    /// What to do about a missing number.
    public static let missing = ManifestKey(name: "missing")
    /// Whether what is larger than the view is cut off; the canvas always does.
    public static let clipsToBounds = ManifestKey(name: "clipsToBounds")
    /// What to do about a frame of another size or scale.
    public static let mismatch = ManifestKey(name: "mismatch")
}

/// A key that UIKit's image view has a property of, and that has no meaning here: passed over with a note.
package enum PassedOverManifestKey: String, CaseIterable, Sendable {
    /// How a symbol is drawn; there are symbols on Apple's systems only.
    case preferredSymbolConfiguration
    /// Whether the picture grows where a remote control points at it.
    case adjustsImageWhenAncestorFocused
    /// Whether that effect follows the picture's shape.
    case masksFocusEffectToContents

    /// Why it has no meaning.
    package var reason: String {
        switch self {
        case .preferredSymbolConfiguration: "there are symbol images on Apple's systems only"
        case .adjustsImageWhenAncestorFocused, .masksFocusEffectToContents: "nothing has the focus here"
        }
    }

    /// What a reader should know where the key is set.
    package var note: String {
        let rule = self == .preferredSymbolConfiguration ? " (symbol.unsupported)" : ""
        return "\(rawValue): passed over, since \(reason)\(rule)"
    }
}

/// A key of one frame in a list of frames: the file, and how long or for how many slots it is shown.
package enum ManifestEntryKey: String, CaseIterable, Sendable { case image, duration, hold }

/// A key of a canvas size.
package enum ManifestSizeKey: String, CaseIterable, Sendable { case width, height }

/// A key of a rectangle in fractions of a picture.
package enum ManifestUnitRectKey: String, CaseIterable, Sendable { case x, y, width, height }

/// A key of cap insets, in points.
package enum ManifestInsetsKey: String, CaseIterable, Sendable { case top, left, bottom, right }
