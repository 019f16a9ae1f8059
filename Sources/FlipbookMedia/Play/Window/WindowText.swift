package import FlipbookCore
package import FlipbookImaging
package import GStreamer
import Synchronization

/// Texts in a window of our own: in the user's fonts and any language, as large as can be read at the window's size.
package final class WindowText: Sendable {
    private struct Key: Hashable {
        let box: TextBox
        let window: PixelSize
        let density: Double
    }

    /// What was drawn lately: most texts stay for many frames.
    private let drawn = Mutex<[Key: OverlayBox]>([:])

    package init() {}

    /// A box in a window; `nil` where it has no text.
    package func box(_ box: TextBox, in window: PixelSize, density: Double = 1) -> OverlayBox? {
        let key = Key(box: box, window: window, density: density)
        if let known = drawn.withLock({ $0[key] }) { return known }
        let made =
            PangoLibrary.shared.flatMap { Self.draw(box, in: window, density, $0) } ?? OverlayBox(box, in: window)
        drawn.withLock { drawn in
            if drawn.count >= 64 { drawn = [:] }
            drawn[key] = made
        }
        return made
    }

    /// How many letters in a line, and how many lines, there is room for.
    static func room(in window: PixelSize, density: Double = 1) -> (columns: Int, rows: Int) {
        let columns = 40
        guard let pango = PangoLibrary.shared,
            let size = measure(String(repeating: "0", count: columns), in: window, density, pango), size.width > 0
        else { return TextBox.room(in: window) }
        let margins = 2 * margin(in: window)
        return (
            max(1, (window.width - margins) * columns / size.width), max(1, (window.height - margins) / size.height)
        )
    }

    /// The height of a line in a box of its own.
    static func lineHeight(in window: PixelSize, density: Double = 1) -> Int {
        let margins = 2 * margin(in: window)
        return margins + (PangoLibrary.shared.flatMap { measure("0", in: window, density, $0)?.height } ?? 16)
    }

    private static func margin(in window: PixelSize) -> Int { max(6, window.height / 120) }

    /// The height of letters in pixels: 13 points up to a window of 700 rows, 20 pixels in one of 1080.
    private static func fontSize(in window: PixelSize, _ density: Double) -> Double {
        max(13 * density, Double(window.height) / 54)
    }

    private static func measure(_ text: String, in window: PixelSize, _ density: Double, _ pango: PangoLibrary)
        -> PixelSize?
    {
        var pixel = [UInt8](repeating: 0, count: 4)
        return draw(on: &pixel, PixelSize(width: 1, height: 1), text, fontSize(in: window, density), pango) {
            size,
            _,
            _ in
            size
        }
    }

    /// The lines, white on black that covers three quarters.
    private static func draw(_ box: TextBox, in window: PixelSize, _ density: Double, _ pango: PangoLibrary)
        -> OverlayBox?
    {
        let text = box.lines.joined(separator: "\n")
        guard box.lines.contains(where: { !$0.isEmpty }) else { return nil }
        var pixel = [UInt8](repeating: 0, count: 4)
        let unit = PixelSize(width: 1, height: 1)
        let (margin, font) = (margin(in: window), fontSize(in: window, density))
        let most = max(1, window.width - 2 * margin)
        let measured = draw(on: &pixel, unit, text, font, pango, width: most) { size, _, _ in size }
        guard let measured, !measured.isEmpty else { return nil }
        let size = PixelSize(
            width: min(window.width, measured.width + 2 * margin),
            height: min(window.height, measured.height + 2 * margin)
        )
        var bytes = [UInt8](repeating: 0, count: size.area * 4)
        // As wide as the text is: what is read from right to left begins at the right edge of its layout.
        let isDrawn: Void? = draw(on: &bytes, size, text, font, pango, width: measured.width) {
            _,
            context,
            layout in
            pango.setColor(context, 0, 0, 0, 0.75)
            pango.paint(context)
            pango.setColor(context, 1, 1, 1, 1)
            pango.moveTo(context, Double(margin), Double(margin))
            pango.show(context, layout)
        }
        guard isDrawn != nil else { return nil }
        PremultipliedWords.divideByAlpha(&bytes)
        let (x, y) =
            switch box.corner {
            case .topLeft: (0, 0)
            case .topRight: (window.width - size.width, 0)
            case .bottomLeft: (0, window.height - size.height)
            case .center: ((window.width - size.width) / 2, (window.height - size.height) / 2)
            }
        return OverlayBox(pixels: bytes, width: size.width, height: size.height, x: x, y: y)
    }

    /// Lays a text out over pixels, and lends what draws it there.
    /// - Parameter width: The longest line in pixels; `nil` for lines of any length.
    private static func draw<Result>(
        on bytes: inout [UInt8],
        _ size: PixelSize,
        _ text: String,
        _ fontSize: Double,
        _ pango: PangoLibrary,
        width longest: Int? = nil,
        _ body: (PixelSize, PangoLibrary.Object, PangoLibrary.Object) -> Result
    ) -> Result? {
        bytes.withUnsafeMutableBufferPointer { bytes -> Result? in
            let (width, height) = (Int32(size.width), Int32(size.height))
            // Layout 0: numbers of 32 bits, alpha in the highest.
            guard let surface = pango.makeSurface(bytes.baseAddress, 0, width, height, 4 * width) else { return nil }
            defer { pango.freeSurface(surface) }
            guard let context = pango.makeContext(surface) else { return nil }
            defer { pango.freeContext(context) }
            guard let layout = pango.makeLayout(context) else { return nil }
            defer { pango.release(layout) }
            guard let font = pango.makeFont("Monospace") else { return nil }
            defer { pango.freeFont(font) }
            // Pango counts in 1024ths of a pixel.
            pango.setFontSize(font, fontSize * 1024)
            pango.setFont(layout, font)
            if let longest {
                pango.setWidth(layout, Int32(longest * 1024))
                // Between words, and within one that is too long.
                pango.setWrap(layout, 2)
            }
            pango.setText(layout, text, -1)
            var (columns, rows): (Int32, Int32) = (0, 0)
            pango.getSize(layout, &columns, &rows)
            let result = body(PixelSize(width: Int(columns), height: Int(rows)), context, layout)
            pango.flushSurface(surface)
            return result
        }
    }
}
