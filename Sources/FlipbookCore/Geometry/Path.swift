/// A path of lines and curves for filling, stroking or clipping, like `CGPath`. Coordinates are in points. A path consists of
/// subpaths. Each subpath begins with ``move(to:)`` or is a whole shape.
public struct Path: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case move(to: Point)
        case line(to: Point)
        case curve(to: Point, control1: Point, control2: Point)
        case close
    }

    package private(set) var elements: [Element] = []

    /// Creates an empty path.
    public init() {}

    /// Creates the outline of a rectangle.
    public init(_ rect: Rect) { addRect(rect) }

    /// Creates the ellipse inscribed in a rectangle, as `UIBezierPath(ovalIn:)` does.
    public init(ellipseIn rect: Rect) { addEllipse(in: rect) }

    /// Creates the outline of a rounded rectangle, as `UIBezierPath(roundedRect:cornerRadius:)` does.
    public init(roundedRect rect: Rect, cornerRadius: Double) { addRoundedRect(in: rect, cornerRadius: cornerRadius) }

    /// The starting point of the next line, or `nil` if the path is empty.
    public var currentPoint: Point? {
        switch elements.last {
        case nil: nil
        case .move(let point), .line(let point), .curve(let point, _, _): point
        case .close: elements.lazy.reversed().compactMap { if case .move(let point) = $0 { point } else { nil } }.first
        }
    }

    /// Begins a subpath.
    public mutating func move(to point: Point) { elements.append(.move(to: point)) }

    /// Adds a line from the current point. If the path is empty, begins a subpath instead.
    public mutating func addLine(to point: Point) {
        elements.append(elements.isEmpty ? .move(to: point) : .line(to: point))
    }

    /// Adds a cubic Bézier curve from the current point, or from the first control point if the path is empty.
    public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        if elements.isEmpty { move(to: control1) }
        elements.append(.curve(to: point, control1: control1, control2: control2))
    }

    /// Adds a quadratic Bézier curve from the current point, or from the control point if the path is empty.
    public mutating func addQuadCurve(to point: Point, control: Point) {
        func toward(_ end: Point) -> Point {
            Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        }
        addCurve(to: point, control1: toward(currentPoint ?? control), control2: toward(point))
    }

    /// Adds an arc of a circle, connected to the current point by a line if the path is not empty.
    /// - Parameters:
    ///   - startDegrees: The start angle in degrees, as in ``Transform/init(rotationDegrees:)``: 0 is right, 90 is down.
    ///   - endDegrees: The end angle in degrees. An arc from 0 to 360 is a full circle.
    public mutating func addArc(
        center: Point,
        radius: Double,
        startDegrees: Double,
        endDegrees: Double,
        clockwise: Bool = true
    ) {
        let direction = clockwise ? 1.0 : -1
        var sweep = (endDegrees - startDegrees) * direction
        if sweep < 0 { sweep = sweep.truncatingRemainder(dividingBy: 360) + 360 }
        guard sweep.isFinite, startDegrees.isFinite else { return }
        // Over a quarter turn, a cubic curve deviates from the circle by 1/3,700 of the radius.
        let count = Int((min(sweep, 360) / 90).rounded(.up))
        let step = min(sweep, 360) / Double(max(count, 1))
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: step / 4)
        let reach = radius * direction * 4 / 3 * sine / cosine
        func place(_ number: Int, along reach: Double = 0) -> Point {
            let angle = startDegrees + Double(number) * step * direction
            let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: angle)
            return Point(x: center.x + radius * cosine - reach * sine, y: center.y + radius * sine + reach * cosine)
        }
        addLine(to: place(0))
        for number in 0..<count {
            let next = number + 1
            addCurve(to: place(next), control1: place(number, along: reach), control2: place(next, along: -reach))
        }
    }

    /// Adds a rectangle as a subpath, clockwise from its top left corner.
    public mutating func addRect(_ rect: Rect) {
        move(to: rect.origin)
        addLine(to: Point(x: rect.maxX, y: rect.minY))
        addLine(to: Point(x: rect.maxX, y: rect.maxY))
        addLine(to: Point(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }

    /// Adds a rounded rectangle as a subpath.
    /// - Parameter cornerRadius: The corner radius in points, limited to half of the shorter side.
    public mutating func addRoundedRect(in rect: Rect, cornerRadius: Double) {
        let radius = max(0, min(cornerRadius, rect.width / 2, rect.height / 2))
        let inner = rect.inset(by: EdgeInsets(all: radius))
        var outline = Path()
        let corners = [
            (inner.minX, inner.minY), (inner.maxX, inner.minY), (inner.maxX, inner.maxY), (inner.minX, inner.maxY),
        ]
        for (start, corner) in zip([180.0, 270, 0, 90], corners) {
            let center = Point(x: corner.0, y: corner.1)
            outline.addArc(center: center, radius: radius, startDegrees: start, endDegrees: start + 90)
        }
        outline.closeSubpath()
        addPath(outline)
    }

    /// Adds a subpath: the ellipse inscribed in a rectangle.
    public mutating func addEllipse(in rect: Rect) {
        var circle = Path()
        circle.addArc(center: .zero, radius: 1, startDegrees: 0, endDegrees: 360)
        circle.closeSubpath()
        let (across, down) = (rect.width / 2, rect.height / 2)
        addPath(circle, transform: Transform(a: across, b: 0, c: 0, d: down, tx: rect.midX, ty: rect.midY))
    }

    /// Adds the subpaths of another path.
    public mutating func addPath(_ path: Path, transform: Transform = .identity) {
        func placed(_ point: Point) -> Point { point.applying(transform) }
        elements += path.elements.map { element in
            switch element {
            case .move(let point): .move(to: placed(point))
            case .line(let point): .line(to: placed(point))
            case .curve(let point, let first, let second):
                .curve(to: placed(point), control1: placed(first), control2: placed(second))
            case .close: .close
            }
        }
    }

    /// Closes the subpath with a line to its beginning.
    public mutating func closeSubpath() { if !elements.isEmpty { elements.append(.close) } }
}
