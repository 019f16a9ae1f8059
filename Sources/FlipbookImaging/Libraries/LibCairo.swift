internal import CPictureLibraries
internal import FlipbookCore

/// Cairo's surfaces, as the libraries have them that draw on these.
struct LibCairo: Sendable {
    private let makeSurface: cairo_surface_make
    private let makeContext: cairo_context_make
    private let (contextStatus, surfaceStatus): (cairo_number, cairo_number)
    private let (freeContext, flush, freeSurface): (svg_release, svg_release, svg_release)

    /// Cairo as a library is linked with it.
    init(of library: RuntimeLibrary) throws(RuntimeLibrary.MissingFunction) {
        makeSurface = try library.required("cairo_image_surface_create_for_data")
        makeContext = try library.required("cairo_create")
        contextStatus = try library.required("cairo_status")
        surfaceStatus = try library.required("cairo_surface_status")
        freeContext = try library.required("cairo_destroy")
        flush = try library.required("cairo_surface_flush")
        freeSurface = try library.required("cairo_surface_destroy")
    }

    /// Lends a context that draws into memory, in the layout of ``PremultipliedWords``.
    func draw(
        in memory: UnsafeMutableRawBufferPointer,
        _ size: PixelSize,
        _ body: (_ context: UnsafeMutableRawPointer) throws(ImageError) -> Void
    ) throws(ImageError) {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let start = memory.bindMemory(to: UInt8.self).baseAddress
        guard let surface = makeSurface(start, 0, width, height, width * 4), surfaceStatus(surface) == 0 else {
            throw .tooLarge(reason: "cairo draws no picture of \(size)")
        }
        defer { freeSurface(surface) }
        guard let context = makeContext(surface) else { throw ImageError(.shortage(.memory(memory.count))) }
        defer { freeContext(context) }
        try body(context)
        flush(surface)
        guard contextStatus(context) == 0 else { throw .corrupt(reason: "cairo cannot draw it") }
    }
}
