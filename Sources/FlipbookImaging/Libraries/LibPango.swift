internal import CPictureLibraries
internal import FlipbookCore

/// Pango, loaded where a text is drawn: letters of every script, from either side, with fonts by fontconfig.
struct LibPango: Sendable {
    private let cairo: LibCairo
    let setColor: cairo_set_color
    let (setLineWidth, moveTo): (cairo_set_number, cairo_set_point)
    let setLineJoin: cairo_set_choice
    let (stroke, paint): (svg_release, svg_release)

    private let makeLayout: pango_get
    let release: svg_release
    let layoutContext: pango_get
    private let setText: pango_set_text
    let (setWidth, setAlignment, setWrap): (cairo_set_choice, cairo_set_choice, cairo_set_choice)
    let (setHeight, setEllipsis): (cairo_set_choice, cairo_set_choice)
    private let setFont: pango_use
    let unknownCount: cairo_number
    let extents: pango_measure
    let pixelSize: pango_measure_size
    let (show, outline): (pango_use, pango_use)
    private let makeDescription: pango_make
    private let setFamily: pango_set_name
    private let setSize: cairo_set_number
    let freeDescription: svg_release
    let loadFont: pango_find
    let describe: pango_get
    let family: pango_name
    let makeOptions: pango_make
    let (setAntialias, setHints, setMetricHints): (cairo_set_choice, cairo_set_choice, cairo_set_choice)
    let freeOptions: svg_release
    let useOptions: pango_use

    /// The library; `nil` where it is not installed. What its part for cairo is linked with is found through it.
    static let shared = LibPango()

    private init?() {
        let library = RuntimeLibrary.pango
        do throws(RuntimeLibrary.MissingFunction) {
            cairo = try LibCairo(of: library)
            setColor = try library.required("cairo_set_source_rgba")
            setLineWidth = try library.required("cairo_set_line_width")
            moveTo = try library.required("cairo_move_to")
            setLineJoin = try library.required("cairo_set_line_join")
            stroke = try library.required("cairo_stroke")
            paint = try library.required("cairo_paint")
            makeLayout = try library.required("pango_cairo_create_layout")
            release = try library.required("g_object_unref")
            layoutContext = try library.required("pango_layout_get_context")
            setText = try library.required("pango_layout_set_text")
            setWidth = try library.required("pango_layout_set_width")
            setAlignment = try library.required("pango_layout_set_alignment")
            setWrap = try library.required("pango_layout_set_wrap")
            setHeight = try library.required("pango_layout_set_height")
            setEllipsis = try library.required("pango_layout_set_ellipsize")
            setFont = try library.required("pango_layout_set_font_description")
            unknownCount = try library.required("pango_layout_get_unknown_glyphs_count")
            extents = try library.required("pango_layout_get_pixel_extents")
            pixelSize = try library.required("pango_layout_get_pixel_size")
            show = try library.required("pango_cairo_show_layout")
            outline = try library.required("pango_cairo_layout_path")
            makeDescription = try library.required("pango_font_description_new")
            setFamily = try library.required("pango_font_description_set_family")
            setSize = try library.required("pango_font_description_set_absolute_size")
            freeDescription = try library.required("pango_font_description_free")
            loadFont = try library.required("pango_context_load_font")
            describe = try library.required("pango_font_describe")
            family = try library.required("pango_font_description_get_family")
            makeOptions = try library.required("cairo_font_options_create")
            setAntialias = try library.required("cairo_font_options_set_antialias")
            setHints = try library.required("cairo_font_options_set_hint_style")
            setMetricHints = try library.required("cairo_font_options_set_hint_metrics")
            freeOptions = try library.required("cairo_font_options_destroy")
            useOptions = try library.required("pango_cairo_context_set_font_options")
        } catch {
            return nil
        }
    }

    /// A font of a family, its size in pixels; the caller frees it.
    func description(_ name: String, _ size: Double) -> UnsafeMutableRawPointer? {
        guard let font = makeDescription() else { return nil }
        var name = name.utf8.map { CChar(bitPattern: $0) } + [0]
        name.withUnsafeMutableBufferPointer { setFamily(font, $0.baseAddress) }
        setSize(font, size * Double(PANGO_UNITS))
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
            guard let layout = makeLayout(context) else { throw ImageError(.shortage(.memory(memory.count))) }
            defer { release(layout) }
            guard let font = description(family, fontSize) else { throw ImageError(.shortage(.memory(memory.count))) }
            defer { freeDescription(font) }
            setFont(layout, font)
            var bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
            bytes.withUnsafeMutableBufferPointer { setText(layout, $0.baseAddress, Int32(clamping: $0.count)) }
            body(context, layout)
        }
    }
}

extension RuntimeLibrary {
    /// Pango's part for cairo; what is called of it came in 1.18.
    package static let pango = RuntimeLibrary("libpangocairo-1.0.so.0")
}
