import FlipbookImaging

/// Pango and cairo, looked for at run time: they draw every language's letters. Without them there is a bitmap font.
struct PangoLibrary: Sendable {
    typealias Object = UnsafeMutableRawPointer
    typealias Release = @convention(c) (Object) -> Void

    let makeSurface: @convention(c) (UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32, Int32) -> Object?
    let flushSurface: Release
    let freeSurface: Release
    let makeContext: @convention(c) (Object) -> Object?
    let freeContext: Release
    let setColor: @convention(c) (Object, Double, Double, Double, Double) -> Void
    let paint: Release
    let moveTo: @convention(c) (Object, Double, Double) -> Void
    let makeLayout: @convention(c) (Object) -> Object?
    let show: @convention(c) (Object, Object) -> Void
    let makeFont: @convention(c) (UnsafePointer<CChar>) -> Object?
    let setFontSize: @convention(c) (Object, Double) -> Void
    let freeFont: Release
    let setFont: @convention(c) (Object, Object) -> Void
    let setText: @convention(c) (Object, UnsafePointer<CChar>, Int32) -> Void
    let setWidth: @convention(c) (Object, Int32) -> Void
    let setWrap: @convention(c) (Object, Int32) -> Void
    let getSize: @convention(c) (Object, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void
    let release: Release

    /// The libraries; `nil` where they are not installed.
    static let shared = PangoLibrary()

    private struct Missing: Error {}

    private init?() {
        let cairo = RuntimeLibrary("libcairo.so.2")
        let pango = RuntimeLibrary("libpango-1.0.so.0")
        let drawing = RuntimeLibrary("libpangocairo-1.0.so.0")
        let objects = RuntimeLibrary("libgobject-2.0.so.0")
        func function<Function>(_ name: String, in library: RuntimeLibrary) throws(Missing) -> Function {
            guard let found: Function = library.function(name) else { throw Missing() }
            return found
        }
        do throws(Missing) {
            makeSurface = try function("cairo_image_surface_create_for_data", in: cairo)
            flushSurface = try function("cairo_surface_flush", in: cairo)
            freeSurface = try function("cairo_surface_destroy", in: cairo)
            makeContext = try function("cairo_create", in: cairo)
            freeContext = try function("cairo_destroy", in: cairo)
            setColor = try function("cairo_set_source_rgba", in: cairo)
            paint = try function("cairo_paint", in: cairo)
            moveTo = try function("cairo_move_to", in: cairo)
            makeLayout = try function("pango_cairo_create_layout", in: drawing)
            show = try function("pango_cairo_show_layout", in: drawing)
            makeFont = try function("pango_font_description_from_string", in: pango)
            setFontSize = try function("pango_font_description_set_absolute_size", in: pango)
            freeFont = try function("pango_font_description_free", in: pango)
            setFont = try function("pango_layout_set_font_description", in: pango)
            setText = try function("pango_layout_set_text", in: pango)
            setWidth = try function("pango_layout_set_width", in: pango)
            setWrap = try function("pango_layout_set_wrap", in: pango)
            getSize = try function("pango_layout_get_pixel_size", in: pango)
            release = try function("g_object_unref", in: objects)
        } catch {
            return nil
        }
    }
}
