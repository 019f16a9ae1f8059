public import FlipbookCore

/// The hold of a view on its superview and on the views beside it: UIKit's constraints, except those of a baseline. All in
/// points.
///
/// A number holds an edge by the superview's own: `leading: 8` lies 8 points within it, and so does `trailing: 8`. A ``Pin``
/// names any other edge, and bounds:
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
/// Pins hold the alignment rectangle. A length that no pin says is the intrinsic one of a view that has one; any other pin
/// that is `nil` leaves the view as it is.
///
/// All pins are required, as UIKit's are by default. Where bounds (``Pin/atLeast(_:)``, ``Pin/atMost(_:)``) meet numbers that
/// do not suit them, the bounds hold, and the numbers of the view that has the bound give way first: lengths before edges and
/// middles, and these before ``aspectRatio``. No length is below 0. Where room is scarce or left over between views with
/// lengths of their own, those that come first among the subviews keep theirs. Pins that exclude one another, or hold views
/// in a circle, are a ``LayoutFault``; the others count.
public struct ViewPins: Hashable, Sendable {
    /// Sides of the superview that a view reaches from end to end.
    public enum Fit: String, CaseIterable, Sendable {
        /// From the leading edge to the trailing one.
        case width
        /// From the upper edge to the lower one.
        case height
        /// All of the superview.
        case both
    }

    /// An edge, a middle or a length of a view: UIKit's `NSLayoutConstraint.Attribute`.
    public enum Attribute: String, CaseIterable, Sendable {
        /// The left edge, or the right one where the superview runs from right to left.
        case leading
        /// The edge across from the leading one.
        case trailing
        /// The upper edge.
        case top
        /// The lower edge.
        case bottom
        /// The middle between left and right.
        case centerX
        /// The middle between top and bottom.
        case centerY
        /// The width.
        case width
        /// The height.
        case height

        /// Its place among those across and down, each the start, the end, the middle, and the length.
        var position: Int {
            switch self {
            case .leading: 0
            case .trailing: 1
            case .centerX: 2
            case .width: 3
            case .top: 4
            case .bottom: 5
            case .centerY: 6
            case .height: 7
            }
        }
        var isHorizontal: Bool { position < 4 }
        var isLength: Bool { self == .width || self == .height }
        /// A Boolean value that indicates an edge from which distances count backwards.
        var isEnd: Bool { self == .trailing || self == .bottom }
        /// The attributes that it can be held by.
        var others: [Attribute] {
            Self.allCases.filter { $0.isLength == isLength && (isLength || $0.isHorizontal == isHorizontal) }
        }
    }

    /// The hold of an edge, of a middle or of a length: a number, a place of another view, bounds, or several of these.
    public struct Pin: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
        ExpressibleByArrayLiteral
    {
        enum Relation: String, CaseIterable, Sendable {
            case by, atLeast, atMost
        }

        enum Target: Hashable, Sendable {
            case superview
            case id(String)
            case view(serial: Int)
        }

        struct Rule: Hashable, Sendable {
            var relation = Relation.by
            /// The view around or beside, or `nil` for the superview of an edge, and for nothing but a number of a length.
            var target: Target?
            /// The place of the target, or `nil` for the same one.
            var attribute: Attribute?
            var multiplier = 1.0
            var distance = 0.0
        }

        var rules: [Rule]

        /// An edge so many points within that of the superview, a middle so many beyond it, or a length of so many points.
        public init(_ distance: Double) { rules = [Rule(distance: distance)] }

        /// An edge so many points within that of the superview, a middle so many beyond it, or a length of so many points.
        public init(integerLiteral distance: Int) { self.init(Double(distance)) }

        /// An edge so many points within that of the superview, a middle so many beyond it, or a length of so many points.
        public init(floatLiteral distance: Double) { self.init(distance) }

        /// Several pins at once, such as a number with bounds.
        public init(arrayLiteral pins: Pin...) { rules = pins.flatMap(\.rules) }

        init(rules: [Rule]) { self.rules = rules }

        private init(_ target: Target, _ attribute: Attribute?, _ multiplier: Double, _ distance: Double) {
            rules = [Rule(target: target, attribute: attribute, multiplier: multiplier, distance: distance)]
        }

        /// A place of a view beside this one, in the same superview.
        /// - Parameters:
        ///   - view: The other view.
        ///   - attribute: Its edge, middle or length, or `nil` for the one that is held.
        ///   - multiplier: A factor of that length, or of that edge's distance from the superview's leading or upper edge.
        ///   - distance: The points from there: toward the leading or the upper edge of a trailing or lower edge that is
        ///     held, the other way of any other, and more points of a length.
        public static func to(
            _ view: View,
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.view(serial: view.serial), attribute, multiplier, distance) }

        /// The same place of the view beside this one that has an ``View/id``.
        public static func to(
            id: String,
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.id(id), attribute, multiplier, distance) }

        /// The same place of the superview.
        public static func toSuperview(
            _ attribute: Attribute? = nil,
            multiplier: Double = 1,
            by distance: Double = 0
        ) -> Pin { Pin(.superview, attribute, multiplier, distance) }

        /// At least the distance, or the length, that a pin says.
        public static func atLeast(_ pin: Pin) -> Pin { pin.related(.atLeast) }

        /// At most the distance, or the length, that a pin says.
        public static func atMost(_ pin: Pin) -> Pin { pin.related(.atMost) }

        private func related(_ relation: Relation) -> Pin {
            Pin(rules: rules.map { rule in changing(rule) { $0.relation = relation } })
        }
    }

    private var held: [Attribute: Pin] = [:]

    subscript(attribute: Attribute) -> Pin? {
        get { held[attribute] }
        set { held[attribute] = newValue }
    }

    /// The leading edge: the left one, or the right one where the superview runs from right to left.
    public var leading: Pin? {
        get { self[.leading] }
        set { self[.leading] = newValue }
    }
    /// The trailing edge.
    public var trailing: Pin? {
        get { self[.trailing] }
        set { self[.trailing] = newValue }
    }
    /// The upper edge.
    public var top: Pin? {
        get { self[.top] }
        set { self[.top] = newValue }
    }
    /// The lower edge.
    public var bottom: Pin? {
        get { self[.bottom] }
        set { self[.bottom] = newValue }
    }
    /// The middle across; distances go toward the trailing edge.
    public var centerX: Pin? {
        get { self[.centerX] }
        set { self[.centerX] = newValue }
    }
    /// The middle down; distances go downwards.
    public var centerY: Pin? {
        get { self[.centerY] }
        set { self[.centerY] = newValue }
    }
    /// The width of the view.
    public var width: Pin? {
        get { self[.width] }
        set { self[.width] = newValue }
    }
    /// The height of the view.
    public var height: Pin? {
        get { self[.height] }
        set { self[.height] = newValue }
    }
    /// The width divided by the height, above 0, or `nil` for any.
    public var aspectRatio: Double?
    /// The sides that are reached from end to end, as both ends at 0 say, or `nil` for none.
    public var fit: Fit?
    /// The distance from the superview's edges from which all of this counts; none by default.
    public var margins = EdgeInsets.zero
    /// A Boolean value that has it count from the superview's safe area, which a device's bars leave free, and not
    /// from its edges.
    public var isInSafeArea = false

    /// Pins that hold nothing.
    public init() {}

    /// The numbers of the start, the end, the middle and the length on an axis, where there is nothing else; else `nil`.
    func numbers(isHorizontal: Bool) -> [Double?]? {
        guard aspectRatio == nil else { return nil }
        var numbers = [Double?](repeating: nil, count: 4)
        for (attribute, pin) in held where attribute.isHorizontal == isHorizontal {
            guard pin.rules.count == 1, pin.rules[0].target == nil, pin.rules[0].relation == .by else { return nil }
            numbers[attribute.position % 4] = pin.rules[0].distance
        }
        guard fit == .both || fit == (isHorizontal ? .width : .height) else { return numbers }
        return numbers.allSatisfy { $0 == nil } ? [0, 0, nil, nil] : nil
    }

    /// The views beside that pins are to.
    var siblings: [Pin.Target] { held.values.flatMap(\.rules).compactMap(\.target).filter { $0 != .superview } }

    /// A Boolean value that indicates pins to views beside.
    package var nameSiblings: Bool { !siblings.isEmpty }

    /// The place of a view in its superview; pins to other views do not count.
    /// - Parameters:
    ///   - frame: Where it lies without pins.
    ///   - bounds: The superview's own coordinates.
    ///   - direction: In which direction the superview runs.
    ///   - alignmentRectInsets: What of the view at its edges does not count, a shadow or a glow.
    ///   - safeAreaInsets: What the superview's safe area leaves free at its edges.
    public func frame(
        of frame: Rect,
        in bounds: Rect,
        _ direction: LayoutDirection = .leftToRight,
        alignmentRectInsets: EdgeInsets = .zero,
        safeAreaInsets: EdgeInsets = .zero
    ) -> Rect {
        let item = PinLayout.Item(
            pins: self,
            frame: frame,
            alignmentRectInsets: alignmentRectInsets,
            safeAreaInsets: safeAreaInsets
        )
        return PinLayout([item], in: bounds, direction).frames[0]
    }
}
