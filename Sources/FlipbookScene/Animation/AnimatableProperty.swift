public import FlipbookCore

/// The value of a layer's property at a moment.
///
/// Numbers, places, rectangles, transforms and colors proceed from one value to the other; what is true or false, and
/// a content mode, jumps at the change's beginning.
public enum AnimatedValue: Hashable, Sendable {
    case number(Double)
    case point(Point)
    case rect(Rect)
    case transform(TransformParts)
    case background(Background)
    case flag(Bool)
    case contentMode(ContentMode)
    case transition(Transition)

    /// The value without its kind.
    fileprivate var payload: any Sendable {
        switch self {
        case .number(let number): number
        case .point(let point): point
        case .rect(let rect): rect
        case .transform(let parts): parts
        case .background(let background): background
        case .flag(let flag): flag
        case .contentMode(let mode): mode
        case .transition(let transition): transition
        }
    }

    /// The value on the way to another; that other one where there is no way between the two.
    func interpolated(to end: AnimatedValue, _ progress: Double) -> AnimatedValue {
        switch (self, end) {
        case (.number(let start), .number(let end)): .number(start.interpolated(to: end, progress))
        case (.point(let start), .point(let end)): .point(start.interpolated(to: end, progress))
        case (.rect(let start), .rect(let end)): .rect(start.interpolated(to: end, progress))
        case (.transform(let start), .transform(let end)): .transform(start.interpolated(to: end, progress))
        case (.background(.color(let start)), .background(.color(let end))):
            .background(.color(start.interpolated(to: end, progress)))
        default: end
        }
    }
}

/// A property of a layer that changes over time, by UIKit's name.
public struct AnimatableProperty: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A Boolean value that indicates a property without values between two.
    public let jumps: Bool
    /// The places of its values; `nil` for ``transition``, which has none.
    private let access: Access?

    /// The places of the property's values in layers and manifests.
    private final class Access: Sendable {
        let value: @Sendable (Layer) -> AnimatedValue
        let set: @Sendable (AnimatedValue, inout Layer) -> Void
        let read: @Sendable (ManifestDecoder) -> AnimatedValue?
        let write: @Sendable (AnimatedValue) -> ManifestValue?

        init<Value: Sendable>(
            _ field: any WritableKeyPath<Layer, Value> & Sendable,
            _ form: ManifestForm<Value>,
            _ animated: @escaping @Sendable (Value) -> AnimatedValue
        ) {
            value = { animated($0[keyPath: field]) }
            set = { if let value = $0.payload as? Value { $1[keyPath: field] = form.nearest(to: value) } }
            read = { form.read($0).map(animated) }
            write = { ($0.payload as? Value).flatMap(form.write) }
        }
    }

    /// A property that proceeds from one value to the other, or jumps.
    init<Value: Sendable>(
        _ name: String,
        _ field: any WritableKeyPath<Layer, Value> & Sendable,
        _ form: ManifestForm<Value>,
        _ animated: @escaping @Sendable (Value) -> AnimatedValue,
        jumps: Bool = false
    ) {
        (rawValue, self.jumps, access) = (name, jumps, Access(field, form, animated))
    }

    /// The look of a layer with all within, whose track says how the one that it has takes the place of a former one.
    package static let transition = AnimatableProperty()

    private init() { (rawValue, jumps, access) = ("transition", false, nil) }

    /// The property of that name; `nil` for a name of none.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The place of the layer in its superlayer.
    public static let frame = AnimatableProperty("frame", \.frame, .rect, AnimatedValue.rect)
    /// The layer's own coordinates.
    public static let bounds = AnimatableProperty("bounds", \.bounds, .rect, AnimatedValue.rect)
    /// The place of the anchor point in the superlayer.
    public static let center = AnimatableProperty("center", \.center, .point, AnimatedValue.point)
    /// The turn and the size of the layer about its anchor point.
    public static let transform = AnimatableProperty("transform", \.transformParts, .transform, AnimatedValue.transform)
    /// The part of a picture that stretches.
    public static let contentStretch =
        AnimatableProperty("contentStretch", \.contentStretch, .unitRect, AnimatedValue.rect)

    /// A Boolean value that indicates a part of where a layer lies.
    var isPlace: Bool { [.frame, .bounds, .center, .transform].contains(self) }

    /// The value of a layer.
    public func value(of layer: Layer) -> AnimatedValue { access?.value(layer) ?? .transition(.dissolve) }

    /// Gives a layer a value, or the nearest one that there is; one of another kind changes nothing.
    public func set(_ value: AnimatedValue, of layer: inout Layer) { access?.set(value, &layer) }

    /// The value of a node, or `nil` if it is none, which the decoder has noted then.
    func read(_ decoder: ManifestDecoder) -> AnimatedValue? { access?.read(decoder) }

    /// The text of a value, or `nil` if it has none.
    func written(_ value: AnimatedValue) -> ManifestValue? { access?.write(value) }

    /// Returns `true` for two properties of one name.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Layer {
    /// The layer's rotation and scale, apart.
    fileprivate var transformParts: TransformParts {
        get { TransformParts(self.transform) }
        set { self.transform = newValue.transform }
    }
}

extension Double {
    func interpolated(to end: Double, _ progress: Double) -> Double { self + (end - self) * progress }
}

extension Point {
    func interpolated(to end: Point, _ progress: Double) -> Point {
        Point(x: x.interpolated(to: end.x, progress), y: y.interpolated(to: end.y, progress))
    }
}

extension Rect {
    func interpolated(to end: Rect, _ progress: Double) -> Rect {
        Rect(
            origin: origin.interpolated(to: end.origin, progress),
            size: Size(
                width: size.width.interpolated(to: end.size.width, progress),
                height: size.height.interpolated(to: end.size.height, progress)
            )
        )
    }
}

extension Color {
    /// The color on the way to another, channel by channel as they are stored; a clear end has the other's color.
    func interpolated(to end: Color, _ progress: Double) -> Color {
        let start = alpha == 0 ? Color(red: end.red, green: end.green, blue: end.blue, alpha: 0) : self
        let end = end.alpha == 0 ? Color(red: red, green: green, blue: blue, alpha: 0) : end
        func channel(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
            let value = Double(start[keyPath: channel]).interpolated(to: Double(end[keyPath: channel]), progress)
            return UInt8(min(max(value.rounded(), 0), 255))
        }
        return Color(red: channel(\.red), green: channel(\.green), blue: channel(\.blue), alpha: channel(\.alpha))
    }
}
