public import FlipbookCore

/// The pins of a view to its superview and its siblings: UIKit's constraints, except baselines. All values are in points.
///
/// A number pins an edge to the same edge of the superview: `leading: 8` and `trailing: 8` lie 8 points inside it. The
/// following example shows other pins:
///
/// ```swift
/// @MainActor func hold(_ title: View, behind icon: View) {
///     var pins = ViewPins()
///     pins.leading = .to(icon, .trailing, by: 8)
///     pins.centerY = .to(icon)
///     pins.trailing = .atLeast(16)
///     pins.width = [.toSuperview(multiplier: 0.5), .atMost(320)]
///     title.pins = pins
/// }
/// ```
///
/// Pins position the alignment rectangle. A length that is not pinned is the intrinsic length, if any. An edge that is not
/// pinned stays in place.
///
/// All pins are required, as UIKit's are by default. Bounds (``Pin/atLeast(_:)``, ``Pin/atMost(_:)``) take precedence over
/// numbers. If numbers must yield to a bound, lengths yield before edges and centers, and ``aspectRatio`` yields last. If views
/// with intrinsic lengths do not fit their space, the first subviews keep their lengths. Pins that contradict each other or
/// form a cycle are reported as a ``LayoutFault``.
public struct ViewPins: Hashable, Sendable {
    /// The axes on which a view fills its superview.
    public enum Fit: String, CaseIterable, Sendable {
        /// From the leading to the trailing edge.
        case width
        /// From the top to the bottom edge.
        case height
        /// The whole superview.
        case both
    }

    /// An edge, a center or a length of a view: UIKit's `NSLayoutConstraint.Attribute`.
    public enum Attribute: String, CaseIterable, Sendable {
        /// The left edge, or the right one in right-to-left layout.
        case leading
        /// The edge opposite the leading one.
        case trailing
        case top
        case bottom
        case centerX
        case centerY
        case width
        case height

        /// The index among all attributes. Each axis has a start, an end, a center and a length, in this order.
        var position: Int { Self.positions.firstIndex(of: self) ?? 0 }
        private static let positions: [Attribute] = [
            .leading, .trailing, .centerX, .width, .top, .bottom, .centerY, .height,
        ]
        var isHorizontal: Bool { position < 4 }
        var isLength: Bool { self == .width || self == .height }
        /// A Boolean value that indicates whether distances from this edge are measured backward.
        var isEnd: Bool { self == .trailing || self == .bottom }
        /// The attributes to which this one can be pinned.
        var others: [Attribute] {
            Self.allCases.filter { $0.isLength == isLength && (isLength || $0.isHorizontal == isHorizontal) }
        }

        func sum(of start: LinearSum, _ length: LinearSum) -> LinearSum {
            var sum = isLength ? length : start
            if isEnd { sum.add(length) }
            if self == .centerX || self == .centerY { sum.add(length, times: 0.5) }
            return sum
        }
    }

    /// The target of an edge, a center or a length: a number, an attribute of another view, bounds, or a combination of these.
    public struct Pin: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
        ExpressibleByArrayLiteral
    {
        enum Relation: String, CaseIterable, Sendable { case by, atLeast, atMost }

        enum Target: Hashable, Sendable {
            case superview
            case id(String)
            case view(serial: Int)
        }

        struct Rule: Hashable, Sendable {
            var relation = Relation.by
            /// The view that the pin refers to. If `nil`, this is the superview for an edge, and no view for a length.
            var target: Target?
            /// The attribute of the target, or `nil` for the same attribute.
            var attribute: Attribute?
            var multiplier = 1.0
            var distance = 0.0
        }

        var rules: [Rule]

        /// Pins an edge, a center or a length to a number of points. For an edge, the number is the distance inward from the
        /// superview's edge. For a center, it is the distance from the superview's center.
        public init(_ distance: Double) { rules = [Rule(distance: distance)] }

        /// Creates a pin as ``init(_:)`` does.
        public init(integerLiteral distance: Int) { self.init(Double(distance)) }

        /// Creates a pin as ``init(_:)`` does.
        public init(floatLiteral distance: Double) { self.init(distance) }

        /// Combines multiple pins, such as a number and bounds.
        public init(arrayLiteral pins: Pin...) { rules = pins.flatMap(\.rules) }

        init(rules: [Rule]) { self.rules = rules }

        private init(_ target: Target, _ attribute: Attribute?, _ multiplier: Double, _ distance: Double) {
            rules = [Rule(target: target, attribute: attribute, multiplier: multiplier, distance: distance)]
        }

        /// Pins to an attribute of a sibling.
        /// - Parameters:
        ///   - attribute: The sibling's edge, center or length. If `nil`, it is the same attribute as the pinned one.
        ///   - multiplier: A factor for the sibling's length, or for its distance from the superview's leading or top edge.
        ///   - distance: The offset in points. A positive offset moves a trailing or bottom edge toward the leading or top
        ///     edge, moves any other edge away from it, and increases a length.
        public static func to(
            _ view: View,
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.view(serial: view.serial), attribute, multiplier, distance) }

        /// Pins to an attribute of the sibling with this ``View/id``.
        public static func to(
            id: String,
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.id(id), attribute, multiplier, distance) }

        /// Pins to an attribute of the superview.
        public static func toSuperview(
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.superview, attribute, multiplier, distance) }

        /// A lower bound for the distance or length.
        public static func atLeast(_ pin: Pin) -> Pin { pin.related(.atLeast) }

        /// An upper bound for the distance or length.
        public static func atMost(_ pin: Pin) -> Pin { pin.related(.atMost) }

        private func related(_ relation: Relation) -> Pin {
            Pin(rules: rules.map { rule in changing(rule) { $0.relation = relation } })
        }
    }

    private static let held: [FieldPath<ViewPins, Pin?>] = [
        \.leading, \.trailing, \.centerX, \.width, \.top, \.bottom, \.centerY, \.height,
    ]

    subscript(attribute: Attribute) -> Pin? {
        get { self[keyPath: Self.held[attribute.position]] }
        set { self[keyPath: Self.held[attribute.position]] = newValue }
    }

    /// The leading edge: the left one, or the right one in right-to-left layout.
    public var leading: Pin?
    /// The trailing edge.
    public var trailing: Pin?
    /// The top edge.
    public var top: Pin?
    /// The bottom edge.
    public var bottom: Pin?
    /// The horizontal center. Distances are measured toward the trailing edge.
    public var centerX: Pin?
    /// The vertical center. Distances are measured downward.
    public var centerY: Pin?
    /// The width.
    public var width: Pin?
    /// The height.
    public var height: Pin?
    /// The width divided by the height, above 0, or `nil` for any.
    public var aspectRatio: Double?
    /// The axes on which both edges are pinned at 0, or `nil` for none.
    public var fit: Fit?
    /// The margins inside the superview's edges that all pins refer to (default none).
    public var margins = EdgeInsets.zero
    /// A Boolean value that indicates whether pins refer to the superview's safe area, which excludes a device's bars.
    public var isInSafeArea = false

    /// Creates a value without pins.
    public init() {}

    /// The distances of the start, end and center, and the length, on one axis, or `nil` if one of the pins is not a plain
    /// number.
    func numbers(isHorizontal: Bool) -> [Double?]? {
        guard aspectRatio == nil else { return nil }
        var numbers = [Double?](repeating: nil, count: 4)
        for (place, field) in Self.held.dropFirst(isHorizontal ? 0 : 4).prefix(4).enumerated() {
            guard let pin = self[keyPath: field] else { continue }
            guard pin.rules.count == 1, pin.rules[0].target == nil, pin.rules[0].relation == .by else { return nil }
            numbers[place] = pin.rules[0].distance
        }
        guard fit == .both || fit == (isHorizontal ? .width : .height) else { return numbers }
        return numbers.allSatisfy { $0 == nil } ? [0, 0, nil, nil] : nil
    }

    var siblings: [Pin.Target] {
        Self.held.flatMap { self[keyPath: $0]?.rules ?? [] }.compactMap(\.target).filter { $0 != .superview }
    }
    package var nameSiblings: Bool { !siblings.isEmpty }

    /// Returns the frame of a view in a superview whose bounds are `bounds`. Pins to siblings are ignored.
    /// - Parameters:
    ///   - frame: The frame without pins.
    ///   - alignmentRectInsets: The insets of the alignment rectangle, which excludes shadows and glows.
    public func frame(
        of frame: Rect,
        in bounds: Rect,
        _ direction: LayoutDirection = .leftToRight,
        alignmentRectInsets: EdgeInsets = .zero,
        safeAreaInsets: EdgeInsets = .zero
    ) -> Rect {
        var item = PinLayout.Item(pins: self, frame: frame)
        (item.alignmentRectInsets, item.safeAreaInsets) = (alignmentRectInsets, safeAreaInsets)
        return PinLayout([item], in: bounds, direction).frames[0]
    }

    var fitted: [Attribute] {
        switch fit {
        case nil: []
        case .width: [.leading, .trailing]
        case .height: [.top, .bottom]
        case .both: [.leading, .trailing, .top, .bottom]
        }
    }
}
