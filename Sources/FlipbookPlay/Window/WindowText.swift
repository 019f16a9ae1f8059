package import FlipbookCore
import FlipbookImaging
package import FlipbookRender
import FlipbookScene
package import GStreamer

/// Texts in a window of our own: in the user's fonts and any language, as large as can be read at the window's size.
package final class WindowText: Sendable {
    private struct Key: Hashable {
        let box: TextBox
        let window: PixelSize
        let density: Double
    }

    /// The texts that were drawn lately: most stay for many frames.
    private let drawn = Remembered<Key, OverlayBox?>(atMost: 64)

    package init() {}

    package func box(_ box: TextBox, in window: PixelSize, density: Double = 1) -> OverlayBox? {
        drawn.value(for: Key(box: box, window: window, density: density)) {
            Self.draw(box, in: window, density) ?? OverlayBox(box, in: window)
        }
    }

    /// The number of letters in a line, and of lines, that there is room for.
    static func room(in window: PixelSize, density: Double = 1) -> (columns: Int, rows: Int) {
        let columns = 40
        guard let size = measure(String(repeating: "0", count: columns), in: window, density), size.width > 0 else {
            return TextBox.room(in: window)
        }
        let margins = 2 * margin(in: window)
        return (
            max(1, (window.width - margins) * columns / size.width), max(1, (window.height - margins) / size.height)
        )
    }

    /// The height of a line in a box of its own.
    static func lineHeight(in window: PixelSize, density: Double = 1) -> Int {
        let margins = 2 * margin(in: window)
        return margins + (measure("0", in: window, density)?.height ?? 16)
    }

    private static func margin(in window: PixelSize) -> Int { max(6, window.height / 120) }

    /// A painter of lines that are at most `width` pixels long.
    private static func painter(in window: PixelSize, _ density: Double, width: Int) throws(TextError) -> TextPainter {
        var label = TextLabel("")
        // 13 points up to a window of 700 rows, 20 pixels in one of 1080.
        (label.font, label.size) = ("Monospace", max(13 * density, Double(window.height) / 54))
        label.alignment = .left
        return try TextPainter(label, width: Double(width), scale: 1, isHinted: true)
    }

    private static func measure(_ text: String, in window: PixelSize, _ density: Double) -> PixelSize? {
        // What has no size is drawn by the bitmap font.
        try? painter(in: window, density, width: .max).size(of: text)
    }

    /// The lines, white on black that covers three quarters, or `nil` if only the bitmap font draws them.
    private static func draw(_ box: TextBox, in window: PixelSize, _ density: Double) -> OverlayBox? {
        let text = box.lines.joined(separator: "\n")
        guard box.lines.contains(where: { !$0.isEmpty }) else { return nil }
        let margin = margin(in: window)
        let size: PixelSize
        var bytes: [UInt8]
        do {
            let measured = try painter(in: window, density, width: window.width - 2 * margin).size(of: text)
            guard !measured.isEmpty else { return nil }
            size = PixelSize(
                width: min(window.width, measured.width + 2 * margin),
                height: min(window.height, measured.height + 2 * margin)
            )
            // As wide as the text is: what is read from right to left begins at the right edge of its layout.
            bytes = try painter(in: window, density, width: measured.width)
                .pixels(of: text, on: Color(red: 0, green: 0, blue: 0, alpha: 191), margin: margin, size: size)
        } catch {
            return nil
        }
        PremultipliedWords.divideByAlpha(&bytes)
        return OverlayBox(box.placed(bytes, size, in: window))
    }
}
