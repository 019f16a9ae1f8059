internal import Synchronization

/// A context for drawing paths, images and text, like `CGContext`. Coordinates are in points from the top left corner. The
/// context records commands; cairo and Pango execute them when the image is rendered. If these libraries are missing, rendering
/// fails. ``GraphicsImageRenderer`` provides a context.
public final class DrawingContext {
    private var state = DrawingCommands.State()
    private var saved: [DrawingCommands.State] = []
    fileprivate private(set) var commands: [DrawingCommands.Command] = []

    fileprivate init() {}

    /// The current transform from drawing coordinates to the bounds, like `CGContext.ctm`.
    public var ctm: Transform { state.transform }
    /// The opacity of drawn content, from 0 to 1. The default is 1.
    public var alpha: Double {
        get { state.alpha }
        set { state.alpha = min(max(0, newValue), 1) }
    }
    /// The blend mode of drawn content. The default is ``BlendMode/normal``.
    public var blendMode: BlendMode {
        get { state.blendMode }
        set { state.blendMode = newValue }
    }

    /// Saves the current transform, opacity, blend mode and clip for ``restoreState()``.
    public func saveState() {
        saved.append(state)
        commands.append(.save)
    }

    /// Restores the most recently saved state. If there is none, nothing changes.
    public func restoreState() {
        guard let state = saved.popLast() else { return }
        self.state = state
        commands.append(.restore)
    }

    /// Moves the origin by a distance in points.
    public func translateBy(x: Double, y: Double) { concatenate(Transform(translationX: x, y: y)) }

    /// Scales the coordinates.
    public func scaleBy(x: Double, y: Double) { concatenate(Transform(scaleX: x, y: y)) }

    /// Rotates the coordinates about the origin, clockwise.
    public func rotate(byDegrees degrees: Double) { concatenate(Transform(rotationDegrees: degrees)) }

    /// Applies a transform before the current one.
    public func concatenate(_ transform: Transform) { state.transform = transform.concatenating(state.transform) }

    /// Restricts drawing to the inside of a path, in addition to earlier clips, until ``restoreState()``.
    public func clip(to path: Path, using rule: FillRule = .winding) {
        commands.append(isSeen ? .clip(path, rule, state.transform) : .clip(Path(), rule, .identity))
    }

    /// Fills a path with a color.
    public func fill(_ path: Path, with color: Color, using rule: FillRule = .winding) {
        if isSeen { commands.append(.fill(path, rule, color, state)) }
    }

    /// Fills a rectangle with a color.
    public func fill(_ rect: Rect, with color: Color) { fill(Path(rect), with: color) }

    /// Strokes a path.
    /// - Parameter lineWidth: The line width in points, centered on the path.
    public func stroke(_ path: Path, with color: Color, lineWidth: Double = 1) {
        stroke(path, with: color, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Strokes a path in a style.
    public func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
        if isSeen, style.lineWidth > 0 { commands.append(.stroke(path, style, color, state)) }
    }

    /// Draws an image scaled to a rectangle, as `UIImage.draw(in:)` does. Caps keep their size. For an animated image, the
    /// first picture is drawn.
    public func draw(_ image: Image, in rect: Rect) { if isSeen { commands.append(.image(image, rect, state)) } }

    /// Draws an image at its own size, as `UIImage.draw(at:)` does. An image of unknown size is not drawn.
    public func draw(_ image: Image, at point: Point) { draw(image, in: Rect(origin: point, size: image.size)) }

    /// Draws text that starts at the top of a rectangle, as `NSString.draw(in:withAttributes:)` does. Lines wrap at the
    /// rectangle's sides. If not all lines fit, the last one ends with an ellipsis.
    /// - Parameters:
    ///   - font: The font family. `Sans`, `Serif` and `Monospace` exist on every machine with fonts.
    ///   - size: The font size in points.
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

    private var isSeen: Bool { state.transform.inverted != nil }
}

/// A renderer that makes images by drawing: UIKit's `UIGraphicsImageRenderer`.
///
/// ```swift
/// let badge = GraphicsImageRenderer(size: Size(width: 40, height: 40), scale: 2).image { context in
///     context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 40)), with: .red)
///     context.draw("7", in: Rect(x: 0, y: 4, width: 40, height: 36), size: 24, color: .white, alignment: .center)
/// }
/// ```
public struct GraphicsImageRenderer: Hashable, Sendable {
    /// The bounds of the image, in points.
    public let bounds: Rect
    /// The image's pixels per point.
    public let scale: Double

    /// Creates a renderer for images with the given bounds.
    /// - Parameter scale: Pixels per point. A value that is not above 0 is treated as 1.
    public init(bounds: Rect, scale: Double = 1) {
        (self.bounds, self.scale) = (bounds, scale > 0 && scale.isFinite ? scale : 1)
    }

    /// Creates a renderer for images of the given size, in points.
    public init(size: Size, scale: Double = 1) { self.init(bounds: Rect(origin: .zero, size: size), scale: scale) }

    /// Returns an image that a closure draws on a transparent background. Fractional sizes are rounded up to whole pixels. If
    /// the bounds are empty, the image has no size.
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

/// The recorded commands of a ``DrawingContext``. Comparing two values is fast, since only their identity is compared.
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

    /// The commands, or the pixels that replaced them.
    package enum Contents: Sendable {
        case commands([Command])
        case pixels(any Sendable)
    }

    package let bounds: Rect
    package let size: PixelSize
    private let kept: Mutex<Contents>

    fileprivate init(bounds: Rect, size: PixelSize, _ list: [Command]) {
        (self.bounds, self.size) = (bounds, size)
        kept = Mutex(.commands(list))
    }

    package var contents: Contents { kept.withLock { $0 } }

    /// Replaces the commands with pixels, and releases the images that the commands use.
    package func keep(_ pixels: any Sendable) { kept.withLock { $0 = .pixels(pixels) } }

    /// Returns `true` if the two values are the same object.
    public static func == (left: DrawingCommands, right: DrawingCommands) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
