public import FlipbookCore

/// Pins that cannot be satisfied. See ``ViewPins``.
public struct LayoutFault: ExplainedError, Hashable {
    /// The kind of fault.
    public enum Kind: String, CaseIterable, Sendable {
        /// Pins set multiple values for one position or length, or bounds contradict each other.
        case contradiction
        /// Views are pinned to each other in a cycle, without a pin to the superview.
        case cycle
        /// A pin refers to a view that is not a sibling, or to an attribute that does not match.
        case target
    }

    /// The kind of fault.
    public let kind: Kind
    /// The pins involved, such as `title.leading`. A view is identified by its id or by its position among the subviews.
    public let pins: [String]
    /// The fault and the remedy, without the pins' names.
    let reason: String
    /// The index of the subview whose pin is ignored.
    let item: Int
    /// A Boolean value that indicates whether the fault exists at every size of the superview and of the other views.
    let isCertain: Bool

    /// The code, such as `layout.cycle`.
    public var code: ErrorCode { ErrorCode(rawValue: "layout.\(kind.rawValue)") }

    /// One sentence with the pins, the fault and the remedy.
    public var explanation: Explanation { "The pin\(pins.count == 1 ? "" : "s") \(sentence)." }
    var sentence: String { "\(pins.joined(separator: ", ")) \(reason)" }
}
