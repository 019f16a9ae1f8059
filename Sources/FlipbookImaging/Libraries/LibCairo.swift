package import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

/// The copy of cairo that another library is linked with.
package struct LibCairo: Sendable {
    package let calls: CairoCalls

    package init?(of library: RuntimeLibrary) {
        guard let calls: CairoCalls = library.calls(CairoCalls_names()) else { return nil }
        self.calls = calls
    }

    /// Calls a closure with a drawing context for memory in the layout of ``PremultipliedWords``.
    package func draw(
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        try withSurface(on: memory, size) { (surface) throws(ImageError) in
            guard let context = calls.cairo_create(surface) else { throw .memory(memory.count) }
            defer { calls.cairo_destroy(context) }
            try body(context)
            calls.cairo_surface_flush(surface)
            guard calls.cairo_status(context) == 0 else { throw .corrupt(reason: "cairo cannot draw it") }
        }
    }

    package func withSurface(
        on memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ surface: UnsafeMutableRawPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        let (start, format) = (memory.address, CAIRO_FORMAT_ARGB32)
        let (width, height) = (Int32(size.width), Int32(size.height))
        let surface = calls.cairo_image_surface_create_for_data(start, format, width, height, width * 4)
        guard let surface, calls.cairo_surface_status(surface) == 0 else {
            throw .tooLarge(reason: "cairo cannot draw \(size) pixels")
        }
        defer { calls.cairo_surface_destroy(surface) }
        try body(surface)
    }

    package func set(_ color: Color, alpha: Double = 1, in context: UnsafeMutableRawPointer) {
        func part(_ channel: UInt8) -> Double { Double(channel) / 255 }
        let (red, green, blue, own) = (part(color.red), part(color.green), part(color.blue), part(color.alpha))
        calls.cairo_set_source_rgba(context, red, green, blue, own * alpha)
    }
}
