internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
package import FlipbookScene

package struct TextPainter {
    private let pango: PangoCalls
    private let cairo: LibCairo
    private let label: TextLabel
    private let scale: Double
    private let width: Int
    private let height: Int?
    private let isHinted: Bool

    private static let generic: Set<String> = [
        "sans", "sans-serif", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji",
    ]
    /// Pango draws text in every script and direction, with fonts from fontconfig.
    private static let libraries: (pango: PangoCalls, cairo: LibCairo)? = {
        guard let pango = PangoCalls.loaded, let cairo = LibCairo(of: .pango) else { return nil }
        return (pango, cairo)
    }()
    /// The maximum side in pixels, which is a limit of cairo.
    private static let largestSide = 32_767

    /// Creates a painter for text in the style of a label.
    /// - Parameters:
    ///   - height: The maximum height in points, or `nil` for no limit. If not all lines fit, the last visible line ends with
    ///     an ellipsis. Text beyond the height is clipped.
    ///   - isHinted: A Boolean value that indicates whether glyphs are fitted to pixels according to this machine's screen
    ///     settings. If `false`, glyphs look the same on every machine.
    /// - Throws: ``TextError`` if the libraries or the font are missing.
    package init(_ label: TextLabel, width: Double, height: Double? = nil, scale: Double, isHinted: Bool = false)
        throws(TextError)
    {
        guard let (pango, cairo) = Self.libraries else { throw .noLibrary }
        (self.pango, self.cairo, self.label, self.scale, self.isHinted) = (pango, cairo, label, scale, isHinted)
        self.width = Int(min(max(1, (width * scale).rounded(.down)), Double(Self.largestSide)))
        self.height = height.map { Int(min(max(1, ($0 * scale).rounded()), Double(Self.largestSide))) }
        try checkFont()
    }

    package func image(of text: String) throws(TextError) -> Image {
        try wrapping(Image(of: picture(of: text), scale: scale), in: TextError.picture)
    }

    /// Returns `true` if the fonts on this machine contain every character of a string. Missing characters are drawn as boxes
    /// with their code points.
    package func hasLetters(of text: String) throws(ImageError) -> Bool {
        var count: Int32 = 0
        try measure(text) { count = pango.pango_layout_get_unknown_glyphs_count($0) }
        return count == 0
    }

    package func size(of text: String) throws(ImageError) -> PixelSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        try measure(text) { pango.pango_layout_get_pixel_size($0, &columns, &rows) }
        return PixelSize(width: Int(columns), height: Int(rows))
    }

    package func picture(of text: String) throws(ImageError) -> Picture {
        // A surface of one pixel suffices to measure the text.
        var room = PangoRectangle()
        try measure(text) { room = extent(of: $0) }
        let rows = Int(room.height) + 2 * margin
        let size = PixelSize(width: Int(room.width) + 2 * margin, height: min(rows, height ?? rows))
        // A line that is too tall is clipped at the top and bottom.
        let top = margin - Int(room.y) - (rows - size.height) / 2
        guard size.width <= Self.largestSide, size.height <= Self.largestSide
        else { throw .tooLarge(reason: "the text would take \(size) pixels") }
        let shown = size.isEmpty ? PixelSize(width: 1, height: 1) : size
        return try Picture.decoded(size: shown, format: .rgba) { (target) throws(ImageError) in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            try draw(text, in: target, shown) { context, layout in
                cairo.calls.cairo_move_to(context, Double(margin - Int(room.x)), Double(top))
                if let outline = label.outline, label.outlineWidth > 0 {
                    pango.pango_cairo_layout_path(context, layout)
                    cairo.set(outline, in: context)
                    cairo.calls.cairo_set_line_width(context, 2 * label.outlineWidth * scale)
                    cairo.calls.cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
                    cairo.calls.cairo_stroke(context)
                    cairo.calls.cairo_move_to(context, Double(margin - Int(room.x)), Double(top))
                }
                cairo.set(label.color, in: context)
                pango.pango_cairo_show_layout(context, layout)
            }
            PremultipliedWords.makeStraight(target)
        }
    }

    private var margin: Int { label.outline == nil ? 0 : Int((label.outlineWidth * scale).rounded(.up)) }

    private func measure(_ text: String, _ body: (UnsafeMutableRawPointer) -> Void) throws(ImageError) {
        let pixel = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        defer { pixel.deallocate() }
        try draw(text, in: pixel, PixelSize(width: 1, height: 1)) { body($1) }
    }

    private func extent(of layout: UnsafeMutableRawPointer) -> PangoRectangle {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango.pango_layout_get_pixel_extents(layout, &ink, &logical)
        guard ink.width > 0, ink.height > 0 else { return logical }
        let (left, top) = (min(ink.x, logical.x), min(ink.y, logical.y))
        let right = max(ink.x + ink.width, logical.x + logical.width)
        let bottom = max(ink.y + ink.height, logical.y + logical.height)
        return PangoRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func font() -> UnsafeMutableRawPointer? {
        guard let font = pango.pango_font_description_new() else { return nil }
        pango.pango_font_description_set_family(font, label.font)
        pango.pango_font_description_set_absolute_size(font, label.size * scale * Double(PANGO_SCALE))
        return font
    }

    func show(_ text: String, at place: Point, in context: UnsafeMutableRawPointer) throws(ImageError) {
        try withLayout(of: text, in: context) { layout in
            cairo.calls.cairo_move_to(context, place.x, place.y)
            pango.pango_cairo_show_layout(context, layout)
        }
    }

    private func draw(
        _ text: String,
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer, _ layout: UnsafeMutableRawPointer) -> Void
    ) throws(ImageError) {
        try cairo.draw(in: memory, size) { (context) throws(ImageError) in
            try withLayout(of: text, in: context) { body(context, $0) }
        }
    }

    private func withLayout(
        of text: String,
        in context: UnsafeMutableRawPointer,
        _ body: (_ layout: UnsafeMutableRawPointer) -> Void
    ) throws(ImageError) {
        guard let layout = pango.pango_cairo_create_layout(context) else { throw .memory(text.utf8.count) }
        defer { pango.g_object_unref(layout) }
        guard let font = font() else { throw .memory(text.utf8.count) }
        defer { pango.pango_font_description_free(font) }
        pango.pango_layout_set_font_description(layout, font)
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        pango.pango_layout_set_text(layout, bytes, Int32(clamping: bytes.count))
        // Antialiasing is grayscale and hinting is disabled, so that glyphs look the same on every screen.
        if !isHinted, let options = pango.cairo_font_options_create(),
            let owner = pango.pango_layout_get_context(layout)
        {
            pango.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
            pango.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
            pango.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
            pango.pango_cairo_context_set_font_options(owner, options)
            pango.cairo_font_options_destroy(options)
        }
        // Pango's alignment constants are in the same order.
        let alignment = TextAlignment.allCases.firstIndex(of: label.alignment) ?? 0
        pango.pango_layout_set_alignment(layout, Int32(alignment))
        pango.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango.pango_layout_set_width(layout, Int32(clamping: self.width * Int(PANGO_SCALE)))
        if let room = self.height {
            // Lines have fractional heights, but the limit is a whole number.
            pango.pango_layout_set_height(layout, Int32(clamping: max(1, room - 2 * margin + 1) * Int(PANGO_SCALE)))
            pango.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        body(layout)
    }

    /// Throws an error if no font of the family is installed. Otherwise, fontconfig would substitute a font with a different
    /// name.
    private func checkFont() throws(TextError) {
        guard !Self.generic.contains(label.font.lowercased()) else { return }
        var nearest: String?
        let find = { (layout: UnsafeMutableRawPointer) in
            guard let context = pango.pango_layout_get_context(layout), let wanted = font() else { return }
            defer { pango.pango_font_description_free(wanted) }
            guard let font = pango.pango_context_load_font(context, wanted) else { return }
            defer { pango.g_object_unref(font) }
            guard let found = pango.pango_font_describe(font) else { return }
            defer { pango.pango_font_description_free(found) }
            nearest = pango.pango_font_description_get_family(found).map { String(cString: $0) }
        }
        try wrapping(measure("", find), in: TextError.picture)
        guard nearest?.lowercased() == label.font.lowercased() else { throw .noFont(label.font, nearest: nearest) }
    }
}

extension Image {
    init(of picture: Picture, scale: Double = 1) throws(ImageError) {
        let full = { (_: PNGEncodingError) in ImageError.memory(picture.byteCount) }
        self = try Image(data: wrapping(PNGEncoder.encode(picture, opaque: false), in: full), scale: scale)
    }
}
