public import FlipbookCore

/// A value of an animatable property. Flags and content modes change when the animation starts; all other values are
/// interpolated.
public enum AnimatedValue: Hashable, Sendable {
    case number(Double)
    case point(Point)
    case rect(Rect)
    case transform(TransformParts)
    case background(Background)
    case flag(Bool)
    case contentMode(ContentMode)
    case transition(Transition)

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

    var atOrigin: AnimatedValue {
        if case .rect(let rect) = self { .rect(Rect(origin: .zero, size: rect.size)) } else { self }
    }
}

/// An animatable property of a layer, under UIKit's name.
public struct AnimatableProperty: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A Boolean value that indicates whether the property changes immediately, without interpolation.
    public let jumps: Bool
    private let access: Access?

    private final class Access: Sendable {
        let value: @Sendable (Layer) -> AnimatedValue
        let set: @Sendable (AnimatedValue, inout Layer) -> Void
        let read: @Sendable (ManifestDecoder) -> AnimatedValue?
        let write: @Sendable (AnimatedValue) -> ManifestValue?

        init<Value: Sendable>(
            _ field: FieldPath<Layer, Value>,
            _ form: ManifestForm<Value>,
            _ animated: @escaping @Sendable (Value) -> AnimatedValue
        ) {
            value = { animated($0[keyPath: field]) }
            set = { if let value = $0.payload as? Value { $1[keyPath: field] = form.nearest(to: value) } }
            read = { form.read($0).map(animated) }
            write = { ($0.payload as? Value).flatMap(form.write) }
        }
    }

    init<Value: Sendable>(
        _ name: String,
        _ field: FieldPath<Layer, Value>,
        _ form: ManifestForm<Value>,
        _ animated: @escaping @Sendable (Value) -> AnimatedValue,
        jumps: Bool = false
    ) { (rawValue, self.jumps, access) = (name, jumps, Access(field, form, animated)) }

    /// The appearance of a layer and its sublayers. A track of this property contains the transition from the previous
    /// appearance.
    package static let transition = AnimatableProperty()

    private init() { (rawValue, jumps, access) = ("transition", false, nil) }

    /// Creates the property with a name, or returns `nil` if the name is unknown.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The frame in the superlayer.
    public static let frame = AnimatableProperty("frame", \.frame, .rect, AnimatedValue.rect)
    /// The layer's rectangle in its own coordinate system.
    public static let bounds = AnimatableProperty("bounds", \.bounds, .rect, AnimatedValue.rect)
    /// The position of the anchor point in the superlayer.
    public static let center = AnimatableProperty("center", \.center, .point, AnimatedValue.point)
    /// The rotation and scale about the anchor point.
    public static let transform = AnimatableProperty("transform", \.transformParts, .transform, AnimatedValue.transform)
    /// The stretchable part of a picture.
    public static let contentStretch =
        AnimatableProperty("contentStretch", \.contentStretch, .unitRect, AnimatedValue.rect)

    /// Returns the property's value in a layer.
    public func value(of layer: Layer) -> AnimatedValue { access?.value(layer) ?? .transition(.dissolve) }

    /// Sets the property of a layer to the valid value nearest to `value`. Ignores a value of a different type.
    public func set(_ value: AnimatedValue, of layer: inout Layer) { access?.set(value, &layer) }
    func read(_ decoder: ManifestDecoder) -> AnimatedValue? { access?.read(decoder) }
    func written(_ value: AnimatedValue) -> ManifestValue? { access?.write(value) }

    /// Compares the names.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Double { func interpolated(to end: Double, _ progress: Double) -> Double { self + (end - self) * progress } }

extension Point {
    func interpolated(to end: Point, _ progress: Double) -> Point {
        Point(x: x.interpolated(to: end.x, progress), y: y.interpolated(to: end.y, progress))
    }

    func offset(from other: Point) -> Point { Point(x: x - other.x, y: y - other.y) }

    func distance(to other: Point) -> Double {
        let way = offset(from: other)
        return (way.x * way.x + way.y * way.y).squareRoot()
    }
}

extension Rect {
    func interpolated(to end: Rect, _ progress: Double) -> Rect {
        let width = size.width.interpolated(to: end.size.width, progress)
        let height = size.height.interpolated(to: end.size.height, progress)
        return Rect(origin: origin.interpolated(to: end.origin, progress), size: Size(width: width, height: height))
    }
}

extension Color {
    /// The interpolated color. The stored values of each channel are interpolated. A transparent end takes on the color of the
    /// other end.
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
