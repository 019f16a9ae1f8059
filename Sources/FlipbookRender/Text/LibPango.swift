internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// Pango, loaded where a text is drawn: letters of every script, from either side, with fonts by fontconfig.
struct LibPango: Sendable {
    let calls: PangoCalls
    private let cairo: LibCairo

    /// The library, or `nil` if it is not installed.
    static let shared = LibPango()

    private init?() {
        guard let calls = PangoCalls.loaded, let cairo = LibCairo(of: .pango) else { return nil }
        (self.calls, self.cairo) = (calls, cairo)
    }

    /// A font of a family, its size in pixels; the caller frees it.
    func description(_ name: String, _ size: Double) -> UnsafeMutableRawPointer? {
        guard let font = calls.pango_font_description_new() else { return nil }
        calls.pango_font_description_set_family(font, name)
        calls.pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        return font
    }

    /// Lends a context that draws into memory, and a layout of a text in a font of a family, its size in pixels.
    func draw(
        _ text: String,
        _ family: String,
        _ fontSize: Double,
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer, _ layout: UnsafeMutableRawPointer) -> Void
    ) throws(ImageError) {
        try cairo.draw(in: memory, size) { (context) throws(ImageError) in
            guard let layout = calls.pango_cairo_create_layout(context) else {
                throw .memory(memory.count)
            }
            defer { calls.g_object_unref(layout) }
            guard let font = description(family, fontSize) else { throw .memory(memory.count) }
            defer { calls.pango_font_description_free(font) }
            calls.pango_layout_set_font_description(layout, font)
            let bytes = text.utf8.map { CChar(bitPattern: $0) }
            calls.pango_layout_set_text(layout, bytes, Int32(clamping: bytes.count))
            body(context, layout)
        }
    }
}
