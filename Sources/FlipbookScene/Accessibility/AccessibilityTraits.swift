/// The kind of thing that a view is for a screen reader: UIKit's `UIAccessibilityTraits`.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The traits as bits, which are ours and not UIKit's.
    public let rawValue: Int

    /// Traits from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It takes touches, by Interface Builder's name. UIKit has the opposite, ``notEnabled``.
    public static let userInteractionEnabled = AccessibilityTraits(rawValue: 1)
    /// It is a picture.
    public static let image = AccessibilityTraits(rawValue: 2)
    /// It does something when it is tapped.
    public static let button = AccessibilityTraits(rawValue: 4)
    /// It leads elsewhere when it is tapped.
    public static let link = AccessibilityTraits(rawValue: 8)
    /// It is a text that does not change.
    public static let staticText = AccessibilityTraits(rawValue: 16)
    /// It is the heading of what follows.
    public static let header = AccessibilityTraits(rawValue: 32)
    /// It is chosen among others.
    public static let selected = AccessibilityTraits(rawValue: 64)
    /// It changes too often to be read out each time.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 128)
    /// It makes a sound of its own when it is tapped.
    public static let playsSound = AccessibilityTraits(rawValue: 256)
    /// It plays or records when it is tapped.
    public static let startsMediaSession = AccessibilityTraits(rawValue: 512)
    /// It is a short account of what there is.
    public static let summaryElement = AccessibilityTraits(rawValue: 1024)
    /// It does not answer touches at the moment.
    public static let notEnabled = AccessibilityTraits(rawValue: 2048)
    /// Its value can be changed by steps.
    public static let adjustable = AccessibilityTraits(rawValue: 4096)
    /// It takes touches itself, without the screen reader.
    public static let allowsDirectInteraction = AccessibilityTraits(rawValue: 8192)
    /// It turns the page when it has been read.
    public static let causesPageTurn = AccessibilityTraits(rawValue: 16384)

    /// The traits that Interface Builder gives image views.
    public static let imageView: AccessibilityTraits = [.image, .userInteractionEnabled]

    /// The traits with their names, in the order in which they are written.
    package static let named: [(name: String, value: AccessibilityTraits)] = [
        ("image", .image), ("userInteractionEnabled", .userInteractionEnabled), ("button", .button), ("link", .link),
        ("staticText", .staticText), ("header", .header), ("selected", .selected),
        ("updatesFrequently", .updatesFrequently), ("playsSound", .playsSound),
        ("startsMediaSession", .startsMediaSession), ("summaryElement", .summaryElement), ("notEnabled", .notEnabled),
        ("adjustable", .adjustable), ("allowsDirectInteraction", .allowsDirectInteraction),
        ("causesPageTurn", .causesPageTurn),
    ]
}
