public import FlipbookCore

/// A sequence's properties as stored in a file: the image view's properties under their UIKit names, and the timing of the
/// frames. A manifest does not access the disk.
@dynamicMemberLookup
public struct SequenceManifest: Hashable, Sendable, Spoken {
    /// The source of a sequence's frames.
    public enum Images: Hashable, Sendable {
        /// A pattern or a folder.
        case pattern(String)
        /// Individual files.
        case list([Entry])

        package var hasDurations: Bool {
            if case .list(let entries) = self { entries.contains { $0.duration != nil } } else { false }
        }
    }

    /// A frame in a list.
    public struct Entry: Hashable, Sendable {
        /// The file, relative to the manifest.
        public var image: FilePath
        /// The duration of the frame.
        public var timing: Timing

        /// Creates an entry.
        public init(image: FilePath, timing: Timing = .slots(1)) { (self.image, self.timing) = (image, timing) }

        package static let fields: [ManifestField<SequenceManifest.Entry>] = [
            .init("image", \.image, .file, default: nil), .init("duration", \.duration, .frameDuration),
            .init("hold", \.hold, .wholeNumber(1...SequenceManifest.longestHold)),
        ]

        /// The duration of the frame, or `nil` if it is specified in slots.
        package var duration: RationalTime? {
            get { if case .duration(let time) = timing { time } else { nil } }
            set { timing = newValue.map { .duration($0) } ?? timing }
        }

        /// The number of slots, or `nil` if it is one or if the frame has a duration.
        private var hold: Int? {
            get { if case .slots(let count) = timing, count != 1 { count } else { nil } }
            set { timing = newValue.map { .slots($0) } ?? timing }
        }
    }

    /// The duration of a listed frame.
    public enum Timing: Hashable, Sendable {
        /// The number of equal slots for which the frame is shown: `hold` in the file.
        case slots(Int)
        /// An exact time in seconds, regardless of the other frames.
        case duration(RationalTime)
    }

    /// The title of the sequence.
    public var title: String?
    /// The description of the sequence.
    public var summary: String?
    /// The screen reader's description.
    public var accessibility = Accessibility()
    /// The frames, in order. If `nil`, ``image`` is the only frame.
    public var animationImages: Images?
    /// Clips in order, instead of ``animationImages``.
    public var timeline: Timeline?
    /// The still picture.
    public var image: FilePath?
    /// The still picture for the highlighted state.
    public var highlightedImage: FilePath?
    /// The frames for the highlighted state.
    public var highlightedAnimationImages: Images?
    /// The pictures over every frame, the last one on top. Their files are relative to the manifest.
    public var overlays: [Overlay]?
    /// The captions over every frame and all overlays, the last one on top.
    public var texts: [TextLabel]?
    /// The views over the sequence, the last one on top. Their files are relative to the manifest.
    public var views: [ManifestView]?
    /// The animations of the views and of the sequence.
    public var animations: [ManifestAnimation]?
    /// The exact duration of the scene in seconds. If `nil`, the scene ends with its last finite change.
    public var duration: RationalTime?
    /// The properties of the sequence. They are also members of the manifest: `manifest.size`, `manifest.$alpha`.
    public var properties = SequenceProperties()

    /// Accesses a property of the sequence.
    public subscript<Value>(
        dynamicMember property: any WritableKeyPath<SequenceProperties, Value> & Sendable
    ) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// Returns a computed property of the sequence.
    public subscript<Value>(dynamicMember property: KeyPath<SequenceProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    /// Creates an empty manifest.
    public init() {}

    /// The version of the format.
    public static let version = 1
    /// The maximum value of ``Timing/slots(_:)``.
    public static let longestHold = 100_000
    /// The maximum number of cycles.
    public static let largestRepeatCount = 1_000_000_000
    /// The maximum length of a canvas side in pixels. It is also the maximum inset in points.
    public static let largestSide = 16_384
    /// The maximum value of ``SequenceProperties/maximumGap``, which equals the maximum number of frames.
    public static let largestGap = FrameSet.maximumCount
    /// The maximum duration of a frame or a cycle, in seconds.
    public static let longestDuration = 1_000_000

    /// A Boolean value that indicates whether the manifest has views, animations or a duration in addition to frames.
    public var isScene: Bool { views != nil || animations != nil || duration != nil }

    /// The description for screen readers: the manifest's own label or, if there is none, the labels of its views.
    package var spokenLabel: String? {
        if let label = accessibility.spokenLabel { return label }
        let labels = (views ?? []).flatMap(\.tree).compactMap(\.accessibility.spokenLabel)
        return accessibility.isDecorative || labels.isEmpty ? nil : labels.joined(separator: ", ")
    }

    /// The keys that are set but have no effect in the command.
    public var keysWithoutEffect: [ManifestKey] {
        var keys: [ManifestKey] = []
        if image != nil, animationImages != nil || timeline != nil { keys.append(.image) }
        if highlightedImage != nil, highlightedAnimationImages != nil { keys.append(.highlightedImage) }
        return keys
    }

    /// Notes for the manifest's author, one sentence each.
    public var notes: [String] {
        keysWithoutEffect.map { "\($0.rawValue): never shown, since the frames always animate" }
    }

    /// Returns the frames to show, and their key. Highlighted frames are returned if they are requested and present. If there
    /// are no frames, the still picture is returned.
    /// - Parameter isHighlighted: A Boolean value that indicates whether highlighted frames are requested.
    public func images(isHighlighted: Bool) -> (key: ManifestKey, images: Images)? {
        if isHighlighted, let highlightedAnimationImages {
            return (.highlightedAnimationImages, highlightedAnimationImages)
        }
        if let animationImages { return (.animationImages, animationImages) }
        if isHighlighted, let highlightedImage { return (.highlightedImage, .list([Entry(image: highlightedImage)])) }
        return image.map { (.image, .list([Entry(image: $0)])) }
    }

    /// The manifest as indented JSON without `nil` values. Decoding it produces the same manifest if all values are valid.
    public var json: String {
        let fields = fields.map { "  \($0.key.quotedForJSON()): \($0.value.json(indent: "  "))" }
        return fields.isEmpty ? "{}\n" : "{\n" + fields.joined(separator: ",\n") + "\n}\n"
    }

    /// The manifest as YAML, which can be decoded like ``json``.
    /// - Parameter hints: A Boolean value that indicates whether a comment lists additional keys.
    public func yaml(hints: Bool = false) -> String {
        let text = fields.map { "\($0.key):\($0.value.yaml())\n" }.joined()
        return hints ? text + hint : text
    }

    private var fields: [ManifestValue.Field] {
        ManifestRow.all.compactMap { row in row.value(self).map { .init(row.key.rawValue, $0) } }
    }

    /// Comments on useful keys that are not set.
    private var hint: String {
        var lines: [String] = []
        if properties.frameRate == nil, properties.$animationDuration == nil {
            lines.append("# frameRate: 24               # frames per second: 24, 23.976, 24000/1001, ntsc (default 30)")
        }
        if properties.$animationRepeatCount == nil {
            lines.append("# animationRepeatCount: 1     # number of cycles; 0 repeats forever")
        }
        if properties.$missing == nil, case .pattern = animationImages {
            lines.append("# missing: hold               # show the previous frame if a number is missing")
        }
        if case .pattern = animationImages {
            lines.append("# To time each frame, list them:")
            lines.append("# animationImages:")
            lines.append("#   - walk.0001.png                            # one slot, 1/frameRate")
            lines.append("#   - {image: walk.0002.png, hold: 2}          # two slots: on twos")
            lines.append("#   - {image: walk.0003.png, duration: 0.25}   # a quarter of a second")
        }
        return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
    }

    /// The maximum number of overlays. The pixels of each one are kept in memory.
    public static let largestOverlayCount = 64
    /// The maximum number of captions.
    public static let largestTextCount = 64

    /// The maximum number of views in a list.
    public static let largestViewCount = 1000
    /// The maximum number of animations.
    public static let largestAnimationCount = 10_000
    /// The maximum nesting depth of views.
    public static let largestViewDepth = 16
    /// The maximum coordinate or size in points.
    public static let largestCoordinate = 1_000_000.0
    static let coordinates = -largestCoordinate...largestCoordinate
}
