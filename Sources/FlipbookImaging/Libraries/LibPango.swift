internal import CPictureLibraries
internal import FlipbookCore

/// Pango and cairo, loaded where a text is drawn: letters of every script, from either side, with fonts by fontconfig.
struct LibPango {
    let makeSurface: cairo_surface_make
    let makeContext: cairo_context_make
    let (freeContext, flush, freeSurface): (svg_release, svg_release, svg_release)
    let (contextStatus, surfaceStatus): (cairo_number, cairo_number)
    let setColor: cairo_set_color
    let (setLineWidth, moveTo): (cairo_set_number, cairo_set_point)
    let setLineJoin: cairo_set_choice
    let stroke: svg_release

    let makeLayout: pango_get
    let release: svg_release
    let layoutContext: pango_get
    let setText: pango_set_text
    let (setWidth, setAlignment, setWrap): (cairo_set_choice, cairo_set_choice, cairo_set_choice)
    let (setHeight, setEllipsis): (cairo_set_choice, cairo_set_choice)
    let setFont: pango_use
    let unknownCount: cairo_number
    let extents: pango_measure
    let (show, outline): (pango_use, pango_use)
    let makeDescription: pango_make
    let setFamily: pango_set_name
    let setSize: cairo_set_number
    let freeDescription: svg_release
    let loadFont: pango_find
    let describe: pango_get
    let family: pango_name
    let makeOptions: pango_make
    let (setAntialias, setHints, setMetricHints): (cairo_set_choice, cairo_set_choice, cairo_set_choice)
    let freeOptions: svg_release
    let useOptions: pango_use

    /// The libraries; `nil` where they are not installed. What Pango's part for cairo is linked with is found through it.
    init?() {
        let library = RuntimeLibrary.pango
        func find<Function>(_ name: String) -> Function? { library.function(name) }
        guard let makeSurface: cairo_surface_make = find("cairo_image_surface_create_for_data"),
            let makeContext: cairo_context_make = find("cairo_create"),
            let freeContext: svg_release = find("cairo_destroy"),
            let flush: svg_release = find("cairo_surface_flush"),
            let freeSurface: svg_release = find("cairo_surface_destroy"),
            let contextStatus: cairo_number = find("cairo_status"),
            let surfaceStatus: cairo_number = find("cairo_surface_status"),
            let setColor: cairo_set_color = find("cairo_set_source_rgba"),
            let setLineWidth: cairo_set_number = find("cairo_set_line_width"),
            let moveTo: cairo_set_point = find("cairo_move_to"),
            let setLineJoin: cairo_set_choice = find("cairo_set_line_join"),
            let stroke: svg_release = find("cairo_stroke"),
            let makeLayout: pango_get = find("pango_cairo_create_layout"),
            let release: svg_release = find("g_object_unref"),
            let layoutContext: pango_get = find("pango_layout_get_context"),
            let setText: pango_set_text = find("pango_layout_set_text"),
            let setWidth: cairo_set_choice = find("pango_layout_set_width"),
            let setAlignment: cairo_set_choice = find("pango_layout_set_alignment"),
            let setWrap: cairo_set_choice = find("pango_layout_set_wrap"),
            let setHeight: cairo_set_choice = find("pango_layout_set_height"),
            let setEllipsis: cairo_set_choice = find("pango_layout_set_ellipsize"),
            let setFont: pango_use = find("pango_layout_set_font_description"),
            let unknownCount: cairo_number = find("pango_layout_get_unknown_glyphs_count"),
            let extents: pango_measure = find("pango_layout_get_pixel_extents"),
            let show: pango_use = find("pango_cairo_show_layout"),
            let outline: pango_use = find("pango_cairo_layout_path")
        else { return nil }
        guard let makeDescription: pango_make = find("pango_font_description_new"),
            let setFamily: pango_set_name = find("pango_font_description_set_family"),
            let setSize: cairo_set_number = find("pango_font_description_set_absolute_size"),
            let freeDescription: svg_release = find("pango_font_description_free"),
            let loadFont: pango_find = find("pango_context_load_font"),
            let describe: pango_get = find("pango_font_describe"),
            let family: pango_name = find("pango_font_description_get_family"),
            let makeOptions: pango_make = find("cairo_font_options_create"),
            let setAntialias: cairo_set_choice = find("cairo_font_options_set_antialias"),
            let setHints: cairo_set_choice = find("cairo_font_options_set_hint_style"),
            let setMetricHints: cairo_set_choice = find("cairo_font_options_set_hint_metrics"),
            let freeOptions: svg_release = find("cairo_font_options_destroy"),
            let useOptions: pango_use = find("pango_cairo_context_set_font_options")
        else { return nil }
        (self.makeSurface, self.makeContext) = (makeSurface, makeContext)
        (self.freeContext, self.flush, self.freeSurface) = (freeContext, flush, freeSurface)
        (self.contextStatus, self.surfaceStatus) = (contextStatus, surfaceStatus)
        (self.setColor, self.setLineWidth, self.moveTo) = (setColor, setLineWidth, moveTo)
        (self.setLineJoin, self.stroke, self.makeLayout, self.release) = (setLineJoin, stroke, makeLayout, release)
        (self.layoutContext, self.setText, self.setWidth) = (layoutContext, setText, setWidth)
        (self.setAlignment, self.setWrap, self.setFont, self.extents) = (setAlignment, setWrap, setFont, extents)
        (self.setHeight, self.setEllipsis, self.unknownCount) = (setHeight, setEllipsis, unknownCount)
        (self.show, self.outline, self.makeDescription) = (show, outline, makeDescription)
        (self.setFamily, self.setSize, self.freeDescription) = (setFamily, setSize, freeDescription)
        (self.loadFont, self.describe, self.family) = (loadFont, describe, family)
        (self.makeOptions, self.setAntialias, self.setHints) = (makeOptions, setAntialias, setHints)
        (self.setMetricHints, self.freeOptions, self.useOptions) = (setMetricHints, freeOptions, useOptions)
    }
}

extension RuntimeLibrary {
    /// Pango's part for cairo; what is called of it came in 1.18.
    package static let pango = RuntimeLibrary("libpangocairo-1.0.so.0")
}
