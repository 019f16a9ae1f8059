/// A property of a layer that changes over time, with its values.
///
/// Numbers, places, rectangles, transforms and colours proceed from one value to the other; what is true or false, and
/// a content mode, jumps at the change's beginning.
public enum AnimatedValue: Hashable, Sendable {
    /// `alpha`, `cornerRadius`.
    case number(Double)
    /// `center`.
    case point(Point)
    /// `frame`, `bounds`, `contentStretch`.
    case rect(Rect)
    /// `transform`.
    case transform(TransformParts)
    /// `backgroundColor`.
    case background(Background)
    /// `isHidden`.
    case flag(Bool)
    /// `contentMode`.
    case contentMode(ContentMode)

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

/// The name of a property of a layer that changes over time: UIKit's.
public enum AnimatableProperty: String, CaseIterable, Hashable, Sendable {
    /// Where the layer lies in its superlayer.
    case frame
    /// The layer's own coordinates.
    case bounds
    /// Where the anchor point lies in the superlayer.
    case center
    /// How the layer is turned and resized about its anchor point.
    case transform
    /// How much the layer covers what is beneath.
    case alpha
    /// What lies behind the picture.
    case backgroundColor
    /// The radius of the rounded corners.
    case cornerRadius
    /// The part of a picture that stretches.
    case contentStretch
    /// Whether nothing of the layer is drawn. It jumps.
    case isHidden
    /// How a picture of another size is placed. It jumps.
    case contentMode

    /// Whether the property has no values between two.
    public var jumps: Bool { self == .isHidden || self == .contentMode }

    /// What a layer has.
    public func value(of layer: Layer) -> AnimatedValue {
        switch self {
        case .frame: .rect(layer.frame)
        case .bounds: .rect(layer.bounds)
        case .center: .point(layer.center)
        case .transform: .transform(TransformParts(layer.transform))
        case .alpha: .number(layer.style.alpha)
        case .backgroundColor: .background(layer.style.backgroundColor ?? .clear)
        case .cornerRadius: .number(layer.style.cornerRadius)
        case .contentStretch: .rect(layer.contentStretch)
        case .isHidden: .flag(layer.isHidden)
        case .contentMode: .contentMode(layer.style.contentMode)
        }
    }

    /// Gives a layer a value; one of another kind changes nothing.
    public func set(_ value: AnimatedValue, of layer: inout Layer) {
        switch (self, value) {
        case (.frame, .rect(let rect)): layer.frame = rect
        case (.bounds, .rect(let rect)): layer.bounds = rect
        case (.center, .point(let point)): layer.center = point
        case (.transform, .transform(let parts)): layer.transform = parts.transform
        case (.alpha, .number(let number)): layer.style.alpha = min(max(number, 0), 1)
        case (.backgroundColor, .background(let background)): layer.style.backgroundColor = background
        case (.cornerRadius, .number(let number)): layer.style.cornerRadius = max(number, 0)
        case (.contentStretch, .rect(let rect)): layer.contentStretch = rect
        case (.isHidden, .flag(let flag)): layer.isHidden = flag
        case (.contentMode, .contentMode(let mode)): layer.style.contentMode = mode
        default: break
        }
    }
}

extension Double {
    /// The number on the way to another.
    func interpolated(to end: Double, _ progress: Double) -> Double { self + (end - self) * progress }
}

extension Point {
    /// The place on the way to another.
    func interpolated(to end: Point, _ progress: Double) -> Point {
        Point(x: x.interpolated(to: end.x, progress), y: y.interpolated(to: end.y, progress))
    }
}

extension Rect {
    /// The rectangle on the way to another.
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
    /// The colour on the way to another, channel by channel as they are stored; a clear end has the other's colour.
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
