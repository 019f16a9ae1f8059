/// The kind of element that a screen reader announces for a view: UIKit's `UIAccessibilityTraits`.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The bits. They differ from UIKit's.
    public let rawValue: Int

    /// Creates traits from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Accepts touches. The name is Interface Builder's; UIKit has the opposite, ``notEnabled``.
    public static let userInteractionEnabled = AccessibilityTraits(rawValue: 1)
    /// An image.
    public static let image = AccessibilityTraits(rawValue: 2)
    /// A button.
    public static let button = AccessibilityTraits(rawValue: 4)
    /// A link.
    public static let link = AccessibilityTraits(rawValue: 8)
    /// Text that does not change.
    public static let staticText = AccessibilityTraits(rawValue: 16)
    /// The heading of a section.
    public static let header = AccessibilityTraits(rawValue: 32)
    /// Selected.
    public static let selected = AccessibilityTraits(rawValue: 64)
    /// Changes too often to be announced each time.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 128)
    /// Plays its own sound when tapped.
    public static let playsSound = AccessibilityTraits(rawValue: 256)
    /// Starts playback or recording when tapped.
    public static let startsMediaSession = AccessibilityTraits(rawValue: 512)
    /// A summary of the current state.
    public static let summaryElement = AccessibilityTraits(rawValue: 1024)
    /// Does not respond to touches at the moment.
    public static let notEnabled = AccessibilityTraits(rawValue: 2048)
    /// A value that can be adjusted in steps.
    public static let adjustable = AccessibilityTraits(rawValue: 4096)
    /// Handles touches directly, without the screen reader.
    public static let allowsDirectInteraction = AccessibilityTraits(rawValue: 8192)
    /// Turns the page when the element has been read out.
    public static let causesPageTurn = AccessibilityTraits(rawValue: 16384)

    /// The traits that Interface Builder gives image views.
    public static let imageView: AccessibilityTraits = [.image, .userInteractionEnabled]

    package static let named: [(name: String, value: AccessibilityTraits)] = [
        ("image", .image), ("userInteractionEnabled", .userInteractionEnabled), ("button", .button), ("link", .link),
        ("staticText", .staticText), ("header", .header), ("selected", .selected),
        ("updatesFrequently", .updatesFrequently), ("playsSound", .playsSound),
        ("startsMediaSession", .startsMediaSession), ("summaryElement", .summaryElement), ("notEnabled", .notEnabled),
        ("adjustable", .adjustable), ("allowsDirectInteraction", .allowsDirectInteraction),
        ("causesPageTurn", .causesPageTurn),
    ]
}
