public import FlipbookCore

/// Pins that cannot hold views as they say: see ``ViewPins``.
public struct LayoutFault: ExplainedError, Hashable {
    /// The kind of fault.
    public enum Kind: String, CaseIterable, Sendable {
        /// Pins name more than one place or length, or bounds exclude one another.
        case contradiction
        /// Views are held by one another, and none of them by the superview.
        case cycle
        /// A pin is to a view that does not lie beside, or to a place that does not fit.
        case target
    }

    /// The kind of fault.
    public let kind: Kind
    /// The pins that it is about, such as `title.leading`; the name of a view is its id, or its place from the back.
    public let pins: [String]
    /// The fault and the remedy, without the pins' names.
    let reason: String
    /// The place among the subviews of the view whose pin does not count.
    let item: Int
    /// A Boolean value that indicates a fault at any size of the superview and of other views.
    let isCertain: Bool

    /// The kind, such as `layout.cycle`.
    public var code: ErrorCode { ErrorCode(rawValue: "layout.\(kind.rawValue)") }

    /// The pins, the fault and the remedy, in a sentence.
    public var explanation: Explanation { "The pin\(pins.count == 1 ? "" : "s") \(sentence)." }

    /// The same without a beginning and an end.
    var sentence: String { "\(pins.joined(separator: ", ")) \(reason)" }
}
