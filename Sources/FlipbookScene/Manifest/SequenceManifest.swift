public import FlipbookCore

/// All properties of a sequence in a file: the image view's properties by their UIKit
/// names, and how long each frame is shown.
///
/// A value from a text and back; it knows no disk. What the file leaves open the command's options decide, and behind
/// them the defaults of ``SequenceProperties``.
@dynamicMemberLookup
public struct SequenceManifest: Hashable, Sendable {
    /// The source of a sequence's frames.
    public enum Images: Hashable, Sendable {
        /// A pattern or a folder.
        case pattern(String)
        /// Files one by one.
        case list([Entry])
    }

    /// One frame in a list.
    public struct Entry: Hashable, Sendable {
        /// The file, relative to the manifest.
        public var image: FilePath
        /// The time that the frame is shown.
        public var timing: Timing

        /// A frame of a list.
        public init(image: FilePath, timing: Timing = .slots(1)) { (self.image, self.timing) = (image, timing) }
    }

    /// The time that a frame of a list is shown.
    public enum Timing: Hashable, Sendable {
        /// For this many of the sequence's equal slots; `hold` in the file.
        case slots(Int)
        /// For exactly this time in seconds, regardless of the other frames.
        case duration(RationalTime)
    }

    /// The name of the sequence.
    public var title: String?
    /// A description of it, for people.
    public var summary: String?
    /// The words of a screen reader on it.
    public var accessibility = Accessibility()
    /// The frames in the order they are shown. Where there are none, ``image`` is the one frame.
    public var animationImages: Images?
    /// Clips one after the other, in the place of ``animationImages``.
    public var timeline: Timeline?
    /// The picture that is shown while nothing animates.
    public var image: FilePath?
    /// The picture in the place of ``image`` while highlighted.
    public var highlightedImage: FilePath?
    /// The frames in the place of ``animationImages`` while highlighted.
    public var highlightedAnimationImages: Images?
    /// The pictures over every picture, the last one on top; their files relative to the manifest.
    public var overlays: [Overlay]?
    /// Texts that lie over every picture and all overlays, the last one on top.
    public var texts: [TextLabel]?
    /// The views that lie over the sequence, the last one on top; their files relative to the manifest.
    public var views: [ManifestView]?
    /// The changes of the views, and of the sequence.
    public var animations: [ManifestAnimation]?
    /// The exact length of all of it in seconds, or `nil` if it lasts until the longest of what ends has ended.
    public var duration: RationalTime?
    /// The properties of the sequence. The manifest has the same properties itself: `manifest.size`, `manifest.$alpha`.
    public var properties = SequenceProperties()

    /// A property of how the sequence is shown.
    public subscript<Value>(
        dynamicMember property: any WritableKeyPath<SequenceProperties, Value> & Sendable
    ) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// A value that follows from the properties.
    public subscript<Value>(dynamicMember property: KeyPath<SequenceProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    /// A manifest that says nothing.
    public init() {}

    /// The version of the format that this code reads and writes.
    public static let version = 1
    /// The longest ``Timing/slots(_:)``.
    public static let longestHold = 100_000
    /// The most cycles.
    public static let largestRepeatCount = 1_000_000_000
    /// The longest side of a canvas, in pixels, and the largest inset, in points.
    public static let largestSide = 16_384
    /// The largest ``SequenceProperties/maximumGap``: there are no more frames.
    public static let largestGap = FrameSet.maximumCount
    /// The longest duration in seconds, of a frame and of a cycle.
    public static let longestDuration = 1_000_000

    /// A Boolean value that indicates more than frames that follow one another: views, or something that happens to them.
    public var isScene: Bool { views != nil || animations != nil || duration != nil }

    /// The whole of it in words: its own label, or else those of its views, as far as they are no ornaments.
    package var spokenLabel: String? {
        if let label = accessibility.spokenLabel { return label }
        let labels = (views ?? []).flatMap(\.tree).compactMap(\.accessibility.spokenLabel)
        return accessibility.isDecorative || labels.isEmpty ? nil : labels.joined(separator: ", ")
    }

    /// The keys that are set and that the command has no use for.
    public var keysWithoutEffect: [ManifestKey] {
        var keys: [ManifestKey] = []
        if image != nil, animationImages != nil || timeline != nil { keys.append(.image) }
        if highlightedImage != nil, highlightedAnimationImages != nil { keys.append(.highlightedImage) }
        return keys
    }

    /// The facts that the author of a key should know about it, a sentence each.
    public var notes: [String] {
        keysWithoutEffect.map { "\($0.rawValue): shows while nothing animates, and here the frames always do" }
    }

    /// The frames that are shown: the highlighted ones where they are set and asked for, with the key they stand under.
    ///
    /// Without frames the still picture is the one frame.
    /// - Parameter isHighlighted: Whether they are asked for.
    public func images(isHighlighted: Bool) -> (key: ManifestKey, images: Images)? {
        if isHighlighted, let highlightedAnimationImages {
            return (.highlightedAnimationImages, highlightedAnimationImages)
        }
        if let animationImages { return (.animationImages, animationImages) }
        if isHighlighted, let highlightedImage { return (.highlightedImage, .list([Entry(image: highlightedImage)])) }
        return image.map { (.image, .list([Entry(image: $0)])) }
    }
}
