package import FlipbookCore
import FlipbookRender
import GStreamer

/// A value that completely describes something painted in a window, in points.
package protocol Sketch: Hashable, Sendable {
    /// A Boolean value that indicates whether the painted area is opaque.
    static var isOpaque: Bool { get }
    func paint(on context: DrawingContext, in room: Rect)
}

extension Sketch {
    package static var isOpaque: Bool { false }

    fileprivate func equals(_ other: any Sketch) -> Bool { other as? Self == self }
}

/// Paints sketches and caches recent ones, because most stay the same for many frames.
final class BoxPainter: Sendable {
    private struct Key: Hashable {
        let sketch: any Sketch
        let size: PixelSize
        let density: Double

        static func == (left: Key, right: Key) -> Bool {
            left.size == right.size && left.density == right.density && left.sketch.equals(right.sketch)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(size)
            sketch.hash(into: &hasher)
        }
    }

    /// A box that is as wide as the window takes up a megabyte.
    private let large = Remembered<Key, OverlayBox?>(atMost: 8)
    private let small = Remembered<Key, OverlayBox?>(atMost: 256)

    func box<Drawn: Sketch>(_ sketch: Drawn, in rect: PixelRect, density: Double) -> OverlayBox? {
        guard !rect.isEmpty else { return nil }
        let memory = rect.size.area > 1 << 15 ? large : small
        let box = memory.value(for: Key(sketch: sketch, size: rect.size, density: density)) {
            DrawnBox(PixelRect(rect.size), scale: density) { context in
                sketch.paint(on: context, in: Rect(origin: .zero, size: Size(rect.size, scale: density)))
            }.map { OverlayBox($0, isOpaque: Drawn.isOpaque) }
        }
        return box?.moved(x: rect.x, y: rect.y)
    }

    func box(_ caption: Caption, at corner: Caption.Corner, in room: PixelRect, density: Double) -> OverlayBox? {
        guard let size = caption.pixelSize(in: room.size, density: density) else { return nil }
        return box(caption, in: corner.place(size, in: room, margin: Int(6 * density)), density: density)
    }
}

package struct Caption: Sketch {
    package struct Run: Hashable, Sendable {
        let text: String
        let face: Look.Face
        /// The width at which lines break, or `nil` for a single line.
        let width: Double?

        package init(_ text: String, _ face: Look.Face = .word, width: Double? = nil) {
            (self.text, self.face, self.width) = (text, face, width)
        }

        var size: Size { Look.size(of: text, face, width: width ?? 16_000) }
    }

    package enum Ground: Hashable, Sendable {
        case veil
        case alarm
        /// A word for a changed display setting.
        case badge
        /// The name of the item under the pointer, on an opaque background.
        case tip
    }

    enum Corner: Sendable {
        case topLeft, top, topRight, bottomLeft, bottom, center

        func place(_ size: PixelSize, in room: PixelRect, margin: Int) -> PixelRect {
            let (across, down) = (room.size.width - size.width, room.size.height - size.height)
            let (near, far) = (min(margin, max(0, across / 2)), min(margin, max(0, down / 2)))
            let x =
                switch self {
                case .topLeft, .bottomLeft: near
                case .topRight: across - near
                case .top, .bottom, .center: across / 2
                }
            let y =
                switch self {
                case .topLeft, .top, .topRight: far
                case .bottomLeft, .bottom: down - far
                case .center: down / 2
                }
            return PixelRect(x: room.x + x, y: room.y + y, width: size.width, height: size.height)
        }
    }

    package var lines: [[Run]]
    package var ground = Ground.veil

    package init(_ lines: [[Run]], on ground: Ground = .veil) { (self.lines, self.ground) = (lines, ground) }

    package init(_ text: String, width: Double, on ground: Ground = .veil) {
        // A word joiner after each hyphen keeps options such as `--fps` on one line.
        let lines = text.replacing("-", with: "-\u{2060}").split(separator: "\n", omittingEmptySubsequences: false)
        self.init(lines.map { [Run(String($0), width: width)] }, on: ground)
    }

    private static let gap = 10.0
    private static let inset = Size(width: 9, height: 4)

    private func height(of line: [Run]) -> Double { max(Look.lineHeight, line.map(\.size.height).max() ?? 0) }

    private static func width(of line: [Run]) -> Double {
        line.map(\.size.width).reduce(0, +) + gap * Double(max(0, line.count - 1))
    }

    package var size: Size {
        let (width, height) = (lines.map(Self.width).max() ?? 0, lines.map(height).reduce(0, +))
        return Size(width: width + 2 * Self.inset.width + 1, height: height + 2 * Self.inset.height)
    }

    /// Returns the size in pixels, or `nil` if there is no text or no room.
    func pixelSize(in room: PixelSize, density: Double) -> PixelSize? {
        guard lines.contains(where: { $0.contains { !$0.text.isEmpty } }) else { return nil }
        let size = size
        let (width, height) = (Int((size.width * density).rounded(.up)), Int((size.height * density).rounded(.up)))
        let fitted = PixelSize(width: min(room.width, width), height: min(room.height, height))
        return Double(fitted.width) < 24 * density || Double(fitted.height) < 20 * density ? nil : fitted
    }

    package func paint(on context: DrawingContext, in room: Rect) {
        let color = ground == .tip ? Look.ground : Look.veil
        context.fill(room, rounded: ground == .badge ? room.height / 2 : 5, with: color)
        if ground == .alarm {
            context.fill(Rect(x: 0, y: 0, width: 4, height: room.height), rounded: 2, with: Look.missing)
        }
        var y = Self.inset.height
        for line in lines {
            var x = Self.inset.width
            let height = height(of: line)
            for run in line {
                let color = ground == .badge ? Look.accent : run.face.color
                let width = min(run.size.width + 1, room.width - x)
                if run.width == nil {
                    context.draw(run.text, run.face, in: Rect(x: x, y: y, width: width, height: height), color: color)
                } else {
                    let rect = Rect(x: x, y: y, width: width, height: max(Look.lineHeight, room.height - y))
                    context.draw(run.text, in: rect, font: run.face.font, size: run.face.size, color: color)
                }
                x += run.size.width + Self.gap
            }
            y += height
        }
    }
}
