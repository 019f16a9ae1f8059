internal import Synchronization

/// A place to draw paths, images and texts: CoreGraphics's `CGContext` as UIKit lends it, with the origin at the top left and y
/// downwards.
///
/// Coordinates are points. The context keeps the commands; cairo and Pango carry them out when the image is rendered. Where these
/// are not installed, that fails as for a text. ``GraphicsImageRenderer`` lends a context.
public final class DrawingContext {
    private var state = DrawingCommands.State()
    private var saved: [DrawingCommands.State] = []
    fileprivate private(set) var commands: [DrawingCommands.Command] = []

    fileprivate init() {}

    /// The current transform, from the coordinates that are drawn in to those of the bounds: `CGContextGetCTM`.
    public var ctm: Transform { state.transform }
    /// The opacity of what is drawn, 0 to 1; 1 by default.
    public var alpha: Double {
        get { state.alpha }
        set { state.alpha = min(max(0, newValue), 1) }
    }
    /// The mixing of what is drawn with what was drawn before; ``BlendMode/normal`` by default.
    public var blendMode: BlendMode {
        get { state.blendMode }
        set { state.blendMode = newValue }
    }

    /// Keeps the current transform, opacity, blend mode and clip for ``restoreState()``.
    public func saveState() {
        saved.append(state)
        commands.append(.save)
    }

    /// Goes back to the state of the last ``saveState()`` that was not restored; without one, nothing changes.
    public func restoreState() {
        guard let state = saved.popLast() else { return }
        self.state = state
        commands.append(.restore)
    }

    /// Moves the origin by a distance in points.
    public func translateBy(x: Double, y: Double) { concatenate(Transform(translationX: x, y: y)) }

    /// Multiplies the size of what is drawn.
    public func scaleBy(x: Double, y: Double) { concatenate(Transform(scaleX: x, y: y)) }

    /// Turns what is drawn about the origin, clockwise.
    /// - Parameter degrees: The angle in degrees.
    public func rotate(byDegrees degrees: Double) { concatenate(Transform(rotationDegrees: degrees)) }

    /// Has a transform done before the current one.
    public func concatenate(_ transform: Transform) { state.transform = transform.concatenating(state.transform) }

    /// Draws only within a path from now on, and within earlier clips; ``restoreState()`` undoes that.
    public func clip(to path: Path, using rule: FillRule = .winding) {
        commands.append(isSeen ? .clip(path, rule, state.transform) : .clip(Path(), rule, .identity))
    }

    /// Fills a path with a color.
    public func fill(_ path: Path, with color: Color, using rule: FillRule = .winding) {
        if isSeen { commands.append(.fill(path, rule, color, state)) }
    }

    /// Fills a rectangle with a color.
    public func fill(_ rect: Rect, with color: Color) { fill(Path(rect), with: color) }

    /// Draws a line along a path.
    /// - Parameter lineWidth: The width of the line in points, half of it at each side of the path.
    public func stroke(_ path: Path, with color: Color, lineWidth: Double = 1) {
        stroke(path, with: color, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Draws a line along a path.
    public func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
        if isSeen, style.lineWidth > 0 { commands.append(.stroke(path, style, color, state)) }
    }

    /// Draws an image, scaled to a rectangle, as `UIImage.draw(in:)`: a resizable one keeps its caps, an animated one is its
    /// first picture.
    public func draw(_ image: Image, in rect: Rect) { if isSeen { commands.append(.image(image, rect, state)) } }

    /// Draws an image in its own size, as `UIImage.draw(at:)`; one whose header was not read has none.
    public func draw(_ image: Image, at point: Point) { draw(image, in: Rect(origin: point, size: image.size)) }

    /// Draws a text from the upper edge of a rectangle on, as `NSString.draw(in:withAttributes:)`: lines are broken at its sides,
    /// and the last one that fits ends with an ellipsis if others follow it.
    /// - Parameters:
    ///   - font: The family of the font. `Sans`, `Serif` and `Monospace` are there on every machine with fonts.
    ///   - size: The size of the font in points.
    public func draw(
        _ text: String,
        in rect: Rect,
        font: String = "Sans",
        size: Double = 12,
        color: Color = .black,
        alignment: TextAlignment = .left
    ) {
        let words = DrawingCommands.Words(text: text, font: font, size: size, color: color, alignment: alignment)
        if isSeen { commands.append(.text(words, rect, state)) }
    }

    /// A Boolean value that indicates a transform that leaves an area.
    private var isSeen: Bool { state.transform.inverted != nil }
}

/// Makes images by drawing: UIKit's `UIGraphicsImageRenderer`.
///
/// ```swift
/// let badge = GraphicsImageRenderer(size: Size(width: 40, height: 40), scale: 2).image { context in
///     context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 40)), with: .red)
///     context.draw("7", in: Rect(x: 0, y: 4, width: 40, height: 36), size: 24, color: .white, alignment: .center)
/// }
/// ```
public struct GraphicsImageRenderer: Hashable, Sendable {
    /// The part of the plane that the image shows, in points.
    public let bounds: Rect
    /// Pixels of the image per point.
    public let scale: Double

    /// A renderer of images of a part of the plane.
    /// - Parameter scale: Pixels per point; a number that is not above 0 counts as 1.
    public init(bounds: Rect, scale: Double = 1) {
        (self.bounds, self.scale) = (bounds, scale > 0 && scale.isFinite ? scale : 1)
    }

    /// A renderer of images of a size in points.
    public init(size: Size, scale: Double = 1) { self.init(bounds: Rect(origin: .zero, size: size), scale: scale) }

    /// An image of what a closure draws on transparent ground; a fraction of a pixel at its edges counts as one.
    ///
    /// The image has no size if the bounds are empty.
    public func image(_ actions: (DrawingContext) -> Void) -> Image {
        guard !bounds.isEmpty else { return .nothing }
        func pixels(_ length: Double) -> Int { Int(min(max((length * scale - 1e-6).rounded(.up), 1), 1e9)) }
        let size = PixelSize(width: pixels(bounds.width), height: pixels(bounds.height))
        let context = DrawingContext()
        actions(context)
        let drawn = DrawingCommands(bounds: bounds, size: size, context.commands)
        return Image(source: .drawn(drawn), pixelSize: size, scale: scale)
    }
}

/// The commands that a ``DrawingContext`` was given for one image.
///
/// Two are equal where they are the same object, so that comparing pictures stays cheap.
public final class DrawingCommands: Hashable, Sendable {
    package struct State: Sendable {
        package var transform = Transform.identity
        package var alpha = 1.0
        package var blendMode = BlendMode.normal
    }

    package struct Words: Sendable {
        package let text: String
        package let font: String
        package let size: Double
        package let color: Color
        package let alignment: TextAlignment
    }

    package enum Command: Sendable {
        case save
        case restore
        case clip(Path, FillRule, Transform)
        case fill(Path, FillRule, Color, State)
        case stroke(Path, StrokeStyle, Color, State)
        case image(Image, Rect, State)
        case text(Words, Rect, State)
    }

    /// Commands, or the pixels that they have drawn for another drawing, in which they lie.
    package enum Contents: Sendable {
        case commands([Command])
        case pixels(any Sendable)
    }

    /// The part of the plane that is seen, in points.
    package let bounds: Rect
    /// The pixels that it takes.
    package let size: PixelSize
    private let kept: Mutex<Contents>

    fileprivate init(bounds: Rect, size: PixelSize, _ list: [Command]) {
        (self.bounds, self.size) = (bounds, size)
        kept = Mutex(.commands(list))
    }

    package var contents: Contents { kept.withLock { $0 } }

    /// Puts pixels in the place of the commands, with whose images it lets go of what these keep.
    package func keep(_ pixels: any Sendable) { kept.withLock { $0 = .pixels(pixels) } }

    /// Returns `true` for one object.
    public static func == (left: DrawingCommands, right: DrawingCommands) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
