internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

/// Cairo's surfaces, as the libraries have them that draw on these.
package struct LibCairo: Sendable {
    private let cairo: CairoCalls

    /// Cairo as a library is linked with it, or `nil` if it is not.
    package init?(of library: RuntimeLibrary) {
        guard let cairo: CairoCalls = library.calls(CairoCalls_names()) else { return nil }
        self.cairo = cairo
    }

    /// Lends a context that draws into memory, in the layout of ``PremultipliedWords``.
    package func draw(
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let start = memory.bindMemory(to: UInt8.self).baseAddress
        guard
            let surface = cairo.cairo_image_surface_create_for_data(
                start,
                CAIRO_FORMAT_ARGB32,
                width,
                height,
                width * 4
            ), cairo.cairo_surface_status(surface) == 0
        else { throw .tooLarge(reason: "cairo draws no picture of \(size)") }
        defer { cairo.cairo_surface_destroy(surface) }
        guard let context = cairo.cairo_create(surface) else { throw .memory(memory.count) }
        defer { cairo.cairo_destroy(context) }
        try body(context)
        cairo.cairo_surface_flush(surface)
        guard cairo.cairo_status(context) == 0 else { throw .corrupt(reason: "cairo cannot draw it") }
    }
}
